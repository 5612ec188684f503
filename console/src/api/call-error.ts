import type { ErrorCode } from '@waystation/contract/errors'

/** Why a call failed: a code of the contract, or `network` when no answer came, or `bad_answer` when it was not ours. */
export type CallErrorCode = ErrorCode | 'network' | 'bad_answer' | 'unknown'

/** A call that did not succeed. Its message is in the user's language and may be shown as it is. */
export class CallError extends Error {
  readonly code: CallErrorCode
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly requestId: string | undefined
  /** Field name to message, for a form. */
  readonly fields: Readonly<Record<string, string>>
  /** The `data` of the failed response, such as the result of a channel test. */
  readonly data: unknown

  constructor(facts: {
    message: string
    code: CallErrorCode
    status: number
    requestId?: string | undefined
    fields?: Readonly<Record<string, string>> | undefined
    data?: unknown
  }) {
    super(facts.message)
    this.name = 'CallError'
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.fields = facts.fields ?? {}
    this.data = facts.data
  }
}

/** The message to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
