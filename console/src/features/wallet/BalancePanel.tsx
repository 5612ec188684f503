import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { QuotaText, Skeleton, SumLines, useIsPhone, useQuotaFormat } from '~/ui/kit'
import { balanceFigure } from './balance-figure.ts'
import './balance-panel.css'

/** Amounts in quota units. */
export interface BalancePanelProps {
  readonly balance: number
  /** How long it lasts. */
  readonly balanceHint?: ReactNode
  /** Set aside for calls that still run, taken off what is available. */
  readonly held: number
  /** How many calls run: "3 calls in progress". */
  readonly heldNote?: string
  readonly heldHint?: ReactNode
  /** "Used in March". */
  readonly usedLabel: string
  readonly used: number
  /** By day of the month; null: to come. */
  readonly usedByDay: readonly (number | null)[]
  /** The bars in a sentence. */
  readonly usedByDayLabel: string
  readonly usedHint?: ReactNode
  /** In place of the figures while they load. */
  readonly isLoading?: boolean
}

/** What an account has: the balance, what of it can be spent now, and where it went this month. */
export function BalancePanel(props: BalancePanelProps) {
  const isPhone = useIsPhone()
  return <section className="balance-panel">{isPhone ? <PhoneCells {...props} /> : <DeskCells {...props} />}</section>
}

function DeskCells(props: BalancePanelProps) {
  const t = useText()
  const format = useQuotaFormat()
  return (
    <>
      <div>
        <Balance {...props} />
        <div className="balance-hint">{props.balanceHint}</div>
      </div>
      <div>
        {props.isLoading ? (
          <Loading />
        ) : (
          <SumLines
            lines={[
              { label: t('kit.wallet.held'), note: props.heldNote, value: format(-props.held, 'exact') },
              { label: t('kit.wallet.available'), value: format(props.balance - props.held, 'exact'), isTotal: true },
            ]}
          />
        )}
        <div className="balance-hint">{props.heldHint}</div>
      </div>
      <div>
        <div className="balance-used">
          <div>
            <div className="balance-label">{props.usedLabel}</div>
            <div className="balance-month">{props.isLoading ? <Skeleton width={72} /> : <QuotaText value={props.used} />}</div>
          </div>
          {!props.isLoading && <DayBars values={props.usedByDay} label={props.usedByDayLabel} />}
        </div>
        <div className="balance-hint">{props.usedHint}</div>
      </div>
    </>
  )
}

/** The same figures; of the hints only how long the balance lasts. */
function PhoneCells(props: BalancePanelProps) {
  const t = useText()
  const figures = [
    [t('kit.wallet.available'), props.balance - props.held],
    [t('kit.wallet.held'), props.held],
    [props.usedLabel, props.used],
  ] as const
  return (
    <>
      <div className="balance-used">
        <Balance {...props} />
        {!props.isLoading && <DayBars values={props.usedByDay} label={props.usedByDayLabel} />}
      </div>
      {props.balanceHint !== undefined && <div className="balance-hint">{props.balanceHint}</div>}
      <dl>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{props.isLoading ? <Skeleton width={48} /> : <QuotaText value={value} />}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Balance({ balance, isLoading }: BalancePanelProps) {
  const t = useText()
  const format = useQuotaFormat()
  const { large, small } = balanceFigure(format(balance, 'exact'))
  return (
    <div>
      <div className="balance-label">{t('kit.wallet.balance')}</div>
      <div className="balance-figure number">
        {isLoading ? (
          <Skeleton width={140} />
        ) : (
          <>
            {large}
            <small>{small}</small>
          </>
        )}
      </div>
    </div>
  )
}

const Loading = () => (
  <div className="stack" aria-busy>
    <Skeleton width="90%" />
    <Skeleton width="70%" />
  </div>
)

export interface DayBarsProps {
  /** One for each day, in order; null for a day that is still to come. */
  readonly values: readonly (number | null)[]
  /** What the bars say, in a sentence; read aloud. */
  readonly label: string
}

/** A small column for each day of a month; today, the last with a value, in accent. The figures are next to it. */
export function DayBars({ values, label }: DayBarsProps) {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const today = values.findLastIndex((value) => value !== null)
  return (
    <span className="day-bars" role="img" aria-label={label} title={label}>
      {values.map((value, day) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day
          key={day}
          className={value === null ? 'to-come' : day === today ? 'today' : ''}
          style={value === null || most === 0 ? undefined : { height: `${(value / most) * 100}%` }}
        />
      ))}
    </span>
  )
}
