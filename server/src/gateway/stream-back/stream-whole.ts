// A whole answer to a client that asked for a stream, from a channel that is only ever asked for whole ones (`stream_support`).
import { completionFrames } from '@waystation/wire/completions'
import type { Frame } from '@waystation/wire/sse'
import type { Answer } from '../call-upstream/call-upstream.ts'
import { isStored, storeReply } from '../responses/conversations.ts'
import type { SettleParts } from '../settle/settle.ts'
import type { RelayReply } from './relay-reply.ts'
import { lossHeader, wholeFrames } from './reply-encoder.ts'
import { settleWhole } from './settle-whole.ts'

/** Sends it as a stream of its parts, once it is paid for. Throws settlement_failed while nothing of it has been sent. */
export async function streamWhole(answer: Extract<Answer, { kind: 'whole' }>, reply: RelayReply, parts: SettleParts): Promise<void> {
  const { call, caller, gateway } = parts
  const counted = await answer.meter.untoldUsage(gateway.counter)
  const frames: readonly Frame[] =
    answer.attempt.operation === 'completions'
      ? completionFrames(answer.body.toString(), { wantsUsage: call.facts.wantsUsageFrame, ...(counted ? { counted } : {}) })
      : wholeFrames(call, answer, answer.losses, counted)
  answer.signatures?.push(answer.events)
  void answer.signatures?.keep(gateway.vault, caller.user.id)
  await settleWhole(answer, reply, parts)
  const last = frames.at(-1)?.data
  if (last !== undefined && isStored(call) && !reply.isGone) await storeReply(last, answer.attempt, call, caller, gateway)
  reply.stopPings()
  reply.beginStream(lossHeader(answer.losses))
  reply.end(frames)
}
