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

export interface AddedUp {
  readonly lines: readonly AddedLine[]
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
  const subtotal = lines.reduce((sum, line) => plus(sum, line.amount), ZERO)
  const afterGroup = times(subtotal, groupRatio)
  const units = times(afterGroup, perUnit)
  const nearest = rounded(units)
  const isLeast = nearest === 0n && units.digits > 0n
  const roundedUnits = isLeast ? 1n : nearest
  return {
    lines,
    subtotal,
    groupRatio,
    afterGroup,
    units,
    roundedUnits,
    isRounded: !isSame(units, { digits: roundedUnits, places: 0 }),
    isLeast,
  }
}
