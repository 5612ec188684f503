// How calls end: the kinds of failures that are counted, and the bounds of the times that are.
import { errorStatus, isErrorCode } from '../errors.ts'

/** The longest kind that is stored. */
export const MAX_KIND = 64

/**
 * A kind of failure: the code of the error or of how an answer broke off, and the status where it is not the usual one of the code:
 * `upstream_timeout`, `upstream_error 429`.
 */
export function failureKind(code: string, status?: number): string {
  const isUsual = status === undefined || (isErrorCode(code) ? errorStatus(code) === status : true)
  return (isUsual ? code : `${code} ${status}`).slice(0, MAX_KIND)
}

/** The code of a kind, and its status where that is known. */
export function readKind(kind: string): { readonly code: string; readonly status: number | undefined } {
  const [code = '', said] = kind.split(' ')
  if (said !== undefined) return { code, status: Number(said) }
  return { code, status: isErrorCode(code) ? errorStatus(code) : undefined }
}

/** What operators have to mend although its status says that the caller did wrong. */
const operators: ReadonlySet<string> = new Set(['model_price_error', 'group_ratio_missing', 'upstream_saturated', 'cannot_translate'])
/** Ends that the caller brought about. */
const callers: ReadonlySet<string> = new Set(['client_gone', 'client_stalled', 'quota_cut', 'revoked', 'sensitive_words'])
/** Statuses by which a vendor refuses a request as such; others are about its key, its limits or itself. */
const aboutRequest: ReadonlySet<number> = new Set([400, 404, 413, 415, 422])

/** Did the caller bring it about? Such calls are listed, and are no part of the share that succeeded. */
export function isCallersFailure(kind: string): boolean {
  const { code, status = 500 } = readKind(kind)
  if (operators.has(code)) return false
  if (callers.has(code)) return true
  return code.startsWith('upstream_') ? aboutRequest.has(status) : status >= 400 && status < 500
}

/** What is timed: until the first token of a streamed answer, and the whole call. */
export const latencyMeasures = { first: 0, total: 1 } as const

/** The first bound, milliseconds; each next one is by this factor larger. */
const FIRST_BOUND_MS = 50
const GROWTH = 1.2
/** Beyond some 20 minutes all calls are alike. */
const LAST_BUCKET = 55

/** The parts of the histogram, by number. */
export const latencyBuckets: readonly number[] = Array.from({ length: LAST_BUCKET + 1 }, (_, bucket) => bucket)

/** The part of the histogram that a time is counted in. */
export function latencyBucket(ms: number): number {
  if (ms < FIRST_BOUND_MS) return 0
  return Math.min(LAST_BUCKET, 1 + Math.floor(Math.log(ms / FIRST_BOUND_MS) / Math.log(GROWTH)))
}

/**
 * The time, in milliseconds, within which so large a share of calls was; null where there were none. It is found between the bounds of a part,
 * so it may be wrong by some per cent.
 * @param counts calls by bucket
 */
export function latencyPercentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const buckets = [...counts].filter(([, calls]) => calls > 0).sort(([a], [b]) => a - b)
  const wanted = share * buckets.reduce((sum, [, calls]) => sum + calls, 0)
  let seen = 0
  for (const [bucket, calls] of buckets) {
    seen += calls
    if (seen < wanted) continue
    const upper = FIRST_BOUND_MS * GROWTH ** bucket
    const lower = bucket === 0 ? 0 : upper / GROWTH
    return Math.round(upper - ((seen - wanted) / calls) * (upper - lower))
  }
  return null
}
