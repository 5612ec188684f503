import type { LogDraft } from './operation.ts'

/** What a batch adds to the hourly sums: hour, user, model, channel, calls, prompt and completion tokens, quota. */
export type UsageDelta = [
  hour: number,
  userId: number,
  model: string,
  channelId: number,
  calls: number,
  promptTokens: number,
  completionTokens: number,
  quota: number,
]

const HOUR_SECONDS = 3600

/** Sums log rows of one time, unix seconds, by hour, user, model and channel; a sign of -1 takes rows back. */
export function usageDeltas(logs: readonly LogDraft[], atSeconds: number, sign: 1 | -1 = 1): UsageDelta[] {
  const hour = atSeconds - (atSeconds % HOUR_SECONDS)
  const sums = new Map<string, UsageDelta>()
  for (const log of logs) {
    const key = `${log.userId} ${log.channelId} ${log.model}`
    let sum = sums.get(key)
    if (!sum) {
      sum = [hour, log.userId, log.model, log.channelId, 0, 0, 0, 0]
      sums.set(key, sum)
    }
    sum[4] += sign
    sum[5] += sign * log.promptTokens
    sum[6] += sign * log.completionTokens
    sum[7] += sign * log.quota
  }
  return [...sums.values()]
}

/** When each token was last used: token id, unix seconds. */
export type TokenUse = [tokenId: number, usedAt: number]

/** The tokens that a batch's calls were made with. */
export function tokenUses(logs: readonly LogDraft[], nowSeconds: number): TokenUse[] {
  return [...new Set(logs.map((log) => log.tokenId))].filter((id) => id > 0).map((id) => [id, nowSeconds])
}
