// The values that the steps of a call hand to each other.
import type { JsonObject } from '@waystation/wire/json'
import type { ChannelRecord } from '../domain/catalog/channel-record.ts'
import type { CompiledPrice } from '../domain/pricing/price-call.ts'
import type { KnownCaller } from '../domain/token/token-lookup.ts'
import type { Provider } from '../providers/provider.ts'
import type { RelayEndpoint } from './endpoints.ts'
import type { CallFacts } from './operations/operation-kind.ts'

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
  readonly clientHeaders: Readonly<Record<string, string>>
  /** Monotonic milliseconds. */
  readonly startedMs: number
}

/** One try at one channel, with what it would cost. */
export interface Attempt {
  readonly channel: ChannelRecord
  readonly provider: Provider
  /** The model's name upstream. */
  readonly upstreamModel: string
  readonly isMapped: boolean
  readonly price: CompiledPrice
}

export interface RoutePlan {
  readonly attempts: readonly Attempt[]
  readonly isPinned: boolean
}

/** Quota set aside for a call. */
export interface Hold {
  readonly id: string
  /** Grows with extensions. */
  amount: number
}
