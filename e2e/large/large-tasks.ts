// What fills a database with much: rows as they are given, and the sums that belong to them.
import { sql } from 'kysely'
import type { Columns, NewRow, Value } from '../../server/src/db/set-executor.ts'
import { type AnyWriteTask, type WriteTx, writeTask } from '../../server/src/db/write-task.ts'
import type { KnownAccount } from './ledger.ts'

export interface RowsOfTable {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, Value>>[]
}

/** Writes rows of several tables in one transaction. All rows of a table have the same columns. */
const insertRows = writeTask<readonly RowsOfTable[], null>('large.insert-rows', async (tx, tables) => {
  // Sound: the columns are those of the rows, and nulls are written where a column may have them.
  for (const { table, rows } of tables)
    await tx.sets.insertMany({ name: table, columns: columnsOf(rows) }, rows as unknown as readonly NewRow<Columns>[])
  return null
})

function columnsOf(rows: readonly Readonly<Record<string, Value>>[]): Columns {
  const names = Object.keys(rows[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, rows.some((row) => typeof row[name] === 'string') ? 'text' : 'int']))
}

/** Where the numbers of new rows begin, and which accounts there are. */
const readStart = writeTask<null, Start>('large.start', async (tx) => {
  const next = async (table: 'user' | 'token' | 'channel' | 'account') => {
    const found = await tx.db
      .selectFrom(table)
      .select((row) => row.fn.max('id').as('last'))
      .executeTakeFirst()
    return Number(found?.last ?? 0) + 1
  }
  const head = await tx.db.selectFrom('meta').select('value').where('key', '=', 'audit_head').executeTakeFirst()
  const accounts = await tx.db.selectFrom('account').select(['id', 'kind', 'owner_id']).execute()
  // Half a gigabyte, so that indexes grow in memory.
  if (tx.kind === 'sqlite') await sql`pragma cache_size = -500000`.execute(tx.db)
  return {
    ...{ firstUser: await next('user'), firstToken: await next('token'), firstChannel: await next('channel') },
    ...{ firstAccount: await next('account'), auditHead: head?.value ?? '' },
    accounts: accounts.map(({ id, ...account }) => ({ ...account, id: Number(id) })),
  }
})

interface Start {
  readonly firstUser: number
  readonly firstToken: number
  readonly firstChannel: number
  readonly firstAccount: number
  readonly accounts: readonly KnownAccount[]
  /** The seal of the newest row of the audit log. */
  readonly auditHead: string
}

const moveHead = writeTask<{ head: string }, null>('large.audit-head', async (tx, { head }) => {
  await tx.db.deleteFrom('meta').where('key', '=', 'audit_head').execute()
  await tx.db.insertInto('meta').values({ key: 'audit_head', value: head }).execute()
  return null
})

export interface AccountSums {
  readonly id: number
  readonly posted: number
  readonly used: number
  readonly calls: number
}

interface Uses {
  readonly sums: readonly AccountSums[]
  /** Of tokens, unix seconds. */
  readonly lastUses: readonly Numbered[]
  /** Of channels, quota units. */
  readonly sold: readonly Numbered[]
}

type Numbered = readonly [id: number, value: number]

/** Adds what was moved to accounts that there are, and notes when tokens were last used and what channels sold. */
const noteUses = writeTask<Uses, null>('large.uses', async (tx, { sums, lastUses, sold }) => {
  for (const { id, posted, used, calls } of sums)
    await sql`update account set posted = posted + ${posted}, used = used + ${used}, calls = calls + ${calls} where id = ${id}`.execute(
      tx.db,
    )
  await tx.sets.updateMany(
    { name: 'token', columns: { id: 'int', accessed_at: 'int' } },
    'id',
    ['accessed_at'],
    lastUses.map(([id, accessed_at]) => ({ id, accessed_at })),
  )
  await tx.sets.updateMany(
    { name: 'channel', columns: { id: 'int', used_quota: 'int' } },
    'id',
    ['used_quota'],
    sold.map(([id, used_quota]) => ({ id, used_quota })),
  )
  return null
})

const SUMS = ['calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const
const added = sql.join(SUMS.map((name) => sql`sum(${sql.ref(name)})`))
const names = sql.join(SUMS.map((name) => sql.ref(name)))
/** Start of the span that a time is in. */
const startOf = (time: string, seconds: number) => sql`${sql.ref(time)} - ${sql.ref(time)} % ${sql.lit(seconds)}`
const QUARTER = 900
const DAY = 86_400

/** The sums of the calls in the log, as the ledger would have kept them. */
const sumUsage = writeTask<null, null>('large.sum-usage', async (tx) => {
  const calls = sql`count(*), sum(prompt_tokens), sum(completion_tokens), sum(quota) from log where type = 2`
  await sql`insert into usage_quarter (quarter, user_id, model_name, channel_id, ${names})
    select ${startOf('created_at', QUARTER)} as started, user_id, model_name, channel_id, ${calls} group by started, user_id, model_name, channel_id`.execute(
    tx.db,
  )
  await sql`insert into usage_token_quarter (quarter, token_id, user_id, ${names})
    select ${startOf('created_at', QUARTER)} as started, token_id, user_id, ${calls} group by started, token_id, user_id`.execute(tx.db)
  for (const [table, time, seconds, keys, from] of [
    ['usage_model_quarter', 'quarter', QUARTER, ['model_name'], 'usage_quarter'],
    ['usage_channel_quarter', 'quarter', QUARTER, ['channel_id'], 'usage_quarter'],
    ['usage_user_day', 'day', DAY, ['user_id'], 'usage_quarter'],
    ['usage_token_day', 'day', DAY, ['token_id', 'user_id'], 'usage_token_quarter'],
  ] as const) {
    const key = sql.join(keys.map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${sql.ref(time)}, ${key}, ${names})
      select ${startOf('quarter', seconds)} as started, ${key}, ${added} from ${sql.table(from)} group by started, ${key}`.execute(tx.db)
  }
  return null
})

/** How calls ended, of each user and of everybody together, who are user 0. */
const sumOutcomes = writeTask<null, null>('large.sum-outcomes', async (tx) => {
  const into = sql`insert into outcome_quarter (user_id, quarter, kind, calls)`
  await sql`${into} select user_id, quarter, '', sum(calls) from usage_quarter group by user_id, quarter`.execute(tx.db)
  await sql`${into} select log.user_id, ${startOf('log.created_at', QUARTER)} as started, log_failure.kind, count(*)
    from log_failure join log on log.request_id = log_failure.request_id group by log.user_id, started, log_failure.kind`.execute(tx.db)
  await sql`${into} select 0, quarter, kind, sum(calls) from outcome_quarter group by quarter, kind`.execute(tx.db)
  return null
})

/** What moved on the accounts of people by quarter of an hour: calls from their sums, and what else moved from the entries. */
const sumAccounts = writeTask<null, null>('large.sum-accounts', async (tx) => {
  const into = sql`insert into account_quarter (account_id, quarter_number, kind, entries, amount_in, amount_out)`
  await sql`delete from account_quarter`.execute(tx.db)
  await sql`${into} select account.id, usage_quarter.quarter / 900, 'settle', sum(usage_quarter.calls), 0, sum(usage_quarter.quota)
    from usage_quarter join account on account.kind = 'user' and account.owner_id = usage_quarter.user_id
    group by account.id, usage_quarter.quarter order by account.id, usage_quarter.quarter`.execute(tx.db)
  for (const [side, amounts] of [
    ['credit_account', sql`sum(entry.amount), 0`],
    ['debit_account', sql`0, sum(entry.amount)`],
  ] as const)
    await sql`${into} select account.id, (entry.created_at_ms - entry.created_at_ms % 900000) / 900000 as quarter_number, entry.kind, count(*), ${amounts}
      from entry join account on account.id = ${sql.ref(`entry.${side}`)} and account.kind = 'user'
      where entry.hold_id = '' group by account.id, quarter_number, entry.kind`.execute(tx.db)
  return null
})

/** Rows that were given their numbers have not moved the counters of PostgreSQL; and a fresh database knows nothing of its tables yet. */
const settleDown = writeTask<null, null>('large.settle-down', async (tx: WriteTx) => {
  if (tx.kind !== 'postgres') return null
  for (const table of ['user', 'token', 'channel', 'account', 'redemption', 'top_up_order', 'message'])
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(tx.db)
  await sql`analyze`.execute(tx.db)
  return null
})

export const fillTasks = { insertRows, readStart, moveHead, noteUses, sumUsage, sumOutcomes, sumAccounts, settleDown }
export const writeTasks: readonly AnyWriteTask[] = Object.values(fillTasks)
