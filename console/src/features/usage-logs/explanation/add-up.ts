// Recomputes a charge exactly from its log row. The server's own arithmetic is domain/pricing/price-call.ts; the
// formula is specification section 9: tokens × weight × model ratio × 2 dollars per million, × group ratio.
import type { ChargeFact } from '@waystation/contract/calls/log'
import { product, type Rational, readRational, roundHalfAway, sum } from '@waystation/contract/money/rational'

export interface AddedLine {
  readonly bucket: string
  readonly tokens: number
  /** Dollars per million tokens, or per call. */
  readonly price: Rational
  /** Dollars. */
  readonly amount: Rational
}

/** A tool that the vendor ran, or a fee per call. */
export interface AddedUse {
  readonly kind: string
  readonly count: number
  /** Dollars for one. */
  readonly price: Rational
  /** Dollars. */
  readonly amount: Rational
}

/** A service tier, a speed or a region, and what all tokens come to with its factor, in dollars. */
export interface AddedTier {
  readonly name: string
  readonly factor: Rational
  readonly amount: Rational
}

export interface AddedUp {
  readonly lines: readonly AddedLine[]
  readonly tiers: readonly AddedTier[]
  readonly uses: readonly AddedUse[]
  readonly subtotal: Rational
  readonly groupRatio: Rational
  readonly afterGroup: Rational
  /** In quota units, before rounding. */
  readonly units: Rational
  /** Whole units, as the gateway charges: rounded once, at least one when anything with a price was used. */
  readonly roundedUnits: bigint
  readonly isRounded: boolean
  /** Less than half a unit became one. */
  readonly isLeast: boolean
}

/** Dollars per token at ratio one. */
const PER_TOKEN: Rational = { numerator: 2n, denominator: 1_000_000n }
const PER_MILLION: Rational = { numerator: 2n, denominator: 1n }

/** @returns undefined when the record is not complete enough to be added up */
export function addUp(charge: ChargeFact, quotaPerUnit: number): AddedUp | undefined {
  const isPerCall = charge.kind === 'per-call'
  const base = readRational((isPerCall ? charge.model_price : charge.model_ratio) ?? '')
  const groupRatio = readRational(charge.group_ratio)
  const perUnit = readRational(quotaPerUnit)
  if (!base || !groupRatio || !perUnit) return undefined

  const lines: AddedLine[] = []
  for (const { bucket, tokens, weight: weightText } of charge.lines) {
    const weight = readRational(weightText)
    const count = readRational(tokens)
    if (!weight || !count) return undefined
    lines.push({
      bucket,
      tokens,
      price: isPerCall ? product(base, weight) : product(base, weight, PER_MILLION),
      amount: isPerCall ? product(base, weight, count) : product(base, weight, count, PER_TOKEN),
    })
  }
  const tiers = addTiers(charge, sumOf(lines))
  const uses = addUses(charge)
  if (!tiers || !uses) return undefined
  const subtotal = sum(tiers.at(-1)?.amount ?? sumOf(lines), sumOf(uses))
  const afterGroup = product(subtotal, groupRatio)
  const units = product(afterGroup, perUnit)
  const nearest = roundHalfAway(units.numerator, units.denominator)
  const isLeast = nearest === 0n && units.numerator > 0n
  const roundedUnits = isLeast ? 1n : nearest
  return {
    lines,
    tiers,
    uses,
    subtotal,
    groupRatio,
    afterGroup,
    units,
    roundedUnits,
    isRounded: units.denominator !== 1n || units.numerator !== roundedUnits,
    isLeast,
  }
}

const sumOf = (lines: readonly { readonly amount: Rational }[]): Rational => sum(...lines.map(({ amount }) => amount))

function addTiers({ tiers = [] }: ChargeFact, tokens: Rational): AddedTier[] | undefined {
  const added: AddedTier[] = []
  for (const { name, factor: text } of tiers) {
    const factor = readRational(text)
    if (!factor) return undefined
    added.push({ name, factor, amount: product(added.at(-1)?.amount ?? tokens, factor) })
  }
  return added
}

function addUses({ uses = [] }: ChargeFact): AddedUse[] | undefined {
  const added: AddedUse[] = []
  for (const { kind, count, dollars } of uses) {
    const price = readRational(dollars)
    const number = readRational(count)
    if (!price || !number) return undefined
    added.push({ kind, count, price, amount: product(price, number) })
  }
  return added
}
