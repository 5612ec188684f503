import type { BooksOverview } from '@waystation/contract/money/books'
import { type Text, useText } from '~/i18n'
import { StatTile, StatTiles } from '~/ui/kit'
import { marginOf, marginShare, shareText } from './margin.ts'
import { useMoney } from './money.ts'
import type { BooksView } from './use-books.ts'

const DAY_SECONDS = 86_400

/** Revenue, cost, margin, bills, and what lies on the users' accounts. */
export function BookFigures({ view, books }: { readonly view: BooksView; readonly books: BooksOverview | undefined }) {
  const t = useText()
  const money = useMoney()
  const labels = ['revenue', 'cost', 'margin', 'bill', 'balances'] as const
  if (!books) {
    return (
      <StatTiles>
        {labels.map((label) => (
          <StatTile key={label} label={t(`books.figures.${label}`)} value="" isLoading />
        ))}
      </StatTiles>
    )
  }
  const { totals, balances } = books
  const margin = marginOf(totals)
  const share = marginShare(totals)
  return (
    <StatTiles>
      <StatTile
        label={t('books.figures.revenue')}
        value={money.short(totals.revenue)}
        detail={changeText(books, view, t)}
        hint={money.exact(totals.revenue)}
      />
      <StatTile
        label={t('books.figures.cost')}
        value={isUnknown(books) ? t('books.unknown') : money.short(totals.cost)}
        detail={totals.unpriced > 0 ? t('books.unpricedCalls', { count: totals.unpriced }) : t('books.byOurPrices')}
        hint={money.exact(totals.cost)}
      />
      <StatTile
        label={t('books.figures.margin')}
        value={margin === undefined ? t('books.unknown') : <span className={margin < 0 ? 'tone-red' : ''}>{money.short(margin)}</span>}
        detail={share === undefined ? '—' : t('books.marginShare', { share: shareText(share) })}
        {...(margin === undefined ? {} : { hint: money.exact(margin) })}
      />
      <StatTile
        label={t('books.figures.bill')}
        value={totals.bill === null ? '—' : money.short(totals.bill)}
        detail={t('books.billed', { billed: books.channels_billed, unbilled: books.channels_unbilled })}
        {...(totals.bill === null ? {} : { hint: money.exact(totals.bill) })}
      />
      <StatTile
        label={t('books.figures.balances')}
        value={money.short(balances.posted)}
        detail={t('books.accounts', { count: balances.accounts, held: money.short(balances.held) })}
        hint={money.exact(balances.posted)}
      />
    </StatTiles>
  )
}

const isUnknown = ({ totals }: BooksOverview): boolean => totals.calls > 0 && totals.unpriced >= totals.calls

/** `+8.4% against the 18 days before`. */
function changeText({ totals, revenue_before: before }: BooksOverview, { span }: BooksView, t: Text): string {
  const days = Math.round((span.to - span.from) / DAY_SECONDS)
  if (before <= 0) return t('books.nothingBefore', { count: days })
  const share = totals.revenue / before - 1
  return t('books.change', { change: `${share > 0 ? '+' : ''}${shareText(share)}`, count: days })
}
