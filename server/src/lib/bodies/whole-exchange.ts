// A short exchange with another site: the request and its whole response, limited in bytes and time.
import type { Egress, EgressRequest } from '../net/egress.ts'
import { readCapped } from './read-capped.ts'

export type ShortRequest = Pick<EgressRequest, 'method' | 'url' | 'headers' | 'body'>

export interface ExchangeLimits {
  /** For the head of the response, and again for its body. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

export interface WholeResponse {
  readonly status: number
  /** A header that came several times is one text, joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** @throws BodyTooLarge, BlockedAddress, and undici's own errors */
export async function wholeExchange(
  egress: Pick<Egress, 'send'>,
  request: ShortRequest,
  { timeoutMs, maxBytes }: ExchangeLimits,
): Promise<WholeResponse> {
  const answer = await egress.send({ ...request, headersTimeoutMs: timeoutMs, bodyTimeoutMs: timeoutMs })
  const declaredBytes = Number(answer.headers['content-length'] ?? 0)
  const body = await readCapped(answer.body, { maxBytes, deadlineMs: timeoutMs }, declaredBytes)
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body }
}
