// What is said in a session may be written down by another model, which has a price of its own: it is a call of its own, with its hold, its
// parts and its row, for as long as the session goes on.
import type { EndReason, LogOther } from '@waystation/contract/calls/log'
import { noUsage } from '@waystation/contract/calls/usage'
import { AppError } from '@waystation/contract/errors'
import { noTokens, type WireUsage } from '@waystation/wire/chat/reply/usage'
import type { SoundRate, VendorReading } from '@waystation/wire/realtime/session-format'
import { soundTokens } from '@waystation/wire/sound/transcription'
import { priceCall } from '../../domain/pricing/price-call.ts'
import { mayUseModel } from '../../domain/token/model-limit.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import { holdAmount, type PlaceHoldServices } from '../place-hold/place-hold.ts'
import { noWayOut } from '../place-hold/way-out.ts'
import type { Call } from '../types.ts'
import { type BillServices, SessionBill } from './session-bill.ts'

export type TranscriptionServices = BillServices & PlaceHoldServices & Pick<Gateway, 'traits'>

interface BillsParts {
  /** The session, whose parts they are. */
  readonly call: Call
  readonly caller: Caller
  readonly attempt: Attempt
  readonly soundRate: SoundRate
  readonly gateway: TranscriptionServices
}

/** A bill is opened for so much speech: a minute. */
const FIRST_SECONDS = 60

/** The bills of one session for what was written down, by model. */
export class TranscriptionBills {
  readonly #parts: BillsParts
  readonly #bills = new Map<string, SessionBill>()
  #current: SessionBill | undefined
  #bucket: 'audioInput' | 'freshInput' = 'freshInput'

  constructor(parts: BillsParts) {
    this.#parts = parts
  }

  /**
   * From now on it is this model.
   * @throws AppError model_not_allowed, model_price_error, or what holdAmount throws
   */
  async use(model: string): Promise<void> {
    const { caller, gateway } = this.#parts
    const known = this.#bills.get(model)
    if (known) this.#current = known
    else {
      if (caller.token && !mayUseModel(caller.token.models, model)) throw new AppError('model_not_allowed', { model })
      this.#current = await this.#open(model)
      this.#bills.set(model, this.#current)
    }
    this.#bucket = gateway.traits(model).soundUnit === 'tokens' ? 'audioInput' : 'freshInput'
  }

  async #open(model: string): Promise<SessionBill> {
    const { call: session, caller, attempt: of, soundRate, gateway } = this.#parts
    const price = gateway.prices.priceOf({
      ...{ requested: model, upstream: model, channelType: of.channel.type, group: caller.group, userGroup: caller.user.group },
      acceptsUnset: caller.user.setting.accept_unset_model_ratio_model,
    })
    if (!price) throw new AppError('model_price_error', { model })
    const call: Call = { ...session, id: newRequestId(), facts: { ...session.facts, model }, body: { model } }
    const attempt: Attempt = { ...of, requestedModel: model, upstreamModel: model, isMapped: false, price, traits: gateway.traits(model) }
    const amount = priceCall({ ...noUsage, audioInput: soundTokens(FIRST_SECONDS), calls: 1 }, price)
    const held = await holdAmount(caller, call, gateway, { dearest: attempt, amount, minimum: Math.ceil(amount / 10), wayOut: noWayOut })
    const facts = (): LogOther => ({ session: session.id })
    return new SessionBill({ call, caller, attempt, held, contextTokens: undefined, isOptional: true, soundRate, gateway, facts })
  }

  /** Something that was said has been written down. Answers when it is charged. */
  async wrote({ usage, seconds }: NonNullable<VendorReading['transcribed']>): Promise<void> {
    await this.#current?.replied(usage ?? (seconds === undefined ? undefined : this.#usageOf(seconds)))
  }

  /** As recordings are counted that are sold by the minute. */
  #usageOf(seconds: number): WireUsage {
    return { ...noTokens, [this.#bucket]: soundTokens(seconds), raw: { seconds } }
  }

  /** Quota units that were charged so far. */
  get charged(): number {
    return [...this.#bills.values()].reduce((sum, bill) => sum + bill.charged, 0)
  }

  /** The session is over. Answers when all is durable. */
  async finish(reason: EndReason): Promise<void> {
    await Promise.all([...this.#bills.values()].map((bill) => bill.finish(reason)))
  }
}
