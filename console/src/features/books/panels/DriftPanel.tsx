import type { BooksOverview, Drift, DriftCause } from '@waystation/contract/money/books'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { Button, Panel, SkeletonLines, Tag } from '~/ui/kit'
import { dayText } from '../books-days.ts'
import { useMoney } from '../money.ts'

/** Rows that are shown before "show all". */
const FIRST_ROWS = 8

/** What our own sums account for is neutral; what they do not is worth a look. */
const ambers: ReadonlySet<DriftCause> = new Set(['unlogged', 'unexplained', 'unbilled'])

/** Why bills differ from our count, the largest difference first. The rows add up to the total. */
export function DriftPanel({ books }: { readonly books: BooksOverview | undefined }) {
  const t = useText()
  const money = useMoney()
  const drift = books?.totals.drift ?? null
  return (
    <Panel
      title={t('books.causes')}
      isFlush
      aside={
        <>
          <span>{t('books.causesHint')}</span>
          {drift !== null && (
            <strong className="books-drift-total" title={money.exact(drift)}>
              {money.signed(drift)}
            </strong>
          )}
        </>
      }
    >
      {books ? (
        <Drifts books={books} />
      ) : (
        <div className="books-loading">
          <SkeletonLines count={4} />
        </div>
      )}
    </Panel>
  )
}

function Drifts({ books }: { readonly books: BooksOverview }) {
  const t = useText()
  const money = useMoney()
  const [isWhole, setIsWhole] = useState(false)
  const { drifts, drifts_left_out: leftOut } = books
  if (books.totals.bill === null) return <p className="books-none">{t('books.noBills')}</p>
  if (drifts.length === 0) return <p className="books-none">{t('books.noDrift')}</p>
  const shown = isWhole ? drifts : drifts.slice(0, FIRST_ROWS)
  const rest = leftOut + (isWhole ? 0 : drifts.slice(FIRST_ROWS).reduce((sum, one) => sum + one.drift, 0))
  return (
    <>
      <ul className="books-drifts">
        {shown.map((one) => (
          <DriftRow key={`${one.channel_id} ${one.day} ${one.model}`} drift={one} />
        ))}
        {(rest !== 0 || shown.length < drifts.length) && (
          <li className="books-drift-rest">
            <span>{t('books.otherDrifts')}</span>
            <span title={money.exact(rest)}>{money.signed(rest)}</span>
          </li>
        )}
      </ul>
      {drifts.length > FIRST_ROWS && (
        <div className="books-more">
          <Button kind="text" size="small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('books.showFewer') : t('books.showAll', { count: drifts.length })}
          </Button>
        </div>
      )}
    </>
  )
}

function DriftRow({ drift }: { readonly drift: Drift }) {
  const t = useText()
  const language = useLanguage()
  const money = useMoney()
  const place = [drift.channel || `#${drift.channel_id}`, dayText(drift.day, language), t('books.calls', { count: drift.calls })].join(
    ' · ',
  )
  return (
    <li>
      <div className="books-drift-head">
        <Tag tone={ambers.has(drift.cause) ? 'amber' : 'neutral'}>{t(`books.cause.${drift.cause}`)}</Tag>
        <span className="mono ellipsis" title={drift.model}>
          {drift.model || t('books.noModel')}
        </span>
        <span title={money.exact(drift.drift)}>{money.signed(drift.drift)}</span>
      </div>
      <p>{t(`books.causeText.${drift.cause}`, { count: drift.concerned })}</p>
      <p className="text3">{place}</p>
    </li>
  )
}
