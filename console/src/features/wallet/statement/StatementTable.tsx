import { type ReactNode, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { numberText } from '~/ui/kit'
import { CallRows } from './CallRows.tsx'
import { CauseRows } from './CauseRows.tsx'
import { pageSums, type StatementData } from './statement-data.ts'
import { midnightText, useAmounts, zoneText } from './statement-texts.ts'
import { usePrinting } from './use-printing.ts'

const columns = ['cause', 'entries', 'ref', 'in', 'out', 'balance'] as const

interface StatementTableProps {
  readonly statement: StatementData
  /** Also the refs that tell nobody but admins anything. */
  readonly hasAllRefs: boolean
}

/** In first, then calls, from the opening balance to the closing one. */
export function StatementTable({ statement, hasAllRefs }: StatementTableProps) {
  const t = useText()
  const language = useLanguage()
  const rules = { language, zone: statement.zone }
  const amounts = useAmounts()
  const isPrinting = usePrinting()
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set(['top_up', 'call']))
  const toggle = (cause: string) =>
    setUnfolded((old) => new Set(old.has(cause) ? [...old].filter((one) => one !== cause) : [...old, cause]))
  const { start, end, is_open, made_at, opening, entries, causes } = statement
  const sums = pageSums(statement)
  return (
    // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="statement-table" tabIndex={0} aria-label={t('statement.title')}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={column}>
                {t(`statement.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <BalanceRow label={t('statement.openingBalance')} time={zoneText(start, 'moment', rules)} value={amounts.balance(opening)} />
          {causes.map((cause) => {
            const rows = { cause, rules, isUnfolded: isPrinting || unfolded.has(cause.cause), onToggle: () => toggle(cause.cause) }
            return cause.cause === 'call' ? (
              <CallRows key="call" {...rows} calls={statement.calls} isWhole={isPrinting} />
            ) : (
              <CauseRows key={cause.cause} {...rows} hasAllRefs={hasAllRefs} />
            )
          })}
          {causes.length === 0 && (
            <tr className="statement-none">
              <td colSpan={columns.length}>{t('statement.nothing')}</td>
            </tr>
          )}
          <tr className="statement-total">
            <th scope="row">{t('statement.total')}</th>
            <td className="entries">{numberText(entries, language)}</td>
            <td className="ref" />
            <td className="in">{amounts.in(sums.in, true)}</td>
            <td className="out">{amounts.out(sums.out, true)}</td>
            <td className="balance" />
          </tr>
          <BalanceRow
            isClosing
            label={is_open ? t('statement.balanceNow') : t('statement.closingBalance')}
            time={is_open ? zoneText(made_at, 'moment', rules) : midnightText(end, rules)}
            value={amounts.balance(sums.closing)}
          />
        </tbody>
      </table>
    </section>
  )
}

interface BalanceRowProps {
  readonly label: string
  readonly time: ReactNode
  readonly value: string
  readonly isClosing?: boolean
}

function BalanceRow({ label, time, value, isClosing }: BalanceRowProps) {
  return (
    <tr className={`statement-balance ${isClosing ? 'closing' : ''}`}>
      <th scope="row">
        {label} <small>{time}</small>
      </th>
      <td className="entries" />
      <td className="ref" />
      <td className="in" />
      <td className="out" />
      <td className="balance">{value}</td>
    </tr>
  )
}
