// Random calls and prices, the same for the same seed.

import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import type { LengthTier } from '@waystation/contract/prices/length-tiers'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import type { Price } from '../../server/src/domain/pricing/price.ts'
import { randomNumbers } from '../../wire/testing/draws/random.ts'

export class Dice {
  readonly #random: ReturnType<typeof randomNumbers>

  constructor(seed: number) {
    this.#random = randomNumbers(seed)
  }

  below(limit: number): number {
    return this.#random.below(limit)
  }

  one<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0]
  }

  isOneIn(times: number): boolean {
    return this.below(times) === 0
  }

  /** Plain decimal text with 0 to 12 places. */
  decimal(most: number): string {
    const digits = String(this.below(1_000_000)).padStart(6, '0') + String(this.below(1_000_000)).padStart(6, '0')
    const places = digits.slice(0, this.below(13))
    return places === '' ? String(this.below(most + 1)) : `${this.below(most)}.${places}`
  }
}

const limits = [32_000, 128_000, 199_999, 200_000, 272_000, 512_000] as const

/** Mostly ordinary, often at the edge of a tier, now and then enormous. */
function tokens(dice: Dice): number {
  if (dice.isOneIn(3)) return 0
  if (dice.isOneIn(6)) return dice.one([...limits]) + dice.below(3) - 1
  if (dice.isOneIn(200)) return dice.one([Number.MAX_SAFE_INTEGER, 2 ** 50 + 1, 4_503_599_627_370_495])
  return dice.below(dice.one([4, 3000, 300_000, 20_000_000]))
}

const toolNames = ['webSearch', 'webSearchPreview', 'groundedPrompt', 'fileSearch', 'unheardOf'] as const
const tierNames = ['priority', 'flex', 'fast', 'geo:us', 'unheardOf'] as const

export function drawUsage(dice: Dice): Usage {
  const usage: Usage = { ...noUsage, ...perBucket(() => tokens(dice)), calls: dice.one([1, 1, 1, 0, 2]) }
  const uses = dice.isOneIn(4) ? { [dice.one([...toolNames])]: dice.below(50), [dice.one([...toolNames])]: 1 } : undefined
  const tiers = dice.isOneIn(4) ? [...new Set([dice.one([...tierNames]), dice.one([...tierNames])])] : undefined
  const unit = usage.calls > 0 && dice.isOneIn(4) ? dice.one(['searches', 'pages', 'images', 'filmSeconds', 'films']) : undefined
  const sold = unit ? { [unit]: 1 + dice.below(50) } : {}
  const hasFactor = unit !== undefined && unit !== 'searches' && unit !== 'pages' && dice.isOneIn(2)
  const unitFactor = hasFactor ? dice.one(['0.4', '0.45', '2', '3', '3.125']) : undefined
  return { ...usage, ...(uses && { uses }), ...(tiers && { tiers }), ...sold, ...(unitFactor && { unitFactor }) }
}

export function drawPrice(dice: Dice): Price {
  const shared = {
    model: 'm',
    version: 1,
    groupRatio: dice.one(['1', '1', '0', '0.5', '1.2', dice.decimal(3), dice.decimal(1)]),
    quotaPerUnit: dice.one([500_000, 500_000, 1, 7, 100, 333_333, 1_000_003, 99_999_989]),
  } as const
  if (dice.isOneIn(8)) return { ...shared, kind: 'per-call', source: dice.one(['price', 'fallback']), dollars: dice.decimal(20) }
  return {
    ...shared,
    kind: 'per-token',
    source: dice.one(['ratio', 'fallback', 'unset']),
    ratio: dice.one([dice.decimal(40), dice.decimal(2), '0', '37.5', '0.000000000001']),
    weights: { ...perBucket(() => dice.decimal(dice.one([3, 3, 100]))), freshInput: '1' },
    ...(dice.isOneIn(3) && { lengthTiers: drawTiers(dice) }),
    ...(dice.isOneIn(3) && { tiers: { priority: dice.decimal(3), flex: '0.5', fast: '6', 'geo:us': '1.1' } }),
    ...(dice.isOneIn(3) && { uses: { webSearch: '0.01', webSearchPreview: '0.025', fileSearch: dice.decimal(1) } }),
    ...(dice.isOneIn(6) && { uses: { request: dice.decimal(1), groundedPrompt: '0.035' } }),
  }
}

function drawTiers(dice: Dice): readonly LengthTier[] {
  const above = [...new Set([dice.one([...limits]), dice.one([...limits])])].toSorted((a, b) => a - b)
  return above.map((tokensAbove) => ({
    above: tokensAbove,
    input: dice.one(['2', '1.5', '1', `1.${dice.below(1000)}1`]),
    output: dice.one(['1.5', '2', '12', '0.5']),
    ...(dice.isOneIn(3) && { cacheRead: dice.one(['1', '3', '1.666666666667']) }),
  }))
}
