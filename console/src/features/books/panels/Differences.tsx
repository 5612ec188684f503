import { Link } from '@tanstack/react-router'
import type { BookCheck, BookDifference } from '@waystation/contract/money/books'
import { type Text, useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { numberText } from '~/ui/kit'

/** What does not add up, in a list that scrolls: the chart beside it stays as high as it is. */
export function Differences({ check: { differences, checks } }: { readonly check: BookCheck }) {
  const t = useText()
  const language = useLanguage()
  if (differences.length === 0) return null
  // The server names the first ones, and counts all.
  const left = checks.reduce((sum, one) => sum + one.differences, 0) - differences.length
  return (
    // It scrolls, which a keyboard must be able to do too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="books-differences" tabIndex={0} aria-label={t('books.check.list')}>
      <ul>
        {differences.map((one) => (
          <li key={`${one.invariant} ${one.subject}`} title={`${one.invariant} ${one.subject}`}>
            <span>{t(`books.check.about.${one.check}`)} · </span>
            <Whose difference={one} />
            <span className="number">
              {t('books.check.expected', { expected: amountText(one.expected, t, language), found: amountText(one.found, t, language) })}
            </span>
          </li>
        ))}
        {left > 0 && <li className="text3">{t('books.check.more', { count: left })}</li>}
      </ul>
    </section>
  )
}

/** The most uses of a gift are without an end. */
const amountText = (amount: number, t: Text, language: ReturnType<typeof useLanguage>): string =>
  Number.isFinite(amount) ? numberText(amount, language) : t('books.check.unlimited')

/** A way to the user, the call, the code or the order that it is about. */
function Whose({ difference: { subject, about } }: { readonly difference: BookDifference }) {
  const t = useText()
  if (!about) return <span className="break-anywhere">{subject === ALL_ACCOUNTS ? t('books.check.whose.all') : subject}</span>
  const words = t(`books.check.whose.${about.kind}`, { id: about.id })
  if (about.kind === 'user') return <Link to={paths.user(about.id)}>{words}</Link>
  if (about.kind === 'code')
    return (
      <Link to={paths.coupons()} search={{ edit: about.id }}>
        {words}
      </Link>
    )
  if (about.kind === 'order')
    return (
      <Link to={paths.orders()} search={{ keyword: about.id }}>
        {words}
      </Link>
    )
  return (
    <Link to={paths.logs()} search={{ request_id: about.id, start_timestamp: '1' }} className="break-anywhere">
      {words}
    </Link>
  )
}

/** What the check of the ledger calls them together. */
const ALL_ACCOUNTS = 'all accounts'
