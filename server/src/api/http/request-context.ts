// What is known of a console call besides its input. The hooks fill it in, and the handler receives it.

import { type Language, languageOf } from '@waystation/contract/errors'
import type { TokenScope } from '@waystation/contract/people/access-token'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../domain/session/caller.ts'
import type { CountedTry } from '../../domain/throttle/throttle.ts'
import type { ClientAddress } from '../../lib/net/client-ip.ts'
import { newRequestId } from '../../lib/request-id.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface RequestContext {
  readonly requestId: string
  /** The caller's address. */
  readonly ip: string
  /** The same, with how sure it is. */
  readonly address: ClientAddress
  language: Language
  /** The caller; undefined until the session is read, and where there is none. */
  caller: Caller | undefined
  /** What the access token of the caller may do; undefined where there is none in play. */
  tokenScopes: readonly TokenScope[] | undefined
  /** The id in the session's cookie, or empty. */
  sessionId: string
  /** The counted try of a login: one that succeeds does not count. */
  loginTry: CountedTry | undefined
  /** The path's parameters, decoded. */
  params: unknown
}

export interface ContextParts {
  /** The caller's address, by the proxy options. */
  readonly clientAddress: (peer: string, headers: Headers) => ClientAddress
}

/** The context of each request, created on first use. */
export function requestContexts({ clientAddress }: ContextParts): (request: FastifyRequest) => RequestContext {
  const contexts = new WeakMap<FastifyRequest, RequestContext>()
  return (request) => {
    const known = contexts.get(request)
    if (known) return known
    const address = clientAddress(request.socket.remoteAddress ?? '', request.headers)
    const context: RequestContext = {
      // The app may have given the request a ULID of ours already; one that a client sent is not taken.
      requestId: /^[0-9A-HJKMNP-TV-Z]{26}$/.test(request.id) ? request.id : newRequestId(),
      ip: address.ip,
      address,
      language: languageOf(request.headers['accept-language'], 'zh'),
      caller: undefined,
      tokenScopes: undefined,
      sessionId: '',
      loginTry: undefined,
      params: undefined,
    }
    contexts.set(request, context)
    return context
  }
}
