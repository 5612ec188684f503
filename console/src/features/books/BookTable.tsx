import type { BookSums, BooksOverview } from '@waystation/contract/money/books'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { Button, NumberText, Panel, Segmented, SkeletonLines } from '~/ui/kit'
import { dayText, isoDay } from './books-days.ts'
import { marginOf, marginShare, shareText } from './margin.ts'
import { useMoney } from './money.ts'
import { type BooksView, type Grouping, groupings } from './use-books.ts'

/** Rows that are shown before "show all". */
const FIRST_ROWS = 15
const columns = ['calls', 'revenue', 'cost', 'margin', 'marginPercent', 'bill', 'drift'] as const

/** Margin by channel, model or day, with what vendors billed for it. */
export function BookTable({ view, books }: { readonly view: BooksView; readonly books: BooksOverview | undefined }) {
  const t = useText()
  return (
    <Panel title={t('books.margin')} isFlush aside={<Aside view={view} />}>
      {books ? (
        <Rows key={view.grouping} view={view} books={books} />
      ) : (
        <div className="books-loading">
          <SkeletonLines count={6} />
        </div>
      )}
    </Panel>
  )
}

function Aside({ view }: { readonly view: BooksView }) {
  const t = useText()
  return (
    <>
      <span className="books-aside-text">{t('books.tableHint')}</span>
      <Segmented
        label={t('books.groupBy')}
        size="small"
        value={view.grouping}
        onChange={view.group}
        choices={groupings.map((value) => ({ value, label: t(`books.by.${value}`) }))}
      />
    </>
  )
}

function Rows({ view, books }: { readonly view: BooksView; readonly books: BooksOverview }) {
  const t = useText()
  const language = useLanguage()
  const [isWhole, setIsWhole] = useState(false)
  const lines = bookRows(books, view.grouping, { language, deleted: t('books.deletedChannel'), nameless: t('books.noModel') })
  const shown = isWhole ? lines : lines.slice(0, FIRST_ROWS)
  return (
    // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="books-table" tabIndex={0} aria-label={t('books.margin')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`books.by.${view.grouping}`)}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`books.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <Row key={line.key} line={line} isMono={view.grouping === 'models'} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('books.total')}</th>
            <Cells sums={books.totals} />
          </tr>
        </tfoot>
      </table>
      {lines.length > FIRST_ROWS && (
        <div className="books-more">
          <Button kind="text" size="small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('books.showFewer') : t('books.showAll', { count: lines.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

function Row({ line, isMono }: { readonly line: BookLine; readonly isMono: boolean }) {
  return (
    <tr>
      <th scope="row" className={isMono ? 'mono' : ''} title={line.name}>
        {line.id !== undefined && <span className="text3">#{line.id} </span>}
        {line.name}
      </th>
      <Cells sums={line.sums} />
    </tr>
  )
}

function Cells({ sums }: { readonly sums: BookSums }) {
  const t = useText()
  const money = useMoney()
  const margin = marginOf(sums)
  const share = marginShare(sums)
  const isUnknown = sums.calls > 0 && margin === undefined
  const loss = (value: number | undefined) => (value !== undefined && value < 0 ? 'tone-red' : '')
  return (
    <>
      <td>
        <NumberText value={sums.calls} />
      </td>
      <td title={money.exact(sums.revenue)}>{money.short(sums.revenue)}</td>
      {isUnknown ? (
        <td className="text3" colSpan={3}>
          {t('books.unknownCost')}
        </td>
      ) : (
        <>
          <td className="text2" title={costHint(sums, money.exact(sums.cost), t('books.unpricedCalls', { count: sums.unpriced }))}>
            {money.short(sums.cost)}
            {sums.unpriced > 0 && <sup>*</sup>}
          </td>
          <td className={`strong ${loss(margin)}`} title={money.exact(margin ?? 0)}>
            {money.short(margin ?? 0)}
          </td>
          <td className={loss(share)}>{share === undefined ? '–' : shareText(share)}</td>
        </>
      )}
      <BillCells sums={sums} />
    </>
  )
}

const costHint = ({ unpriced }: BookSums, exact: string, more: string): string => (unpriced > 0 ? `${exact} · ${more}` : exact)

/** A difference that the rounding of amounts to cents hides is none to look at. */
function BillCells({ sums: { bill, drift, revenue } }: { readonly sums: BookSums }) {
  const t = useText()
  const money = useMoney()
  if (bill === null || drift === null) {
    return (
      <td className="text3" colSpan={2}>
        {t('books.noBill')}
      </td>
    )
  }
  const text = money.signed(drift)
  const isSmall = money.short(drift) === money.short(0)
  // More than a hundredth of the bill is worth a look.
  const isLarge = !isSmall && Math.abs(drift) * 100 > Math.max(bill, revenue, 1)
  return (
    <>
      <td title={money.exact(bill)}>{money.short(bill)}</td>
      <td className={isSmall ? 'text3' : isLarge ? 'tone-amber' : ''} title={money.exact(drift)}>
        {isSmall ? '–' : text}
      </td>
    </>
  )
}

// The lines of the table and of its export: by channel, model or day.

export interface BookLine {
  readonly key: string
  readonly name: string
  /** Of a channel. */
  readonly id?: number
  readonly sums: BookSums
}

/** Names for what has none. */
export interface RowWords {
  readonly deleted: string
  readonly nameless: string
  /** Days in words; absent: as `2026-03-18`. */
  readonly language?: Language
}

export function bookRows(books: BooksOverview, grouping: Grouping, { deleted, nameless, language }: RowWords): BookLine[] {
  if (grouping === 'channels') {
    return books.channels.map((sums) => ({ key: String(sums.channel_id), id: sums.channel_id, name: sums.name || deleted, sums }))
  }
  if (grouping === 'models') return books.models.map((sums) => ({ key: sums.model, name: sums.model || nameless, sums }))
  // Days on which nothing happened are no rows; the newest stands first.
  return books.days
    .filter(({ calls, revenue, bill }) => calls !== 0 || revenue !== 0 || bill !== null)
    .toReversed()
    .map((sums) => ({ key: String(sums.day), name: language ? dayText(sums.day, language) : isoDay(sums.day), sums }))
}
