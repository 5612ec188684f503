// What an admin types to add to a balance or take from it.
import { quotaOfDollars } from '@waystation/contract/money/quota'

export type Direction = 'add' | 'deduct'

export interface TypedAmount {
  /** Without its sign; undefined while it is no number. */
  readonly text: string
  /** A typed or pasted sign sets it too: `-5` deducts. Undefined: no sign was typed. */
  readonly direction: Direction | undefined
}

/** Divides what stands in the field into its sign and its figures. Thousands may be apart, and a currency sign may stand in front. */
export function typedChange(text: string): TypedAmount {
  const sign = /^\s*[$]?\s*([-−+])/.exec(text)?.[1]
  return {
    text: text.replace(/[^\d.]/g, '').replace(/(\..*)\./g, '$1'),
    direction: sign === undefined ? undefined : sign === '+' ? 'add' : 'deduct',
  }
}

/**
 * The amount in quota units, with its sign; undefined where there is none, or one that changes nothing.
 * @param unitsPerStep quota units that one of what is typed makes: those of a dollar, or 1 where units are typed
 */
export function changeInUnits(text: string, direction: Direction, unitsPerStep: number): number | undefined {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || value * unitsPerStep > Number.MAX_SAFE_INTEGER) return undefined
  const units = quotaOfDollars(value, unitsPerStep)
  if (units === 0) return undefined
  return direction === 'add' ? units : -units
}
