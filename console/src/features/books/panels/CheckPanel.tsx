import { type BookCheck, type BookChecks, checkNames } from '@waystation/contract/money/books'
import { useLanguage, useText } from '~/i18n'
import { Button, CheckIcon, ErrorState, FailedIcon, numberText, OkIcon, Skeleton, timeText } from '~/ui/kit'
import { useChecks } from '../use-books.ts'
import { Differences } from './Differences.tsx'

/** Whether the ledger agrees with itself: every check, how much it covered, and what does not add up. */
export function CheckPanel() {
  const t = useText()
  const { data, error, again, refresh } = useChecks()
  const count = differenceCount(data)
  return (
    <section className="titled-panel books-checks" aria-label={t('books.check.title')} aria-busy={data?.is_running === true}>
      <header>
        {!data && <Skeleton width={16} />}
        {data?.last && <span className={count === 0 ? 'tone-green' : 'tone-red'}>{count === 0 ? <OkIcon /> : <FailedIcon />}</span>}
        <h2>{data?.last ? (count === 0 ? t('books.check.agrees') : t('books.check.differs', { count })) : t('books.check.title')}</h2>
        <Button size="small" isBusy={data?.is_running === true} onClick={again}>
          {t('books.check.again')}
        </Button>
      </header>
      <div className="titled-panel-body">{error && !data ? <ErrorState error={error} onRetry={refresh} /> : <Body checks={data} />}</div>
    </section>
  )
}

const differenceCount = (data: BookChecks | undefined): number => data?.last?.checks.reduce((sum, one) => sum + one.differences, 0) ?? 0

function Body({ checks }: { readonly checks: BookChecks | undefined }) {
  const t = useText()
  if (!checks) return <Waiting />
  if (!checks.last) return <p className="text3">{t(checks.is_running ? 'books.check.running' : 'books.check.none')}</p>
  return (
    <>
      <ul>
        {checks.last.checks.map(({ name, covered, differences }) => (
          <li key={name}>
            <span className={differences === 0 ? 'tone-green' : 'tone-red'}>{differences === 0 ? <CheckIcon /> : <FailedIcon />}</span>
            <span className="grow">{t(`books.check.names.${name}`)}</span>
            {differences === 0 ? (
              <span className="text3">{t(`books.check.covered.${name}`, { count: covered })}</span>
            ) : (
              <span className="tone-red">{t('books.check.differences', { count: differences })}</span>
            )}
          </li>
        ))}
      </ul>
      <Differences check={checks.last} />
      <Foot check={checks.last} />
    </>
  )
}

/** The checks without their outcome: nothing moves when that comes. */
function Waiting() {
  const t = useText()
  return (
    <>
      <ul aria-busy>
        {checkNames.map((name) => (
          <li key={name}>
            <Skeleton width={16} />
            <span className="grow">{t(`books.check.names.${name}`)}</span>
            <Skeleton width={56} />
          </li>
        ))}
      </ul>
      <p className="books-checked">
        <Skeleton width="80%" />
      </p>
    </>
  )
}

function Foot({ check }: { readonly check: BookCheck }) {
  const t = useText()
  const language = useLanguage()
  const seconds = numberText(Math.max(0.1, check.took_ms / 1000), language, 1)
  return (
    <p className="books-checked text2">
      {t('books.check.checked', { time: timeText(check.at, 'short', language), seconds, count: check.open_holds })}
      {check.charges_without_log > 0 && ` ${t('books.check.withoutLog', { count: check.charges_without_log })}`}
    </p>
  )
}
