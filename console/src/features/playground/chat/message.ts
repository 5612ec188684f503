// The messages of a conversation, as the browser stores them.
/** Specification section 4, chat message status. */
export type MessageStatus = 'loading' | 'incomplete' | 'complete' | 'error'

/** Why an answer is not whole. `length`: the model reached its output limit. `interrupted`: the person spoke while the model did. */
export type IncompleteReason = 'stopped' | 'cut' | 'length' | 'filtered' | 'interrupted'

/** A failure as it is shown in the answer; its words are the server's, in the user's language. */
export interface ChatFailure {
  readonly message: string
  /** The error's code, such as `insufficient_user_quota`; empty when there was none. */
  readonly code: string
}

/** Usage and cost of the call, from the log. */
export interface Bill {
  readonly promptTokens: number
  readonly completionTokens: number
  /** Quota units that were charged. */
  readonly quota: number
  readonly firstMs?: number | undefined
  readonly totalMs: number
}

export interface FoundBill {
  readonly requestId: string
  readonly bill: Bill
}

interface MessageBase {
  readonly id: string
  readonly conversationId: string
  /** Rises along the conversation. */
  readonly order: number
  readonly text: string
  /** data: or https: addresses. */
  readonly images: readonly string[]
  /** A recording: what a model has spoken, or what is to be written down. */
  readonly sound?: Blob | undefined
  readonly status: MessageStatus
  /** Unix milliseconds of the last save: shows other tabs whether it is still being written. */
  readonly savedAt: number
}

export interface QuestionMessage extends MessageBase {
  readonly role: 'user'
  /** It was spoken, and its text is what was written down of it; empty where nothing was. */
  readonly isSpoken?: true
}

export interface AnswerMessage extends MessageBase {
  readonly role: 'assistant'
  readonly model: string
  readonly reasoning: string
  /** Milliseconds from the first thought to the first word; absent while thinking. */
  readonly thoughtMs?: number | undefined
  /** Milliseconds from the question to the first chunk, as measured in this browser. */
  readonly firstMs?: number | undefined
  readonly totalMs?: number | undefined
  readonly requestId?: string | undefined
  readonly reason?: IncompleteReason | undefined
  readonly failure?: ChatFailure | undefined
  readonly bill?: Bill | undefined
}

export type Message = QuestionMessage | AnswerMessage

/** A conversation without its messages. */
export interface Conversation {
  readonly id: string
  readonly title: string
  /** Unix milliseconds. */
  readonly updatedAt: number
  /** Quota units that all its calls cost, also those whose answers were deleted or made again. */
  readonly spent: number
}

/** A question before it becomes a message. */
export interface Draft {
  readonly text: string
  readonly images: readonly string[]
  readonly sound?: Blob
}

/** What answers: events as they come, one whole answer, or a recording. */
export type ModelAnswer = { readonly requestId: string | undefined } & (
  | { readonly events: AsyncIterable<string> }
  | { readonly whole: unknown }
  | { readonly sound: Blob }
)

/** A call that was refused before any content. */
export class CallRefused extends Error {
  readonly failure: ChatFailure
  readonly requestId: string | undefined

  constructor(failure: ChatFailure, requestId: string | undefined) {
    super(failure.message)
    this.name = 'CallRefused'
    this.failure = failure
    this.requestId = requestId
  }
}
