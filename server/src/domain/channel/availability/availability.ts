// May this channel, with this key, be used for this model now; until when not, and why? Everything that attempts tell is noted here.

import type { Clock } from '../../../lib/clock.ts'
import type { Bus } from '../../../lib/shared/bus.ts'
import type { ChannelKey, RoutableChannel } from '../../catalog/routable-channel.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { Blame } from './blame.ts'
import type { Place } from './breakers.ts'
import type { ChannelLimits } from './channel-limits.ts'

/** Why a channel is left alone. */
export type OutReason = 'no_key' | 'keys_cooling' | 'failing' | 'silent' | 'full'

/** Whether a channel may be used for a model now. */
export type Verdict = { readonly isUsable: true } | { readonly isUsable: false; readonly reason: OutReason; readonly waitMs: number }

/** One attempt at a channel, from its start to the end of its answer. Each of its ends counts once. */
export interface Use {
  readonly keyId: number
  /** Is told how much of its answer there is: one that stands still passes no trial. */
  watch(produced: () => number): void
  /** Its answer has begun. */
  answered(): void
  /** Its answer has ended. @param isBroken by the channel's fault */
  ended(isBroken: boolean): void
  /** There is no answer. */
  failed(blame: Blame): void
}

export interface UseOf {
  readonly channelId: number
  readonly keyId: number
  /** The model's name upstream. */
  readonly model: string
  readonly isStream: boolean
  /** Is it made because another one failed? Such are bounded (`retryAfter`). */
  readonly isRetry?: boolean
}

/** That a channel, or each of its keys, is left alone for a model: also while a call tries it. */
export interface Rest {
  readonly reason: 'keys_cooling' | 'failing' | 'silent'
  /** Milliseconds since it began; 0: not known. */
  readonly forMs: number
  /** Milliseconds until a call may try it. */
  readonly waitMs: number
}

/** Whatever failed lately. */
export interface Troubled {
  readonly channelIds: ReadonlySet<number>
  readonly keyIds: ReadonlySet<number>
}

export type Keyed = Pick<RoutableChannel, 'id' | 'keys' | 'setting'>

export interface Availability {
  look(channel: Keyed, model: string): Verdict
  /**
   * The next key in turn that may be used and is not among the spent ones (ids); where every key has to wait, one that may be tried.
   * @param preferredId is taken where it may be used
   */
  nextKey(channel: Keyed, model: string, spent?: ReadonlySet<number>, preferredId?: number): ChannelKey | undefined
  /**
   * Lets one call try a channel that is left alone, for callers whom no other can serve. False: one does so already, or has just done so.
   */
  force(channel: Keyed, model: string): boolean
  /** Is the channel left alone for this model? For people, who are told so until calls succeed again: a verdict for calls is `look`. */
  restOf(channel: Keyed, model: string): Rest | undefined
  /** Channels and keys that may be left alone; all others are not. */
  troubled(): Troubled
  /** Is a call trying it just now? */
  isTried(channel: Keyed, model: string): boolean
  /** Would `force` let one through? Changes nothing. @param channel which is left alone since it fails */
  mayForce(channel: Keyed, model: string): boolean
  /** Is it, or this key of it, left alone by now? Asked right before an attempt begins, whose key has been taken. */
  isOut(place: Place): boolean
  begin(use: UseOf): Use
  /**
   * May a call be tried again, after its failure there? Retries of all calls together are bounded, so that vendors who are down do not get all of
   * the traffic several times over; those of the first failures of a channel are not, until it is left alone.
   */
  retryAfter(failed: Pick<UseOf, 'channelId' | 'model'>): 'free' | 'counted' | 'refused'
  /** Calls under way but for those that are stuck, and how long answers take to begin; undefined: not known. */
  loadOf(channelId: number, model: string, isStream: boolean): { readonly underWay: number; readonly meanMs: number | undefined }
}

export interface AvailabilityParts {
  readonly keys: KeyRing
  /** What channels and keys take. */
  readonly limits: Pick<ChannelLimits, 'fullForMs' | 'keyFullForMs'>
  /** Failures that it takes at least to leave something alone; 0: nothing is ever left alone. */
  readonly minFailures: () => number
  /** Milliseconds in which nearly all answers of a channel begin; null: not known. */
  readonly usualLongestMs: (channelId: number) => number | null
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** By which other nodes are told. */
  readonly bus?: Bus
}
