import type { BooksOverview } from '@waystation/contract/money/books'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { Button, Panel } from '~/ui/kit'
import { dayText } from '../books-days.ts'
import { useMoney } from '../money.ts'

/** Rows that are shown before "show all". */
const FIRST_ROWS = 8

/** What calls cost beyond what their users could pay: by user, model and day, the largest first. The rows add up to the total. */
export function WriteOffPanel({ books }: { readonly books: BooksOverview }) {
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
