// The floor of the ledger: the rows of hold, settlement and log by prepared statements, as many calls to a transaction as there are at
// once, in one thread, with the durability that we promise.
import { DatabaseSync } from 'node:sqlite'
import { ulid } from 'ulid'
import type { LogDraft } from '../../server/src/domain/ledger/operation.ts'
import type { LedgerAnswer, LedgerOrder } from './ledger-load.ts'

const USERS = 20

const SCHEMA = `
  pragma journal_mode = wal; pragma synchronous = full;
  create table account (id integer primary key, posted integer, held integer, used integer, calls integer);
  create table hold (id text primary key, legs text, amount integer, state text, price text, facts text, created integer, resolved integer) without rowid;
  create table entry (id integer primary key, ref text unique, debit integer, credit integer, amount integer, hold text, created integer);
  create table log (id integer primary key, created integer, type integer, user integer, username text, channel integer, token integer, token_name text, model text, quota integer, request text);
  create index log_time on log (created, type); create index log_user on log (user, created); create index log_request on log (request);
  create table log_detail (request text primary key, other text) without rowid;
`

export function openBareLedger(
  path: string,
  { price, log }: { price: string; log: LogDraft },
): (order: LedgerOrder) => Promise<LedgerAnswer> {
  const database = new DatabaseSync(path)
  database.exec(SCHEMA)
  for (let id = 1; id <= 2 * USERS; id++) database.prepare('insert into account values (?, 1000000000000, 0, 0, 0)').run(id)
  const hold = holder(database, price, JSON.stringify(log))
  const settle = settler(database, log)

  return async ({ concurrency, seconds }) => {
    const startedMs = performance.now()
    let calls = 0
    while (performance.now() < startedMs + seconds * 1000) {
      const ids = Array.from({ length: concurrency }, () => ulid())
      const nowMs = Date.now()
      hold(ids, nowMs)
      settle(ids, nowMs)
      calls += concurrency
    }
    return {
      calls,
      seconds: (performance.now() - startedMs) / 1000,
      operationsPerCommit: concurrency,
      holdP50Ms: Number.NaN,
      holdP99Ms: Number.NaN,
    }
  }
}

/** Holds for so many calls in one transaction. */
function holder(database: DatabaseSync, price: string, facts: string) {
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const reserve = database.prepare('update account set held = held + ? where id = ?')
  const insertHold = database.prepare("insert into hold values (?, ?, ?, 'open', ?, ?, ?, null)")
  return (ids: readonly string[], nowMs: number) => {
    begin.run()
    for (const [at, id] of ids.entries()) {
      const user = 1 + (at % USERS)
      insertHold.run(id, `[[${user},1],[${user + USERS},1]]`, 200, price, facts, nowMs)
      reserve.run(200, user)
      reserve.run(200, user + USERS)
    }
    commit.run()
  }
}

/** Settlements and log rows of so many calls in one transaction. */
function settler(database: DatabaseSync, log: LogDraft) {
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const charge = database.prepare(
    'update account set held = held - ?, posted = posted - ?, used = used + ?, calls = calls + 1 where id = ?',
  )
  const settle = database.prepare("update hold set state = 'settled', facts = '', resolved = ? where id = ?")
  const insertEntry = database.prepare('insert into entry (ref, debit, credit, amount, hold, created) values (?, ?, 1, ?, ?, ?)')
  const insertLog = database.prepare(
    `insert into log (created, type, user, username, channel, token, token_name, model, quota, request) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertDetail = database.prepare('insert into log_detail values (?, ?)')
  return (ids: readonly string[], nowMs: number) => {
    begin.run()
    for (const [at, id] of ids.entries()) {
      const user = 1 + (at % USERS)
      for (const account of [user, user + USERS]) {
        charge.run(200, 150, 150, account)
        insertEntry.run(`settle:${id}@${account}`, account, 150, id, nowMs)
      }
      settle.run(nowMs, id)
      insertLog.run(nowMs, log.type, user, log.username, log.channelId, log.tokenId, log.tokenName, log.model, 150, id)
      insertDetail.run(id, log.other)
    }
    commit.run()
  }
}
