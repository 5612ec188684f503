import { useSelector } from '@tanstack/react-store'
import { ownUsageOverview, usageOverview } from '@waystation/contract/api/data'
import { searchUsers } from '@waystation/contract/api/people/user'
import { getNotice } from '@waystation/contract/api/site'
import { type UsageOverview, usageSteps } from '@waystation/contract/calls/data'
import { useState } from 'react'
import { call } from '~/api/call'
import { CallError, messageOf } from '~/api/call-error'
import { type Data, useData } from '~/api/use-data'
import { type Text, type TextKey, useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { LocalStore } from '~/session/local-store'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { SafeHtml } from '~/shared/site/SafeHtml'
import {
  Banner,
  Button,
  CloseIcon,
  DashboardIcon,
  DayRange,
  EmptyState,
  ErrorState,
  IconButton,
  Markdown,
  NoticeIcon,
  Page,
  RefreshIcon,
  SearchSelect,
  Segmented,
} from '~/ui/kit'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { ModelChart } from './ModelChart.tsx'
import { ModelTable } from './ModelTable.tsx'
import { ModelShares, TopChannels, TopModels, TopUsers } from './Rankings.tsx'
import { daysOf, type SpanName, spanNames } from './spans.ts'
import { Tiles } from './Tiles.tsx'
import { clockText, dayText } from './time-labels.ts'
import { useView, type View } from './use-view.ts'
import './dashboard.css'

const titles: Readonly<Record<SpanName, TextKey>> = {
  today: 'time.today',
  yesterday: 'time.yesterday',
  '7d': 'time.last7',
  '30d': 'time.last30',
  '4w': 'dashboard.last4Weeks',
  '12w': 'dashboard.last12Weeks',
}
const MAX_FOUND = 20

/** Step, span and, for admins, whose usage. */
function Controls({ view, onRefresh }: { readonly view: View; readonly onRefresh: () => unknown }) {
  const t = useText()
  const language = useLanguage()
  const names = spanNames.filter((name) => view.isAdmin || name !== '12w')
  return (
    <div className="dashboard-controls">
      <Segmented
        label={t('dashboard.step')}
        value={view.step}
        onChange={view.chooseStep}
        choices={usageSteps.map((value) => ({ value, label: t(`dashboard.steps.${value}`) }))}
      />
      <DayRange
        label={t('dashboard.range')}
        text={spanText(view, language, t)}
        choices={names.map((name) => ({ label: t(titles[name]), isChosen: name === view.chosen, choose: () => view.choose(name) }))}
        days={daysOf(view.span, view.zone)}
        mostDays={view.mostDays}
        onApply={view.choose}
      />
      <span className="text2" title={t('dashboard.zoneHint')}>
        {view.zone.replaceAll('_', ' ')}
      </span>
      {view.isAdmin && (
        <SearchSelect
          label={t('dashboard.user')}
          value={view.username}
          placeholder={t('dashboard.allUsers')}
          search={findUsers}
          onChange={view.chooseUser}
          width={150}
        />
      )}
      <IconButton label={t('action.refresh')} icon={<RefreshIcon />} isBordered onClick={() => void onRefresh()} />
    </div>
  )
}

async function findUsers(keyword: string, signal: AbortSignal) {
  const { items } = await call(searchUsers, { query: { keyword, p: 1, page_size: MAX_FOUND } }, { signal })
  return items.map(({ id, username }) => ({ value: username, label: `#${id} ${username}` }))
}

/** `Today, Mar 18`; `Last 7 days`; `Mar 1 – Mar 18`. */
function spanText({ chosen, span, zone }: View, language: Language, t: Text): string {
  const first = dayText(span.from, { language, zone })
  if (chosen === 'today' || chosen === 'yesterday') return t('dashboard.dayAndDate', { day: t(titles[chosen]), date: first })
  if (typeof chosen === 'string') return t(titles[chosen])
  const last = dayText(span.to - 1, { language, zone })
  return first === last ? first : `${first} – ${last}`
}

/** The text that was closed: another one shows again. */
const closed = new LocalStore<string>('closed_notice', (json) => (typeof json === 'string' ? json : undefined))

/** The admin's notice, until the user has read it. */
function NoticePanel() {
  const t = useText()
  const { data = '' } = useData(getNotice, {}, { freshMs: 60_000 })
  const read = useSelector(closed)
  const text = data.trim()
  if (text === '' || text === read) return null
  return (
    <section className="notice-panel" aria-label={t('dashboard.notice')}>
      <span className="notice-icon">
        <NoticeIcon />
      </span>
      <div className="notice-text">{text.startsWith('<') ? <SafeHtml html={text} /> : <Markdown text={text} isTrusted />}</div>
      <IconButton label={t('dashboard.closeNotice')} icon={<CloseIcon />} onClick={() => closed.set(text)} isSmall />
    </section>
  )
}

/** The refresh interval until the server has sent its own. */
const FIRST_REFRESH_SECONDS = 300

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
