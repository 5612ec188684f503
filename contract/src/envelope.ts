// Every console answer: `success`, `message` (empty when all is well) and `data`. Source: specification §7, server-behaviour 1.1.
export interface Envelope<Data = unknown> {
  readonly success: boolean
  readonly message: string
  readonly data?: Data
  /** Which error it was, for programs; absent on success. */
  readonly code?: string
  readonly request_id?: string
  /** Where a refused form was wrong: field name to message. */
  readonly fields?: Readonly<Record<string, string>>
}
