// Calls on the ledger without a gateway: hold, then settle with a log row, so many at once. With BENCH_SQLITE instead of BENCH_ADDRESS
// the same rows are written by bare statements (see ledger-floor.ts).
import type { DatabaseAddress } from '../../server/src/db/kind.ts'
import type { SettleOperation } from '../../server/src/domain/ledger/operation.ts'
import { systemClock } from '../../server/src/lib/clock.ts'
import { percentile } from '../lib/measure.ts'
import { openBareLedger } from './ledger-floor.ts'

export interface LedgerOrder {
  readonly concurrency: number
  readonly seconds: number
}

export interface LedgerAnswer {
  readonly calls: number
  readonly seconds: number
  readonly operationsPerCommit: number
  readonly holdP50Ms: number
  readonly holdP99Ms: number
}

const USERS = 20
const HOLD_AMOUNT = 200
const CHARGE = 150

async function openGroupLedger(address: DatabaseAddress, root: string): Promise<(order: LedgerOrder) => Promise<LedgerAnswer>> {
  const ledgerFolder = `file://${root}server/src/domain/ledger`
  // The checkout that is measured need not be ours.
  const { openLedgerFixture, holdFor, memorySpool } = (await import(
    `${ledgerFolder}/testing/ledger-fixture.ts`
  )) as typeof import('../../server/src/domain/ledger/testing/ledger-fixture.ts')
  const { GroupCommitter } = (await import(
    `${ledgerFolder}/commit/committer.ts`
  )) as typeof import('../../server/src/domain/ledger/commit/committer.ts')
  const fixture = await openLedgerFixture(address)
  const callers = await Promise.all(
    Array.from({ length: USERS }, async () => ({
      user: await fixture.user(1e12),
      token: { accountId: await fixture.token(1e12), isLimited: true },
    })),
  )
  const { epoch } = await fixture.node()
  let operations = 0
  let commits = 0
  const committer = new GroupCommitter({
    database: fixture.database,
    epoch,
    accounts: fixture.accounts,
    spool: memorySpool(),
    clock: systemClock,
    onTrouble: (error) => {
      throw error
    },
    onBatch: (size) => {
      operations += size
      commits += 1
    },
  })

  /** One call; answers how long its hold took, in milliseconds. */
  const oneCall = async ({ user, token }: (typeof callers)[number]): Promise<number> => {
    const queuedMs = performance.now()
    const log = logRow(user.userId)
    const hold = { ...holdFor({ epoch }, { user, token, amount: HOLD_AMOUNT }), price, facts: JSON.stringify(log) }
    const placed = await committer.submit(hold)
    const holdMs = performance.now() - queuedMs
    const settled = await committer.submit({ kind: 'settle', id: hold.id, amount: CHARGE, log })
    if (placed.kind !== 'done' || settled.kind !== 'done') throw new Error(`answered with ${placed.kind} and ${settled.kind}`)
    return holdMs
  }

  return async (order) => {
    const [operationsBefore, commitsBefore] = [operations, commits]
    const measured = await callSteadily(order, (at) => oneCall(callers[at % USERS] ?? failed()))
    return { ...measured, operationsPerCommit: (operations - operationsBefore) / (commits - commitsBefore) }
  }
}

function failed(): never {
  throw new Error('no caller')
}

/** So many callers at once, each with the next call when the last is over. */
async function callSteadily({ concurrency, seconds }: LedgerOrder, oneCall: (at: number) => Promise<number>) {
  const holdMs: number[] = []
  const startedMs = performance.now()
  const worker = async (at: number) => {
    while (performance.now() < startedMs + seconds * 1000) holdMs.push(await oneCall(at))
  }
  await Promise.all(Array.from({ length: concurrency }, (_, at) => worker(at)))
  const sorted = Float64Array.from(holdMs).sort()
  return {
    calls: holdMs.length,
    seconds: (performance.now() - startedMs) / 1000,
    holdP50Ms: percentile(sorted, 0.5),
    holdP99Ms: percentile(sorted, 0.99),
  }
}

const price = JSON.stringify({
  kind: 'per-token',
  model: 'gpt-4o-mini',
  source: 'options',
  ratio: '0.075',
  groupRatio: '1',
  weights: { freshInput: '1', cacheRead: '0.5', cacheWrite: '1', output: '4' },
})
const charge = {
  kind: 'per-token',
  lines: [
    { bucket: 'freshInput', tokens: 42, weight: '1' },
    { bucket: 'output', tokens: 60, weight: '4' },
  ],
  price_source: 'options',
  group_ratio: '1',
  quota: CHARGE,
  held: HOLD_AMOUNT,
}
const other = JSON.stringify({
  model_price: -1,
  model_ratio: 0.075,
  group_ratio: 1,
  completion_ratio: 4,
  total_ms: 812,
  endpoint: '/v1/chat/completions',
  frt: 400,
  end_reason: 'done',
  usage_source: 'upstream',
  charge,
})

/** A row as a call of today writes it. */
export function logRow(userId: number): NonNullable<SettleOperation['log']> {
  return {
    type: 2,
    userId,
    username: 'someone',
    channelId: 3,
    tokenId: 7,
    tokenName: 'a token',
    group: 'default',
    model: 'gpt-4o-mini',
    isStream: false,
    useTime: 1,
    promptTokens: 42,
    completionTokens: 60,
    quota: CHARGE,
    clientIp: '',
    other,
  }
}

const { BENCH_SQLITE, BENCH_ADDRESS, BENCH_ROOT } = process.env
const run = BENCH_SQLITE
  ? openBareLedger(BENCH_SQLITE, { price, log: logRow(1) })
  : await openGroupLedger(JSON.parse(BENCH_ADDRESS ?? '{}') as DatabaseAddress, BENCH_ROOT ?? '')
process.on('message', async (order: LedgerOrder) => {
  try {
    process.send?.(await run(order))
  } catch (error) {
    process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: 0 })
