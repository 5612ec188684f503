import type { Sums, TokenQuarterRow, UsageQuarterRow } from '../../../db/tables/tables.ts'
import type { LogDraft } from '../operation.ts'

const QUARTER_SECONDS = 900

/**
 * Sums log rows of one time, unix seconds, by quarter of an hour, user, model and channel; a sign of -1 takes rows back. What was given back for
 * a call lowers the quota alone: the call was made.
 */
export function usageDeltas(logs: readonly LogDraft[], atSeconds: number, sign: 1 | -1 = 1): UsageQuarterRow[] {
  const keyOf = (log: LogDraft) => ({ user_id: log.userId, model_name: log.model, channel_id: log.channelId })
  return summed(logs, { atSeconds, sign }, keyOf)
}

/** The same by quarter and token. */
export function tokenDeltas(logs: readonly LogDraft[], atSeconds: number, sign: 1 | -1 = 1): TokenQuarterRow[] {
  return summed(logs, { atSeconds, sign }, (log) => ({ token_id: log.tokenId, user_id: log.userId }))
}

function summed<Key extends object>(
  logs: readonly LogDraft[],
  { atSeconds, sign }: { readonly atSeconds: number; readonly sign: 1 | -1 },
  keyOf: (log: LogDraft) => Key,
): (Key & Sums & { quarter: number })[] {
  const quarter = atSeconds - (atSeconds % QUARTER_SECONDS)
  const sums = new Map<string, Key & Sums & { quarter: number }>()
  for (const log of logs) {
    const named = keyOf(log)
    const key = Object.values(named).join(' ')
    const sum = sums.get(key) ?? { quarter, ...named, calls: 0, prompt_tokens: 0, completion_tokens: 0, quota: 0 }
    sums.set(key, sum)
    if (log.isGivenBack) {
      sum.quota -= sign * log.quota
      continue
    }
    sum.calls += sign
    sum.prompt_tokens += sign * log.promptTokens
    sum.completion_tokens += sign * log.completionTokens
    sum.quota += sign * log.quota
  }
  return [...sums.values()]
}

/** The tokens that calls were made with, and when each was last used, unix seconds. */
export function tokenUses(logs: readonly LogDraft[], nowSeconds: number): Map<number, number> {
  return new Map(logs.filter((log) => log.tokenId > 0).map((log) => [log.tokenId, nowSeconds]))
}
