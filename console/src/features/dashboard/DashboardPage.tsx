import { ownUsageOverview, usageOverview } from '@waystation/contract/api/data'
import type { UsageOverview } from '@waystation/contract/calls/data'
import { useState } from 'react'
import { CallError, messageOf } from '~/api/call-error'
import { type Data, useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { Banner, Button, DashboardIcon, EmptyState, ErrorState, Page } from '~/ui/kit'
import { Controls } from './Controls.tsx'
import { FIRST_REFRESH_SECONDS, Figures } from './Figures.tsx'
import { NoticePanel } from './NoticePanel.tsx'
import { clockText, dayText } from './time-labels.ts'
import { useView, type View } from './use-view.ts'
import './dashboard.css'

/** The figures of the current view, refreshed at the server's interval while the page is visible. */
function useOverview({ isAdmin, span, step, metric, username }: View): Data<UsageOverview> {
  const [everyMs, setEveryMs] = useState(FIRST_REFRESH_SECONDS * 1000)
  const query = { start_timestamp: span.from, end_timestamp: span.to, step, order: metric }
  const options = { everyMs, freshMs: everyMs, keepsPrevious: true, refetchesOnReturn: true }
  const everybodys = useData(usageOverview, { query: { ...query, username } }, { ...options, when: isAdmin })
  const own = useData(ownUsageOverview, { query }, { ...options, when: !isAdmin })
  const answer = isAdmin ? everybodys : own
  const intervalMs = (answer.data?.refresh_seconds ?? 0) * 1000
  if (intervalMs > 0 && intervalMs !== everyMs) setEveryMs(intervalMs)
  return answer
}

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
        // The line is there from the start, so that nothing moves when the time is known.
        t(overview ? 'dashboard.asOf' : 'dashboard.loading', {
          time: overview ? clockText(overview.as_of, rules) : '',
          count: Math.round((overview?.refresh_seconds ?? 0) / 60),
        })
      }
      notice={<NoticePanel />}
      actions={<Controls view={view} onRefresh={refresh} />}
    >
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
      {overview && overview.hours_until !== null && (
        <p className="dashboard-note">
          {t('time.wholeHours', { time: `${dayText(overview.hours_until, rules)} ${clockText(overview.hours_until, rules)}` })}
        </p>
      )}
    </Page>
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
