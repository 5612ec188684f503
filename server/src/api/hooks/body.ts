// The body is gathered before the caller is known, so it must be complete by a deadline.
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bytes of a console call's body, at most (control 40). */
const MAX_BODY_BYTES = 1024 * 1024
/** The same where nobody has to be logged in: forms of a few fields. */
const MAX_OPEN_BODY_BYTES = 64 * 1024

/** A client that sends one byte at a time would hold a connection for ever. */
const BODY_DEADLINE_MS = 30_000

export function gatherBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body))
}

/** Bytes that the body of this call may have, at most. */
export function maxBodyBytes({ access, bodyBytes }: EndpointSpec): number {
  if (bodyBytes !== undefined) return bodyBytes
  return access === 'public' || access === 'setup' ? MAX_OPEN_BODY_BYTES : MAX_BODY_BYTES
}

/** Cuts the connection when its body is not in by then. */
export function endWhenLate({ headers, raw }: FastifyRequest, deadlineMs = BODY_DEADLINE_MS): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  const late = setTimeout(() => raw.destroy(), deadlineMs)
  raw.once('end', () => clearTimeout(late))
  raw.once('close', () => clearTimeout(late))
}
