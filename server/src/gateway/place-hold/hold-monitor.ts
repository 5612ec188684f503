// Keeps what an answer costs within what is held while it runs: holds more in time, records its progress, and decides when to cut.

import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { relayQuotaOverrun, relayStrictHolds } from '@waystation/contract/options/relay'
import { type CompiledPrice, priceCall } from '../../domain/pricing/price-call.ts'
import type { Attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Hold } from '../held.ts'
import type { Meter } from '../meter/meter.ts'
import { chargeFact } from '../settle/charge-fact.ts'
import { callLog } from '../settle/log-draft.ts'
import { vendorFacts } from '../settle/vendor-facts.ts'
import type { Call } from '../types.ts'
import { pricedSize } from './priced-size.ts'

/** What watching a hold takes. */
export type HoldMonitorServices = Pick<Gateway, 'options' | 'ledger' | 'costs' | 'clock'>

/** More is held once the running cost has come this far (reliability.md 5.2). */
const EXTEND_AT = 0.8
/** One extension holds for this many output tokens more, or half of what is held, whichever is more. */
const STEP_TOKENS = 256
/** Between two looks at the cost at most so many tokens come. */
const LOOK_TOKENS = 16
const CHECKPOINT_EVERY_MS = 1000

export class HoldMonitor {
  readonly #call: Call
  readonly #caller: Caller
  readonly #attempt: Attempt
  readonly #price: CompiledPrice
  readonly #meter: Meter
  readonly #hold: Hold
  readonly #gateway: HoldMonitorServices
  readonly #step: number
  /** Is it sold by the characters of its text? These are held whole from the start, however long the recording is. */
  readonly #isByCharacters: boolean
  #checkpointAtMs: number
  #checkpointedQuota = 0
  #lookAtTokens = 0
  #extension: Promise<void> | undefined
  #running = 0

  constructor(parts: { call: Call; caller: Caller; attempt: Attempt; meter: Meter; hold: Hold; gateway: HoldMonitorServices }) {
    this.#call = parts.call
    this.#caller = parts.caller
    this.#attempt = parts.attempt
    this.#price = parts.attempt.price
    this.#meter = parts.meter
    this.#hold = parts.hold
    this.#gateway = parts.gateway
    this.#step = priceCall({ ...noUsage, output: STEP_TOKENS }, this.#price, Number.POSITIVE_INFINITY)
    this.#isByCharacters = pricedSize(this.#call, this.#attempt).measured?.unit === 'characters'
    this.#checkpointAtMs = this.#gateway.clock.now() + CHECKPOINT_EVERY_MS
  }

  /** Set while it costs more than is held, and whether more can be held is not known yet: nothing more should be taken till then. */
  get undecided(): Promise<void> | undefined {
    return this.#running > this.#hold.amount ? this.#extension : undefined
  }

  /** Looks at the running cost. False: the answer must be cut here. */
  isCovered(): boolean {
    // A fixed price is held whole from the start.
    if (this.#price.price.kind === 'per-call') return true
    const nowMs = this.#gateway.clock.now()
    const tokens = this.#meter.producedTokens
    if (tokens < this.#lookAtTokens && nowMs < this.#checkpointAtMs) return true
    this.#lookAtTokens = tokens + LOOK_TOKENS
    const usage = this.#meter.runningUsage()
    const running = priceCall(usage, this.#price)
    // Until the vendor says how long the prompt is, it may be one that costs more.
    const atMost = this.#price.longer === undefined ? running : priceCall(usage, this.#price, this.#meter.promptTokensAtMost)
    this.#running = atMost
    const noted = running - this.#checkpointedQuota
    if (nowMs >= this.#checkpointAtMs || noted > Math.max(this.#step, this.#hold.amount / 10)) this.#checkpoint(running, usage, nowMs)
    if (this.#isByCharacters) return true
    if (this.#hold.limit !== undefined) return atMost < this.#hold.limit
    if (atMost > this.#hold.amount * EXTEND_AT) this.#extension ??= this.#extend(atMost)
    return true
  }

  #checkpoint(running: number, usage: Usage, nowMs: number): void {
    this.#checkpointAtMs = nowMs + CHECKPOINT_EVERY_MS
    this.#checkpointedQuota = running
    // If this node stops now, the row explains what is charged then.
    const charge = chargeFact(this.#price.price, usage, { quota: running, held: this.#hold.amount, ref: `recover:${this.#call.id}` })
    const other = { end_reason: 'recovered', usage_source: 'counted', phase: 'body', charge } as const
    const vendor = vendorFacts({ attempt: this.#attempt, usage, isCounted: true, attempts: [] }, this.#gateway.costs)
    this.#gateway.ledger.checkpoint(
      this.#call.id,
      running,
      callLog(this.#call, this.#caller, { attempt: this.#attempt, quota: running, usage, now: nowMs, other, vendor }),
    )
  }

  async #extend(running: number): Promise<void> {
    const by = Math.max(this.#step, Math.ceil(this.#hold.amount / 2), Math.ceil(running * 1.25) - this.#hold.amount)
    const isHeld = await this.#gateway.ledger.extend(this.#call.id, by).catch(() => false)
    this.#extension = undefined
    // What has been decided counts at the next look, however few tokens have come since the last.
    this.#lookAtTokens = 0
    if (isHeld) {
      this.#hold.amount += by
      return
    }
    const { options } = this.#gateway
    const mayOverrun = !options.get(relayStrictHolds) && options.get(relayQuotaOverrun) === 'allow_step'
    this.#hold.limit = this.#hold.amount + (mayOverrun ? this.#step : 0)
  }
}
