import type { UsageOverview } from '@waystation/contract/calls/data'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, NumberText, Panel, percentText, QuotaText, SkeletonLines } from '~/ui/kit'
import { sumOf, tokensOf } from './figures.ts'
import { LogsLink } from './Rankings.tsx'
import type { View } from './use-view.ts'

type Row = UsageOverview['ranking'][number]

interface ModelTableProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

/** Rows that are shown before "show all". */
const FIRST_ROWS = 10

/** Every model with what it was used for. */
export function ModelTable({ view, overview }: ModelTableProps) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const ranking = overview?.ranking ?? []
  return (
    <Panel title={t('dashboard.models')} isFlush aside={t('dashboard.sortedBy', { metric: t(`dashboard.${view.metric}`) })}>
      {overview ? (
        // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        <section className="model-table" tabIndex={0} aria-label={t('dashboard.models')}>
          <Rows view={view} overview={overview} rows={isWhole ? ranking : ranking.slice(0, FIRST_ROWS)} />
          {ranking.length === 0 && <p className="model-table-empty">{t('dashboard.noCalls')}</p>}
          {ranking.length > FIRST_ROWS && (
            <div className="model-table-more">
              <Button kind="text" size="small" onClick={() => setIsWhole(!isWhole)}>
                {isWhole ? t('dashboard.showFewer') : t('dashboard.showAll', { count: ranking.length })}
              </Button>
            </div>
          )}
        </section>
      ) : (
        <div className="model-table-loading">
          <SkeletonLines count={5} />
        </div>
      )}
    </Panel>
  )
}

interface RowsProps {
  readonly view: View
  readonly overview: UsageOverview
  readonly rows: readonly Row[]
}

const columns = ['model', 'share', 'quota', 'calls', 'input', 'output'] as const

function Rows({ view, overview, rows }: RowsProps) {
  const t = useText()
  const { metric } = view
  const whole = sumOf(overview.models.map((model) => sumOf(model[metric])))
  const figureOf = (row: Row) => (metric === 'tokens' ? tokensOf(row) : row[metric])
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`dashboard.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.model}>
            <th scope="row" className="mono">
              <LogsLink view={view} query={{ model: row.model }} name={row.model} />
            </th>
            <td>{whole > 0 ? percentText(figureOf(row) / whole) : '–'}</td>
            <td>
              <QuotaText value={row.quota} />
            </td>
            <td>
              <NumberText value={row.calls} isShort />
            </td>
            <td>
              <NumberText value={row.prompt_tokens} isShort zeroIsNone />
            </td>
            <td>
              <NumberText value={row.completion_tokens} isShort zeroIsNone />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
