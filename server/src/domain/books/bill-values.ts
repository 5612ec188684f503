// Dates and amounts as bills write them. Both are read exactly or not at all.
import { rational, readRational, roundHalfAway } from '@waystation/contract/money/rational'
import type { Separator } from './read-csv.ts'

export const DAY_SECONDS = 86_400
/** No bill is older than this, nor from later than that: such a date was read wrongly. */
const FIRST_DAY = Date.UTC(2015, 0, 1) / 1000
const LAST_DAY = Date.UTC(2100, 0, 1) / 1000

/** The day in UTC, unix seconds, of a date, a time with or without a zone (without: UTC), or unix seconds. Undefined: none of them. */
export function readDay(text: string): number | undefined {
  const seconds = /^\d{10}$/.test(text) ? Number(text) : readTime(text)
  if (seconds === undefined || seconds < FIRST_DAY || seconds >= LAST_DAY) return undefined
  return seconds - (seconds % DAY_SECONDS)
}

const TIME = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

function readTime(text: string): number | undefined {
  const match = TIME.exec(text)
  if (!match) return undefined
  const [year, month, date, hour, minute, second] = [1, 3, 4, 5, 6, 7].map((at) => Number(match[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const day = new Date(Date.UTC(year, month - 1, date))
  if (day.getUTCMonth() !== month - 1 || day.getUTCDate() !== date || hour > 23 || minute > 59 || second > 60) return undefined
  return day.getTime() / 1000 + hour * 3600 + minute * 60 + second - zoneSeconds(match[8] ?? '')
}

function zoneSeconds(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!match) return 0
  return (Number(match[2]) * 3600 + Number(match[3]) * 60) * (match[1] === '-' ? -1 : 1)
}

/** Amounts are added as whole numbers of this small a part of a dollar: vendors write up to twenty-odd digits. */
const PLACES = 30
export const DOLLAR = 10n ** BigInt(PLACES)
/** No vendor writes longer amounts, and long ones take long to read. */
const MAX_AMOUNT_CHARACTERS = 100
const MICRO = 10n ** BigInt(PLACES - 6)

export interface Amount {
  /** In 1 / DOLLAR. */
  readonly units: bigint
  /** Digits behind the point, as written. */
  readonly places: number
}

/**
 * An amount in dollars, with or without the sign, with thousands set apart; in brackets it is negative. Files whose cells are separated
 * by semicolons write a comma for the point. Undefined: no amount.
 */
export function readAmount(text: string, separator: Separator): Amount | undefined {
  if (text.length > MAX_AMOUNT_CHARACTERS) return undefined
  const isBracketed = /^\(.*\)$/.test(text)
  const bare = (isBracketed ? text.slice(1, -1) : text).replace(/US\$|\$|USD/i, '').replace(/[\s\u00A0]/g, '')
  const plain = pointed(bare.replace('−', '-'), separator)
  const value = plain === undefined ? undefined : readRational(plain)
  if (!value || DOLLAR % value.denominator !== 0n) return undefined
  const units = value.numerator * (DOLLAR / value.denominator)
  const places = /e/i.test(bare) ? PLACES : (/\.(\d*)$/.exec(plain ?? '')?.[1]?.length ?? 0)
  return { units: isBracketed ? -units : units, places }
}

/** The text with a point, and without what sets thousands apart. */
function pointed(text: string, separator: Separator): string | undefined {
  if (separator === ';' && /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(text)) return unsigned(text.replaceAll('.', '').replace(',', '.'))
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return unsigned(text.replaceAll(',', ''))
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? unsigned(text) : undefined
}

const unsigned = (text: string): string => text.replace(/^\+/, '')

/** Millionths of a dollar, rounded once. */
export const microsOf = (units: bigint): bigint => roundHalfAway(units, MICRO)

/** Quota units, rounded once. */
export function quotaOf(units: bigint, quotaPerUnit: number): bigint {
  const perDollar = rational(quotaPerUnit)
  return roundHalfAway(units * perDollar.numerator, DOLLAR * perDollar.denominator)
}

/** Half of the last digit that a file writes, in 1 / DOLLAR: so much an amount in it may be off. Nothing from a millionth on. */
export const halfStep = (places: number): bigint => (places >= 6 ? 0n : DOLLAR / 10n ** BigInt(places) / 2n)
