// One try at one channel, and the plan of all of them: what the steps after planning work on.
import type { SkipReason } from '@waystation/contract/calls/skip-words'
import type { ModelTraits } from '@waystation/contract/models/traits'
import type { DialectName } from '@waystation/wire/chat/dialects'
import type { FramingName } from '@waystation/wire/encoding/framing'
import type { Candidate, Tier } from '../domain/catalog/channel-index.ts'
import type { RoutableChannel } from '../domain/catalog/routable-channel.ts'
import type { Home } from '../domain/channel/availability/affinity.ts'
import type { CompiledPrice } from '../domain/pricing/price-call.ts'
import type { Operation, Provider } from '../providers/provider.ts'

/** The operation requested of a vendor, and its dialect. */
export interface UpstreamFormat {
  readonly operation: Operation
  readonly dialect: DialectName
  /** The vendor's format, of an operation that vendors have several of; absent: the one that most have. */
  readonly format?: string | undefined
  /** Set where only requests are in that format: what comes back goes on as it comes. */
  readonly keepsReply?: true
  /** Set where a recording comes as events with pieces of it, of which the client gets the bytes. */
  readonly isInEvents?: true
  /** How these events stand in the bytes; absent: as server-sent events. */
  readonly eventFraming?: FramingName
  /** Set where a transcript comes in events of another format, which are told in those of the client. */
  readonly isRetold?: true
}

/** One try at one channel, with what it would cost. */
export interface Attempt extends UpstreamFormat {
  readonly channel: RoutableChannel
  readonly provider: Provider
  /** The model as the caller named it, or the one behind it, without the channel's prefix. */
  readonly requestedModel: string
  /** The model's name upstream. */
  readonly upstreamModel: string
  /** What that model is. */
  readonly traits: ModelTraits
  /** Is it not the model that the caller named? */
  readonly isMapped: boolean
  /** Does it stand behind the one that the caller named? */
  readonly isVirtual?: true
  readonly price: CompiledPrice
  readonly request: RequestForm
  /** Is a stream requested from the vendor? A channel may request whole replies only, and a model may give streams only. */
  readonly isStreamed: boolean
  readonly reply: ReplyForm
}

/**
 * How the vendor gets the request. `verbatim`: as the client wrote it (global.pass_through_request_enabled). `edited`: in the client's
 * dialect, with the few edits that the channel needs. `translated`: in another dialect.
 */
export type RequestForm = 'verbatim' | 'edited' | 'translated'

/**
 * How the client gets the reply. `relay`: the vendor's own frames and bodies, as they are. `bytes`: the same, of media or a form, in which
 * nothing may be inserted. `rewrite`: printed anew from its events. `collect`: the same, once the vendor's stream has been read to its end:
 * its model only streams, and the client wants a whole answer.
 */
export type ReplyForm = 'relay' | 'bytes' | 'rewrite' | 'collect'

export interface RoutePlan {
  readonly attempts: readonly Attempt[]
  readonly isPinned: boolean
  /** How many models behind a virtual one may be tried; absent: one. */
  readonly modelCount?: number
  /** Where the conversation was answered last: that key is preferred there. */
  readonly home?: Home
  readonly considered: Considered
}

/** What a plan was made from: references only; the log makes facts of it where there is something to report. */
export interface Considered {
  readonly tiers: readonly Tier[]
  /** Disabled by the gateway for the time being. */
  readonly autoDisabled: readonly Candidate[]
  /** Considered, and unfit for this call. */
  readonly skipped: readonly SkippedChannel[]
}

export interface SkippedChannel {
  readonly channel: RoutableChannel
  readonly reason: SkipReason
  /** Until it may be used again. */
  readonly waitMs?: number
  /** What it would be asked then. */
  readonly attempt?: Attempt
  /** What of the request its vendor cannot do. */
  readonly unsupported?: readonly string[]
}
