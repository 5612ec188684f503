import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'

/** Headers that pages of other origins may read besides those that browsers show anyway. Source: Fetch standard, CORS-safelisted response headers. */
const EXPOSED = 'x-request-id, request-id, x-waystation-lost, x-waystation-count, retry-after, retry-after-ms'

/**
 * Headers of every answer of a model call, refusals too: the request's id, under the names that clients of the dialect look for (decision
 * D28), and what lets a page of another origin read the answer and its headers.
 */
export function readableHeaders(dialect: ClientDialectName, id: string): Record<string, string> {
  const { requestIdHeader } = clientDialects[dialect]
  return {
    'x-request-id': id,
    ...(requestIdHeader === undefined ? {} : { [requestIdHeader]: id }),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
  }
}
