// The table as CSV: amounts on the screen are rounded, those in the file are exact.
import type { BookSums, BooksOverview } from '@waystation/contract/money/books'
import { dollarText } from '@waystation/contract/money/quota'
import { csvLine } from '@waystation/contract/values/csv'
import type { Text } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { saveFile } from '~/ui/kit'
import { bookRows } from './BookTable.tsx'
import { isoDay } from './books-days.ts'
import { marginOf } from './margin.ts'
import type { Grouping } from './use-books.ts'

/** Saves what the table shows, with all of its rows and the total. */
export function exportBooks(books: BooksOverview, grouping: Grouping, t: Text): void {
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
