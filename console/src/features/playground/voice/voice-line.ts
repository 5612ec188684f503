import type { Bill, ChatFailure, IncompleteReason } from '../chat/message.ts'

/** What one side has said in a session, as far as it is known. */
export interface VoiceLine {
  /** Of the item in the session. */
  readonly itemId: string
  readonly role: 'user' | 'assistant'
  /** Spoken words come as they are written down; empty where nobody does that. */
  readonly text: string
  readonly isSpoken: boolean
  readonly status: 'loading' | 'complete' | 'incomplete' | 'error'
  readonly reason?: IncompleteReason
  readonly failure?: ChatFailure
  /** What the response cost; absent until it is charged. */
  readonly bill?: Bill
}
