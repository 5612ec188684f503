import { useLanguage, useText } from '~/i18n'
import { Button, Chart, FailedIcon, numberText, OkIcon, Panel, type SumLine, SumLines } from '~/ui/kit'
import { zoneName } from '~/ui/time-zone'
import { useStatementFile } from './StatementActions.tsx'
import { pageSums, type StatementData } from './statement-data.ts'
import { dayTexts, midnightText, useAmounts, zoneText } from './statement-texts.ts'

interface ProofProps {
  readonly statement: StatementData
  readonly userId: number | undefined
}

/** Adds this page up, and compares it with the account. */
export function Proof({ statement, userId }: ProofProps) {
  const t = useText()
  const language = useLanguage()
  const amounts = useAmounts()
  const save = useStatementFile(statement.month, userId)
  const { opening, ledger, is_open, end, entries, made_at, zone } = statement
  const rules = { language, zone }
  const sums = pageSums(statement)
  const difference = sums.closing - ledger
  const isEqual = difference === 0
  const lines: readonly SumLine[] = [
    { label: t('statement.openingBalance'), value: amounts.balance(opening) },
    { label: t('statement.columns.in'), value: amounts.in(sums.in, true) },
    { label: t('statement.columns.out'), value: amounts.out(sums.out, true) },
    { label: t('statement.sumOfPage'), value: amounts.balance(sums.closing), isTotal: true },
    {
      label: is_open ? t('statement.ledgerNow') : t('statement.ledgerAt', { time: midnightText(end, rules) }),
      value: amounts.balance(ledger),
    },
    {
      label: t('statement.difference'),
      value: amounts.balance(difference),
      isTotal: true,
      ...(isEqual ? {} : { tone: 'red' as const }),
    },
  ]
  const title = isEqual ? t('statement.agrees') : t('statement.disagrees')
  return (
    <section className={`statement-proof titled-panel ${isEqual ? '' : 'differs'}`} aria-label={title}>
      <h2>
        {isEqual ? <OkIcon color="var(--greenText)" /> : <FailedIcon color="var(--redText)" />}
        {title}
      </h2>
      <SumLines lines={lines} />
      <p>
        {t('statement.addedUp', {
          count: entries,
          number: numberText(entries, language),
          time: zoneText(made_at, 'moment', rules),
          zone: zoneName(zone),
        })}
      </p>
      {!isEqual && <Button onClick={() => save('entries')}>{t('statement.allEntries')}</Button>}
    </section>
  )
}

/** Gifts for invitations lie on an account of their own until they are moved to the balance. */
export function Invitation({ sums }: { readonly sums: NonNullable<StatementData['invitation']> }) {
  const t = useText()
  const amounts = useAmounts()
  const difference = sums.closing - sums.ledger
  const lines: readonly SumLine[] = [
    { label: t('statement.openingBalance'), value: amounts.balance(sums.opening) },
    { label: t('statement.earned'), value: amounts.in(sums.in, true) },
    { label: t('statement.moved'), value: amounts.out(sums.out, true) },
    { label: t('statement.closingBalance'), value: amounts.balance(sums.closing), isTotal: true },
    ...(difference === 0 ? [] : [{ label: t('statement.difference'), value: amounts.balance(difference), tone: 'red' as const }]),
  ]
  return (
    <Panel title={t('statement.invitation')}>
      <SumLines lines={lines} />
    </Panel>
  )
}

/** What is owed lies on an account of its own too, at or below zero. */
export function Debt({ sums }: { readonly sums: NonNullable<StatementData['debt']> }) {
  const t = useText()
  const amounts = useAmounts()
  const lines: readonly SumLine[] = [
    { label: t('statement.openingBalance'), value: amounts.balance(sums.opening) },
    { label: t('statement.becameDue'), value: amounts.out(sums.out, true) },
    { label: t('statement.paidOff'), value: amounts.in(sums.in, true) },
    { label: t('statement.closingBalance'), value: amounts.balance(sums.closing), isTotal: true },
  ]
  return (
    <Panel title={t('statement.debt')}>
      <SumLines lines={lines} />
    </Panel>
  )
}

const CHART_HEIGHT_PX = 150

export function BalanceByDay({ statement: { by_day, month } }: { readonly statement: StatementData }) {
  const t = useText()
  const language = useLanguage()
  const amounts = useAmounts()
  return (
    <div className="statement-chart">
      <Panel title={t('statement.byDay')}>
        <Chart
          title={t('statement.byDay')}
          kind="lines"
          height={CHART_HEIGHT_PX}
          labels={dayTexts(month, by_day.length, language)}
          series={[{ name: t('statement.balance'), values: by_day }]}
          format={amounts.balance}
          axisFormat={(value) => amounts.balance(Math.round(value)).replace(/\.0+$/, '')}
          emptyText={t('statement.noBalance')}
        />
      </Panel>
    </div>
  )
}
