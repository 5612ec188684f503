import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'
import type { FastifyRequest } from 'fastify'

/** Headers that pages of other origins may read besides those that browsers show anyway. Source: Fetch standard, CORS-safelisted response headers. */
const EXPOSED = [
  ...['x-request-id', 'request-id', 'x-waystation-lost', 'x-waystation-count', 'retry-after', 'retry-after-ms'],
  ...['x-waystation-channel', 'x-waystation-cost'],
  ...['requests', 'tokens'].flatMap((unit) => ['limit', 'remaining', 'reset'].map((part) => `x-ratelimit-${part}-${unit}`)),
].join(', ')

type Requested = Pick<FastifyRequest, 'id' | 'headers'>

/**
 * Headers of every answer of a model call, refusals too: the request's id, under the names that clients of the dialect look for (decision
 * D28), and what lets a page of another origin read the answer and its headers. Only pages send an origin.
 */
export function readableHeaders(dialect: ClientDialectName, { id, headers: { origin } }: Requested): Record<string, string> {
  const { requestIdHeader } = clientDialects[dialect]
  const headers: Record<string, string> = { 'x-request-id': id }
  if (requestIdHeader !== undefined) headers[requestIdHeader] = id
  if (origin !== undefined) {
    headers['access-control-allow-origin'] = '*'
    headers['access-control-expose-headers'] = EXPOSED
  }
  return headers
}
