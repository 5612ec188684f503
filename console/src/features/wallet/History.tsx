import { listMoneyIn } from '@waystation/contract/api/wallet'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { EmptyState, ErrorState, Pager, Panel, Segmented, SkeletonLines, toast, useIsPhone, WalletIcon } from '~/ui/kit'
import { HistoryCards, HistoryTable } from './HistoryRows.tsx'
import { type OpenOrder, reopenOrder } from './pay-order.ts'
import type { MoneyInRow } from './wallet-data.ts'

const kinds = ['all', 'paid', 'code'] as const
const PAGE_SIZE = 10

/** Orders and redeemed codes in one list, newest first. An unpaid order opens again. */
export function History({ onOrder }: { readonly onOrder: (order: OpenOrder) => void }) {
  const t = useText()
  const isPhone = useIsPhone()
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const [page, setPage] = useState(1)
  const { data, error, refresh } = useData(
    listMoneyIn,
    { query: { kind, p: String(page), page_size: String(PAGE_SIZE) } },
    { keepsPrevious: true },
  )
  const open = (row: MoneyInRow) => reopenOrder(row).then(onOrder, (failure: unknown) => toast.failed(messageOf(failure)))
  const Rows = isPhone ? HistoryCards : HistoryTable
  const choose = (next: (typeof kinds)[number]) => {
    setKind(next)
    setPage(1)
  }
  return (
    <Panel
      title={t('wallet.history')}
      isFlush
      aside={
        <Segmented
          label={t('wallet.history')}
          size="small"
          value={kind}
          onChange={choose}
          choices={kinds.map((value) => ({ value, label: t(`wallet.kinds.${value}`) }))}
        />
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refresh} />
      ) : !data ? (
        <div className="wallet-loading">
          <SkeletonLines count={5} />
        </div>
      ) : data.total === 0 ? (
        <EmptyState icon={<WalletIcon />} title={t('wallet.nothing')} />
      ) : (
        <>
          <Rows rows={data.items} onOpen={(row) => void open(row)} />
          {data.total > PAGE_SIZE && <Pager state={{ page, size: PAGE_SIZE, setPage }} total={data.total} />}
        </>
      )}
    </Panel>
  )
}
