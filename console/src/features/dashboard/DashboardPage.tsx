import type { UsageOverview } from '@waystation/contract/data'
import { CallError, messageOf } from '~/api/call-error'
import { useLanguage, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { Banner, Button, DashboardIcon, EmptyState, ErrorState, Page } from '~/ui/kit'
import { Controls } from './Controls.tsx'
import './dashboard.css'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { ModelChart } from './ModelChart.tsx'
import { ModelTable } from './ModelTable.tsx'
import { NoticePanel } from './NoticePanel.tsx'
import { ModelShares, TopChannels, TopModels, TopUsers } from './Rankings.tsx'
import { Tiles } from './Tiles.tsx'
import { clockText, dayText } from './time-labels.ts'
import { useOverview } from './use-overview.ts'
import { useView, type View } from './use-view.ts'

/** Usage by model, user and channel. All choices are in the URL. */
export default function DashboardPage() {
  const t = useText()
  const isOn = usePublicStatus()?.enable_data_export ?? true
  return isOn ? (
    <Dashboard />
  ) : (
    <Page title={t('dashboard.title')} notice={<NoticePanel />}>
      <SwitchedOff />
    </Page>
  )
}

function Dashboard() {
  const t = useText()
  const language = useLanguage()
  const view = useView()
  const rules = { language, zone: view.zone }
  const { data: overview, error, refresh } = useOverview(view)
  return (
    <Page
      title={t('dashboard.title')}
      subtitle={
        overview &&
        t('dashboard.asOf', {
          time: clockText(overview.as_of, rules),
          count: Math.round(overview.refresh_seconds / 60),
        })
      }
      notice={<NoticePanel />}
      actions={<Controls view={view} onRefresh={refresh} />}
    >
      {overview && overview.hours_until !== null && (
        <p className="text2">
          {t('time.wholeHours', { time: `${dayText(overview.hours_until, rules)} ${clockText(overview.hours_until, rules)}` })}
        </p>
      )}
      {error && overview && (
        <Banner
          tone="amber"
          action={
            <Button size="small" onClick={refresh}>
              {t('action.retry')}
            </Button>
          }
        >
          {t('dashboard.stale', {
            time: `${dayText(overview.as_of, rules)} ${clockText(overview.as_of, rules)}`,
            reason: messageOf(error),
          })}
        </Banner>
      )}
      {error && !overview ? <Failure error={error} onRetry={refresh} /> : <Figures view={view} overview={overview} />}
    </Page>
  )
}

interface FiguresProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

function Figures({ view, overview }: FiguresProps) {
  const isEmpty = overview?.totals.calls === 0 && (overview.before?.calls ?? 0) === 0 && view.username === undefined
  const steps = useFirstSteps(view.isAdmin, isEmpty)
  // Everybody together: one user has no ranking of users.
  const hasRankings = view.isAdmin && view.username === undefined
  return (
    <>
      <Tiles view={view} overview={overview} />
      {isEmpty && steps && steps.length > 0 ? (
        <FirstSteps steps={steps} />
      ) : (
        <div className="dashboard-grid">
          <ModelChart view={view} overview={overview} />
          <TopModels view={view} overview={overview} />
          {hasRankings && (
            <div className="dashboard-pair">
              <TopUsers view={view} overview={overview} />
              <TopChannels view={view} overview={overview} />
            </div>
          )}
          {!hasRankings && <ModelTable view={view} overview={overview} />}
          <ModelShares view={view} overview={overview} />
          {hasRankings && (
            <div className="dashboard-row">
              <ModelTable view={view} overview={overview} />
            </div>
          )}
        </div>
      )}
    </>
  )
}

function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => unknown }) {
  if (error instanceof CallError && error.code === 'data_export_disabled') return <SwitchedOff />
  return <ErrorState error={error} onRetry={onRetry} />
}

function SwitchedOff() {
  const t = useText()
  const isAdmin = useIsAdmin()
  return (
    <EmptyState
      icon={<DashboardIcon />}
      title={t('dashboard.offTitle')}
      text={t(isAdmin ? 'dashboard.offTextAdmin' : 'dashboard.offText')}
    />
  )
}
