import type { ChatRequest } from '@waystation/wire/chat/request/request'
import type { FramingName } from '@waystation/wire/encoding/framing'
import type { ExpectedSize } from '../domain/pricing/hold-policy.ts'

/** What stands in the address of a call and not in its body, in the dialects that put it there. */
export interface AddressFacts {
  readonly model: string
  readonly isStream: boolean
  /** The address itself, without a slash at the beginning, where the vendor has the same; absent: it does not matter. */
  readonly place?: string
}

/** What must be known of a call before it is made. */
export interface CallFacts {
  readonly model: string
  readonly isStream: boolean
  /** Did the client request a usage frame in its stream? */
  readonly wantsUsageFrame: boolean
  readonly size: ExpectedSize
  /** How hard the model shall think, in the client's word; absent: it does not say, or it is no chat. */
  readonly effort?: string
  /** The chat request in the canonical model, where it was read for these facts. */
  readonly chat?: ChatRequest
  /** As in the facts of the address. */
  readonly place?: string
  /** Set where the reply is bytes, such as sound, in place of the frames of a dialect. */
  readonly replyFraming?: FramingName
}
