import { getStatement, getUserStatement } from '@waystation/contract/api/money/statement'
import { type ReactNode, useState } from 'react'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus, useSystemName } from '~/session/status'
import { useUser } from '~/session/user'
import { ErrorState, numberText, Page, SkeletonLines, useUrlState } from '~/ui/kit'
import { type CauseProps, CauseRows, Fold } from './CauseRows.tsx'
import { StatementActions } from './StatementActions.tsx'
import { BalanceByDay, Debt, Invitation, Proof } from './StatementSide.tsx'
import { monthIn, pageSums, type StatementData } from './statement-data.ts'
import { midnightText, monthText, useAmounts, zoneText } from './statement-texts.ts'
import { usePrinting } from './use-printing.ts'
import './statement.css'
import './statement-print.css'

interface CallRowsProps extends CauseProps {
  readonly calls: StatementData['calls']
  /** Every model, as on paper. */
  readonly isWhole: boolean
}

/** So many models stand in the table before the others are asked for. */
const MODELS_SHOWN = 6

/** Calls by model, and what makes the ledger's figure another one than their sum. */
function CallRows({ cause, calls, isUnfolded, onToggle, isWhole }: CallRowsProps) {
  const t = useText()
  const language = useLanguage()
  const amounts = useAmounts()
  const name = t('statement.causes.call')
  return (
    <>
      <tr className="statement-cause">
        <th scope="row">
          <Fold name={name} isUnfolded={isUnfolded} onToggle={onToggle} />
          {name}
        </th>
        <td className="entries">{numberText(cause.entries, language)}</td>
        <td className="ref" />
        <td className="in">{cause.in !== 0 && amounts.in(cause.in)}</td>
        <td className="out">{cause.out !== 0 && amounts.out(cause.out)}</td>
        <td className="balance" />
      </tr>
      {isUnfolded && (
        <>
          <ModelRows models={calls.models} isWhole={isWhole} />
          {calls.corrected !== 0 && (
            <tr className="statement-line">
              <th scope="row" title={t('statement.correctedHint')}>
                {t('statement.corrected')}
              </th>
              <td className="entries" />
              <td className="ref" />
              <td className="in">{amounts.in(calls.corrected)}</td>
              <td className="out">{amounts.out(calls.corrected)}</td>
              <td className="balance" />
            </tr>
          )}
          {calls.elsewhere !== 0 && (
            <tr className="statement-line">
              <th scope="row" title={t('statement.elsewhereHint')}>
                {t('statement.elsewhere')}
              </th>
              <td className="entries" />
              <td className="ref" />
              <td className="in" />
              <td className="out">{amounts.out(calls.elsewhere)}</td>
              <td className="balance" />
            </tr>
          )}
        </>
      )}
    </>
  )
}

function ModelRows({ models, isWhole }: { readonly models: StatementData['calls']['models']; readonly isWhole: boolean }) {
  const t = useText()
  const [isLong, setIsLong] = useState(false)
  // One more than the limit is shown at once: a line for it would take as much room.
  const isCut = !isWhole && models.length > MODELS_SHOWN + 1
  const shown = isCut && !isLong ? models.slice(0, MODELS_SHOWN) : models
  const rest = models.slice(MODELS_SHOWN)
  const words = t(isLong ? 'statement.fewerModels' : 'statement.moreModels', { count: rest.length })
  return (
    <>
      {shown.map(({ model, calls, quota }) => (
        <ModelRow key={model} name={<span className="mono">{model}</span>} calls={calls} quota={quota} />
      ))}
      {isCut && (
        <ModelRow
          name={
            <>
              <Fold name={words} isUnfolded={isLong} onToggle={() => setIsLong(!isLong)} /> {words}
            </>
          }
          {...(isLong ? {} : { calls: sum(rest, (one) => one.calls), quota: sum(rest, (one) => one.quota) })}
        />
      )}
    </>
  )
}

const sum = <Row,>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0)

interface ModelRowProps {
  readonly name: React.ReactNode
  /** Absent: its models have lines of their own. */
  readonly calls?: number
  readonly quota?: number
}

function ModelRow({ name, calls, quota }: ModelRowProps) {
  const t = useText()
  const language = useLanguage()
  const amounts = useAmounts()
  return (
    <tr className="statement-line">
      <th scope="row">{name}</th>
      <td className="entries">{calls !== undefined && t('statement.calls', { count: calls, number: numberText(calls, language) })}</td>
      <td className="ref" />
      <td className="in" />
      <td className="out">{quota !== undefined && amounts.out(quota)}</td>
      <td className="balance" />
    </tr>
  )
}

const columns = ['cause', 'entries', 'ref', 'in', 'out', 'balance'] as const

/** In first, then calls, from the opening balance to the closing one. */
function StatementTable({ statement }: { readonly statement: StatementData }) {
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
              <CauseRows key={cause.cause} {...rows} />
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

/** What moved on somebody's balance in a month, to the unit, and the proof that the ledger has the same. */
export default function StatementPage({ userId }: { /** For admins; absent: one's own. */ readonly userId?: number }) {
  const t = useText()
  const { params } = useUrlState()
  const asked = monthIn(params.month)
  const { data, error, refresh } = useStatement(userId, asked)
  const parent = userId === undefined ? { label: t('wallet.title'), to: paths.wallet() } : { label: t('user.user'), to: paths.user(userId) }
  return (
    <Page
      title={t('statement.title')}
      parent={parent}
      subtitle={<Subtitle statement={data} />}
      actions={data && <StatementActions statement={data} userId={userId} />}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refresh} />
      ) : data ? (
        <div className="statement">
          <div>
            {/* On a phone there is no room for the subtitle, which says it too. */}
            <p className="statement-zone">{t('statement.zone', { zone: data.zone.replaceAll('_', ' ') })}</p>
            <StatementTable key={data.month} statement={data} />
          </div>
          <div className="statement-side">
            <Proof statement={data} userId={userId} />
            {data.invitation && <Invitation sums={data.invitation} />}
            {data.debt && <Debt sums={data.debt} />}
            <BalanceByDay statement={data} />
          </div>
        </div>
      ) : (
        <SkeletonLines count={12} />
      )}
    </Page>
  )
}

function useStatement(userId: number | undefined, month: string | undefined) {
  const query = month === undefined ? {} : { month }
  const options = { keepsPrevious: true, refetchesOnReturn: true } as const
  const own = useData(getStatement, { query }, { ...options, when: userId === undefined })
  const other = useData(getUserStatement, { params: { id: String(userId ?? 0) }, query }, { ...options, when: userId !== undefined })
  return userId === undefined ? own : other
}

function Subtitle({ statement }: { readonly statement: StatementData | undefined }) {
  const t = useText()
  const language = useLanguage()
  const systemName = useSystemName()
  const amounts = useAmounts()
  const self = useUser()
  const inCurrency = usePublicStatus()?.display_in_currency ?? true
  const owner = statement?.user ?? self
  return (
    <span className="statement-owner">
      {statement && <span className="statement-paper">{`${systemName} · ${monthText(statement.month, language)}`}</span>}
      {owner && `${owner.username} #${owner.id} · `}
      {inCurrency ? t('statement.inDollars', { unit: amounts.unit() }) : t('statement.inUnits')}
      {statement && ` · ${t('statement.zone', { zone: statement.zone.replaceAll('_', ' ') })}`}
    </span>
  )
}
