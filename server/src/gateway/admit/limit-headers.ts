// What an answer says of its caller's limits, under the names that clients of OpenAI's API read.
// Source: "Rate limits", https://developers.openai.com/api/docs/guides/rate-limits, November 2026.
import type { LimitLeft } from '../../lib/shared/rate-window.ts'

type Unit = 'requests' | 'tokens'
type LeftOf = Omit<LimitLeft, 'limit'> & { readonly limit: Pick<LimitLeft['limit'], 'limit'> }

/** For each unit the limit that leaves the least. Empty where there is none over time. */
export function limitHeaders(left: readonly LimitLeft[]): Readonly<Record<string, string>> {
  let [requests, tokens]: (LimitLeft | undefined)[] = []
  for (const one of left) {
    if (one.limit.windowMs === 0) continue
    if (one.limit.amount === undefined) requests = tighter(one, requests)
    else tokens = tighter(one, tokens)
  }
  return { ...(requests ? headersOf('requests', requests) : {}), ...(tokens ? headersOf('tokens', tokens) : {}) }
}

const tighter = (one: LimitLeft, known: LimitLeft | undefined) => (known && known.remaining <= one.remaining ? known : one)

/** Of one limit. @param resetMs until all of it is free again */
export function headersOf(unit: Unit, { limit, remaining, resetMs }: LeftOf): Record<string, string> {
  return {
    [`x-ratelimit-limit-${unit}`]: String(limit.limit),
    [`x-ratelimit-remaining-${unit}`]: String(remaining),
    [`x-ratelimit-reset-${unit}`]: durationText(resetMs),
  }
}

/** As OpenAI writes it: `6m0s`, `1.5s`, `20ms`. */
function durationText(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / 100) / 10
  if (seconds < 60) return `${seconds}s`
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), Math.ceil(seconds % 60)]
  return `${hours > 0 ? `${hours}h` : ''}${minutes}m${rest}s`
}
