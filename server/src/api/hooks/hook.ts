import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../http/request-context.ts'

/** A console call on its way to its handler; its body is not read yet. */
export interface IncomingCall {
  readonly endpoint: EndpointSpec
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: RequestContext
}

/** One step before the handler. Throws what refuses the call. */
export type Hook = (call: IncomingCall) => void | Promise<void>
