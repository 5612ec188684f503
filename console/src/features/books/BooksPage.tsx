import { type BookSums, type BooksOverview, MAX_BOOK_DAYS } from '@waystation/contract/money/books'
import { dollarText } from '@waystation/contract/money/quota'
import { isRoot } from '@waystation/contract/site/status-table'
import { csvLine } from '@waystation/contract/values/csv'
import { useState } from 'react'
import { type Text, useLanguage, useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { useUser } from '~/session/user'
import {
  Banner,
  BooksIcon,
  Button,
  Chart,
  type ChartSeries,
  DayRange,
  DownloadIcon,
  EmptyState,
  ErrorState,
  OTHER_COLOR,
  Page,
  Panel,
  saveFile,
  UploadIcon,
} from '~/ui/kit'
import { BillDialog } from './BillDialog.tsx'
import { BookFigures } from './BookFigures.tsx'
import { BookTable, bookRows } from './BookTable.tsx'
import { daysOf, dayText, isoDay, spanNames, spanText } from './books-days.ts'
import { CheckPanel } from './CheckPanel.tsx'
import { DriftPanel } from './DriftPanel.tsx'
import { marginOf } from './margin.ts'
import { useMoney } from './money.ts'
import { type BooksView, type Grouping, useBooks, useBooksView, useChecks } from './use-books.ts'
import './books.css'

/** Rows that are shown before "show all". */
const FIRST_ROWS = 8

/** What calls cost beyond what their users could pay: by user, model and day, the largest first. The rows add up to the total. */
function WriteOffPanel({ books }: { readonly books: BooksOverview }) {
  const t = useText()
  const language = useLanguage()
  const money = useMoney()
  const [isWhole, setIsWhole] = useState(false)
  const { rows, quota, left_out: leftOut } = books.write_offs
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  const rest = leftOut + rows.slice(shown.length).reduce((sum, row) => sum + row.quota, 0)
  const total = (
    <strong className="books-drift-total" title={money.exact(quota)}>
      {money.row(quota)}
    </strong>
  )
  return (
    <Panel
      title={t('books.writeOffs.title')}
      isFlush
      aside={
        <>
          <span>{t('books.writeOffs.hint')}</span>
          {total}
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="books-none">{t('books.writeOffs.none')}</p>
      ) : (
        <ul className="books-drifts">
          {shown.map((row) => (
            <li key={`${row.day} ${row.user_id} ${row.model}`}>
              <div className="books-drift-head">
                <span className="mono ellipsis" title={row.model}>
                  {row.model}
                </span>
                <span title={money.exact(row.quota)}>{money.row(row.quota)}</span>
              </div>
              <p className="text3">
                {[row.username || `#${row.user_id}`, dayText(row.day, language), t('books.calls', { count: row.calls })].join(' · ')}
              </p>
            </li>
          ))}
          {rest !== 0 && (
            <li className="books-drift-rest">
              <span>{t('books.writeOffs.others')}</span>
              <span title={money.exact(rest)}>{money.row(rest)}</span>
            </li>
          )}
        </ul>
      )}
      {rows.length > FIRST_ROWS && (
        <div className="books-more">
          <Button kind="text" size="small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('books.showFewer') : t('books.showAll', { count: rows.length })}
          </Button>
        </div>
      )}
    </Panel>
  )
}

// The table as CSV: amounts on the screen are rounded, those in the file are exact.

/** Saves what the table shows, with all of its rows and the total. */
function exportBooks(books: BooksOverview, grouping: Grouping, t: Text): void {
  const name = `books-${isoDay(books.from)}-${isoDay(books.to - 1)}.csv`
  saveFile({ name, blob: new Blob([`\uFEFF${booksCsv(books, grouping, t, quotaPerUnit())}`], { type: 'text/csv;charset=utf-8' }) })
}

const figures = ['calls', 'revenue', 'cost', 'margin', 'unpriced', 'bill', 'drift'] as const

/** Amounts in dollars, exact; an empty cell is unknown. */
function booksCsv(books: BooksOverview, grouping: Grouping, t: Text, perUnit: number): string {
  const head = [t(`books.by.${grouping}`), ...figures.map((figure) => t(`books.columns.${figure}`))]
  const rows = bookRows(books, grouping, { deleted: t('books.deletedChannel'), nameless: t('books.noModel') })
  const cells = (name: string, sums: BookSums) => [name, ...cellsOf(sums, perUnit)]
  const lines = [
    csvLine(head),
    ...rows.map(({ id, name, sums }) => csvLine(cells(id === undefined ? name : `#${id} ${name}`, sums))),
    csvLine(cells(t('books.total'), books.totals)),
  ]
  return `${lines.join('\r\n')}\r\n`
}

function cellsOf(sums: BookSums, perUnit: number): (string | number)[] {
  // A number stays one for a spreadsheet, a negative one too.
  const dollars = (units: number | null | undefined) =>
    units === null || units === undefined ? '' : Number(dollarText(units, perUnit).replace('$', ''))
  const isKnown = sums.calls === 0 || sums.unpriced < sums.calls
  return [
    sums.calls,
    dollars(sums.revenue),
    isKnown ? dollars(sums.cost) : '',
    dollars(marginOf(sums)),
    sums.unpriced,
    dollars(sums.bill),
    dollars(sums.drift),
  ]
}

/** The colour of calls whose cost is not known: neither cost nor margin. */
const UNKNOWN_COLOR = 1

/** Each day's revenue: below what vendors take, above it what is left. A loss has no bar of its own; the table tells it. */
function RevenueChart({ books }: { readonly books: BooksOverview | undefined }) {
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

/** What users paid, what vendors take by our count and by their bills, and whether the ledger agrees. All choices are in the URL. */
export default function BooksPage() {
  const t = useText()
  const view = useBooksView()
  const { data: books, error, refresh } = useBooks(view)
  const [isUploading, setIsUploading] = useState(false)
  return (
    <Page
      title={t('books.title')}
      subtitle={t('books.subtitle')}
      notice={<DifferenceBanner />}
      actions={<Controls view={view} books={books} onUpload={() => setIsUploading(true)} />}
    >
      {error && !books ? <ErrorState error={error} onRetry={refresh} /> : <Books view={view} books={books} />}
      <BillDialog isOpen={isUploading} onClose={() => setIsUploading(false)} />
    </Page>
  )
}

interface BooksProps {
  readonly view: BooksView
  /** undefined while they load. */
  readonly books: BooksOverview | undefined
}

function Books({ view, books }: BooksProps) {
  const t = useText()
  const isEmpty = books !== undefined && books.totals.calls === 0 && books.totals.bill === null
  return (
    <>
      <BookFigures view={view} books={books} />
      <div className="books-grid">
        {isEmpty ? (
          <div className="books-empty">
            <EmptyState icon={<BooksIcon />} title={t('books.emptyTitle')} text={t('books.emptyText')} />
          </div>
        ) : (
          <RevenueChart books={books} />
        )}
        <CheckPanel />
        {!isEmpty && (
          <>
            <BookTable view={view} books={books} />
            <DriftPanel books={books} />
            {books && <WriteOffPanel books={books} />}
          </>
        )}
      </div>
    </>
  )
}

function Controls({ view, books, onUpload }: BooksProps & { readonly onUpload: () => void }) {
  const t = useText()
  const language = useLanguage()
  return (
    <div className="books-controls">
      <DayRange
        label={t('books.range')}
        text={spanText(view.span, language)}
        choices={spanNames.map((name) => ({
          label: t(`books.spans.${name}`),
          isChosen: name === view.chosen,
          choose: () => view.choose(name),
        }))}
        days={daysOf(view.span)}
        mostDays={MAX_BOOK_DAYS}
        onApply={view.choose}
      />
      <Button icon={<UploadIcon />} onClick={onUpload}>
        {t('books.bill.upload')}
      </Button>
      <Button icon={<DownloadIcon />} isDisabled={!books} onClick={() => books && exportBooks(books, view.grouping, t)}>
        CSV
      </Button>
    </div>
  )
}

/** A ledger that does not agree with itself is the first thing that a super admin reads here. */
function DifferenceBanner() {
  const t = useText()
  const { data } = useChecks()
  const user = useUser()
  const count = data?.last?.checks.reduce((sum, { differences }) => sum + differences, 0) ?? 0
  if (count === 0 || !isRoot(user?.role ?? 0)) return null
  return <Banner tone="red">{t('books.check.banner', { count })}</Banner>
}
