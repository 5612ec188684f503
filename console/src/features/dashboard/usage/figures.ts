import { MAX_RANKED_MODELS, type UsageOrder, type UsageOverview } from '@waystation/contract/calls/data'
import { useLanguage, useText } from '~/i18n'
import { columnNumber, numberText, shortNumber, useMoneyAxis, useQuotaFormat } from '~/ui/kit'

export type ModelSeries = UsageOverview['models'][number]

export interface MetricFormat {
  /** `$187.42`, `12.4k`. */
  readonly short: (value: number) => string
  /** With nothing rounded away, for tooltips. */
  readonly exact: (value: number) => string
  /** At an axis that ends near the largest value. */
  readonly axis: (largest: number) => (value: number) => string
  /** In a column with this largest value. */
  readonly column: (largest: number) => (value: number) => string
}

/** How the figures of a metric are written. */
export function useMetricFormat(metric: UsageOrder): MetricFormat {
  const money = useQuotaFormat()
  const axis = useMoneyAxis()
  const language = useLanguage()
  if (metric !== 'quota') {
    return { short: shortNumber, exact: (value) => numberText(value, language), axis: () => shortNumber, column: columnNumber }
  }
  const places = (largest: number) => (money(largest).startsWith('$0.00') ? 4 : 2)
  return {
    short: (value) => money(value),
    exact: (value) => money(value, 'exact'),
    axis,
    column: (largest) => {
      const least = places(largest) === 2 ? '$0.01' : '$0.0001'
      return (value) => {
        const text = money(value, 'table', places(largest))
        // What is little is not nothing.
        return value > 0 && Number(text.replace(/[<$,]/g, '')) < Number(least.slice(1)) ? `<${least}` : text
      }
    },
  }
}

/** All models together, one sum per start; null for what is still to come. */
export function courseOf({ models, starts, as_of }: UsageOverview, metric: UsageOrder): (number | null)[] {
  return starts.map((start, at) => (start > as_of ? null : models.reduce((sum, model) => sum + (model[metric][at] ?? 0), 0)))
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

export const tokensOf = ({ prompt_tokens, completion_tokens }: { readonly prompt_tokens: number; readonly completion_tokens: number }) =>
  prompt_tokens + completion_tokens

/** What each series of the overview is called; the last may be all others, with how many they are as far as that is known. */
export function useModelNames(overview: UsageOverview | undefined): readonly string[] {
  const t = useText()
  if (!overview) return []
  const { models, ranking } = overview
  const others = ranking.length - models.filter(({ model }) => model !== null).length
  return models.map(
    ({ model }) => model ?? (ranking.length < MAX_RANKED_MODELS ? t('dashboard.others', { count: others }) : t('dashboard.other')),
  )
}
