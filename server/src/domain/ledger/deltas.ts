// What a batch adds to counters that all batches share. It is stored in the batch's own row, and folded later (fold.ts).
import type {
  AccountQuarterRow,
  BookDayRow,
  OutcomeQuarterRow,
  TokenQuarterRow,
  UsageQuarterRow,
  WriteOffDayRow,
} from '../../db/tables/tables.ts'
import { QUARTERS_A_DAY } from './projections/account-quarters.ts'
import type { LatencyDelta } from './projections/outcomes.ts'

export interface Deltas {
  /** Quota units by system account. */
  readonly accounts: ReadonlyMap<number, number>
  /** What moved on accounts that people own. */
  readonly quarters: readonly AccountQuarterRow[]
  readonly usage: readonly UsageQuarterRow[]
  readonly tokenUsage: readonly TokenQuarterRow[]
  readonly books: readonly BookDayRow[]
  readonly writeOffs: readonly WriteOffDayRow[]
  /** How calls ended, by user; the fold adds everybody's. */
  readonly outcomes: readonly OutcomeQuarterRow[]
  readonly latencies: readonly LatencyDelta[]
  /** When each token was last used, unix seconds by token id. */
  readonly tokens: ReadonlyMap<number, number>
}

/** Lists instead of records: every commit writes them. */
interface StoredDeltas {
  readonly accounts: readonly [accountId: number, amount: number][]
  readonly usage: readonly [
    quarter: number,
    userId: number,
    model: string,
    channelId: number,
    calls: number,
    promptTokens: number,
    completionTokens: number,
    quota: number,
  ][]
  /** Absent in batches of versions that did not sum by token. */
  readonly tokenUsage?: readonly [
    quarter: number,
    tokenId: number,
    userId: number,
    calls: number,
    promptTokens: number,
    completionTokens: number,
    quota: number,
  ][]
  /** Absent in batches of versions that kept no books. */
  readonly books?: readonly [
    day: number,
    channelId: number,
    model: string,
    calls: number,
    quota: number,
    cost: number,
    unpriced: number,
    unpricedQuota: number,
    counted: number,
    countedCost: number,
    cacheCost: number,
    failed: number,
  ][]
  /** Absent where nothing was written off. */
  readonly writeOffs?: readonly [day: number, userId: number, model: string, calls: number, quota: number][]
  /** Absent where no call ended, and in batches of versions that did not count it. */
  readonly outcomes?: readonly [userId: number, quarter: number, kind: string, calls: number][]
  readonly latencies?: readonly [quarter: number, measure: number, bucket: number, calls: number][]
  readonly tokens: readonly [tokenId: number, usedAt: number][]
  readonly quarters?: readonly AccountSums[]
  /** By the day, in rows of a version that summed by it. */
  readonly days?: readonly AccountSums[]
}

type AccountSums = readonly [accountId: number, time: number, kind: string, entries: number, amountIn: number, amountOut: number]

const DAY_SECONDS = 86_400

/** The deltas as a batch's row stores them; empty text when there are none. */
export function printDeltas({ accounts, quarters, usage, tokenUsage, books, writeOffs, outcomes, latencies, tokens }: Deltas): string {
  if ([accounts, tokens].every(({ size }) => size === 0) && [usage, books, outcomes].every(({ length }) => length === 0)) return ''
  const stored: StoredDeltas = {
    accounts: [...accounts],
    usage: usage.map((sum) => [
      sum.quarter,
      sum.user_id,
      sum.model_name,
      sum.channel_id,
      sum.calls,
      sum.prompt_tokens,
      sum.completion_tokens,
      sum.quota,
    ]),
    tokenUsage: tokenUsage.map((sum) => [
      sum.quarter,
      sum.token_id,
      sum.user_id,
      sum.calls,
      sum.prompt_tokens,
      sum.completion_tokens,
      sum.quota,
    ]),
    books: books.map((sum) => [
      sum.day,
      sum.channel_id,
      sum.model_name,
      sum.calls,
      sum.quota,
      sum.cost,
      sum.unpriced,
      sum.unpriced_quota,
      sum.counted,
      sum.counted_cost,
      sum.cache_cost,
      sum.failed,
    ]),
    ...(writeOffs.length === 0
      ? {}
      : { writeOffs: writeOffs.map((sum) => [sum.day, sum.user_id, sum.model_name, sum.calls, sum.quota] as const) }),
    ...(outcomes.length === 0 ? {} : { outcomes: outcomes.map((sum) => [sum.user_id, sum.quarter, sum.kind, sum.calls] as const) }),
    ...(latencies.length === 0 ? {} : { latencies: latencies.map((sum) => [sum.quarter, sum.measure, sum.bucket, sum.calls] as const) }),
    tokens: [...tokens],
    quarters: quarters.map((sum) => [sum.account_id, sum.quarter_number, sum.kind, sum.entries, sum.amount_in, sum.amount_out]),
  }
  return JSON.stringify(stored)
}

/** @param text what `printDeltas` gave, not empty */
export function readDeltas(text: string): Deltas {
  const stored: StoredDeltas = JSON.parse(text) // only printDeltas writes this column
  const usage = stored.usage.map(([quarter, user_id, model_name, channel_id, calls, prompt_tokens, completion_tokens, quota]) => ({
    quarter,
    user_id,
    model_name,
    channel_id,
    calls,
    prompt_tokens,
    completion_tokens,
    quota,
  }))
  return {
    accounts: new Map(stored.accounts),
    usage,
    tokenUsage: (stored.tokenUsage ?? []).map(([quarter, token_id, user_id, calls, prompt_tokens, completion_tokens, quota]) => {
      return { quarter, token_id, user_id, calls, prompt_tokens, completion_tokens, quota }
    }),
    books: stored.books ? stored.books.map(readBook) : usage.map(bookWithoutCost),
    writeOffs: (stored.writeOffs ?? []).map(([day, user_id, model_name, calls, quota]) => ({ day, user_id, model_name, calls, quota })),
    outcomes: (stored.outcomes ?? []).map(([user_id, quarter, kind, calls]) => ({ user_id, quarter, kind, calls })),
    latencies: (stored.latencies ?? []).map(([quarter, measure, bucket, calls]) => ({ quarter, measure, bucket, calls })),
    tokens: new Map(stored.tokens),
    quarters: [
      ...(stored.quarters ?? []).map((sums) => readAccount(sums, 1)),
      ...(stored.days ?? []).map((sums) => readAccount(sums, QUARTERS_A_DAY)),
    ],
  }
}

function readAccount([account_id, time, kind, entries, amount_in, amount_out]: AccountSums, quarters: number): AccountQuarterRow {
  return { account_id, quarter_number: time * quarters, kind, entries, amount_in, amount_out }
}

function readBook(stored: NonNullable<StoredDeltas['books']>[number]): BookDayRow {
  const [day, channel_id, model_name, calls, quota, cost, unpriced, unpriced_quota, counted, counted_cost, cache_cost, failed] = stored
  return { day, channel_id, model_name, calls, quota, cost, unpriced, unpriced_quota, counted, counted_cost, cache_cost, failed }
}

/** What an older version's usage tells the books: what the calls cost the vendor is not known. */
function bookWithoutCost({ quarter, channel_id, model_name, calls, quota }: UsageQuarterRow): BookDayRow {
  const unknown = { cost: 0, unpriced: calls, unpriced_quota: quota, counted: 0, counted_cost: 0, cache_cost: 0, failed: 0 }
  return { day: quarter - (quarter % DAY_SECONDS), channel_id, model_name, calls, quota, ...unknown }
}
