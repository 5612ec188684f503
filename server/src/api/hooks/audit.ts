// Records each action in the audit log after it is done.

import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { AppError } from '@waystation/contract/errors'
import type { AuditAction } from '@waystation/contract/people/audit'
import type { AuditService } from '../../domain/audit/audit-service.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { DecodedCall } from './decode.ts'

/** What the audit log records of this call, besides who and when. Secrets are masked before it is written. */
export interface AuditFacts {
  /** What was done, where the same call does different things; absent: what its endpoint declares. */
  readonly action?: AuditAction
  readonly target?: string
  readonly before?: unknown
  readonly after?: unknown
  /** The user, where the session does not identify one: a login. */
  readonly actor?: { readonly id: number; readonly name: string }
}

export interface AuditParts {
  readonly audit: Pick<AuditService, 'write'>
  readonly log: { error(facts: object, message: string): void }
}

/** The record of one call. */
export class AuditTrail {
  readonly #endpoint: EndpointSpec
  readonly #context: RequestContext
  readonly #decoded: DecodedCall
  readonly #parts: AuditParts
  #facts: AuditFacts = {}

  constructor(endpoint: EndpointSpec, context: RequestContext, decoded: DecodedCall, parts: AuditParts) {
    this.#endpoint = endpoint
    this.#context = context
    this.#decoded = decoded
    this.#parts = parts
  }

  note(facts: AuditFacts): void {
    this.#facts = { ...this.#facts, ...facts }
  }

  /** Writes the call down. Anonymous no-ops, such as logging out without a session, are not audited. */
  async succeeded(): Promise<void> {
    const { audit } = this.#endpoint
    if (audit && (this.#context.caller || this.#facts.actor)) await this.#write(this.#facts.action ?? audit)
  }

  /** Of the calls that are refused, only logins are audited. */
  async failed(error: unknown): Promise<void> {
    if (this.#endpoint.audit !== 'login' || !(error instanceof AppError)) return
    // Whoever stops here knows the password, and is perhaps not the user.
    await this.#write(error.code === 'second_factor_needed' ? 'login.first-step' : 'login.failed')
  }

  /** A failed audit write is only logged: an error would make the caller repeat the action. */
  async #write(action: AuditAction): Promise<void> {
    const { caller, ip, requestId } = this.#context
    const { actor = { id: caller?.id ?? 0, name: caller?.username ?? '' }, before, after, target } = this.#facts
    const { params, rawBody } = this.#decoded
    try {
      await this.#parts.audit.write({
        actorId: actor.id,
        actorName: actor.name,
        clientIp: ip,
        action,
        target: target ?? idOf(params) ?? idOf(rawBody) ?? '',
        detail: before === undefined && after === undefined ? { params, sent: rawBody } : { before, after },
        requestId,
      })
    } catch (error) {
      this.#parts.log.error({ err: error, requestId, action: this.#endpoint.audit }, 'an audit row could not be written')
    }
  }
}

/** The id in a path or a body; undefined without one. */
function idOf(fields: unknown): string | undefined {
  const id = typeof fields === 'object' && fields !== null && 'id' in fields ? fields.id : undefined
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined
}
