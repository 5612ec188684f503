import type { ChatFailure } from './message.ts'

/** What answers: events as they come, or one whole answer. */
export type ModelAnswer = { readonly requestId: string | undefined } & (
  | { readonly events: AsyncIterable<string> }
  | { readonly whole: unknown }
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
