// A failure at the far end, in our words, and whether another channel may be tried.

import type { ErrorCode, Facts } from '@waystation/contract/errors'
import type { AfterLeaving, EndReason } from '@waystation/contract/log'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import type { DialectName } from '@waystation/wire/chat/dialects'
import type { Billable } from '../call-upstream/call-upstream.ts'

export interface FailureFacts {
  readonly code: ErrorCode
  readonly endReason: EndReason
  /** The vendor's answer, where there was one. */
  readonly upstream?: UpstreamError
  /** In which dialect it answered. */
  readonly dialect?: DialectName
  /** The status that decides about retry and is told to the client, after the channel's own mapping. */
  readonly status: number
  /** `untranslatable`: nothing was sent, since the vendor's dialect cannot say what was asked. */
  readonly kind: 'answer' | 'connection' | 'silence' | 'garbage' | 'untranslatable'
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
  /** What was done about the upstream. */
  readonly as: AfterLeaving | undefined

  constructor(owed: Billable | undefined, as?: AfterLeaving) {
    super('the client went away')
    this.name = 'ClientGone'
    this.owed = owed
    this.as = as
  }
}

/** Dead keys of ours are not the caller's fault, not to be taken for theirs (FLT-20), and the vendor's words about them tell too much. */
const OUR_FAULT = new Set([401, 402, 403])

export const isOurFault = (status: number): boolean => OUR_FAULT.has(status)

/** A failure in words that its caller may read, as code and facts: in the answer and in their log alike. */
export function wordsForCaller(
  { code, upstream, status, kind, detail }: FailureFacts,
  hidesUpstream: boolean,
): { key: ErrorCode; facts: Facts } {
  if (!upstream) return { key: code, facts: kind === 'untranslatable' ? { fields: detail } : {} }
  if (status === 429) return { key: 'upstream_saturated', facts: {} }
  if (hidesUpstream || isOurFault(status)) return { key: 'upstream_hidden', facts: { status } }
  return { key: code, facts: { detail: upstream.message } }
}
