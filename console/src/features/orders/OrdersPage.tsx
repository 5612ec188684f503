import { orderStatuses } from '@waystation/contract/top-up'
import { useText } from '~/i18n'
import { ListTable, OrdersIcon, Page } from '~/ui/kit'
import { useOrderActions } from './order-actions.tsx'
import { orderCard, orderColumns } from './order-columns.tsx'
import { orderList } from './order-queries.ts'

/** The top-up orders of all users, for admins. */
export default function OrdersPage() {
  const t = useText()
  const statuses = orderStatuses.map((value) => ({ value, label: t(`order.statuses.${value}`) }))
  return (
    <Page title={t('order.title')} subtitle={t('order.subtitle')}>
      <ListTable
        list={orderList}
        name="orders"
        columns={orderColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('order.search') },
          { kind: 'select', name: 'status', label: t('order.status'), allLabel: t('order.anyStatus'), choices: statuses },
        ]}
        isDim={({ status }) => ['refunded', 'charged_back', 'expired', 'failed'].includes(status)}
        empty={{ icon: <OrdersIcon />, title: t('order.emptyTitle'), text: t('order.emptyText') }}
        actions={useOrderActions()}
        card={orderCard}
        hasCsv
      />
    </Page>
  )
}
