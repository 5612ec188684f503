// A reply as a sequence of events, for streams and whole replies alike; a whole reply is the same events at once.
// `choice` counts answers from 0. `part` is the index of a part within its choice: a part starts, grows and ends, parts of one choice
// may interleave, and a dialect that has no explicit starts (OpenAI chat) has its reader make them.
import type { Json } from '../../encoding/json.ts'
import type { Extras, MayCarryExtras } from '../request/extras.ts'
import type { Citation, Part } from '../request/request.ts'
import type { WireUsage } from './usage.ts'

export type ChatEvent = ReplyStarted | PartEvent | ChoiceEnded | UsageKnown | ReplyFailed | ReplyEnded | UnknownEvent

export interface ReplyStarted extends MayCarryExtras {
  readonly kind: 'reply-started'
  readonly id?: string
  readonly model?: string
  /** Unix seconds. */
  readonly createdAt?: number
}

/** `initial` is the part as far as it is known at its start: its kind, and for a tool call its id and name. */
export interface PartStarted {
  readonly kind: 'part-started'
  readonly choice: number
  readonly part: number
  readonly initial: Part
}

export interface PartDelta extends MayCarryExtras {
  readonly kind: 'part-delta'
  readonly choice: number
  readonly part: number
  /** Text to append: to `text`, or to `argumentsText` of a tool call. */
  readonly text?: string
  /** Words of the vendor about its own work, none of a model's: they are shown, not charged, and no beginning of an answer. */
  readonly isNote?: true
  /** Base64 to append to a medium's data; apart from `text`, so that text can be counted without the part's kind. */
  readonly data?: string
  /** The transcript of a sound, to append. */
  readonly transcript?: string
  /** A signature or encrypted content that arrived after the start; `signedBy` of the part's start names its vendor. */
  readonly signature?: string
  readonly encrypted?: string
  readonly citation?: Citation
  /** Log probabilities of this text, in OpenAI chat's shape: `{ content: [{ token, logprob, bytes, top_logprobs }], refusal: null }`. */
  readonly logprobs?: Json
}

export interface PartEnded {
  readonly kind: 'part-ended'
  readonly choice: number
  readonly part: number
}

export type PartEvent = PartStarted | PartDelta | PartEnded

export function isPartEvent(event: ChatEvent): event is PartEvent {
  return event.kind === 'part-started' || event.kind === 'part-delta' || event.kind === 'part-ended'
}

export type StopReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'refusal' | 'pause' | 'unknown'

/** A few vendors go on after it, or give a reason on every chunk: the last one counts. */
export interface ChoiceEnded extends MayCarryExtras {
  readonly kind: 'choice-ended'
  readonly choice: number
  readonly reason: StopReason
  /** Set where the vendor's word means that the answer failed: why, in words for the client. */
  readonly failure?: string
  /** The vendor's own word. */
  readonly rawReason?: string
  readonly stopSequence?: string
}

/** Usage as far as it is known; a later one replaces an earlier one, it is never added. */
export interface UsageKnown extends MayCarryExtras {
  readonly kind: 'usage-known'
  readonly usage: WireUsage
}

/** The vendor reported a failure inside the reply. */
export interface ReplyFailed extends MayCarryExtras {
  readonly kind: 'reply-failed'
  readonly message: string
  readonly type?: string
  readonly code?: string
  readonly param?: string
  /** The HTTP status that it stands for, as far as it says so. */
  readonly status?: number
  /** Seconds to wait before the next try, where it names them. */
  readonly retryAfterSeconds?: number
}

/** The dialect's terminal mark was seen. A stream without it was cut off. */
export interface ReplyEnded {
  readonly kind: 'reply-ended'
  /** Set where there was no answer in the reply, not even an empty one, and no reason for that. */
  readonly isVoid?: true
}

/**
 * What a reader did not know of a frame, carried for a writer of the same dialect. `extras.fields` has the frame's own shape, down to the
 * unread fields; it comes before the other events of its frame, so a writer lays it under the next frame that it writes.
 * `text` is the data of a frame that is not an object at all.
 */
export interface UnknownEvent {
  readonly kind: 'unknown'
  readonly extras: Extras
  readonly text?: string
}
