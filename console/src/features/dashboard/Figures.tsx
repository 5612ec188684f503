import { siteAttention } from '@waystation/contract/api/data'
import type { UsageOverview } from '@waystation/contract/calls/data'
import type { CallsHealth } from '@waystation/contract/calls/health'
import type { Attention } from '@waystation/contract/channels/state/attention'
import { type Data, useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { ErrorState } from '~/ui/kit'
import { AttentionPanel } from './attention/AttentionPanel.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { Failures } from './health/Failures.tsx'
import { HealthChart } from './health/HealthChart.tsx'
import { HealthTiles } from './health/HealthTiles.tsx'
import { SwitchedOff } from './health/SwitchedOff.tsx'
import { useHealth } from './health/use-health.ts'
import { clockText, dayText } from './time-labels.ts'
import { ModelChart } from './usage/ModelChart.tsx'
import { Ranking } from './usage/Ranking.tsx'
import { Tiles } from './usage/Tiles.tsx'
import type { View } from './use-view.ts'

/** The refresh interval until the server has sent its own. */
export const FIRST_REFRESH_SECONDS = 300

interface FiguresProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

/** Health above money for admins; for others what they spent, and below it how their calls ended. */
export function Figures({ view, overview }: FiguresProps) {
  const isEmpty = overview?.totals.calls === 0 && (overview.before?.calls ?? 0) === 0 && view.username === undefined
  const steps = useFirstSteps(view.isAdmin, isEmpty)
  const everyMs = (overview?.refresh_seconds ?? FIRST_REFRESH_SECONDS) * 1000
  const health = useHealth(view, everyMs)
  const attention = useData(siteAttention, {}, { everyMs, freshMs: everyMs, keepsPrevious: true, when: view.isAdmin })
  const hasSteps = isEmpty && steps !== undefined && steps.length > 0
  return (
    <>
      {view.isAdmin && <HealthTiles health={health.data} hasHours={view.username === undefined} />}
      {view.isAdmin && <Health view={view} health={health} attention={attention} />}
      <Tiles view={view} overview={overview} />
      {hasSteps ? (
        <FirstSteps steps={steps} />
      ) : (
        <div className="dashboard-grid">
          <ModelChart view={view} overview={overview} />
          <Ranking view={view} overview={overview} />
        </div>
      )}
      {!view.isAdmin && !hasSteps && <Health view={view} health={health} />}
      {view.isAdmin && view.username === undefined && (
        <AttentionPanel told={attention.data} error={attention.error} onRetry={attention.refresh} />
      )}
    </>
  )
}

interface HealthProps {
  readonly view: View
  readonly health: Data<CallsHealth>
  readonly attention?: Data<Attention>
}

/** The course of success beside the reasons for failures, and for admins the channels that were switched off. */
function Health({ view, health: { data, error, refresh }, attention }: HealthProps) {
  const hasChannels = attention !== undefined && view.username === undefined
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />
  return (
    <>
      <div className={`dashboard-grid ${hasChannels ? 'has-channels' : ''}`}>
        <HealthChart view={view} health={data} />
        <Failures view={view} health={data} />
        {hasChannels && <SwitchedOff disabled={attention.data?.disabled} />}
      </div>
      <CountedSince view={view} since={data?.counted_since ?? null} />
    </>
  )
}

/** Ends are counted since an upgrade. */
function CountedSince({ view: { zone }, since }: { readonly view: View; readonly since: number | null }) {
  const t = useText()
  const rules = { language: useLanguage(), zone }
  if (since === null) return null
  return (
    <p className="dashboard-note">{t('dashboard.health.countedSince', { time: `${dayText(since, rules)} ${clockText(since, rules)}` })}</p>
  )
}
