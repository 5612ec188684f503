import type { CallsHealth } from '@waystation/contract/calls/health'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { columnNumber, Panel, RankList, Segmented } from '~/ui/kit'
import { LogsLink } from '../LogsLink.tsx'
import type { View } from '../use-view.ts'
import { failureWords } from './failure-words.ts'

/** Kinds that the panel has room for beside the chart. */
const MAX_ROWS = 5
const sides = ['failed', 'refused'] as const

interface FailuresProps {
  readonly view: View
  readonly health: CallsHealth | undefined
}

/** Why calls failed, the most frequent reason first, each with a way to its calls. What callers brought about stands apart. */
export function Failures({ view, health }: FailuresProps) {
  const t = useText()
  const language = useLanguage()
  const [side, setSide] = useState<(typeof sides)[number]>('failed')
  const all = health?.failures.filter((one) => one.is_callers === (side === 'refused')) ?? []
  const shown = all.slice(0, MAX_ROWS)
  const column = columnNumber(Math.max(0, ...shown.map(({ calls }) => calls)))
  return (
    <Panel
      title={t('dashboard.health.failures')}
      aside={
        <Segmented
          label={t('dashboard.health.whose')}
          size="small"
          value={side}
          onChange={setSide}
          choices={sides.map((value) => ({ value, label: t(`dashboard.health.side.${value}`) }))}
        />
      }
    >
      <div className="health-list">
        <RankList
          label={t('dashboard.health.failures')}
          rows={shown.map(({ kind, calls }) => ({
            key: kind,
            name: <LogsLink view={view} query={{ failure: kind }} name={failureWords(kind, t, language)} title={kind} />,
            value: calls,
            text: column(calls),
          }))}
          emptyText={t(side === 'failed' ? 'dashboard.health.noFailures' : 'dashboard.health.noRefusals')}
          loadingRows={health ? undefined : MAX_ROWS}
        />
        {all.length > MAX_ROWS && <p className="dashboard-note">{t('dashboard.health.moreKinds', { count: all.length - MAX_ROWS })}</p>}
      </div>
    </Panel>
  )
}
