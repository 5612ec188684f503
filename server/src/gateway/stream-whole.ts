// A whole answer to a client that asked for a stream, from a channel that is only ever asked for whole ones (`stream_support`).
import { completionFrames } from '@waystation/wire/completions'
import type { Frame } from '@waystation/wire/sse'
import type { Answer } from './call-upstream.ts'
import { isKept, keepAnswer } from './conversations.ts'
import { liveCall } from './live-calls.ts'
import { lossHeader, wholeFrames } from './outlet.ts'
import type { RelayReply } from './relay-reply.ts'
import { type SettleParts, settle } from './settle.ts'

/** Sends it as a stream of its parts, once it is paid for. Throws settlement_failed while nothing of it has been sent. */
export async function streamWhole(answer: Extract<Answer, { kind: 'whole' }>, reply: RelayReply, parts: SettleParts): Promise<void> {
  const { call, caller, gateway } = parts
  const counted = await answer.meter.untoldUsage(gateway.counter)
  const frames: readonly Frame[] =
    answer.attempt.operation === 'completions'
      ? completionFrames(answer.body.toString(), { wantsUsage: call.facts.wantsUsageFrame, ...(counted ? { counted } : {}) })
      : wholeFrames(call, answer, answer.losses, counted)
  answer.proofs?.push(answer.events)
  void answer.proofs?.keep(gateway.vault, caller.user.id)
  const leave = gateway.live.add(liveCall(call, caller, () => {}))
  try {
    if (reply.isGone) await settle(answer, 'client_gone', parts, 'drained')
    else await settle(answer, 'done', parts)
  } finally {
    leave()
  }
  const last = frames.at(-1)?.data
  if (last !== undefined && isKept(call) && !reply.isGone) await keepAnswer(last, answer.attempt, call, caller, gateway)
  reply.stopPings()
  reply.beginStream(lossHeader(answer.losses))
  reply.end(frames)
}
