// A reader of the expanded log row: knows the texts that stand there and how many units a dollar has, and adds up with a pocket calculator.
import type { ChargeRow, ShownNumber } from '../../console/src/features/usage-logs/explanation/charge-text.ts'
import { type Fraction, fractionOf, nearest, plus, same, times, whole } from './fraction.ts'

const MILLIONTH: Fraction = { up: 1n, down: 1_000_000n }

/** The number in a text, without its thousands' commas and whatever stands around it. */
function numberIn(text: string): Fraction {
  const found = /\d[\d,]*(\.\d+)?/.exec(text)?.[0]
  if (found === undefined) throw new Error(`no number in: ${text}`)
  return fractionOf(found.replaceAll(',', ''))
}

/** All digits of a shown number: those seen on hovering where some are left out. What is left out must be said, and small. */
function shownValue({ text, exact }: ShownNumber): Fraction {
  if (exact === undefined) return numberIn(text)
  if (!text.includes('≈')) throw new Error(`${text} does not say that digits are left out`)
  const [shown, all] = [numberIn(text), numberIn(exact)]
  const off = shown.up * all.down - all.up * shown.down
  if ((off < 0n ? -off : off) * 100_000_000n > shown.down * all.down) throw new Error(`${text} is not ${exact}`)
  return all
}

/**
 * Adds up what the rows show, and checks every amount on the way.
 * @returns the charge in quota units: what was charged, and what the balance did not cover
 */
export function readBack(rows: readonly ChargeRow[], unitsPerDollar: number, inCurrency: boolean): { charged: bigint; uncovered: bigint } {
  let dollars = whole(0)
  let isRounded = false
  let uncovered = 0n
  const unitsIn = (text: string) => (inCurrency ? nearest(times(numberIn(text), whole(unitsPerDollar))) : nearest(numberIn(text)))
  const check = (row: ChargeRow, value: Fraction) => {
    if (!same(shownValue(row.amount), value)) throw new Error(`the row ${row.key} shows ${row.amount.text}`)
  }
  for (const row of rows) {
    const price = row.price ? shownValue(row.price) : whole(1)
    switch (row.kind) {
      case 'line':
      case 'use': {
        const each = row.price?.text.includes('/ M') ? times(price, MILLIONTH) : price
        const amount = times(numberIn(row.count ?? ''), each)
        check(row, amount)
        dollars = plus(dollars, amount)
        break
      }
      case 'tier':
      case 'group':
        dollars = times(dollars, price)
        check(row, dollars)
        break
      case 'subtotal':
        check(row, dollars)
        break
      case 'units':
        if (!same(price, whole(unitsPerDollar))) throw new Error(`units: ${row.price?.text}`)
        check(row, times(dollars, price))
        break
      case 'rounding':
        isRounded = true
        if (unitsIn(row.amount.text) !== roundedUnits(dollars, unitsPerDollar)) throw new Error(`rounded to ${row.amount.text}`)
        break
      case 'house':
        uncovered = unitsIn(row.amount.text)
        break
      case 'total': {
        const due = roundedUnits(dollars, unitsPerDollar)
        const isWhole = same(times(dollars, whole(unitsPerDollar)), whole(due))
        if (!isRounded && !isWhole) throw new Error('rounded without a word')
        if (unitsIn(row.amount.text) !== due - uncovered) throw new Error(`charged ${row.amount.text}, and it adds up to ${due}`)
        return { charged: due - uncovered, uncovered }
      }
    }
  }
  throw new Error('no total')
}

/** To whole units, and at least one for what costs anything. */
function roundedUnits(dollars: Fraction, unitsPerDollar: number): bigint {
  const units = times(dollars, whole(unitsPerDollar))
  const rounded = nearest(units)
  return rounded === 0n && units.up > 0n ? 1n : rounded
}
