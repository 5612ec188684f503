// What the corridor must know of an operation (chat, completions, embeddings) and nothing more: the steps are the same for all.

import type { ReaderOptions } from '@waystation/wire/chat/dialect'
import type { ClientDialectName, DialectName } from '@waystation/wire/chat/dialects'
import type { ChatEvent } from '@waystation/wire/chat/event'
import type { LossLog } from '@waystation/wire/chat/loss'
import type { ChatRequest } from '@waystation/wire/chat/request'
import type { WireUsage } from '@waystation/wire/chat/usage'
import type { JsonObject } from '@waystation/wire/json'
import type { Frame } from '@waystation/wire/sse'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { Operation, Provider } from '../../providers/provider.ts'
import type { Call } from '../types.ts'

/** What a vendor is asked for, and in which dialect. */
export interface UpstreamFormat {
  readonly operation: Operation
  readonly dialect: DialectName
}

export interface OperationKind {
  readonly name: Operation
  /** Reads what must be known before the call is made. Throws WireError with the path of what is wrong. */
  read(body: JsonObject, dialect: ClientDialectName, address?: AddressFacts): CallFacts
  /**
   * How a vendor is asked for it: as the client asks where it serves that, else in other words. Undefined: it cannot be asked.
   * @param spoken the dialects of chat that are spoken there, best first
   */
  formatFor(provider: Pick<Provider, 'operations'>, spoken: readonly DialectName[], asked: ClientDialectName): UpstreamFormat | undefined
  /** Listens to the reply that comes that way, for the bill. */
  listener(way: UpstreamFormat, options: ReaderOptions): Listener
  /** Texts of the prompt, for counting tokens where the vendor tells none. */
  promptTexts(body: JsonObject, facts: CallFacts): Iterable<string>
  /** What is asked in the canonical model of chat; only of operations that are a conversation. Throws WireError. */
  conversation?(call: Call): ChatRequest
  /** The body in the words of the other way; only of operations that are no conversation and have one. */
  translateBody?(body: JsonObject, model: string, losses: LossLog): JsonObject
  /** The whole answer to the client, from what came the other way; absent: what the client's dialect makes of the events. */
  buildReply?(call: Call, reply: WholeReply): JsonObject
  /** The body with the name that the model has at the vendor; absent: the client's dialect knows where it stands. */
  withModel?(body: JsonObject, model: string): JsonObject
}

/** A reply that came whole. */
export interface WholeReply {
  readonly text: string
  /** What it says, where the way is one of chat. */
  readonly events: readonly ChatEvent[]
}

/** What stands in the address of a call and not in its body, in the dialects that put it there. */
export interface AddressFacts {
  readonly model: string
  readonly isStream: boolean
}

export interface CallFacts {
  readonly model: string
  readonly isStream: boolean
  /** Did the client ask for a usage frame in its stream? */
  readonly wantsUsageFrame: boolean
  readonly size: ExpectedSize
  /** The chat request in the canonical model, where it was read for these facts. */
  readonly chat?: ChatRequest
}

/** What one frame said. */
export interface FrameReading {
  readonly usage?: WireUsage
  /** Text that it adds to the answer. */
  readonly text: string
  /** Did it bring anything that a caller pays for? */
  readonly isProduce: boolean
  readonly error?: { readonly message: string; readonly type?: string; readonly code?: string }
  /** What the frame said in the canonical model: only of operations that are translated. */
  readonly events?: readonly ChatEvent[]
}

export interface Listener {
  push(frame: Frame): FrameReading
  /** What follows from the stream being over: parts that were never closed. */
  end(): readonly ChatEvent[]
  /** If the upstream closed now, would the answer be whole (decision D23)? */
  readonly isComplete: boolean
}
