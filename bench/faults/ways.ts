// The ways in which a vendor fails, each by a name that `--only` takes, and what is expected of the gateway in each.

/** What a fake vendor does with a request. `Retry-After` is in seconds. */
export type Manner =
  | { readonly does: 'well' }
  /** Its port is closed. */
  | { readonly does: 'refuse' }
  /** Reads the request and resets the connection. */
  | { readonly does: 'reset' }
  | { readonly does: 'hang'; readonly after: 'request' | 'headers' | 'content' }
  /** Ends the connection after the first content. */
  | { readonly does: 'cut' }
  | { readonly does: 'status'; readonly status: number; readonly retryAfter?: number }
  /** Status 200 with a page of a web site. */
  | { readonly does: 'page' }
  /** Status 200 with an error as its body, or as the first event. */
  | { readonly does: 'error' }
  | { readonly does: 'slow' }

export interface Way {
  readonly name: string
  readonly manner: Manner
  /** Do its channels have limits of `LIMIT_SECONDS`? Otherwise those that an operator who sets nothing has. */
  readonly hasLimits: boolean
  /** Is silence retried? Ways that differ in this do not run side by side. */
  readonly isSilenceRetried: boolean
  /** In which a channel that is well again must be used again. */
  readonly backWithinSeconds: number
}

/** Of the channels of ways with limits: the first byte of streams and of whole answers, and silence within them. */
export const LIMIT_SECONDS = 3
export const RETRY_AFTER_SECONDS = 20
const BACK_WITHIN_SECONDS = 30
/** A key that has to wait for the vendor's time may wait for it, or a minute. */
const KEY_WITHIN_SECONDS = 60

function way(name: string, manner: Manner, more: Partial<Way> = {}): Way {
  return { name, manner, hasLimits: true, isSilenceRetried: true, backWithinSeconds: BACK_WITHIN_SECONDS, ...more }
}

const unset = { hasLimits: false, isSilenceRetried: false } as const
const waits = { backWithinSeconds: KEY_WITHIN_SECONDS } as const

export const ways: readonly Way[] = [
  way('refused', { does: 'refuse' }),
  way('reset', { does: 'reset' }),
  way('hangs-before-headers', { does: 'hang', after: 'request' }),
  way('hangs-after-headers', { does: 'hang', after: 'headers' }),
  way('500', { does: 'status', status: 500 }),
  way('503', { does: 'status', status: 503 }),
  way('503-with-time', { does: 'status', status: 503, retryAfter: RETRY_AFTER_SECONDS }, waits),
  way('429-with-time', { does: 'status', status: 429, retryAfter: RETRY_AFTER_SECONDS }, waits),
  way('429', { does: 'status', status: 429 }),
  way('401', { does: 'status', status: 401 }),
  way('web-page', { does: 'page' }),
  way('error-body', { does: 'error' }),
  way('cut', { does: 'cut' }),
  way('stalls', { does: 'hang', after: 'content' }),
  way('slow', { does: 'slow' }, unset),
  way('hangs-before-headers-unset', { does: 'hang', after: 'request' }, unset),
  way('hangs-after-headers-unset', { does: 'hang', after: 'headers' }, unset),
]

/** Ways that run side by side, so that the whole run is short and the machine is not full. */
const GROUPS: readonly (readonly string[])[] = [
  ['slow', 'hangs-before-headers-unset', 'hangs-after-headers-unset'],
  ['hangs-before-headers', 'hangs-after-headers', 'stalls', 'cut'],
  ['refused', 'reset', '500', '503', 'web-page'],
  ['503-with-time', '429-with-time', '429', '401', 'error-body'],
]

/** The ways that are asked for, in groups. @param only names; undefined: all. Throws where there is no such way. */
export function groupsOf(only: readonly string[] | undefined): readonly (readonly Way[])[] {
  const unknown = only?.find((name) => !ways.some((one) => one.name === name))
  if (unknown !== undefined) throw new Error(`there is no way “${unknown}”; there are ${ways.map(({ name }) => name).join(', ')}`)
  return GROUPS.map((names) => ways.filter(({ name }) => names.includes(name) && (only?.includes(name) ?? true))).filter(
    (group) => group.length > 0,
  )
}

/** Can the caller learn of this failure only by waiting? */
export const isSilent = ({ manner }: Way): boolean => manner.does === 'hang'
