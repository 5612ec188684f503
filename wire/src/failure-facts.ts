// What a failure that comes with a good status says about itself: the status that it stands for, and how long to wait.
import { isObject, type Json, type JsonObject } from './encoding/json.ts'

/** Statuses of the words that vendors use for a failure, as its code or its type. Source: the pages on errors of their API references, 2026. */
const statuses: Readonly<Record<string, number>> = {
  bad_request: 400,
  invalid_request: 400,
  invalid_request_error: 400,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  content_policy_violation: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  insufficient_balance: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  rate_limit_reached: 429,
  insufficient_quota: 429,
  too_many_requests: 429,
  usage_limit_reached: 429,
  api_error: 500,
  internal_error: 500,
  internal_server_error: 500,
  server_error: 500,
  server_is_overloaded: 503,
  engine_overloaded: 503,
  overloaded: 503,
  service_unavailable: 503,
  service_unavailable_error: 503,
  slow_down: 503,
  timeout_error: 504,
  overloaded_error: 529,
}

/** The status that a failure stands for, by its numbers, else by its code, else by its type; undefined where none of them says. */
export function normalizeStatus(error: JsonObject): number | undefined {
  for (const key of ['code', 'status', 'status_code', 'statusCode']) {
    const number = numberIn(error[key])
    if (Number.isInteger(number) && number >= 400 && number <= 599) return number
  }
  return statusOfWord(error.code) ?? statusOfWord(error.type)
}

/** Some vendors write numbers as text. */
function numberIn(value: Json | undefined): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

function statusOfWord(word: Json | undefined): number | undefined {
  return typeof word === 'string' && Object.hasOwn(statuses, word.toLowerCase()) ? statuses[word.toLowerCase()] : undefined
}

const DEAD_CODES: ReadonlySet<string> = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active'])
const DEAD_TYPES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
])

/** Does a failure say by its code or type that the key, or its account, cannot be used any more? Source: server-behaviour 3.10. */
export function saysKeyIsDead({
  code = '',
  type = '',
}: {
  readonly code?: string | undefined
  readonly type?: string | undefined
}): boolean {
  return DEAD_CODES.has(code) || DEAD_TYPES.has(type)
}

/** Where vendors put the seconds to wait, next to the message of a failure or among what they add to it. */
const WAITS = ['retry_after', 'retry_after_seconds', 'resets_in_seconds', 'retry-after', 'Retry-After']

/** Seconds to wait before the next try, as a failure names them in a field, else in its words; undefined where it does not. */
export function waitSeconds(error: JsonObject): number | undefined {
  const { metadata } = error
  const headers = isObject(metadata) ? metadata.headers : undefined
  for (const place of [error, metadata, headers]) {
    if (!isObject(place)) continue
    for (const key of WAITS) {
      const seconds = numberIn(place[key])
      if (seconds >= 0 && seconds < Number.POSITIVE_INFINITY) return seconds
    }
  }
  const words = error.message ?? error.detail
  return waitInDetails(error) ?? (typeof words === 'string' ? secondsInWords(words) : undefined)
}

/** Seconds to wait as google.rpc has them, in the details of a failure (`RetryInfo`), in whichever dialect it refuses. Source: google/rpc/error_details.proto. */
export function waitInDetails({ details: given }: JsonObject): number | undefined {
  const details = Array.isArray(given) ? given.filter(isObject) : []
  const delay = details.map((each) => each.retryDelay).find((each) => typeof each === 'string')
  const seconds = typeof delay === 'string' && delay.endsWith('s') ? Number(delay.slice(0, -1)) : Number.NaN
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

/**
 * A failure inside a stream has no header, and some vendors name the time in their words only: `Please try again in 1m6.5s`, or, as Replicate,
 * `Your rate limit resets in ~30s.`
 */
function secondsInWords(message: string): number | undefined {
  const [, words] = /(?:try again|limit resets) in ~?((?:\d{1,9}(?:\.\d{1,9})?(?:ms|[smhd])){1,4})/i.exec(message.slice(0, 2000)) ?? []
  if (words === undefined) return undefined
  const parts = [...words.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(ms|[smhd])/gi)]
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit.toLowerCase()] ?? 0), 0)
}
