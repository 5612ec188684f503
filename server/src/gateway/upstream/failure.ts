// A failure at the far end, as a value that retries, health, logs and replies read.

import type { AfterLeaving, EndReason } from '@waystation/contract/calls/log'
import { AppError, type ErrorCode, type Facts } from '@waystation/contract/errors'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import type { DialectName } from '@waystation/wire/chat/dialects'
import { statusClass } from '../../domain/channel/health/status-class.ts'
import type { Billable } from './answer.ts'

export interface FailureFacts {
  readonly code: ErrorCode
  readonly endReason: EndReason
  /** The vendor's answer, where there was one. */
  readonly upstream?: UpstreamError
  /** The dialect of the vendor's answer. */
  readonly dialect?: DialectName
  /** The status that decides about retries and that the client gets, after the channel's own mapping. */
  readonly status: number
  /**
   * `blocked`: the address may not be reached. `connection`: no answer came, or it broke off. `silence`: none came in time. `garbage`: the
   * answer could not be read. `untranslatable`: nothing was sent, since the vendor's dialect cannot express the request.
   */
  readonly kind: 'answer' | 'connection' | 'blocked' | 'silence' | 'garbage' | 'untranslatable'
  /** Seconds until a retry, as the vendor requested. */
  readonly retryAfterSeconds?: number
  /** For admins: what happened, with the beginning of what was received. */
  readonly detail: string
  /** The model that the caller asked for, where it is told that its channels are limited. */
  readonly model?: Facts[string]
}

/** The upstream failed before anything of its answer went to the client. */
export class UpstreamFailure extends Error {
  readonly facts: FailureFacts

  constructor(facts: FailureFacts, options?: ErrorOptions) {
    super(facts.detail, options)
    this.name = 'UpstreamFailure'
    this.facts = facts
  }
}

/** The call is over, whatever its vendor does: no other channel is tried. */
export class CallEnded extends AppError {}

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

/**
 * Was the refusal about the channel's key or account? The client must not take it for a refusal of its own key (FLT-20), and the vendor's
 * message about it reveals too much.
 */
export const isAboutOurKey = (status: number): boolean => statusClass(status) === 'key'

/** In place of the name of a model, where a failure does not know it. */
const SOME_MODEL = { zh: '该模型', en: 'this model' } as const

/** The error code and facts that the caller may see, both in the response and in the log. */
export function wordsForCaller(
  { code, upstream, status, kind, detail, model = SOME_MODEL }: FailureFacts,
  hidesUpstream: boolean,
): { key: ErrorCode; facts: Facts } {
  if (code === 'upstream_saturated') return { key: code, facts: { model } }
  if (!upstream) return { key: code, facts: kind === 'untranslatable' ? { fields: detail } : {} }
  if (statusClass(status) === 'limit') return { key: 'upstream_saturated', facts: { model } }
  if (hidesUpstream || isAboutOurKey(status)) return { key: 'upstream_hidden', facts: { status } }
  return { key: code, facts: { detail: upstream.message } }
}
