// What differs between vendors: addresses, how one signs in, and small quirks. Everything is pure but `sign`.
import type { DialectName } from '@waystation/wire/chat/dialect'
import type { JsonObject } from '@waystation/wire/json'

/** What a call asks of the far end; the dialect is the one spoken upstream. */
export type Operation = 'chat' | 'completions' | 'embeddings' | 'models'

export interface UpstreamCall {
  readonly operation: Operation
  readonly dialect: DialectName
  /** The model's name upstream. */
  readonly model: string
  readonly isStream: boolean
  /** Headers of the caller that may go on to the vendor. */
  readonly clientHeaders: Readonly<Record<string, string>>
}

/** A channel as far as a vendor's address and sign-in need it. */
export interface ChannelTarget {
  readonly baseUrl: string
  readonly key: string
  readonly organization: string
  readonly other: string
  readonly setting: Readonly<Record<string, unknown>>
}

export interface UpstreamAddress {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export interface Provider {
  readonly name: string
  /** Used when the channel gives no address; empty when it must. */
  readonly baseUrl: string
  /** Dialects the vendor speaks, best first. The planner passes through when the client's is among them. */
  speaks(channel: Pick<ChannelTarget, 'setting'>): readonly DialectName[]
  /** Beside chat: what else can be asked. */
  readonly operations: readonly Operation[]
  /** May a stream be asked for its usage (`stream_options`)? A channel may say otherwise. */
  readonly tellsUsageWhenAsked: boolean
  /** Where to send this call, and as whom. Throws TypeError on an address that is none. */
  address(call: UpstreamCall, channel: ChannelTarget): UpstreamAddress
  /** Last changes to a body already in one of the spoken dialects. */
  adapt?(body: JsonObject, call: UpstreamCall): JsonObject
}
