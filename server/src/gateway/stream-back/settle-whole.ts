import type { Answer } from '../call-upstream/call-upstream.ts'
import { liveCall } from '../live-calls.ts'
import { type SettleParts, settle } from '../settle/settle.ts'
import type { ResponseSink } from './relay-reply.ts'

/** Posts the bill of a whole answer before anything of it is sent. Throws settlement_failed. */
export async function settleWhole(
  answer: Extract<Answer, { kind: 'whole' }>,
  reply: Pick<ResponseSink, 'isGone'>,
  parts: SettleParts,
): Promise<void> {
  const { call, caller, gateway } = parts
  // A shutdown waits for the bill, and cuts nothing that is so near its end.
  const leave = gateway.live.add(liveCall(call, caller, () => {}))
  try {
    // The client left, and only the vendor knew what a whole answer costs.
    if (reply.isGone) await settle(answer, 'client_gone', parts, 'drained')
    else await settle(answer, 'done', parts)
  } finally {
    leave()
  }
}
