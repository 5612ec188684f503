import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../../gateway.ts'
import type { RelayEndpoint } from '../../types.ts'
import { serveCall, type WalkParts } from '../../walk.ts'
import { idempotencyKeyIn } from '../submit-once.ts'

/** Serves a call with an `Idempotency-Key`: while another with the same one is under way, it waits, and then gets what came of that. */
export async function serveOnce(
  endpoint: RelayEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { claims, ...parts }: WalkParts & { readonly claims: Gateway['taskClaims'] },
): Promise<void> {
  const caller = await parts.authenticate(request, parts.gateway)
  const key = idempotencyKeyIn(request.headers['idempotency-key'], 'image', caller)
  const serve = () => serveCall(endpoint, request, reply, { ...parts, authenticate: () => caller })
  return key === undefined ? serve() : claims.run(caller.user.id, key, serve)
}
