// The values that the steps of a call hand to each other.
import type { SkipReason } from '@waystation/contract/log'
import type { JsonObject } from '@waystation/wire/json'
import type { Candidate, Tier } from '../domain/catalog/catalog.ts'
import type { RoutableChannel } from '../domain/catalog/routable-channel.ts'
import type { CompiledPrice } from '../domain/pricing/price-call.ts'
import type { KnownCaller } from '../domain/token/token-lookup.ts'
import type { Provider } from '../providers/provider.ts'
import type { RelayEndpoint } from './door/endpoints.ts'
import type { CallFacts, UpstreamFormat } from './operations/operation-kind.ts'
import type { Outlook } from './place-hold/outlook.ts'
import type { BodyRoom } from './read-call/body-budget.ts'
import type { Conversation } from './responses/conversations.ts'

/** Who calls, and in which group. */
export interface Caller {
  readonly user: KnownCaller['user']
  /** Absent in the playground. */
  readonly token: KnownCaller['token'] | undefined
  /** What the log calls it. */
  readonly tokenName: string
  /** The group that decides channels and price: the token's, else the user's. */
  readonly group: string
  /** Set when an admin's key names a channel. */
  readonly pinnedChannelId: number | undefined
  readonly ip: string
  readonly language: 'zh' | 'en'
}

/** What is asked. */
export interface Call {
  /** The request id: a ULID of ours. */
  readonly id: string
  readonly endpoint: RelayEndpoint
  readonly facts: CallFacts
  readonly body: JsonObject
  /** Is its body so large that each step with it takes a turn of its own? */
  readonly isHeavy?: boolean
  /** What a large body takes up in memory; whoever carries the call out gives it back. */
  readonly room?: BodyRoom
  readonly clientHeaders: Readonly<Record<string, string>>
  /** Did the caller ask that nothing of the call is lost on the way to another dialect? */
  readonly isStrict: boolean
  /** Set where the call goes on from an answer given before. */
  readonly conversation?: Conversation
  /** Set where the call goes on whoever waits for it: how its answer is told, which is kept under its id. */
  readonly background?: 'whole' | 'stream'
  /** Monotonic milliseconds. */
  readonly startedMs: number
}

/** One try at one channel, with what it would cost. */
export interface Attempt extends UpstreamFormat {
  readonly channel: RoutableChannel
  readonly provider: Provider
  /** The model as the caller named it, without the channel's prefix. */
  readonly askedModel: string
  /** The model's name upstream. */
  readonly upstreamModel: string
  readonly isMapped: boolean
  readonly price: CompiledPrice
}

export interface RoutePlan {
  readonly attempts: readonly Attempt[]
  readonly isPinned: boolean
  readonly considered: Considered
}

/** What a plan was made from: references only; the log makes facts of it where there is something to tell. */
export interface Considered {
  readonly tiers: readonly Tier[]
  /** Disabled by the gateway for the time being. */
  readonly autoDisabled: readonly Candidate[]
  /** Looked at, and no good for this call. */
  readonly skipped: readonly SkippedChannel[]
}

export interface SkippedChannel {
  readonly channel: RoutableChannel
  readonly reason: SkipReason
  /** Until one of its keys has cooled. */
  readonly waitMs?: number
}

/** Quota set aside for a call. */
export interface Hold {
  readonly id: string
  /** Grows with extensions. */
  amount: number
  /** Set when no more can be held: what the call may cost at most. */
  limit?: number
  /** What is known of each attempt's cost. */
  readonly outlooks: ReadonlyMap<Attempt, Outlook>
}
