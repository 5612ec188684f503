import { simulatePrices } from '@waystation/contract/api/money/price-review'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { SIMULATED_DAYS_DEFAULT } from '@waystation/contract/prices/price-review'
import { type ReactNode, useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useLanguage, useText } from '~/i18n'
import { Button, changeText, IconButton, numberText, Popover, RefreshIcon, Select, useIsPhone, useQuotaFormat } from '~/ui/kit'
import { useDesk } from '../desk.ts'
import { editIn, type SettingTexts } from '../price-draft.ts'

/** Amounts are quota units. */
export type Simulated = CallData<typeof simulatePrices>

interface Run {
  /** What was simulated: another draft or span makes it outdated. */
  readonly texts: SettingTexts
  readonly days: number
  readonly result?: Simulated
  readonly failure?: string
}

/** Simulates what calls of the last days would cost at the draft's prices, once the button for it is pressed. */
export function useSimulation() {
  const { draft } = useDesk()
  const [days, setDays] = useState(SIMULATED_DAYS_DEFAULT)
  const [run, setRun] = useState<Run>()
  const [isRunning, setIsRunning] = useState(false)
  const simulate = async () => {
    const of = { texts: draft.texts, days }
    setIsRunning(true)
    try {
      setRun({ ...of, result: await call(simulatePrices, { body: { changes: editIn(draft), days } }) })
    } catch (error) {
      setRun({ ...of, failure: messageOf(error) })
    } finally {
      setIsRunning(false)
    }
  }
  return {
    days,
    setDays,
    simulate,
    isRunning,
    result: run?.result,
    failure: run?.failure,
    isOutdated: run !== undefined && (run.texts !== draft.texts || run.days !== days),
  }
}

export type Simulation = ReturnType<typeof useSimulation>

const SPANS = [1, 7, 30, 90] as const

/** What the last days would have come to at the prices of the draft. */
export function SimulatedFigures({
  simulation,
  disabledReason,
}: {
  readonly simulation: Simulation
  readonly disabledReason: string | undefined
}) {
  const t = useText()
  const { days, setDays, simulate, isRunning, result, failure, isOutdated } = simulation
  const span = (
    <Select
      label={t('price.days')}
      size={useIsPhone() ? undefined : 'small'}
      value={String(days)}
      choices={SPANS.map((value) => ({ value: String(value), label: t('price.lastDays', { count: value }) }))}
      onChange={(value) => setDays(Number(value))}
    />
  )
  if (!result) {
    return (
      <div className="price-figure">
        <span className="price-figure-label">{t('price.simulation')}</span>
        <span className="price-simulate">
          {span}
          <Button size="small" onClick={simulate} isBusy={isRunning} disabledReason={disabledReason}>
            {t('price.simulate')}
          </Button>
        </span>
        {failure !== undefined && (
          <span className="price-failure" role="alert">
            {failure}
          </span>
        )}
      </div>
    )
  }
  return (
    <div className={`price-results ${isOutdated ? 'outdated' : ''}`} aria-busy={isRunning}>
      <Revenue result={result} isOutdated={isOutdated} span={span} />
      <Payers result={result} />
      <Unpriced result={result} />
      <IconButton
        label={t('price.simulateAgain')}
        icon={<RefreshIcon className={isRunning ? 'turning' : ''} />}
        isBordered
        onClick={() => void simulate()}
        disabledReason={disabledReason}
      />
      {failure !== undefined && (
        <span className="price-failure" role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}

interface RevenueProps {
  readonly result: Simulated
  readonly isOutdated: boolean
  readonly span: ReactNode
}

function Revenue({ result: { before, after, calls, cost, is_partial, skipped }, isOutdated, span }: RevenueProps) {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const percent = changeText(before, after)
  const margin = (revenue: number) => (cost === null || revenue === 0 ? undefined : `${(((revenue - cost) / revenue) * 100).toFixed(1)}%`)
  const [marginBefore, marginAfter] = [margin(before), margin(after)]
  const left = { count: skipped.calls, calls: numberText(skipped.calls, language) }
  const notes = [
    ...(is_partial ? [{ short: t('price.partialShort'), long: t('price.partial') }] : []),
    ...(skipped.calls > 0 ? [{ short: t('price.skippedShort', left), long: t('price.skipped', left) }] : []),
  ]
  return (
    <div className="price-figure">
      <span className="price-figure-label">
        {span} {t('price.simulatedCalls', { count: calls, calls: numberText(calls, language) })}
        {isOutdated && <em>{t('kit.outdated')}</em>}
      </span>
      <strong>
        <s>{format(before)}</s> → {format(after)}
      </strong>
      <span title={notes.map(({ long }) => long).join(' ')}>
        {percent === undefined ? t('price.sameRevenue') : t('price.revenue', { percent })}
        {marginBefore !== undefined && marginAfter !== undefined && t('price.margin', { before: marginBefore, after: marginAfter })}
        {notes.map(({ short }) => ` · ${short}`)}
      </span>
    </div>
  )
}

function Payers({ result: { users, users_total, users_over_10_percent } }: { readonly result: Simulated }) {
  const t = useText()
  const format = useQuotaFormat()
  const rising = users.filter(({ before, after }) => after > before)
  const [first] = rising
  return (
    <div className="price-figure">
      <span className="price-figure-label">{t('price.payMore')}</span>
      <strong>{t('price.payMoreOf', { count: users_over_10_percent, total: users_total })}</strong>
      {first ? (
        <Popover
          label={t('price.payers')}
          className="link"
          content={() => (
            <table className="price-payers">
              <thead>
                <tr>
                  <th scope="col">{t('price.payer')}</th>
                  <th scope="col">{t('price.before')}</th>
                  <th scope="col">{t('price.after')}</th>
                  <th scope="col">{t('price.difference')}</th>
                </tr>
              </thead>
              <tbody>
                {rising.map(({ user_id, username, before, after }) => (
                  <tr key={user_id}>
                    <th scope="row">{username}</th>
                    <td>{format(before)}</td>
                    <td>{format(after)}</td>
                    <td>{changeText(before, after) ?? t('kit.new')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        >
          {first.username} {changeText(first.before, first.after)}
          {rising.length > 1 && t('price.andMore', { count: rising.length - 1 })}
        </Popover>
      ) : (
        <span className="text3">{t('price.nobody')}</span>
      )}
    </div>
  )
}

function Unpriced({ result: { unpriced } }: { readonly result: Simulated }) {
  const t = useText()
  const calls = unpriced.reduce((sum, one) => sum + one.calls, 0)
  const rules = [...new Set(unpriced.map(({ rule }) => t(`price.rule.${rule}`)))].join(' / ')
  return (
    <div className="price-figure">
      <span className="price-figure-label">{t('price.withoutPrice')}</span>
      <strong>{t('price.calls', { count: calls })}</strong>
      <span title={unpriced.map(({ model }) => model).join(', ')}>
        {unpriced.length === 0 ? t('price.noModels') : `${t('price.models', { count: unpriced.length })}${t('price.comma')}${rules}`}
      </span>
    </div>
  )
}
