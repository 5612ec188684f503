// MON-6: two committers with connections of their own, users who are nearly broke, codes and transfers in between, and a reader that adds
// everything up in one statement every 20 ms: the sum is nothing, holds are what is held, and nobody has less than nothing.
// WAYSTATION_BANK_SECONDS sets for how long; WAYSTATION_SEED repeats the choices.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@waystation/contract/errors'
import { randomNumbers } from '@waystation/wire/testing/draws/random'
import { isWhole } from '@waystation/wire/testing/matrix'
import { sql } from 'kysely'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { createRedemptions, redeemQuotaCode } from '../redemption/redemption-store.ts'
import { transferReferral } from '../reward/reward-store.ts'
import { readDeltas } from './deltas.ts'
import { foldBatches } from './projections/fold.ts'
import { readLegs } from './state.ts'
import { openInviter } from './testing/fixture-tasks.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from './testing/ledger-fixture.ts'

const SECONDS = Number(process.env.WAYSTATION_BANK_SECONDS ?? (isWhole ? 4 : 2))
const PEOPLE = 20
const NEARLY_BROKE = 5
const CLIENTS_PER_NODE = 24
const CODES = 400
const GIFTS = 3000

interface Person {
  readonly userId: number
  readonly accountId: number
  readonly username: string
}

eachDatabase('a bank of two nodes', ({ kind, address, openAnother }) => {
  let fixtures: LedgerFixture[]
  let nodes: LedgerNode[]
  let reader: Database
  const counts = { charged: 0, short: 0, redeemed: 0, transferred: 0, reads: 0 }

  beforeAll(async () => {
    // One SQLite file belongs to one process, so it has one committer.
    fixtures = [await openLedgerFixture(address())]
    if (kind !== 'sqlite') fixtures.push(await openLedgerFixture(address()))
    nodes = await Promise.all(fixtures.map((fixture) => fixture.node()))
    reader = await openAnother()
  }, 180_000)
  afterAll(async () => {
    await reader.close()
    for (const fixture of fixtures) await fixture.close()
  })

  test('MON-6 every reading of the books adds up, and nobody has less than nothing', { timeout: SECONDS * 1000 + 180_000 }, async () => {
    const [fixture = failed()] = fixtures
    const people: Person[] = []
    for (let at = 0; at < PEOPLE; at += 1) {
      const username = `bank${at}`
      const balance = at < NEARLY_BROKE ? 30 : 50_000
      people.push({
        username,
        ...(await fixture.database.run(openInviter, { username, balance, gifts: GIFTS, from: fixture.accounts.grant })),
      })
    }
    await makeCodes(fixture.database)
    let isOver = false
    const clients = nodes.flatMap((node, at) => [
      ...Array.from({ length: CLIENTS_PER_NODE }, () =>
        until(
          () => isOver,
          () => callAsSomebody(node, one(people), counts),
        ),
      ),
      until(
        () => isOver,
        () => redeemAsSomebody(fixtures[at] ?? fixture, one(people), counts),
      ),
      until(
        () => isOver,
        () => transferAsSomebody(fixtures[at] ?? fixture, one(people), counts),
      ),
      until(
        () => isOver,
        async () => {
          await fixtures[at]?.database.run(foldBatches, { limit: 500 })
          await sleep(100)
        },
      ),
    ])
    const bad: string[] = []
    const end = performance.now() + SECONDS * 1000
    // On a busy machine it may take longer until each of them has come to pass.
    while (performance.now() < end || Object.values(counts).includes(0)) {
      bad.push(...(await faultsOf(reader)))
      counts.reads += 1
      await sleep(20)
    }
    isOver = true
    await Promise.all(clients)
    bad.push(...(await faultsOf(reader)))
    process.stderr.write(
      `bank on ${kind}: ${Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}, bad readings ${bad.length}\n`,
    )
    expect(bad).toEqual([])
    expect(nodes.flatMap(({ troubles }) => troubles)).toEqual([])
    expect((await fixture.reconcile()).differences).toEqual([])
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
  })
})

/** What one statement shows that cannot be. */
async function faultsOf({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string; kind: string; id: number; posted: number; held: number; words: string }>`
    select 'account' as what, kind, id, posted, held, '' as words from account
    union all select 'batch', '', 0, 0, 0, deltas from batch where deltas <> ''
    union all select 'hold', '', 0, amount, 0, legs from hold where state = 'open'
  `.execute(read)
  const of = (what: string) => rows.filter((row) => row.what === what)
  const faults: string[] = []
  const unfolded = of('batch').flatMap(({ words }) => [...readDeltas(words).accounts.values()])
  const sum = [...of('account').map(({ posted }) => Number(posted)), ...unfolded].reduce((all, amount) => all + amount, 0)
  if (sum !== 0) faults.push(`all accounts come to ${sum}`)
  const held = new Map<number, number>()
  for (const { posted, words } of of('hold'))
    for (const leg of readLegs(words)) held.set(leg.accountId, (held.get(leg.accountId) ?? 0) + Number(posted))
  for (const account of of('account')) {
    const isLimited = ['user', 'referral'].includes(account.kind)
    if (isLimited && Number(account.posted) < Number(account.held))
      faults.push(`account ${account.id}: ${account.posted} with ${account.held} held`)
    const open = held.get(Number(account.id)) ?? 0
    if (open !== Number(account.held)) faults.push(`account ${account.id}: holds of ${open}, and ${account.held} held`)
  }
  return faults
}

/** A call: held, sometimes extended or charged in a part, and charged, given back, or charged with more than was held. */
async function callAsSomebody(node: LedgerNode, user: Person, counts: { charged: number; short: number }): Promise<void> {
  const amount = 5 + below(60)
  const hold = holdFor(node, { user, amount })
  if ((await node.submit(hold)).kind !== 'done') {
    counts.short += 1
    return
  }
  const { id } = hold
  if (below(4) === 0) await node.submit({ kind: 'extend', id, by: 1 + below(30) })
  const part = below(5) === 0 ? 1 + below(amount) : 0
  if (part > 0) await node.submit({ kind: 'settle', id, amount: part, part: 1, log: logFor(user.userId, part) })
  if (below(6) === 0) return void (await node.submit({ kind: 'release', id }))
  const used = below(3) === 0 ? amount + below(200) : below(amount)
  await node.submit({ kind: 'settle', id, amount: used, log: logFor(user.userId, part + used) })
  counts.charged += 1
}

async function makeCodes(database: Database): Promise<void> {
  const codes = Array.from({ length: CODES }, (_, at) => ({ code_hash: `bank${at}`, code_enc: '', row_uid: ulid() }))
  const columns = { name: 'bank', quota: 40, is_gift: 0, max_uses: -1, valid_from: 0, valid_until: 0 }
  await database.run(createRedemptions, { userId: 0, columns, codes: codes.slice(CODES / 4) })
  await database.run(createRedemptions, { userId: 0, columns: { ...columns, is_gift: 1, max_uses: 7 }, codes: codes.slice(0, CODES / 4) })
}

async function redeemAsSomebody({ database }: LedgerFixture, { userId, username }: Person, counts: { redeemed: number }): Promise<void> {
  const ids = { requestId: ulid(), rebateRequestId: ulid() }
  const given = { codeHashes: [`bank${below(CODES)}`], userId, username, rebatePercent: 10, ...ids }
  if (await isDone(database.run(redeemQuotaCode, given))) counts.redeemed += 1
}

async function transferAsSomebody(
  { database }: LedgerFixture,
  { userId, username }: Person,
  counts: { transferred: number },
): Promise<void> {
  if (await isDone(database.run(transferReferral, { userId, username, requestId: ulid(), amount: 1 + below(200) }))) counts.transferred += 1
}

/** False: it was refused, as it may be. */
async function isDone(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

async function until(isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work()
    // A refusal on SQLite takes no time at all, and others want their turn.
    await sleep(1)
  }
}

const { below } = randomNumbers(Number(process.env.WAYSTATION_SEED ?? 20261123))
const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] ?? failed()

function failed(): never {
  throw new Error('there is at least one')
}
