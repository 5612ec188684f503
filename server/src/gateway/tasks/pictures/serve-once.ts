import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RelayEndpoint } from '../../types.ts'
import { serveCall, type WalkParts } from '../../walk.ts'
import { idempotencyKeyIn, type OneAtATime } from '../repeated-submits.ts'

/** Serves a call with an `Idempotency-Key`: while another with the same one is under way, it waits, and then gets what came of that. */
export async function serveOnce(
  endpoint: RelayEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: WalkParts & { readonly submits: OneAtATime },
): Promise<void> {
  const caller = await parts.authenticate(request, parts.gateway)
  const key = idempotencyKeyIn(request.headers['idempotency-key'], caller)
  const serve = () => serveCall(endpoint, request, reply, { ...parts, authenticate: () => caller })
  return key === undefined ? serve() : parts.submits.run(`${caller.user.id} ${key}`, serve)
}
