// Steps 8 to 10: the reply to the client, its bill, and its end. Once the first header is out nothing here throws: whatever happens, the
// hold is ended and the connection is ended, once (decision D21). The end mark that completes a stream for a client goes out only when the
// bill is durable (decision D22).

import type { EndReason } from '@waystation/contract/calls/log'
import { AppError, type ErrorCode, errorMessage, errors } from '@waystation/contract/errors'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import { clientDialects } from '@waystation/wire/chat/dialects'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { Caller } from '../caller.ts'
import type { StreamingConnection } from '../client-connection.ts'
import type { LiveCall } from '../live-calls.ts'
import { settle } from '../settle/settle.ts'
import type { Call } from '../types.ts'
import type { StreamAnswer } from '../upstream/answer.ts'
import { lossHeader } from './reply-encoder.ts'
import { StreamDelivery, type StreamEnd } from './stream-delivery.ts'
import type { StreamParts } from './stream-parts.ts'
import { toldHeaders } from './told-headers.ts'

/** Sends a stream as it comes, then its bill, then its end. Never throws. */
export async function streamBack(
  answer: StreamAnswer,
  reply: StreamingConnection,
  parts: StreamParts & { readonly live: LiveCall },
): Promise<void> {
  reply.stopPings()
  reply.beginStream({ ...lossHeader(answer.losses), ...toldHeaders(answer.attempt, parts), ...mediaType(answer, parts.call) })
  const end = await new StreamDelivery(answer, reply, parts, () => endInError(reply, parts, 'access_revoked')).run()
  await endStream(answer, end, reply, parts)
}

/** The content type of bytes: the vendor's, or that of the recording which stands in its events. */
function mediaType({ attempt, contentType }: StreamAnswer, { facts, body, endpoint: { operation } }: Call): { 'content-type'?: string } {
  if (facts.replyFraming === undefined) return {}
  return { 'content-type': (operation.kind === 'media' && operation.mediaType(body, attempt)) || contentType }
}

async function endStream(answer: StreamAnswer, end: StreamEnd, reply: StreamingConnection, parts: StreamParts): Promise<void> {
  const { call, gateway } = parts
  let terminal: readonly Frame[] = []
  try {
    // Written before the bill, whose row names what was lost in it; sent after it.
    if (end.reason === 'done') terminal = end.terminal(await answer.meter.unreportedUsage(gateway.counter))
    await settle(answer, end.reason, parts, end.afterLeaving)
  } catch (error) {
    // Not stored anywhere yet: the client must not take this reply for whole. The settlement goes on.
    gateway.log.error({ id: call.id, error }, 'a settlement is late')
    return endInError(reply, parts, error instanceof AppError ? error.code : 'settlement_failed')
  }
  if (end.reason === 'done') {
    const last = terminal.at(-1)?.data
    if (last !== undefined) await call.extension?.store?.(last, answer.attempt, answer.given.place)
    return reply.end(terminal)
  }
  if (reply.isGone || end.reason === 'client_gone' || end.reason === 'client_stalled') return reply.drop()
  if (end.isErrorSent) return reply.end()
  endInError(reply, parts, inBandCode(end.reason))
}

/** Reports one of our own failures inside the client's stream. */
export function endInError(
  reply: StreamingConnection,
  { call, caller }: { readonly call: Call; readonly caller: Caller },
  code: ErrorCode,
): void {
  const message = `${errorMessage(code, { limit: '' }, caller.language)} (request id: ${call.id})`
  const entry = errors[code]
  endInFailure(reply, call, { status: entry.status, message, type: 'type' in entry ? entry.type : 'server_error', code })
}

/** Reports the failure inside the client's stream, in its dialect, and closes without the end mark (R4); media streams are just cut. */
export function endInFailure(reply: StreamingConnection, call: Call, failure: UpstreamError): void {
  // Text among the bytes of a recording would play as noise.
  if (call.facts.replyFraming !== undefined) {
    reply.drop()
    return
  }
  const dialect = clientDialects[call.endpoint.dialect]
  const frames = dialect.writeStreamError(failure)
  if (dialect.failsBare) reply.endBare(frames)
  else reply.end(frames)
}

function inBandCode(reason: EndReason): ErrorCode {
  switch (reason) {
    case 'upstream_timeout':
    case 'event_too_large':
    case 'total_timeout':
    case 'gateway_shutdown':
    case 'quota_cut':
      return reason
    case 'revoked':
      return 'access_revoked'
    default:
      return 'upstream_truncated'
  }
}
