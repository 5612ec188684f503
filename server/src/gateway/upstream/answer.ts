import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import type { MediumData } from '@waystation/wire/rules/media-data'
import type { Use } from '../../domain/channel/availability/availability.ts'
import type { AttemptPlace } from '../../domain/channel/availability/channel-limits.ts'
import type { Attempt } from '../attempt.ts'
import type { CostEstimate, Losses } from '../held.ts'
import type { Meter } from '../meter/meter.ts'
import type { SignatureCollector } from '../prepare/signatures.ts'
import type { GivenIds } from '../prepare/vendor-ids.ts'
import type { ReplyStream } from './reply-stream.ts'

/** What a bill is made from. */
export interface Billable {
  readonly attempt: Attempt
  /** Told how it ends. */
  readonly use: Use
  /** Its place under the limits of channel and key. */
  readonly place: AttemptPlace
  readonly meter: Meter
  /** Milliseconds from the call's start to the first byte of the answer. */
  readonly firstMs: number
  /** What was lost in translation to the vendor. */
  readonly losses: Losses
  /** What the client's dialect could not express of the reply; complete when all of it is written. */
  readonly replyLosses: Losses
  /** Collects what the vendor wants back later; only where the client's dialect is another. */
  readonly signatures?: SignatureCollector
  readonly estimate: CostEstimate
  /** Ids that the vendor gave to the user. */
  readonly given: GivenIds
}

export interface StreamAnswer extends Billable {
  readonly kind: 'stream'
  readonly stream: ReplyStream
  /** As the vendor named it. */
  readonly contentType: string
}

export interface WholeAnswer extends Billable {
  readonly kind: 'whole'
  readonly body: Buffer
  /** As the vendor named it. */
  readonly contentType: string
  /** The body's content in the canonical model, for a client of another dialect. */
  readonly events: readonly ChatEvent[]
  /** By address: the data of media that the client wants as such. */
  readonly media?: ReadonlyMap<string, MediumData>
}

/** What a channel answered, as far as it has come in. */
export type Answer = StreamAnswer | WholeAnswer
