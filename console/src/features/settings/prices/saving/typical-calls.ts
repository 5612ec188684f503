// Three calls as people make them, at the saved prices and at those of the draft. Exact; what no price is set for costs as it is charged then.
import { decimalText, product, type Rational, rational, sum } from '@waystation/contract/money/rational'
import { type BucketName, bucketOf } from '@waystation/contract/prices/price-buckets'
import { columnDollars, columnOf, perCall } from '@waystation/contract/prices/price-columns'
import { type PriceBook, storedOf } from '../price-book.ts'

/** Factors on the prices of longer prompts, as the server lists them. */
export type LengthSteps = readonly { readonly above: number; readonly factors: Readonly<Record<string, number>> }[]

export interface TypicalCall {
  readonly name: 'chat' | 'agent' | 'long'
  readonly tokens: Readonly<Partial<Record<BucketName, number>>>
}

/** A question, a turn of an agent whose prompt is cached for the greatest part, and a long answer. */
export const typicalCalls: readonly TypicalCall[] = [
  { name: 'chat', tokens: { freshInput: 1000, output: 300 } },
  { name: 'agent', tokens: { freshInput: 2000, cacheRead: 60_000, cacheWrite: 4000, output: 1500 } },
  { name: 'long', tokens: { freshInput: 3000, output: 12_000 } },
]

export interface TypicalCost {
  readonly name: TypicalCall['name']
  /** Dollars; undefined: the model has no price. */
  readonly before: number | undefined
  readonly after: number | undefined
}

interface TypicalParts {
  readonly saved: PriceBook
  readonly book: PriceBook
  readonly model: string
  readonly lengths?: LengthSteps | undefined
}

/** What each of them costs before and after, for callers of a group at ratio 1. */
export function typicalCosts({ saved, book, model, lengths = [] }: TypicalParts): readonly TypicalCost[] {
  return typicalCalls.map((call) => ({
    name: call.name,
    before: costOf(saved, model, call, lengths),
    after: costOf(book, model, call, lengths),
  }))
}

const MILLIONTH = rational('0.000001')
const PLACES = 12

function costOf(book: PriceBook, model: string, { tokens }: TypicalCall, lengths: LengthSteps): number | undefined {
  const fixed = storedOf(book, perCall, model)
  if (fixed !== undefined) return fixed
  const buckets = Object.entries(tokens) as [BucketName, number][] // Object.entries widens the keys
  const prompt = buckets.reduce((all, [name, count]) => all + (bucketOf(name)?.partOf === 'input' ? count : 0), 0)
  const step = lengths.findLast(({ above }) => prompt > above)
  const lines = buckets.map(([name, count]) => {
    const price = bucketDollars(book, model, name)
    return price && product(price, rational(count), MILLIONTH, rational(factorOf(step?.factors, name)))
  })
  const known = lines.filter((line) => line !== undefined)
  return known.length < lines.length ? undefined : Number(decimalText(sum(...known), PLACES))
}

/** Dollars per million tokens: as set, else at the ratio that is charged where none is. */
function bucketDollars(book: PriceBook, model: string, name: BucketName): Rational | undefined {
  const stored = (column: Parameters<typeof storedOf>[1]) => storedOf(book, column, model)
  const own = columnDollars(stored, columnOf(name))
  const input = columnDollars(stored, columnOf('freshInput'))
  return own ?? (input && product(input, rational(bucketOf(name)?.ratio.fallback ?? '1')))
}

function factorOf(factors: Readonly<Record<string, number>> | undefined, name: BucketName): number {
  return factors?.[name] ?? factors?.[bucketOf(name)?.partOf ?? 'input'] ?? 1
}

/** Models with another price of their own, by name. */
export function changedModels(saved: PriceBook, book: PriceBook): readonly string[] {
  const names = Object.entries(book).flatMap(([option, map]) => {
    const before = saved[option] ?? {}
    return Object.keys({ ...before, ...map }).filter((model) => before[model] !== map[model])
  })
  return [...new Set(names)].sort()
}
