import { sumOrders } from '@waystation/contract/api/money/wallet'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { priceText } from '~/shared/money/price-text.ts'
import { Chips, Skeleton } from '~/ui/kit'

/** What was paid by the orders that the filters leave, and what of it was given back: a figure for each currency. */
export function OrderFigures({ filters }: { readonly filters: Readonly<Record<string, string>> }) {
  const t = useText()
  const { data } = useData(sumOrders, { query: filters }, { keepsPrevious: true })
  if (!data) return <Chips figures={[{ label: t('order.paid'), value: <Skeleton width={72} /> }]} />
  return (
    <Chips
      figures={data.flatMap(({ currency, orders, money, returned_orders, returned }) => [
        { label: t('order.paidSum', { count: orders, currency }), value: priceText(money, currency) },
        ...(returned_orders === 0
          ? []
          : [{ label: t('order.returnedSum', { count: returned_orders, currency }), value: priceText(returned, currency) }]),
      ])}
    />
  )
}
