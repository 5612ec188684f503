// What a client gets for a drawn request: a vendor's reply of our collection, read and written by the gateway's own steps.

import { lossList } from '@waystation/wire/chat/losses/loss'
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import { type Frame, printFrame } from '@waystation/wire/encoding/sse'
import { replyEncoder, wholeFrames } from '../../stream-back/reply-encoder.ts'
import { type ClientReply, invalidReply } from '../reply-judge/reply-judge.ts'
import { type VendorReply, vendorReplies } from '../reply-judge/vendor-replies.ts'
import type { Encoded } from './encode-draw.ts'

type Sent = Extract<Encoded, { kind: 'sent' }>

/** A reply of the target's dialect in the form that the call wants, another one each time. */
function replyFor({ attempt }: Sent, turn: number): VendorReply | undefined {
  const fitting = vendorReplies.filter(({ dialect, isStream }) => dialect === attempt.dialect && isStream === attempt.isStreamed)
  return fitting[turn % fitting.length]
}

/** The complaint of the client's library about the reply; undefined where there is none, `skipped` where the vendor broke off. */
export async function complaintAboutReply(sent: Sent, turn: number): Promise<string | undefined | 'skipped'> {
  const reply = replyFor(sent, turn)
  const text = reply && textFor(sent, reply)
  if (reply === undefined || text === undefined) return 'skipped'
  const { call } = sent
  const given: ClientReply = { dialect: call.endpoint.dialect, isStream: call.facts.isStream, text, request: call.body }
  const complaint = await invalidReply(given)
  return complaint === undefined ? undefined : `${reply.name}: ${complaint}`
}

function textFor({ call, attempt }: Sent, reply: VendorReply): string | undefined {
  const listener = call.endpoint.operation.replyListener(attempt, { stream: attempt.isStreamed }, call)
  if (!call.facts.isStream) {
    const events = [...reply.frames.flatMap((frame) => listener.push(frame).events ?? []), ...listener.end()]
    if (!listener.isComplete) return undefined
    return wholeFrames(call, { attempt, events }, lossList())
      .map(({ data }) => data)
      .join('')
  }
  const encoder = replyEncoder(call, attempt, lossList())
  const frames: Frame[] = []
  for (const frame of reply.frames) encoder.encode(frame, listener.push(frame), frames)
  const last: readonly ChatEvent[] = listener.end()
  if (!listener.isComplete) return undefined
  return [...frames, ...encoder.close(last), ...encoder.end([])].map(({ event, data }) => printFrame({ event, data: data ?? '' })).join('')
}
