import type { UsageOverview } from '@waystation/contract/data'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, NumberText, Panel, percentText, QuotaText, SkeletonLines } from '~/ui/kit'
import { sumOf, tokensOf } from './figures.ts'
import { LogsLink } from './Rankings.tsx'
import type { View } from './use-view.ts'

interface ModelTableProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

/** So many rows before somebody asks for all of them. */
const FIRST_ROWS = 10

/** Every model with what it was used for. */
export function ModelTable({ view, overview }: ModelTableProps) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const { metric } = view
  const ranking = overview?.ranking ?? []
  const whole = sumOf((overview?.models ?? []).map((model) => sumOf(model[metric])))
  const figureOf = (row: (typeof ranking)[number]) => (metric === 'tokens' ? tokensOf(row) : row[metric])
  const rows = isWhole ? ranking : ranking.slice(0, FIRST_ROWS)
  return (
    <Panel title={t('dashboard.models')} isFlush aside={<span>{t('dashboard.sortedBy', { metric: t(`dashboard.${metric}`) })}</span>}>
      {overview ? (
        // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        <section className="model-table" tabIndex={0} aria-label={t('dashboard.models')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('dashboard.model')}</th>
                <th scope="col">{t('dashboard.share')}</th>
                <th scope="col">{t('dashboard.quota')}</th>
                <th scope="col">{t('dashboard.calls')}</th>
                <th scope="col">{t('dashboard.input')}</th>
                <th scope="col">{t('dashboard.output')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.model}>
                  <th scope="row" className="mono">
                    <LogsLink view={view} asked={{ model: row.model }} name={row.model} />
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
