// What is done for a call when its client leaves before the answer is complete (decision D42): the upstream is stopped at once where the
// cost can be counted from what came, and read on for a while where only the vendor knows it.
import type { AfterLeaving } from '@waystation/contract/calls/log'
import { relayDrainSecondsAfterClientLeft } from '@waystation/contract/options/relay'
import type { CallOff } from '../../lib/clock.ts'
import type { ClientWatch } from '../client-connection.ts'
import type { Gateway } from '../gateway.ts'
import type { CostEstimate } from '../held.ts'

/** An answer that is complete but for its usage is waited for this long. */
const USAGE_WAIT_MS = 5000

/** How far an answer has come. */
export interface Progress {
  /** Nothing more of the answer is to come. */
  readonly isComplete: boolean
  readonly hasFinalUsage: boolean
  /** Can what it costs be counted from what came? */
  readonly isCountable: boolean
}

/** What to do now: stop, or listen on for at most so long. `as` is the value in the log row. */
export type AfterClientLeft = { readonly listenMs: number; readonly as: AfterLeaving }

/** @param drainMs how long an upstream may be listened to, from now on; 0: not at all */
export function afterClientLeft({ isComplete, hasFinalUsage, isCountable }: Progress, drainMs: number): AfterClientLeft {
  if (isComplete && hasFinalUsage) return { listenMs: 0, as: 'usage_awaited' }
  if (drainMs === 0) return { listenMs: 0, as: 'cancelled' }
  if (isComplete) return { listenMs: Math.min(USAGE_WAIT_MS, drainMs), as: 'usage_awaited' }
  return isCountable ? { listenMs: 0, as: 'cancelled' } : { listenMs: drainMs, as: 'drained' }
}

/** What is left of the time for which the upstream is read on. Milliseconds, 0 or more. */
export function drainMsLeft({ goneAtMs }: Pick<ClientWatch, 'goneAtMs'>, { options, clock }: Pick<Gateway, 'options' | 'clock'>): number {
  const limitMs = options.get(relayDrainSecondsAfterClientLeft) * 1000
  return goneAtMs === undefined ? limitMs : Math.max(0, limitMs - (clock.now() - goneAtMs))
}

/** Can the cost of a stream of this estimate be counted from what came of it? Never that of a whole answer, which comes at once. */
export function isCountable(isStream: boolean, estimate: Pick<CostEstimate, 'isHidden'>): boolean {
  return isStream && !estimate.isHidden
}

interface LeavingParts {
  readonly client: ClientWatch
  readonly gateway: Pick<Gateway, 'options' | 'drains' | 'clock'>
  readonly userId: number
  readonly isCountable: boolean
  readonly abort: () => void
}

/** Watches one attempt, from before it is sent until its answer is handed on, for a client that leaves. */
export class LeavingWatch {
  readonly #parts: LeavingParts
  readonly #unwatch: () => void
  #hasAnswered = false
  #callOff: CallOff | undefined
  #endDrain: (() => void) | undefined
  /** The value for the log row; undefined while the client is connected. */
  as: AfterLeaving | undefined

  constructor(parts: LeavingParts) {
    this.#parts = parts
    this.#unwatch = parts.client.onGone(() => this.#left())
  }

  /** The upstream has answered with a good status. A countable stream without a client is stopped from now on. */
  answered(): void {
    this.#hasAnswered = true
    if (this.#parts.client.isGone) this.#left()
  }

  /** The attempt is over, or another part watches from now on. */
  end(): void {
    this.#callOff?.()
    this.#endDrain?.()
    this.#unwatch()
  }

  #left(): void {
    const { client, gateway, userId, isCountable, abort } = this.#parts
    const drainMs = drainMsLeft(client, gateway)
    const isStopped = client.isCut || drainMs === 0
    // Before an answer has begun, the vendor may be at work on it already: its status says whether it is.
    if (isStopped || (this.#hasAnswered && isCountable)) {
      this.as = isStopped && this.#endDrain ? 'drain_ended' : 'cancelled'
      abort()
    } else if (!this.#endDrain) {
      this.as = 'drained'
      this.#endDrain = gateway.drains.start(userId)
      this.#callOff = gateway.clock.after(drainMs, () => {
        this.as = 'drain_ended'
        abort()
      })
    }
  }
}
