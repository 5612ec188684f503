import { useText } from '~/i18n'
import { CopyButton, middleCut, Tag, TimeText, useQuotaFormat } from '~/ui/kit'
import { useMethodName } from './methods.tsx'
import { priceText } from './money.ts'
import type { MoneyInRow } from './wallet-data.ts'

export interface HistoryRowsProps {
  readonly rows: readonly MoneyInRow[]
  readonly onOpen: (row: MoneyInRow) => void
}

const columns = ['time', 'method', 'name', 'status', 'price', 'credited'] as const
const keyOf = ({ kind, id }: MoneyInRow): string => `${kind}-${id}`

export function HistoryTable({ rows, onOpen }: HistoryRowsProps) {
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
export function HistoryCards({ rows, onOpen }: HistoryRowsProps) {
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
