import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { ReportedError } from '@waystation/wire/openai/error'
import type { MediumData } from '@waystation/wire/rules/media-data'

/** A reply that came whole. */
export interface WholeReply {
  readonly text: string
  /** Its content in the canonical model, where it is a chat reply. */
  readonly events: readonly ChatEvent[]
  /** By address: the data of its media, where the client wants them as such and they could be had. */
  readonly media?: ReadonlyMap<string, MediumData> | undefined
}

/** The reading of one frame of a reply. */
export interface FrameReading {
  readonly usage?: WireUsage
  /** Text that it adds to the reply. */
  readonly text: string
  /** Did it bring anything that a caller pays for? */
  readonly isProduce: boolean
  /** Its data as the dialect has it, where the vendor breaks that. */
  readonly mended?: string
  /** The answers that it ends, by their numbers; absent: none. Set only by chat. */
  readonly ended?: readonly number[]
  /** Is it the end of its stream? Set only by operations other than chat. */
  readonly isEnd?: boolean
  readonly error?: FrameError
  /** The frame's events in the canonical model: only of operations that are translated. */
  readonly events?: readonly ChatEvent[]
  /** The piece of a recording that stands in it; only of attempts whose recordings come in events. */
  readonly bytes?: Uint8Array
}

/** A failure that a frame reports. `isEnd`: by the vendor's word for the end of the answer, and by nothing else. */
export interface FrameError extends ReportedError {
  readonly isEnd?: true
}

/** Reads a reply frame by frame; a whole reply is one frame. */
export interface ReplyListener {
  push(frame: Frame): FrameReading
  /** What follows from the stream being over: parts that were never closed. */
  end(): readonly ChatEvent[]
  /** If the upstream closed now, would the reply be whole (decision D23)? */
  readonly isComplete: boolean
}
