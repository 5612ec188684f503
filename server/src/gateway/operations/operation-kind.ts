// What the corridor must know of an operation (chat, completions, embeddings) and nothing more: the steps are the same for all.

import type { DialectName, ReaderOptions } from '@waystation/wire/chat/dialect'
import type { ChatEvent } from '@waystation/wire/chat/event'
import type { ChatRequest } from '@waystation/wire/chat/request'
import type { WireUsage } from '@waystation/wire/chat/usage'
import type { JsonObject } from '@waystation/wire/json'
import type { Frame } from '@waystation/wire/sse'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'

export interface OperationKind {
  readonly name: 'chat' | 'completions' | 'embeddings'
  /** Reads what must be known before the call is made. Throws WireError with the path of what is wrong. */
  read(body: JsonObject, dialect: DialectName, address?: AddressFacts): CallFacts
  /** Listens to the reply, for the bill. */
  listener(dialect: DialectName, options: ReaderOptions): Listener
  /** Texts of the prompt, for counting tokens where the vendor tells none. */
  promptTexts(body: JsonObject, facts: CallFacts): Iterable<string>
  /** Is an answer without any text free? Only where there is text to expect (server-behaviour 4.5). */
  readonly isFreeWhenEmpty: boolean
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
export interface News {
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
  push(frame: Frame): News
  /** What follows from the stream being over: parts that were never closed. */
  end(): readonly ChatEvent[]
  /** If the upstream closed now, would the answer be whole (decision D23)? */
  readonly isComplete: boolean
}
