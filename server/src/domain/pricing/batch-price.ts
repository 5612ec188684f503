// What a batch costs: each of its requests at the price of the model, all of it times a factor. Pure.
import { noUsage, promptTokensOf, type Usage } from '@waystation/contract/calls/usage'
import { type Quota, quota } from '@waystation/contract/money/quota'
import { decimalText, product, rational, sum } from '@waystation/contract/money/rational'
import { lengthTierOf } from '@waystation/contract/prices/length-tiers'
import type { Price } from './price.ts'
import { type CompiledPrice, chargedUnits, compilePrice, exactPrice } from './price-call.ts'

/** The tier of a price that stands for batches. */
export const BATCH_TIER = 'batch'
/** Where a price has no such tier: OpenAI, Anthropic and Google all take half of the usual price. */
const USUAL_FACTOR = '0.5'

const compiled = new WeakMap<CompiledPrice, CompiledPrice>()

/** The price with a factor for batches: its own tier of that name, else half. A price per call is multiplied by it. */
export function batchPrice(price: CompiledPrice): CompiledPrice {
  const known = compiled.get(price)
  if (known) return known
  const made = compilePrice(withFactor(price.price))
  compiled.set(price, made)
  return made
}

/** The price that a call of this usage is charged at: the one for batches where it was one. */
export const priceFor = ({ tiers }: Pick<Usage, 'tiers'>, price: CompiledPrice): CompiledPrice =>
  tiers?.includes(BATCH_TIER) ? batchPrice(price) : price

function withFactor(price: Price): Price {
  if (price.kind === 'per-token') return { ...price, tiers: { [BATCH_TIER]: USUAL_FACTOR, ...price.tiers } }
  return { ...price, dollars: decimalText(product(rational(price.dollars), rational(USUAL_FACTOR))) }
}

/** Requests of a batch that have one price: prompts of the same length tier, with the same tiers besides. */
export interface BatchPart {
  /** Of all of them together. */
  readonly usage: Usage
  /** Of one of them: its length decides on the tier. */
  readonly promptTokens: number
}

/** Adds up what the requests of a batch used. */
export class BatchSum {
  readonly #price: CompiledPrice
  readonly #parts = new Map<string, BatchPart>()
  #answers = 0

  /** @param price one that batchPrice made */
  constructor(price: CompiledPrice) {
    this.#price = price
  }

  /** A request that was answered. */
  add(usage: Usage): void {
    const { price } = this.#price
    const promptTokens = promptTokensOf(usage)
    const tier = price.kind === 'per-token' ? lengthTierOf(price.lengthTiers, promptTokens) : undefined
    const tiers = [BATCH_TIER, ...(usage.tiers ?? []).filter((name) => name !== BATCH_TIER && !isCheaper(price, name))]
    const key = `${tier?.above ?? 0} ${tiers.join(' ')}`
    const known = this.#parts.get(key) ?? { usage: { ...noUsage, tiers }, promptTokens }
    this.#parts.set(key, { ...known, usage: added(known.usage, usage) })
    this.#answers += 1
  }

  get answers(): number {
    return this.#answers
  }

  get parts(): readonly BatchPart[] {
    return [...this.#parts.values()]
  }

  /** What all of them used. */
  get usage(): Usage {
    return this.parts.reduce<Usage>((total, { usage }) => added(total, usage), { ...noUsage, tiers: [BATCH_TIER] })
  }

  /** Quota units, rounded once. */
  get cost(): Quota {
    return this.costUpTo(Number.MAX_SAFE_INTEGER)
  }

  /** The same, and no more than this: vendors may report what no number holds. */
  costUpTo(most: number): Quota {
    const exact = this.parts.map(({ usage, promptTokens }) => exactPrice(usage, this.#price, promptTokens))
    const { numerator, denominator } = sum(...exact)
    if (numerator > BigInt(most) * denominator) return quota(most)
    return chargedUnits(
      numerator,
      denominator,
      exact.some(({ isUsed }) => isUsed),
    )
  }
}

/** No batch has more tokens of a kind; what a vendor reports beyond that is not counted. */
const MOST_COUNTED = 1_000_000_000_000

/** What is cheaper for waiting longer, such as `flex`, is not cheaper once more in a batch. */
const isCheaper = (price: Price, tier: string): boolean => price.kind === 'per-token' && Number(price.tiers?.[tier] ?? 1) < 1

/** The sum of both, with the tiers of the first. */
function added(total: Usage, { uses, tiers: _, ...usage }: Usage): Usage {
  const counts = Object.fromEntries(
    Object.entries(usage).map(([name, count]) => [
      name,
      typeof count === 'number' ? Math.min(count + Number(total[name as keyof Usage] ?? 0), MOST_COUNTED) : count,
    ]),
  )
  const names = Object.keys({ ...total.uses, ...uses })
  const summed = Object.fromEntries(names.map((name) => [name, (total.uses?.[name] ?? 0) + (uses?.[name] ?? 0)]))
  return { ...total, ...counts, ...(names.length > 0 ? { uses: summed } : {}) }
}
