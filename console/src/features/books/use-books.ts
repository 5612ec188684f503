import { bookChecks, booksOverview, checkBooks, deleteBill, listBills, previewBill, storeBill } from '@waystation/contract/api/money/books'
import type { BookChecks, BooksOverview } from '@waystation/contract/money/books'
import { useCall } from '~/api/use-call'
import { type Data, useData } from '~/api/use-data'
import { useUrlChoice, useUrlState } from '~/ui/kit'
import { type Chosen, chosenText, readChosen, type Span, spanOf } from './books-days.ts'

export const groupings = ['channels', 'models', 'days'] as const
export type Grouping = (typeof groupings)[number]

/** What the page shows. All of it stands in the URL. */
export interface BooksView {
  readonly chosen: Chosen
  readonly span: Span
  readonly choose: (chosen: Chosen) => void
  readonly grouping: Grouping
  readonly group: (grouping: Grouping) => void
}

export function useBooksView(): BooksView {
  const { params, change } = useUrlState()
  const [grouping, group] = useUrlChoice('by', groupings)
  const chosen = readChosen(params.range)
  return { chosen, span: spanOf(chosen, Date.now()), choose: (next) => change({ range: chosenText(next) }), grouping, group }
}

export function useBooks({ span }: BooksView): Data<BooksOverview> {
  const query = { start_timestamp: span.from, end_timestamp: span.to }
  return useData(booksOverview, { query }, { keepsPrevious: true, refetchesOnReturn: true })
}

/** Milliseconds between two fetches of the ledger's checks: while one runs, and otherwise. */
const WHILE_RUNNING_MS = 1000
const ELSE_MS = 60_000

export function useChecks(): Data<BookChecks> & { readonly again: () => Promise<unknown> } {
  // A second subscription to the same query refetches it faster while a check runs.
  const known = useData(bookChecks, {}, { everyMs: ELSE_MS })
  const isRunning = known.data?.is_running === true
  useData(bookChecks, {}, { everyMs: WHILE_RUNNING_MS, when: isRunning })
  const start = useCall(checkBooks, { refreshes: [bookChecks] })
  return { ...known, again: () => start.run() }
}

/** The calls of the upload dialog. */
export function useBillCalls() {
  const preview = useCall(previewBill, { isQuiet: true })
  const store = useCall(storeBill, { refreshes: [booksOverview, listBills], done: 'books.bill.stored', isQuiet: true })
  const remove = useCall(deleteBill, { refreshes: [booksOverview, listBills], done: 'books.bill.deleted' })
  return { preview, store, remove }
}
