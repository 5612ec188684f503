// What the test of a step that sends an answer hands to it: what is known of the answer, and services that write down when the bill is
// posted.
import { role } from '@waystation/contract/site/status-table'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { Clock } from '../../lib/clock.ts'
import type { Attempt } from '../attempt.ts'
import type { OptionReader } from '../caller.ts'
import { Meter } from '../meter/meter.ts'
import { estimateOf } from '../place-hold/cost-estimate.ts'
import { prepareRequest } from '../prepare/prepare.ts'
import { GivenIds } from '../prepare/vendor-ids.ts'
import type { StreamParts } from '../stream-back/stream-parts.ts'
import type { Call } from '../types.ts'
import type { Billable } from '../upstream/answer.ts'
import { optionsWith, playgroundCaller } from './step-parts.ts'

/** An answer to this attempt, of which nothing has come yet. */
export function billable(call: Call, attempt: Attempt, isStream: boolean): Billable {
  const listener = call.endpoint.operation.replyListener(attempt, { stream: isStream }, call)
  const limits = { maxOutputTokens: undefined, contextTokens: undefined }
  return {
    attempt,
    use: { keyId: 1, watch() {}, answered() {}, ended() {}, failed() {} },
    place: { ended() {} },
    meter: new Meter(call, listener),
    firstMs: 0,
    losses: lossList(),
    replyLosses: lossList(),
    estimate: estimateOf(prepareRequest(call, attempt, optionsWith()), { limitsOf: () => limits }),
    given: new GivenIds({ channelId: 1, keyId: 1 }),
  }
}

/** A clock that stands still. */
export const stillClock: Clock = { now: () => 0, after: () => () => {}, every: () => () => {} }

export interface DeliveryGiven {
  /** Where each step is written down as it happens. */
  readonly steps: string[]
  readonly options?: OptionReader
  /** What posting the bill comes to; absent: it is posted at once. */
  readonly settles?: () => Promise<void>
  /** Quota units that are held. */
  readonly held?: number
}

/** The parts of a call whose answer is sent. Its counter counts letters, and no more than what is held can be held. */
export function deliveryParts(
  call: Call,
  { steps, options = optionsWith(), settles = async () => {}, held = 1e6 }: DeliveryGiven,
): StreamParts {
  const gateway = {
    options,
    clock: stillClock,
    counter: { count: async (texts: readonly string[]) => texts.join('').length, close: async () => {} },
    costs: { of: () => undefined },
    hours: { note: () => {} },
    metrics: { ended: () => {}, countDoubted: () => {} },
    log: { error: (_facts: object, words: string) => steps.push(`logs: ${words}`) },
    drains: { start: () => () => {}, of: () => 0 },
    vault: { save: async () => {}, find: async () => new Map() },
    ledger: {
      async settle(_id: string, amount: number, { other }: { readonly other: string }) {
        await settles()
        steps.push(`settles ${amount}, ${JSON.parse(other).end_reason}`)
        return { kind: 'done' }
      },
      extend: async () => false,
      checkpoint: () => {},
    },
  } as unknown as StreamParts['gateway']
  const plan = { attempts: [], considered: { tiers: [], autoDisabled: [], skipped: [] } }
  const hold = { id: call.id, amount: held, attempts: new Map() }
  const caller = { ...playgroundCaller, user: { ...playgroundCaller.user, role: role.ordinary } }
  return { call, caller, hold, admission: { ended() {} }, gateway, attempts: [], plan }
}
