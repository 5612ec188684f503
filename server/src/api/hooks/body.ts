// The body is only gathered before it is known who sends it, and must be in by a deadline.
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Largest body of a console call (control 40). */
const BODY_LIMIT_BYTES = 1024 * 1024

/** Whoever sends a byte at a time would hold a connection for ever. */
const BODY_DEADLINE_MS = 30_000

export function gatherBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body))
}

/** Cuts the connection when its body is not in by then. */
export function endWhenLate({ headers, raw }: FastifyRequest, deadlineMs = BODY_DEADLINE_MS): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  const late = setTimeout(() => raw.destroy(), deadlineMs)
  raw.once('end', () => clearTimeout(late))
  raw.once('close', () => clearTimeout(late))
}
