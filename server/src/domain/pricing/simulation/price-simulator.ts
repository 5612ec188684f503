// The last days charged again at other prices, by the code that charges: what a change of prices would mean, before it is made. Reads only.
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@waystation/contract/errors'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { PriceSimulation } from '@waystation/contract/prices/price-review'
import { isPriced, type PriceEdit } from '@waystation/contract/prices/price-version'
import type { Database } from '../../../db/database.ts'
import type { OptionService } from '../../option/option-service.ts'
import { userSettingOf } from '../../user/accounts/user-setting.ts'
import { priceFor } from '../batch-price.ts'
import { type CompiledPrice, priceCall } from '../price-call.ts'
import { type BareName, type PriceOptions, PriceTable } from '../price-table.ts'
import { type ChargedCall, chargedCalls, findPricingChannels, findPricingUsers } from './charged-call-store.ts'
import { isEnoughFor, type RecordedUse, type RecordParts, recordedUse } from './recorded-use.ts'
import { SimulationSums } from './simulation-sums.ts'

/** Rows that are looked at: some fifteen seconds of work, and more says nothing else about a change of prices. */
const MAX_SIMULATED_ROWS = 300_000
/** Work between two turns of the event loop: calls and health checks come in between. */
const SLICE_MS = 3
const DAY_SECONDS = 86_400

export interface SimulatorParts {
  readonly database: Database
  readonly options: Pick<OptionService, 'get' | 'wouldBe'>
  readonly bareName: BareName
  /** Unix milliseconds. */
  readonly now: () => number
  /** For tests; default: MAX_SIMULATED_ROWS. */
  readonly maxRows?: number
}

export interface SimulationRequest {
  readonly changes: PriceEdit
  readonly days: number
  readonly caller: { readonly role: number }
  /** Has the client gone? Then nobody reads the answer, and the work stops. */
  readonly hasLeft: () => boolean
}

export class PriceSimulator {
  readonly #parts: SimulatorParts
  #isRunning = false

  constructor(parts: SimulatorParts) {
    this.#parts = parts
  }

  /**
   * Charges the calls of the last days again with these price settings; changes nothing. One at a time: it keeps a processor busy.
   * @throws AppError simulation_running, simulation_too_high, not_a_price_setting, or one of `OptionService.set`
   */
  async simulate(request: SimulationRequest): Promise<PriceSimulation> {
    const other = Object.keys(request.changes).find((key) => !isPriced(key))
    if (other !== undefined) throw new AppError('not_a_price_setting', { key: other })
    const wouldBe = await this.#parts.options.wouldBe(request.changes, request.caller)
    if (this.#isRunning) throw new AppError('simulation_running')
    this.#isRunning = true
    try {
      return await this.#run(wouldBe, request)
    } catch (error) {
      throw error instanceof RangeError ? new AppError('simulation_too_high', {}, { cause: error }) : error
    } finally {
      this.#isRunning = false
    }
  }

  async #run(wouldBe: PriceOptions, { days, hasLeft }: SimulationRequest): Promise<PriceSimulation> {
    const { database, bareName, now, maxRows = MAX_SIMULATED_ROWS } = this.#parts
    const startedMs = performance.now()
    const to = Math.floor(now() / 1000)
    const from = to - days * DAY_SECONDS
    const again = new ChargedAgain(wouldBe, { channels: await findPricingChannels(database), bareName })
    let [rows, oldest, isPartial] = [0, from, false]
    pages: for await (const page of chargedCalls(database, { from, to })) {
      await again.meet(database, page)
      // The turn that received the page has spent its time on copying it.
      await setImmediate()
      let sliceMs = performance.now()
      for (const call of page) {
        if (rows >= maxRows) {
          isPartial = true
          break pages
        }
        again.add(call)
        rows += 1
        oldest = call.createdAt
        if (performance.now() - sliceMs < SLICE_MS) continue
        await setImmediate()
        if (hasLeft()) break pages
        sliceMs = performance.now()
      }
      if (hasLeft()) break
    }
    const took_ms = Math.round(performance.now() - startedMs)
    return { from: isPartial ? oldest : from, to, ...again.sums.result(), is_partial: isPartial, took_ms }
  }
}

/** Charges one call after another again. */
class ChargedAgain {
  readonly sums = new SimulationSums()
  readonly #prices: PriceTable
  readonly #vendorPrices: PriceTable
  readonly #record: RecordParts
  readonly #users = new Map<number, { readonly group: string; readonly acceptsUnset: boolean }>()

  constructor(wouldBe: PriceOptions, record: RecordParts) {
    this.#prices = new PriceTable(wouldBe, record.bareName)
    // The built-in prices without an edit; a unit of quota is worth what it would be then.
    const builtIn: PriceOptions = { ...wouldBe, get: (option) => (option.key === quotaPerUnit.key ? wouldBe.get(option) : option.default) }
    this.#vendorPrices = new PriceTable(builtIn, record.bareName)
    this.#record = record
  }

  /** Looks up the users of these calls that are not known yet. */
  async meet(database: Database, calls: readonly ChargedCall[]): Promise<void> {
    const ids = [...new Set(calls.map(({ userId }) => userId))].filter((id) => !this.#users.has(id))
    for (const { id, group, setting } of await findPricingUsers(database, ids)) {
      this.#users.set(id, { group, acceptsUnset: userSettingOf(setting).accept_unset_model_ratio_model })
    }
  }

  add(call: ChargedCall): void {
    const use = recordedUse(call, this.#record)
    const known = use && this.#priceOf(call, use)
    const price = known && priceFor(use.usage, known)
    if (!use || (price && !isEnoughFor(use, price))) {
      this.sums.skip(call)
      return
    }
    const source = price?.price.source
    if (source !== 'price' && source !== 'ratio') this.sums.noteUnpriced(call.model, source ?? 'refused')
    // A call that would be refused costs nothing.
    this.sums.add(call, price ? priceCall(use.usage, price) : 0, this.#costOf(use))
  }

  #priceOf({ userId }: ChargedCall, { query, charge }: RecordedUse): CompiledPrice | undefined {
    const user = this.#users.get(userId)
    // Of a user who is gone only the row tells that they had accepted models without a price.
    const acceptsUnset = user ? user.acceptsUnset : charge.price_source === 'unset'
    return this.#prices.priceOf({ ...query, ...(user ? { userGroup: user.group } : {}), acceptsUnset })
  }

  /** What the vendor asks for it: the price of the model that served, at group ratio 1. */
  #costOf(use: RecordedUse): number | undefined {
    const { upstream, channelType } = use.query
    const price = this.#vendorPrices.priceOf({ requested: upstream, upstream, channelType, group: '', acceptsUnset: false })
    return price && isEnoughFor(use, price) ? priceCall(use.usage, priceFor(use.usage, price)) : undefined
  }
}
