// What charging calls again comes to, by model and by user.

import { quota } from '@waystation/contract/money/quota'
import type { PriceSimulation } from '@waystation/contract/prices/price-review'
import type { ChargedCall } from './charged-call-store.ts'

/** Models and users that are listed, of each. */
const MAX_LISTED = 100

interface Difference {
  calls: number
  before: number
  after: number
}

type UnpricedRule = PriceSimulation['unpriced'][number]['rule']

export class SimulationSums {
  readonly #all = nothing()
  readonly #skipped = { calls: 0, before: 0 }
  readonly #cost = { calls: 0, units: 0 }
  readonly #models = new Map<string, Difference>()
  readonly #users = new Map<number, Difference & { username: string }>()
  /** By rule and model. */
  readonly #unpriced = new Map<string, { model: string; calls: number; rule: UnpricedRule }>()

  /** @param after what it would be charged @param cost what the vendor's price makes of it; undefined where that is not known */
  add(call: ChargedCall, after: number, cost: number | undefined): void {
    const user = this.#users.get(call.userId) ?? { ...nothing(), username: call.username }
    const model = this.#models.get(call.model) ?? nothing()
    this.#users.set(call.userId, user)
    this.#models.set(call.model, model)
    for (const sums of [this.#all, user, model]) {
      sums.calls += 1
      sums.before += call.quota
      sums.after += after
    }
    if (cost === undefined) return
    this.#cost.calls += 1
    this.#cost.units += cost
  }

  skip({ quota: before }: ChargedCall): void {
    this.#skipped.calls += 1
    this.#skipped.before += before
  }

  noteUnpriced(model: string, rule: UnpricedRule): void {
    const key = `${rule}\n${model}`
    const entry = this.#unpriced.get(key) ?? { model, calls: 0, rule }
    entry.calls += 1
    this.#unpriced.set(key, entry)
  }

  /** @throws RangeError where a sum leaves the range that a double holds exactly (I18) */
  result(): Omit<PriceSimulation, 'from' | 'to' | 'is_partial' | 'took_ms'> {
    const users = [...this.#users].flatMap(([user_id, sums]) => (sums.after === sums.before ? [] : [{ user_id, ...sums }]))
    const models = [...this.#models].flatMap(([model, sums]) => (sums.after === sums.before ? [] : [{ model, ...sums }]))
    return {
      ...exact(this.#all),
      cost: this.#cost.calls === 0 ? null : quota(this.#cost.units),
      cost_calls: this.#cost.calls,
      skipped: { calls: this.#skipped.calls, before: quota(this.#skipped.before) },
      models: models
        .sort((a, b) => change(b) - change(a))
        .slice(0, MAX_LISTED)
        .map(exact),
      users: users.sort(byRise).slice(0, MAX_LISTED).map(exact),
      users_total: users.length,
      // In whole numbers: 1.1 is none that a double holds.
      users_over_10_percent: users.filter(({ before, after }) => after * 10 > before * 11).length,
      unpriced: [...this.#unpriced.values()].sort((a, b) => b.calls - a.calls || (a.model < b.model ? -1 : 1)).slice(0, MAX_LISTED),
    }
  }
}

const nothing = (): Difference => ({ calls: 0, before: 0, after: 0 })

function exact<Sums extends Difference>(sums: Sums) {
  return { ...sums, before: quota(sums.before), after: quota(sums.after) }
}

const change = ({ before, after }: Difference) => Math.abs(after - before)

/** The greatest relative rise first; who paid nothing before comes first of all, and of equals whose sum rises more. */
function byRise(a: Difference, b: Difference): number {
  const [riseA, riseB] = [rise(a), rise(b)]
  return riseA === riseB ? b.after - b.before - (a.after - a.before) : riseB - riseA
}

const rise = ({ before, after }: Difference) => (before === 0 ? Number.POSITIVE_INFINITY : after / before)
