// Sums by model and step of time, as charts show them.
import { MOST_USAGE_MODELS, type UsageOrder, type UsageSums } from '@waystation/contract/data'

/** What one model used in one step of time. */
export interface ModelSum extends UsageSums {
  /** Start of the step, unix seconds. */
  readonly start: number
  readonly model: string
}

/** One model over time; each list has a sum for every start. */
export interface ModelSeries {
  /** Null: all others together. */
  readonly model: string | null
  readonly quota: number[]
  readonly calls: number[]
  readonly tokens: number[]
}

/** The largest models over time, and the others together as the last, if there are any. */
export function largestModels(sums: readonly ModelSum[], starts: readonly number[], order: UsageOrder): ModelSeries[] {
  const at = new Map(starts.map((start, index) => [start, index]))
  const own = new Set(
    rankModels(sums, order)
      .slice(0, MOST_USAGE_MODELS)
      .map(({ model }) => model),
  )
  const series = new Map<string | null, ModelSeries>([...own].map((model) => [model, emptySeries(model, starts.length)]))
  for (const sum of sums) {
    const model = own.has(sum.model) ? sum.model : null
    const one = series.get(model) ?? emptySeries(null, starts.length)
    series.set(model, one)
    add(one, sum, at.get(sum.start) ?? 0)
  }
  return [...series.values()]
}

export interface ModelTotal extends UsageSums {
  readonly model: string
}

/** Every model with its total, the largest first. */
export function rankModels(sums: readonly ModelSum[], order: UsageOrder): ModelTotal[] {
  const totals = new Map<string, { model: string } & UsageSums>()
  for (const { model, quota, calls, prompt_tokens, completion_tokens } of sums) {
    const total = totals.get(model)
    totals.set(model, {
      model,
      quota: quota + (total?.quota ?? 0),
      calls: calls + (total?.calls ?? 0),
      prompt_tokens: prompt_tokens + (total?.prompt_tokens ?? 0),
      completion_tokens: completion_tokens + (total?.completion_tokens ?? 0),
    })
  }
  return [...totals.values()].toSorted((a, b) => sizeOf(b, order) - sizeOf(a, order) || (a.model < b.model ? -1 : 1))
}

/** All of them together. */
export function totalOf(sums: readonly UsageSums[]): UsageSums {
  const total = { quota: 0, calls: 0, prompt_tokens: 0, completion_tokens: 0 }
  for (const sum of sums) {
    total.quota += sum.quota
    total.calls += sum.calls
    total.prompt_tokens += sum.prompt_tokens
    total.completion_tokens += sum.completion_tokens
  }
  return total
}

export const tokensOf = (sums: UsageSums): number => sums.prompt_tokens + sums.completion_tokens

const sizeOf = (sums: UsageSums, order: UsageOrder): number => (order === 'tokens' ? tokensOf(sums) : sums[order])

function emptySeries(model: string | null, length: number): ModelSeries {
  const zeros = () => Array.from({ length }, () => 0)
  return { model, quota: zeros(), calls: zeros(), tokens: zeros() }
}

function add(series: ModelSeries, sum: ModelSum, at: number): void {
  series.quota[at] = (series.quota[at] ?? 0) + sum.quota
  series.calls[at] = (series.calls[at] ?? 0) + sum.calls
  series.tokens[at] = (series.tokens[at] ?? 0) + tokensOf(sum)
}
