import type { AttemptFact, EndReason } from '@waystation/contract/log'
import { isBrokenEnd } from '../../domain/channel/channel-hours.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'
import type { Billable } from '../upstream/answer.ts'

interface ServedParts {
  readonly call: Call
  readonly gateway: Pick<Gateway, 'hours'>
  readonly attempts: readonly AttemptFact[]
}

/** Tells how the channel that answered did. Times count from when it was asked: what other channels took before is not its doing. */
export function noteServed({ attempt, firstMs }: Billable, reason: EndReason, { call, gateway, attempts }: ServedParts): void {
  const tookMs = performance.now() - call.startedMs
  const asked = attempts.findLast((fact) => fact.channel_id === attempt.channel.id && fact.error === undefined)
  gateway.hours.note({
    channelId: attempt.channel.id,
    isFailed: isBrokenEnd(reason),
    firstMs: asked && attempt.isStreamed ? Math.max(0, firstMs - asked.started_ms) : null,
    // Without a line of its own the client left before the answer was whole: nobody knows how long it would have taken.
    totalMs: asked ? tookMs - asked.started_ms : 0,
  })
}
