import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { numberText } from '~/ui/kit'
import { type CauseProps, Fold } from './CauseRows.tsx'
import type { StatementData } from './statement-data.ts'
import { useAmounts } from './statement-texts.ts'

interface CallRowsProps extends CauseProps {
  readonly calls: StatementData['calls']
  /** Every model, as on paper. */
  readonly isWhole: boolean
}

/** So many models stand in the table before the others are asked for. */
const MODELS_SHOWN = 6

/** Calls by model, and what makes the ledger's figure another one than their sum. */
export function CallRows({ cause, calls, isUnfolded, onToggle, isWhole }: CallRowsProps) {
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
