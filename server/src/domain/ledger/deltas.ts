// What a batch adds to counters that all batches share. It is stored in the batch's own row, and folded later (fold.ts).
import type { AccountDayRow, UsageHourRow } from '../../db/tables.ts'

export interface Deltas {
  /** Quota units by system account. */
  readonly accounts: ReadonlyMap<number, number>
  /** What moved on accounts that people own. */
  readonly days: readonly AccountDayRow[]
  readonly usage: readonly UsageHourRow[]
  /** When each token was last used, unix seconds by token id. */
  readonly tokens: ReadonlyMap<number, number>
}

/** Lists instead of records: every commit writes them. */
interface StoredDeltas {
  readonly accounts: readonly [accountId: number, amount: number][]
  readonly usage: readonly [
    hour: number,
    userId: number,
    model: string,
    channelId: number,
    calls: number,
    promptTokens: number,
    completionTokens: number,
    quota: number,
  ][]
  readonly tokens: readonly [tokenId: number, usedAt: number][]
  /** Not in rows of a version before statements; what those moved was summed when the database was migrated. */
  readonly days?: readonly [accountId: number, day: number, kind: string, entries: number, amountIn: number, amountOut: number][]
}

/** The deltas as a batch's row stores them; empty text when there are none. */
export function printDeltas({ accounts, days, usage, tokens }: Deltas): string {
  if (accounts.size === 0 && usage.length === 0 && tokens.size === 0) return ''
  const stored: StoredDeltas = {
    accounts: [...accounts],
    usage: usage.map((sum) => [
      sum.hour,
      sum.user_id,
      sum.model_name,
      sum.channel_id,
      sum.calls,
      sum.prompt_tokens,
      sum.completion_tokens,
      sum.quota,
    ]),
    tokens: [...tokens],
    days: days.map((sum) => [sum.account_id, sum.day, sum.kind, sum.entries, sum.amount_in, sum.amount_out]),
  }
  return JSON.stringify(stored)
}

/** @param text what `printDeltas` gave, not empty */
export function readDeltas(text: string): Deltas {
  const stored: StoredDeltas = JSON.parse(text) // only printDeltas writes this column
  return {
    accounts: new Map(stored.accounts),
    usage: stored.usage.map(([hour, user_id, model_name, channel_id, calls, prompt_tokens, completion_tokens, quota]) => ({
      hour,
      user_id,
      model_name,
      channel_id,
      calls,
      prompt_tokens,
      completion_tokens,
      quota,
    })),
    tokens: new Map(stored.tokens),
    days: (stored.days ?? []).map(([account_id, day, kind, entries, amount_in, amount_out]) => ({
      ...{ account_id, day, kind },
      ...{ entries, amount_in, amount_out },
    })),
  }
}
