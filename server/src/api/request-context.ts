// What is known of a console call besides its input. The hooks fill it in, and the handler receives it.
import { type Language, languageOf } from '@waystation/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../domain/session/caller.ts'
import { newRequestId } from '../lib/request-id.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface RequestContext {
  readonly requestId: string
  /** The caller's address. */
  readonly ip: string
  language: Language
  /** The caller; undefined until the session is read, and where there is none. */
  caller: Caller | undefined
  /** The id in the session's cookie, or empty. */
  sessionId: string
  /** The path's parameters, decoded. */
  params: unknown
}

export interface ContextParts {
  /** The caller's address, by the proxy options. */
  readonly clientIp: (peer: string, headers: Headers) => string
}

/** The context of each request, created on first use. */
export function requestContexts({ clientIp }: ContextParts): (request: FastifyRequest) => RequestContext {
  const contexts = new WeakMap<FastifyRequest, RequestContext>()
  return (request) => {
    const context = contexts.get(request) ?? {
      // The app may have given the request a ULID of ours already; one that a client sent is not taken.
      requestId: /^[0-9A-HJKMNP-TV-Z]{26}$/.test(request.id) ? request.id : newRequestId(),
      ip: clientIp(request.socket.remoteAddress ?? '', request.headers),
      language: languageOf(request.headers['accept-language'], 'zh'),
      caller: undefined,
      sessionId: '',
      params: undefined,
    }
    contexts.set(request, context)
    return context
  }
}
