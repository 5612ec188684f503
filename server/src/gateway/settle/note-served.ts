import type { AttemptFact, EndReason } from '@waystation/contract/calls/log'
import type { Use } from '../../domain/channel/availability/availability.ts'
import { isBrokenEnd } from '../../domain/channel/health/channel-hours.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'
import type { Billable } from '../upstream/answer.ts'

interface ServedParts {
  readonly call: Call
  readonly gateway: Pick<Gateway, 'hours' | 'clock'>
  readonly attempts: readonly AttemptFact[]
}

/** These say nothing of the channel. */
const CLIENTS_ENDS: ReadonlySet<EndReason> = new Set([
  'client_gone',
  'client_stalled',
  'gateway_shutdown',
  'quota_cut',
  'revoked',
  'sensitive_words',
])

/** What the end of an answer says of where it came from. */
export function noteEnd(use: Use, reason: EndReason): void {
  if (CLIENTS_ENDS.has(reason)) use.failed('none')
  else use.ended(isBrokenEnd(reason))
}

/** Reports the outcome to the channel's statistics. Times count from its own attempt, without the time of earlier channels. */
export function noteServed({ attempt, use, firstMs }: Billable, reason: EndReason, { call, gateway, attempts }: ServedParts): void {
  noteEnd(use, reason)
  const tookMs = gateway.clock.now() - call.startedMs
  const served = attempts.findLast((fact) => fact.channel_id === attempt.channel.id && fact.error === undefined)
  gateway.hours.note({
    channelId: attempt.channel.id,
    isFailed: isBrokenEnd(reason),
    firstMs: served && attempt.isStreamed && attempt.reply !== 'collect' ? Math.max(0, firstMs - served.started_ms) : null,
    // Without an attempt fact the client left before the answer was complete, so its duration is unknown.
    totalMs: served ? tookMs - served.started_ms : 0,
  })
}
