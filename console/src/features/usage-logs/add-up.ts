// A charge added up again, exactly, from what the log keeps of it. The server's own arithmetic is domain/pricing/price-call.ts; the
// formula is specification section 9: tokens × weight × model ratio × 2 dollars per million, × group ratio.
import type { ChargeFact } from '@waystation/contract/log'
import { type Decimal, decimal, isSame, plus, rounded, times } from './decimal.ts'

export interface AddedLine {
  readonly bucket: string
  readonly tokens: number
  /** Dollars per million tokens, or per call. */
  readonly price: Decimal
  /** Dollars. */
  readonly amount: Decimal
}

/** A tool that the vendor ran, or a fee per call. */
export interface AddedUse {
  readonly kind: string
  readonly count: number
  /** Dollars for one. */
  readonly price: Decimal
  /** Dollars. */
  readonly amount: Decimal
}

/** A service tier, a speed or a region, and what all tokens come to with its factor, in dollars. */
export interface AddedTier {
  readonly name: string
  readonly factor: Decimal
  readonly amount: Decimal
}

export interface AddedUp {
  readonly lines: readonly AddedLine[]
  readonly tiers: readonly AddedTier[]
  readonly uses: readonly AddedUse[]
  readonly subtotal: Decimal
  readonly groupRatio: Decimal
  readonly afterGroup: Decimal
  /** In quota units, before rounding. */
  readonly units: Decimal
  /** Whole units, as the gateway charges: rounded once, at least one when anything with a price was used. */
  readonly roundedUnits: bigint
  readonly isRounded: boolean
  /** Less than half a unit became one. */
  readonly isLeast: boolean
}

/** Dollars per token at ratio one. */
const PER_TOKEN: Decimal = { digits: 2n, places: 6 }
const PER_MILLION: Decimal = { digits: 2n, places: 0 }
const ZERO: Decimal = { digits: 0n, places: 0 }

/** @returns undefined when the record is not complete enough to be added up */
export function addUp(charge: ChargeFact, quotaPerUnit: number): AddedUp | undefined {
  const isPerCall = charge.kind === 'per-call'
  const base = decimal((isPerCall ? charge.model_price : charge.model_ratio) ?? '')
  const groupRatio = decimal(charge.group_ratio)
  const perUnit = decimal(quotaPerUnit)
  if (!base || !groupRatio || !perUnit) return undefined

  const lines: AddedLine[] = []
  for (const { bucket, tokens, weight: weightText } of charge.lines) {
    const weight = decimal(weightText)
    const count = decimal(tokens)
    if (!weight || !count) return undefined
    lines.push({
      bucket,
      tokens,
      price: isPerCall ? base : times(base, weight, PER_MILLION),
      amount: isPerCall ? times(base, count) : times(base, weight, count, PER_TOKEN),
    })
  }
  const tiers = addTiers(charge, sumOf(lines))
  const uses = addUses(charge)
  if (!tiers || !uses) return undefined
  const subtotal = plus(tiers.at(-1)?.amount ?? sumOf(lines), sumOf(uses))
  const afterGroup = times(subtotal, groupRatio)
  const units = times(afterGroup, perUnit)
  const nearest = rounded(units)
  const isLeast = nearest === 0n && units.digits > 0n
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
    isRounded: !isSame(units, { digits: roundedUnits, places: 0 }),
    isLeast,
  }
}

const sumOf = (lines: readonly { readonly amount: Decimal }[]): Decimal => lines.reduce((sum, { amount }) => plus(sum, amount), ZERO)

function addTiers({ tiers = [] }: ChargeFact, tokens: Decimal): AddedTier[] | undefined {
  const added: AddedTier[] = []
  for (const { name, factor: text } of tiers) {
    const factor = decimal(text)
    if (!factor) return undefined
    added.push({ name, factor, amount: times(added.at(-1)?.amount ?? tokens, factor) })
  }
  return added
}

function addUses({ uses = [] }: ChargeFact): AddedUse[] | undefined {
  const added: AddedUse[] = []
  for (const { kind, count, dollars } of uses) {
    const price = decimal(dollars)
    const number = decimal(count)
    if (!price || !number) return undefined
    added.push({ kind, count, price, amount: times(price, number) })
  }
  return added
}
