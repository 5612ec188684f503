import { type BooksOverview, MAX_BOOK_DAYS } from '@waystation/contract/money/books'
import { isRoot } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import { Arriving, Banner, BooksIcon, Button, DayRange, DownloadIcon, EmptyState, ErrorState, Page, UploadIcon } from '~/ui/kit'
import { BillDialog } from './BillDialog.tsx'
import { BookFigures } from './BookFigures.tsx'
import { BookTable } from './BookTable.tsx'
import { exportBooks } from './books-csv.ts'
import { daysOf, spanNames, spanText } from './books-days.ts'
import { CheckPanel } from './panels/CheckPanel.tsx'
import { DriftPanel } from './panels/DriftPanel.tsx'
import { RevenueChart } from './panels/RevenueChart.tsx'
import { WriteOffPanel } from './panels/WriteOffPanel.tsx'
import { type BooksView, useBooks, useBooksView, useChecks } from './use-books.ts'
import './books.css'

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
        {!books && <Arriving />}
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
