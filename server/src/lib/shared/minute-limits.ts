// Limits that look back a minute, or at what is under way, in the terms of a rate window.
import type { CallLimits } from '@waystation/contract/calls/call-limits'
import type { Place, RateLimit } from './rate-window.ts'

/** What a call counts when it begins, and what is held of it until its end. */
export interface MinuteLimits {
  readonly counted: readonly RateLimit[]
  readonly held: readonly RateLimit[]
}

const MINUTE_MS = 60_000

/**
 * @param key whose limits they are
 * @param tokens that the call may use at most
 */
export function minuteLimits(key: string, limits: CallLimits, tokens: number): MinuteLimits {
  const { requests_per_minute, tokens_per_minute, calls_at_once } = limits
  const held: RateLimit[] = []
  if (tokens_per_minute !== undefined) held.push({ key: `${key} tokens`, limit: tokens_per_minute, windowMs: MINUTE_MS, amount: tokens })
  if (calls_at_once !== undefined) held.push({ key: `${key} at once`, limit: calls_at_once, windowMs: 0 })
  const counted = requests_per_minute === undefined ? [] : [{ key: `${key} minute`, limit: requests_per_minute, windowMs: MINUTE_MS }]
  return { counted, held }
}

/** Ends what a call holds. Limits of tokens count from now on what it used. */
export function endHeld(place: Place, held: readonly RateLimit[], tokens: number): void {
  for (const [at, { amount }] of held.entries()) place.end(at, amount === undefined ? 0 : tokens)
}
