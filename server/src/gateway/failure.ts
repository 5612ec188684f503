// A failure at the far end, in our words, and whether another channel may be tried.

import type { ErrorCode } from '@waystation/contract/errors'
import type { EndReason } from '@waystation/contract/log'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import type { Billable } from './call-upstream.ts'

export interface FailureFacts {
  readonly code: ErrorCode
  readonly endReason: EndReason
  /** The vendor's answer, where there was one. */
  readonly upstream?: UpstreamError
  /** The status that decides about retry and is told to the client, after the channel's own mapping. */
  readonly status: number
  readonly kind: 'answer' | 'connection' | 'silence' | 'garbage'
  /** Seconds the vendor asked us to wait. */
  readonly retryAfterSeconds?: number
  /** For admins: what happened, with the beginning of what was received. */
  readonly detail: string
}

/** The far end failed before anything of its answer went to the client. */
export class UpstreamFailure extends Error {
  readonly facts: FailureFacts

  constructor(facts: FailureFacts, options?: ErrorOptions) {
    super(facts.detail, options)
    this.name = 'UpstreamFailure'
    this.facts = facts
  }
}

/** The client went away while nothing of an answer had reached it. */
export class ClientGone extends Error {
  /** The answer that the far end had begun to give: its prompt is owed (R6). */
  readonly owed: Billable | undefined

  constructor(owed: Billable | undefined) {
    super('the client went away')
    this.name = 'ClientGone'
    this.owed = owed
  }
}
