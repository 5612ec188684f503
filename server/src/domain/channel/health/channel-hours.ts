// The last 60 minutes of each channel: attempts, failures and slow ones. Kept in memory and fed by the gateway as each attempt ends, so
// that a call costs two additions and no statement. The time before the start is read from the log at the first query
// (channel-hours-store.ts).

import type { EndReason } from '@waystation/contract/calls/log'
import type { ChannelHour, HealthSlice } from '@waystation/contract/channels/state/channel-health'
import { FirstTokens } from './first-tokens.ts'

/** How an attempt at a channel ended. Attempts that a client broke off before anything came are none. */
export interface AttemptOutcome {
  readonly channelId: number
  /** Did the channel fail? The caller's own errors do not count. */
  readonly isFailed: boolean
  /** Milliseconds to the first byte of a stream; null for whole answers and failures. */
  readonly firstMs: number | null
  /** Milliseconds that the whole attempt took. */
  readonly totalMs: number
}

export interface ChannelHours {
  /** @param atMs when it ended, unix milliseconds; default now */
  note(outcome: AttemptOutcome, atMs?: number): void
  /** The hour of a channel in so many slices, oldest first; 60 must be a multiple. */
  slices(channelId: number, count: number): HealthSlice[]
  hour(channelId: number): ChannelHour
  /** Failures of the hour. */
  failures(channelId: number): number
  /** Unix seconds of the earliest known attempt; set to an earlier time once the log has been read. */
  known(sinceSeconds?: number): number
}

const MINUTES = 60
const MINUTE_MS = 60_000
/** About 4 KB each. Beyond these the channel that was idle longest is forgotten. */
const MAX_CHANNELS = 10_000
/** The same bands as in the log: orange or red there counts as slow here (specification section 9). */
const SLOW_FIRST_MS = 3_000
const SLOW_TOTAL_MS = 101_000

const BROKEN_ENDS: ReadonlySet<EndReason> = new Set([
  'upstream_error',
  'upstream_truncated',
  'upstream_timeout',
  'event_too_large',
  'total_timeout',
])

/** Did an answer that had begun end by the channel's fault? A client that left, a quota that ran out and a restart are not. */
export const isBrokenEnd = (reason: EndReason): boolean => BROKEN_ENDS.has(reason)

/** Four numbers per minute: which minute it is, then attempts, failed, slow. */
const FIELDS = 4

interface Ring {
  readonly minutes: Uint32Array
  first: FirstTokens | undefined
  lastMinute: number
}

/** @param now unix milliseconds */
export function channelHours({ now }: { now: () => number }): ChannelHours {
  return new Hours(now)
}

class Hours implements ChannelHours {
  readonly #now: () => number
  readonly #rings = new Map<number, Ring>()
  #since: number

  constructor(now: () => number) {
    this.#now = now
    this.#since = Math.floor(now() / 1000)
  }

  note({ channelId, isFailed, firstMs, totalMs }: AttemptOutcome, atMs = this.#now()): void {
    const minute = minuteOf(atMs)
    const ring = this.#ringOf(channelId, minute)
    const at = (minute % MINUTES) * FIELDS
    const { minutes } = ring
    if ((minutes[at] ?? 0) > minute) return // older than an hour: its place is taken
    if (minutes[at] !== minute) {
      minutes.fill(0, at, at + FIELDS)
      minutes[at] = minute
    }
    const isSlow = !isFailed && (firstMs === null ? totalMs >= SLOW_TOTAL_MS : firstMs >= SLOW_FIRST_MS)
    minutes[at + 1] = (minutes[at + 1] ?? 0) + 1
    if (isFailed) minutes[at + 2] = (minutes[at + 2] ?? 0) + 1
    if (isSlow) minutes[at + 3] = (minutes[at + 3] ?? 0) + 1
    if (firstMs === null || isFailed) return
    ring.first ??= new FirstTokens()
    ring.first.note(firstMs, minute)
  }

  slices(channelId: number, count: number): HealthSlice[] {
    const ring = this.#rings.get(channelId)
    const perSlice = MINUTES / count
    const oldest = minuteOf(this.#now()) - MINUTES + 1
    return Array.from({ length: count }, (_, slice) => {
      const sum: HealthSlice = [0, 0, 0]
      for (let minute = oldest + slice * perSlice; ring && minute < oldest + (slice + 1) * perSlice; minute += 1) {
        const at = (minute % MINUTES) * FIELDS
        if (ring.minutes[at] !== minute) continue
        sum[0] += ring.minutes[at + 1] ?? 0
        sum[1] += ring.minutes[at + 2] ?? 0
        sum[2] += ring.minutes[at + 3] ?? 0
      }
      return sum
    })
  }

  hour(channelId: number): ChannelHour {
    const found = this.slices(channelId, MINUTES)
    const sum = (field: 0 | 1 | 2) => found.reduce((total, slice) => total + slice[field], 0)
    const first = this.#rings.get(channelId)?.first
    return {
      slices: found,
      calls: sum(0),
      failed: sum(1),
      slow: sum(2),
      first_p95_ms: first?.percentile(0.95, minuteOf(this.#now())) ?? null,
      since: Math.max(this.#since, Math.floor(this.#now() / 1000) - MINUTES * 60),
    }
  }

  failures(channelId: number): number {
    if (!this.#rings.has(channelId)) return 0
    const [[, failed] = [0, 0, 0]] = this.slices(channelId, 1)
    return failed
  }

  known(sinceSeconds?: number): number {
    if (sinceSeconds !== undefined) this.#since = Math.min(this.#since, sinceSeconds)
    return this.#since
  }

  #ringOf(channelId: number, minute: number): Ring {
    let ring = this.#rings.get(channelId)
    if (ring?.lastMinute === minute) return ring
    ring ??= { minutes: new Uint32Array(MINUTES * FIELDS), first: undefined, lastMinute: 0 }
    ring.lastMinute = Math.max(ring.lastMinute, minute)
    // The map is in the order of last use, minute by minute.
    this.#rings.delete(channelId)
    this.#rings.set(channelId, ring)
    if (this.#rings.size > MAX_CHANNELS) this.#rings.delete(this.#rings.keys().next().value ?? channelId)
    return ring
  }
}

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS)
