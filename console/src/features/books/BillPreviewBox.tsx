import type { BillPreview } from '@waystation/contract/money/books'
import { useLanguage, useText } from '~/i18n'
import { Banner, DescriptionList, Tag } from '~/ui/kit'
import { spanText } from './books-days.ts'
import { useMoney } from './money.ts'

const DAY_SECONDS = 86_400
/** Models that are named; the rest is counted. */
const SHOWN_MODELS_MAX = 12

/** What storing a bill would do: its days, models and sum, what we counted for the same days, and which days it replaces. */
export function BillPreviewBox({ preview }: { readonly preview: BillPreview }) {
  const t = useText()
  const language = useLanguage()
  const money = useMoney()
  const { models, replaces } = preview
  const days = spanText({ from: preview.first_day, to: preview.last_day + DAY_SECONDS }, language)
  const unknown = models.filter(({ is_known }) => !is_known)
  return (
    <section className="books-preview" aria-label={t('books.bill.preview')}>
      <DescriptionList
        facts={[
          { label: t('books.bill.form'), value: t(`books.bill.formNames.${preview.form}`) },
          { label: t('books.bill.daysOf'), value: `${days} · ${t('books.days', { count: preview.days })}` },
          { label: t('books.bill.sum'), value: `$${preview.dollars} · ${t('books.bill.lines', { count: preview.lines })}` },
          {
            label: t('books.bill.ours'),
            value: `${money.exact(preview.cost)} · ${t('books.bill.difference', { amount: money.signed(preview.amount - preview.cost) })}`,
          },
        ]}
      />
      <ul className="books-preview-models">
        {models.slice(0, SHOWN_MODELS_MAX).map(({ model, amount, is_known }) => (
          <li key={model}>
            <span className="mono ellipsis grow" title={model}>
              {model || t('books.noModel')}
            </span>
            {!is_known && <Tag tone="amber">{t('books.bill.unknownModel')}</Tag>}
            <span className="number" title={money.exact(amount)}>
              {money.short(amount)}
            </span>
          </li>
        ))}
        {models.length > SHOWN_MODELS_MAX && (
          <li className="text3">{t('books.bill.moreModels', { count: models.length - SHOWN_MODELS_MAX })}</li>
        )}
      </ul>
      {unknown.length > 0 && <p className="text2">{t('books.bill.unknownText')}</p>}
      {replaces.days > 0 && (
        <Banner tone="amber">{t('books.bill.replaces', { count: replaces.days, amount: money.short(replaces.amount) })}</Banner>
      )}
    </section>
  )
}
