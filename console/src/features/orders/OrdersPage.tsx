import { orderStatuses } from '@waystation/contract/money/top-up'
import { useState } from 'react'
import { useText } from '~/i18n'
import { AskTextHost, Button, ListTable, OrdersIcon, Page } from '~/ui/kit'
import { OrderFigures } from './OrderFigures.tsx'
import { type Looked, OrderSheet } from './OrderSheet.tsx'
import { useOrderActions } from './order-actions.tsx'
import { orderCard, orderColumns } from './order-columns.tsx'
import { orderList } from './order-queries.ts'

/** The top-up orders of all users, for admins. */
export default function OrdersPage() {
  const t = useText()
  const [looked, setLooked] = useState<Looked>()
  const statuses = orderStatuses.map((value) => ({ value, label: t(`order.statuses.${value}`) }))
  return (
    <Page
      title={t('order.title')}
      subtitle={t('order.subtitle')}
      actions={<Button onClick={() => setLooked('unknown')}>{t('order.unknownNotices')}</Button>}
    >
      <ListTable
        list={orderList}
        name="orders"
        savesFilters
        columns={orderColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('order.search') },
          { kind: 'range', name: 'start_timestamp', nameTo: 'end_timestamp', label: t('order.created') },
          { kind: 'select', name: 'status', label: t('order.status'), allLabel: t('order.anyStatus'), choices: statuses },
        ]}
        isDim={({ status }) => ['refunded', 'charged_back', 'expired', 'failed'].includes(status)}
        empty={{ icon: <OrdersIcon />, title: t('order.emptyTitle'), text: t('order.emptyText') }}
        actions={useOrderActions(setLooked)}
        summary={(filters) => <OrderFigures filters={filters} />}
        card={orderCard}
        hasCsv
      />
      <OrderSheet looked={looked} onClose={() => setLooked(undefined)} />
      <AskTextHost />
    </Page>
  )
}
