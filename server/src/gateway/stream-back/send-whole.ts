// A whole reply to the client: as one body, or as the stream that the client requested of a channel that only gives whole replies.
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import { completionFrames } from '@waystation/wire/completions'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { ResponseSink, StreamingConnection } from '../client-connection.ts'
import { settle } from '../settle/settle.ts'
import type { Call } from '../types.ts'
import type { WholeAnswer } from '../upstream/answer.ts'
import { encodeReply, isRelayed, lossHeader, wholeFrames } from './reply-encoder.ts'
import type { StreamParts } from './stream-parts.ts'
import { toldHeaders } from './told-headers.ts'

type Sink = Pick<ResponseSink, 'send' | 'isGone'>

/** Sends a whole reply, once it is paid for. Throws settlement_failed while nothing has been sent. */
export async function sendWhole(answer: WholeAnswer, reply: Sink, parts: StreamParts): Promise<void> {
  const { call, gateway } = parts
  const { attempt } = answer
  const counted = isRelayed(attempt) ? undefined : await answer.meter.unreportedUsage(gateway.counter)
  const encoded = isRelayed(attempt) ? undefined : encodeReply(call, answer, answer.replyLosses, counted)
  const body = encoded?.text ?? answer.body
  const charged = await settleWhole(answer, reply, parts)
  if (!reply.isGone) await call.extension?.store?.(body.toString(), attempt, answer.given.place)
  const contentType = encoded?.contentType ?? (attempt.reply === 'bytes' ? answer.contentType : 'application/json; charset=utf-8')
  const told = { ...lossHeader(answer.losses, answer.replyLosses), ...toldHeaders(attempt, parts, charged) }
  reply.send(200, { 'content-type': contentType, ...told }, body)
}

/** Sends a whole reply as a stream of its parts, once it is paid for. Throws settlement_failed while nothing of it has been sent. */
export async function streamWhole(answer: WholeAnswer, reply: StreamingConnection, parts: StreamParts): Promise<void> {
  const { call, gateway } = parts
  const counted = await answer.meter.unreportedUsage(gateway.counter)
  const frames = framesOfWhole(answer, call, counted)
  const charged = await settleWhole(answer, reply, parts)
  const last = frames.at(-1)?.data
  if (last !== undefined && !reply.isGone) await call.extension?.store?.(last, answer.attempt, answer.given.place)
  reply.stopPings()
  reply.beginStream({ ...lossHeader(answer.losses, answer.replyLosses), ...toldHeaders(answer.attempt, parts, charged) })
  reply.end(frames)
}

function framesOfWhole(answer: WholeAnswer, call: Call, counted: WireUsage | undefined): readonly Frame[] {
  const { attempt, body, events, media, replyLosses } = answer
  const { operation } = call.endpoint
  if ((operation.kind === 'translated' || operation.kind === 'form') && operation.streamReply)
    return operation.streamReply(call, { text: body.toString(), events, media }, attempt)
  if (attempt.operation === 'completions')
    return completionFrames(body.toString(), { wantsUsage: call.facts.wantsUsageFrame, ...(counted ? { counted } : {}) })
  return wholeFrames(call, answer, replyLosses, counted)
}

/** Posts the bill of a whole reply before anything of it is sent; returns what settle does. Throws settlement_failed. */
async function settleWhole(answer: WholeAnswer, reply: Sink, parts: StreamParts): Promise<number | undefined> {
  answer.signatures?.push(answer.events)
  void answer.signatures?.store(parts.gateway.vault, parts.caller.user.id)
  void answer.given.store(parts.gateway.vault, parts.caller.user.id)
  // The client left, and only the vendor knew what a whole reply costs.
  return reply.isGone ? settle(answer, 'client_gone', parts, 'drained') : settle(answer, 'done', parts)
}
