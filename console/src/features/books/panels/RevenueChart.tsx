import type { BooksOverview } from '@waystation/contract/money/books'
import { useLanguage, useText } from '~/i18n'
import { Chart, type ChartSeries, OTHER_COLOR, Panel } from '~/ui/kit'
import { dayText } from '../books-days.ts'
import { useMoney } from '../money.ts'

/** The colour of calls whose cost is not known: neither cost nor margin. */
const UNKNOWN_COLOR = 1

/** Each day's revenue: below what vendors take, above it what is left. A loss has no bar of its own; the table tells it. */
export function RevenueChart({ books }: { readonly books: BooksOverview | undefined }) {
  const t = useText()
  const language = useLanguage()
  const money = useMoney()
  const days = books?.days ?? []
  const priced = days.map(({ revenue, unpriced_revenue }) => revenue - unpriced_revenue)
  const cost = days.map((one, at) => Math.min(one.cost, priced[at] ?? 0))
  const series: ChartSeries[] = [
    { name: t('books.figures.cost'), values: cost, color: OTHER_COLOR },
    { name: t('books.figures.margin'), values: days.map((one, at) => Math.max(0, (priced[at] ?? 0) - one.cost)), color: 0 },
    { name: t('books.unknownCost'), values: days.map(({ unpriced_revenue }) => unpriced_revenue), color: UNKNOWN_COLOR },
  ]
  return (
    <Panel title={t('books.byDay')}>
      <Chart
        title={t('books.byDay')}
        kind="bars"
        labels={days.map(({ day }) => dayText(day, language))}
        series={series.filter(({ values }, at) => at < 2 || values.some((value) => value !== 0))}
        format={money.short}
        axisFormat={money.axis(Math.max(0, ...days.map(({ revenue }) => revenue)))}
        totalName={t('books.figures.revenue')}
        isLoading={!books}
        emptyText={t('books.noCalls')}
        height={200}
      />
    </Panel>
  )
}
