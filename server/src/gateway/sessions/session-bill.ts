// The bill of a session: what is held for it grows with what its next response may cost, each response is charged as a part when it ends,
// and the rest at the end of the session (reliability.md 5.6).
import type { EndReason, LogOther, UsageSource } from '@waystation/contract/calls/log'
import { noUsage, promptTokensOf, totalTokensOf, type Usage } from '@waystation/contract/calls/usage'
import { logConsumeEnabled } from '@waystation/contract/options/logs'
import type { BucketName, BucketPartName } from '@waystation/contract/prices/price-buckets'
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import type { CallerReading, SoundRate, VendorReading } from '@waystation/wire/realtime/session-format'
import { type CutCounts, countBounds, withinBounds } from '../../domain/pricing/count-bounds.ts'
import { priceCall } from '../../domain/pricing/price-call.ts'
import type { Attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import { estimatedTokens } from '../meter/token-counter.ts'
import type { HoldParts } from '../place-hold/place-hold.ts'
import { noWayOut } from '../place-hold/way-out.ts'
import { chargeFact } from '../settle/charge-fact.ts'
import { callLog } from '../settle/log-draft.ts'
import { vendorFacts } from '../settle/vendor-facts.ts'
import type { Call } from '../types.ts'

/** What keeping a bill takes. */
export type BillServices = Pick<Gateway, 'options' | 'ledger' | 'costs' | 'clock' | 'metrics' | 'log'>

/** A response that has not begun is held for as if it were half a minute of sound, with what stands beside it. */
const NEXT_RESPONSE = { output: 200, seconds: 30 }
/** It is not begun where not even so much of it is held. */
const LEAST_RESPONSE: typeof NEXT_RESPONSE = { output: 20, seconds: 3 }
/** The first response is held for as if half a minute had been said before it. */
const FIRST_HEARD = { freshInput: 500, seconds: 30 }
/** More is held once the running cost has come this far (reliability.md 5.2). */
const EXTEND_AT = 0.8
const CHECKPOINT_EVERY_MS = 1000

/** What a session takes of money when it opens, wherever of these it takes place: that of its first response. */
export function firstNeed(rate: SoundRate, planned: readonly Attempt[]): HoldParts {
  const { freshInput, seconds } = FIRST_HEARD
  const usage = { ...noUsage, freshInput, audioInput: seconds * rate.heard, ...responseOf(NEXT_RESPONSE, rate), calls: 1 }
  const costs = planned.map((attempt) => ({ attempt, cost: priceCall(usage, attempt.price) }))
  const { attempt: dearest, cost: amount } = costs.reduce((most, one) => (one.cost > most.cost ? one : most))
  return { dearest, amount, minimum: Math.ceil(amount / 10), wayOut: noWayOut }
}

function responseOf({ output, seconds }: typeof NEXT_RESPONSE, { spoken }: SoundRate): Pick<Usage, 'output' | 'audioOutput'> {
  return { output, audioOutput: seconds * spoken }
}

export interface BillParts {
  readonly call: Call
  readonly caller: Caller
  readonly attempt: Attempt
  /** Quota units that are held. */
  readonly held: number
  /** Is there no row where nothing was used? Else there is one, so that people find their session. */
  readonly isOptional?: boolean
  /** Of the model; undefined: unknown. */
  readonly contextTokens: number | undefined
  readonly soundRate: SoundRate
  readonly gateway: BillServices
  /** What the log row says besides the usage. */
  readonly facts: () => LogOther
}

/** Kept by one session, whose messages it is told of in their order. */
export class SessionBill {
  readonly #parts: BillParts
  readonly #contextTokens: number | undefined
  /** What has been charged for: its price is the sum of all parts. */
  #usage: Usage = noUsage
  #charged = 0
  #part = 0
  /** Quota units that are still held. */
  #held: number
  /** What the next response reads again: all of the session so far, by the vendor's count. */
  #contextSoFar = 0
  #heard = { text: 0, audio: 0 }
  /** The response that is under way, by our own count; undefined: none is. */
  #running: { text: number; audio: number } | undefined
  #maxOutputTokens: number | undefined
  #extension: Promise<void> | undefined
  /** No more can be held: a response may go on until what is held is used up. */
  #isShort = false
  #checkpointAtMs = 0
  #cut: CutCounts = {}
  #sources = new Set<UsageSource>()
  #raw: unknown[] = []

  constructor(parts: BillParts) {
    this.#parts = parts
    this.#held = parts.held
    this.#contextTokens = parts.contextTokens
  }

  /** Quota units that were charged so far. */
  get charged(): number {
    return this.#charged
  }

  /** Tokens of all responses so far, of prompts and of answers. */
  get usedTokens(): number {
    return totalTokensOf(this.#usage)
  }

  /** The caller has said something that the model will read. */
  heard({ text = '', soundSeconds = 0, pictureTokens = 0, maxOutputTokens }: CallerReading): void {
    this.#heard.text += estimatedTokens(text) + pictureTokens
    this.#heard.audio += soundSeconds * this.#parts.soundRate.heard
    if (maxOutputTokens !== undefined) this.#maxOutputTokens = maxOutputTokens
  }

  /** A response begins. False, now or later: not even its beginning can be paid. */
  begun(): boolean | Promise<boolean> {
    this.#running ??= { text: 0, audio: 0 }
    this.#isShort = false
    const cost = this.#costIfNext(NEXT_RESPONSE)
    return cost <= this.#held ? true : this.#beginsWith(cost, this.#costIfNext(LEAST_RESPONSE))
  }

  /** A piece of a response has come. False, now or later: no more of it can be paid. */
  produced({ text = '', soundSeconds = 0 }: VendorReading): boolean | Promise<boolean> {
    this.#running ??= { text: 0, audio: 0 }
    this.#running.text += estimatedTokens(text)
    this.#running.audio += soundSeconds * this.#parts.soundRate.spoken
    const running = this.#ifNow({ output: Math.ceil(this.#running.text), audioOutput: Math.ceil(this.#running.audio) })
    this.#checkpoint(running)
    const cost = this.#toPay(running)
    if (cost < this.#held * EXTEND_AT) return true
    return this.#isShort ? cost <= this.#held : this.#goesOnWith(cost)
  }

  /** A response is over: charges it. Answers when the charge is durable. Throws settlement_failed. */
  async replied(reported: WireUsage | undefined): Promise<void> {
    const usage = this.#usageOf(reported)
    this.#running = undefined
    this.#heard = { text: 0, audio: 0 }
    this.#contextSoFar = totalTokensOf(usage)
    this.#usage = added(this.#usage, usage)
    const amount = this.#toPay(this.#usage)
    if (amount === 0) return
    this.#charged += amount
    this.#part += 1
    this.#held = Math.max(0, this.#held - amount)
    const { call, gateway } = this.#parts
    await gateway.ledger.settlePart(call.id, this.#part, amount, this.#row('recovered'))
  }

  /** The end of the session: charges what of a response has come, and writes the row. Answers when both are durable. */
  async finish(reason: EndReason): Promise<void> {
    const { call, gateway } = this.#parts
    if (this.#running) {
      this.#usage = added(this.#usage, this.#usageOf(undefined))
      this.#running = undefined
    }
    const amount = this.#toPay(this.#usage)
    this.#charged += amount
    // What nobody has used has no row.
    if (this.#charged === 0 && promptTokensOf(this.#usage) === 0 && this.#parts.isOptional) return gateway.ledger.release(call.id)
    const log = this.#row(reason)
    const verdict = await gateway.ledger.settle(
      call.id,
      amount,
      gateway.options.get(logConsumeEnabled) ? log : { ...log, other: '', isOnlyCounted: true },
    )
    if (verdict.kind === 'unknown') gateway.log.error({ id: call.id, quota: amount }, 'a settlement found no hold')
  }

  #costIfNext(response: typeof NEXT_RESPONSE): number {
    return this.#toPay(this.#ifNow(responseOf(response, this.#parts.soundRate)))
  }

  /** All of the session, if its response had this output and ended now. */
  #ifNow(output: Pick<Usage, 'output' | 'audioOutput'>): Usage {
    return added(this.#usage, { ...this.#inputNow(), ...output })
  }

  /** What was said before counts as read from the cache, as it mostly is. */
  #inputNow(): Usage {
    const { text, audio } = this.#heard
    return { ...noUsage, freshInput: Math.ceil(text), audioInput: Math.ceil(audio), cacheRead: this.#contextSoFar, calls: 1 }
  }

  /** The vendor's report within its bounds; without one, what we counted (R5). */
  #usageOf(reported: WireUsage | undefined): Usage {
    const { text = 0, audio = 0 } = this.#running ?? {}
    if (!reported) {
      this.#sources.add('counted')
      if (text + audio === 0) return noUsage
      return { ...this.#inputNow(), output: Math.ceil(text), audioOutput: Math.ceil(audio) }
    }
    this.#sources.add('upstream')
    const { raw, ...counts } = reported
    if (this.#raw.length < MAX_RAW) this.#raw.push(raw)
    // Bytes bound nothing here: each response reads the session again (decision D57).
    const bounds = countBounds({
      ...{ sentBytes: 0, readsBeyondBytes: () => true, steps: 0, uses: 0 },
      ...{ contextTokens: this.#contextTokens, maxOutputTokens: this.#maxOutputTokens },
    })
    const { usage, cut } = withinBounds({ ...noUsage, ...counts, calls: 1 }, bounds, text + audio)
    if (Object.keys(cut).length > 0) {
      this.#cut = { ...this.#cut, ...cut }
      this.#parts.gateway.metrics.countDoubted(this.#parts.attempt.channel.id)
    }
    return usage
  }

  /** What of this has not been charged. */
  #toPay(usage: Usage): number {
    return this.#costOf(usage) - this.#charged
  }

  #costOf(usage: Usage): number {
    return priceCall(usage, this.#parts.attempt.price)
  }

  /** Holds for a usual response; where no account covers that, for its beginning. */
  async #beginsWith(cost: number, least: number): Promise<boolean> {
    if ((await this.#holdMore(cost)) || least <= this.#held) return true
    return this.#holdMore(least)
  }

  /** Holds more than what has come costs. Where no account covers that, the response may go on until what is held is used up. */
  async #goesOnWith(cost: number): Promise<boolean> {
    this.#extension ??= this.#holdMore(cost).then((isHeld) => {
      this.#extension = undefined
      this.#isShort = !isHeld
    })
    await this.#extension
    return cost <= this.#held
  }

  async #holdMore(cost: number): Promise<boolean> {
    const { call, gateway } = this.#parts
    const by = Math.ceil(cost * 1.25) - this.#held
    const isHeld = await gateway.ledger.extend(call.id, by).catch(() => false)
    if (isHeld) this.#held += by
    return isHeld
  }

  #checkpoint(usage: Usage): void {
    const { call, gateway } = this.#parts
    const nowMs = gateway.clock.now()
    if (nowMs < this.#checkpointAtMs) return
    this.#checkpointAtMs = nowMs + CHECKPOINT_EVERY_MS
    gateway.ledger.checkpoint(call.id, this.#costOf(usage), this.#row('recovered', usage, `recover:${call.id}`))
  }

  #row(reason: EndReason, usage = this.#usage, ref = `settle:${this.#parts.call.id}`) {
    const { call, caller, attempt, gateway, facts } = this.#parts
    const quota = this.#costOf(usage)
    const isCounted = this.#sources.has('counted') || this.#running !== undefined
    const other: LogOther = {
      end_reason: reason,
      usage_source: isCounted ? 'counted' : this.#sources.has('upstream') ? 'upstream' : 'none',
      ...(Object.keys(this.#cut).length > 0 ? { usage_cut: this.#cut } : {}),
      ...(this.#raw.length > 0 ? { usage_raw: this.#raw } : {}),
      charge: chargeFact(attempt.price.price, usage, { quota, held: this.#held + this.#charged, ref }),
      responses: this.#part,
      ...facts(),
    }
    const vendor = vendorFacts({ attempt, usage, isCounted, attempts: [] }, gateway.costs)
    return callLog(call, caller, { attempt, quota, usage, now: gateway.clock.now(), other, vendor })
  }
}

/** The vendor's own words for usage that a row holds at most. */
const MAX_RAW = 20

/** Bucket by bucket. A session at a fixed price is one call, however many responses it has. */
function added(one: Usage, other: Usage): Usage {
  const sums = Object.entries(noUsage).map(([key]) => [key, one[key as CountName] + other[key as CountName]])
  return { ...noUsage, ...Object.fromEntries(sums), calls: Math.max(one.calls, other.calls) }
}

type CountName = BucketName | BucketPartName | 'seconds' | 'calls'
