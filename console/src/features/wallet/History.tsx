import { listMoneyIn } from '@waystation/contract/api/money/wallet'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { priceText } from '~/shared/money/price-text.ts'
import {
  CopyButton,
  EmptyState,
  ErrorState,
  middleCut,
  Pager,
  Panel,
  Segmented,
  SkeletonLines,
  Tag,
  TimeText,
  toast,
  useIsPhone,
  useQuotaFormat,
  WalletIcon,
} from '~/ui/kit'
import { useMethodName } from './methods.tsx'
import type { MoneyInRow } from './money.ts'
import { type OpenOrder, reopenOrder } from './pay/pay-order.ts'

interface HistoryRowsProps {
  readonly rows: readonly MoneyInRow[]
  readonly onOpen: (row: MoneyInRow) => void
}

const columns = ['time', 'method', 'name', 'status', 'price', 'credited'] as const
const keyOf = ({ kind, id }: MoneyInRow): string => `${kind}-${id}`

function HistoryTable({ rows, onOpen }: HistoryRowsProps) {
  const t = useText()
  return (
    // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="wallet-table" tabIndex={0} aria-label={t('wallet.history')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'price' || column === 'credited' ? 'right' : ''}>
                {t(`wallet.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={row.status === 'closed' ? 'dim' : ''}>
              <td>
                <TimeText unix={row.at} />
              </td>
              <td>
                <Method row={row} />
              </td>
              <td>
                <Name row={row} />
              </td>
              <td>
                <Status row={row} onOpen={onOpen} />
              </td>
              <td className="right number">
                <Price row={row} />
              </td>
              <td className="right number wallet-credited">
                <Credited row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The same as cards, on a phone. */
function HistoryCards({ rows, onOpen }: HistoryRowsProps) {
  return (
    <ul className="wallet-cards">
      {rows.map((row) => (
        <li key={keyOf(row)} className={row.status === 'closed' ? 'dim' : ''}>
          <span>
            <Method row={row} />
          </span>
          <span className="right number wallet-credited">
            <Credited row={row} />
          </span>
          <span className="wallet-small">
            <TimeText unix={row.at} />
            {row.kind === 'paid' && (
              <>
                {' · '}
                <Price row={row} />
              </>
            )}
          </span>
          <span className="right">
            <Status row={row} onOpen={onOpen} />
          </span>
          <span className="wallet-card-name">
            <Name row={row} />
          </span>
        </li>
      ))}
    </ul>
  )
}

interface CellProps {
  readonly row: MoneyInRow
}

function Method({ row: { kind, method, is_gift } }: CellProps) {
  const t = useText()
  const nameOf = useMethodName()
  return kind === 'paid' ? nameOf(method) : t(is_gift ? 'wallet.giftCode' : 'wallet.code')
}

/** The number of an order, cut in the middle and copied whole; the name of a code. */
function Name({ row: { kind, trade_no, name } }: CellProps) {
  if (kind === 'code') return <span className="wallet-name">{name}</span>
  return (
    <span className="wallet-number">
      <span className="mono" title={trade_no}>
        {middleCut(trade_no)}
      </span>
      <CopyButton value={trade_no} />
    </span>
  )
}

const dots: Partial<Record<MoneyInRow['status'], string>> = { paid: 'green' }

/** Was it credited, and the credit taken back or locked? */
const isReversed = ({ status }: Pick<MoneyInRow, 'status'>): boolean =>
  status === 'refunding' || status === 'refunded' || status === 'disputed' || status === 'charged_back'

function Status({ row, onOpen }: CellProps & Pick<HistoryRowsProps, 'onOpen'>) {
  const t = useText()
  const words = t(`wallet.statuses.${row.status}`)
  if (isReversed(row)) return <Tag tone={row.status === 'disputed' ? 'amber' : 'violet'}>{words}</Tag>
  if (row.status === 'pending') {
    return (
      <button
        type="button"
        className="wallet-unpaid"
        aria-label={`${words}: ${t('wallet.openOrder', { number: row.trade_no })}`}
        onClick={() => onOpen(row)}
      >
        <Tag tone="amber" hasDot>
          {words}
        </Tag>
      </button>
    )
  }
  return (
    <span className="wallet-status">
      <i className="dot" style={{ background: `var(--${dots[row.status] ?? 'neutral'}Dot)` }} />
      {words}
    </span>
  )
}

function Price({ row: { kind, money, currency } }: CellProps) {
  return kind === 'paid' ? priceText(money, currency) : <span className="text3">–</span>
}

function Credited({ row: { status, quota, quota_back } }: CellProps) {
  const format = useQuotaFormat()
  if (status === 'pending' || status === 'closed' || status === 'expired' || status === 'failed' || status === 'late')
    return <span className="text3">–</span>
  if (quota_back === 0) return `+${format(quota)}`
  return quota_back < quota ? `+${format(quota)} −${format(quota_back)}` : `−${format(quota_back)}`
}

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
