// How far a vendor's count is believed (decision D57). A count is doubted upward only, input and output apart, and what is doubted is charged
// at the bound: never at a count of our own, which may be far too low.

import type { SoldUnit, Usage } from '@waystation/contract/calls/usage'
import { type BucketName, priceBuckets } from '@waystation/contract/prices/price-buckets'

/** The most of the unit that a call is sold by; absent: it is sold by none. */
interface SoldBound {
  readonly sold?: { readonly unit: SoldUnit; readonly most: number } | undefined
}

/** The most that a vendor may count for one request and its answer, in tokens, and in uses of its tools. */
export interface CountBounds extends SoldBound {
  /** Of all input, for a request that holds nothing but its own text: an inexpensive first look. */
  readonly textInput: number
  /** Of all input, whatever the request holds: at least `textInput`. */
  input(): number
  /** @param visibleTokens what has come of the answer, by our own count */
  output(visibleTokens: number): number
  readonly uses: number
}

/** Words of the vendor around the prompt: templates, and descriptions of its tools. */
const VENDORS_WORDS_TOKENS = 10_000
/** The context of a model that is not known. */
export const UNKNOWN_CONTEXT_TOKENS = 2_000_000
/** An answer whose maximum is not known: models think for so long unseen, and what is seen may be counted in shorter tokens than ours. */
const UNSEEN_OUTPUT_TOKENS = 300_000
const OUTPUT_FACTOR = 10

export interface BoundParts extends SoldBound {
  /** Bytes of the body that was sent, with those that the vendor reads again. */
  readonly sentBytes: number
  /** May the vendor read more than these bytes? Asked only where its count goes beyond them. */
  readonly readsBeyondBytes: () => boolean
  /** The context of the model, in tokens; undefined: unknown. */
  readonly contextTokens: number | undefined
  /** How often the vendor may run tools of its own, each time reading its context again. */
  readonly steps: number
  /** The most tokens of all answers together, as they were asked for or as the model has them; undefined: unknown. */
  readonly maxOutputTokens: number | undefined
  /** Uses of priced tools that the request allows. */
  readonly uses: number
}

export function countBounds(parts: BoundParts): CountBounds {
  const textInput = parts.sentBytes + VENDORS_WORDS_TOKENS
  const rounds = 1 + parts.steps
  let input: number | undefined
  const allInput = () => {
    if (parts.steps === 0 && !parts.readsBeyondBytes()) return textInput
    return Math.max(textInput, (parts.contextTokens ?? UNKNOWN_CONTEXT_TOKENS) * rounds)
  }
  return {
    textInput,
    input: () => (input ??= allInput()),
    output: (visibleTokens) => {
      const unknown = UNSEEN_OUTPUT_TOKENS + OUTPUT_FACTOR * visibleTokens
      const most = parts.maxOutputTokens === undefined ? unknown : parts.maxOutputTokens * rounds
      return Math.ceil(Math.max(most, visibleTokens))
    },
    uses: parts.uses,
    sold: parts.sold,
  }
}

export interface BoundedUsage {
  readonly usage: Usage
  /** What was cut, with the bound that it was cut to. Empty where all is believed. */
  readonly cut: CutCounts
}

/** Bounds that a vendor's count went beyond. */
export interface CutCounts extends Readonly<Partial<Record<SoldUnit, number>>> {
  readonly input?: number
  readonly output?: number
  readonly uses?: number
}

/** The usage, cut to the bounds where it goes beyond them. */
export function withinBounds(usage: Usage, bounds: CountBounds, visibleTokens: number): BoundedUsage {
  const cut: { -readonly [Key in keyof CutCounts]: number } = {}
  let result = usage
  const input = sumOf('input', usage)
  if (input > bounds.textInput && input > bounds.input()) {
    cut.input = bounds.input()
    result = cutTo('input', result, cut.input)
  }
  const output = bounds.output(visibleTokens)
  if (sumOf('output', usage) > output) {
    cut.output = output
    result = cutTo('output', result, output)
  }
  if (usage.uses && Object.values(usage.uses).some((count) => count > bounds.uses)) {
    cut.uses = bounds.uses
    result = withUsesUpTo(bounds.uses, result)
  }
  const { sold } = bounds
  if (sold && (usage[sold.unit] ?? 0) > sold.most) {
    cut[sold.unit] = sold.most
    result = { ...result, [sold.unit]: sold.most }
  }
  return { usage: result, cut }
}

function withUsesUpTo(most: number, { uses, ...others }: Usage): Usage {
  if (most === 0) return others
  return { ...others, uses: Object.fromEntries(Object.entries(uses ?? {}).map(([kind, count]) => [kind, Math.min(count, most)])) }
}

type Side = 'input' | 'output'
const buckets = { input: bucketsOf('input'), output: bucketsOf('output') }

function bucketsOf(side: Side) {
  return priceBuckets.filter(({ partOf }) => partOf === side).map(({ name }) => name)
}

type Tokens = Readonly<Record<BucketName | 'reasoning', number>>

/** All tokens of one side: all input with its caches, or all output. */
export function sumOf(side: Side, usage: Tokens): number {
  let sum = 0
  for (const name of buckets[side]) sum += usage[name]
  return sum
}

/** The usage with one side of another. */
export function withSide<Counted extends Tokens>(side: Side, usage: Counted, other: Tokens): Counted {
  const result = { ...usage, ...Object.fromEntries(buckets[side].map((name) => [name, other[name]])) }
  return side === 'output' ? { ...result, reasoning: other.reasoning } : result
}

/** One side cut to so many tokens, all of its buckets in proportion. */
function cutTo(side: Side, usage: Usage, most: number): Usage {
  const sum = sumOf(side, usage)
  const parts = buckets[side].map((name) => [name, Math.floor((usage[name] / sum) * most)] as const)
  const rest = most - parts.reduce((total, [, count]) => total + count, 0)
  const largest = parts.reduce((one, other) => (other[1] > one[1] ? other : one))[0]
  const cut = { ...usage, ...Object.fromEntries(parts.map(([name, count]) => [name, name === largest ? count + rest : count])) }
  return { ...cut, reasoning: Math.min(cut.reasoning, sumOf('output', cut)) }
}
