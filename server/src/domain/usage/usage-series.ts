// Sums by model over time, as charts show them.
import { MAX_USAGE_MODELS, type UsageSums } from '@waystation/contract/calls/data'

/** What a model used in a whole span. */
export interface ModelTotal extends UsageSums {
  readonly model: string
}

/** What a model used in one step of time; null: all models without a series of their own. */
export interface ModelStep extends UsageSums {
  /** Start of the step, unix seconds. */
  readonly start: number
  readonly model: string | null
}

/** A model over time; each list has a sum for every start. */
export interface ModelSeries {
  /** Null: all others together. */
  readonly model: string | null
  readonly quota: number[]
  readonly calls: number[]
  readonly tokens: number[]
}

/** Of models in order, the names of those that get a series of their own. */
export const shownModels = (ranking: readonly ModelTotal[]): string[] => ranking.slice(0, MAX_USAGE_MODELS).map(({ model }) => model)

/** A series for each model that is shown, in order, and one of the others as the last, if there are any. */
export function seriesOf(shown: readonly string[], steps: readonly ModelStep[], starts: readonly number[]): ModelSeries[] {
  const at = new Map(starts.map((start, index) => [start, index]))
  const series = new Map<string | null, ModelSeries>(shown.map((model) => [model, emptySeries(model, starts.length)]))
  for (const step of steps) {
    const one = series.get(step.model) ?? emptySeries(null, starts.length)
    series.set(one.model, one)
    const index = at.get(step.start) ?? 0
    one.quota[index] = (one.quota[index] ?? 0) + step.quota
    one.calls[index] = (one.calls[index] ?? 0) + step.calls
    one.tokens[index] = (one.tokens[index] ?? 0) + tokensOf(step)
  }
  return [...series.values()]
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

function emptySeries(model: string | null, length: number): ModelSeries {
  const zeros = () => Array.from({ length }, () => 0)
  return { model, quota: zeros(), calls: zeros(), tokens: zeros() }
}
