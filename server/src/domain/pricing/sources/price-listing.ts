// What every list of prices is read into, whatever its format.

import { decimalText, type Rational, readRational } from '@waystation/contract/money/rational'
import { safeName } from '@waystation/contract/options/option'

/** What a list says: models with the number of each option that it knows. */
export interface PriceListing {
  readonly models: readonly ListedModel[]
  /** Entries that are no price. */
  readonly unreadable: number
}

export interface ListedModel {
  readonly model: string
  /** By the key of the option. */
  readonly prices: readonly (readonly [key: string, value: number])[]
}

/** As long as the name of a model may be in the log. */
const MAX_NAME = 190
/** A ratio of 1 is 2 dollars for a million tokens: nothing costs a million times that. */
const MAX_NUMBER = 1_000_000

/** Can a model be called this? */
export function isModelName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME && safeName.safeParse(name).success
}

/** A number of a list, exact; undefined where it is none that a price can have. */
export function listedNumber(value: unknown): Rational | undefined {
  return typeof value === 'number' && value >= 0 && value <= MAX_NUMBER ? readRational(value) : undefined
}

/** The number of an option: rounded once, so that no sum of binary fractions shows. */
export function roundedNumber(value: Rational, places: number): number {
  return Number(decimalText(value, places))
}
