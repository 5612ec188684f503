import { Link } from '@tanstack/react-router'
import { type TimelineLine, timelineKinds } from '@waystation/contract/people/timeline'
import type { User } from '@waystation/contract/people/user'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, EmptyState, ErrorState, HistoryIcon, LogsIcon, Select, SkeletonLines, useUrlChoice } from '~/ui/kit'
import { TimelineRow } from './TimelineRow.tsx'
import { byDay } from './timeline-days.ts'
import { useTimeline } from './use-timeline.ts'

const KINDS = ['all', ...timelineKinds] as const

/** What happened to the account, newest first. Its calls are in the usage logs. */
export function Timeline({ user }: { readonly user: User }) {
  const t = useText()
  const [kind, setKind] = useUrlChoice('kind', KINDS)
  const { lines, error, isLoading, hasMore, isLoadingMore, more, refresh } = useTimeline(user.id, kind === 'all' ? undefined : kind)
  return (
    <section className="timeline" aria-label={t('userPage.tabs.timeline')}>
      <div className="timeline-head">
        <Select
          label={t('userPage.kind')}
          value={kind}
          choices={KINDS.map((value) => ({ value, label: t(`userPage.kinds.${value}`) }))}
          onChange={(value) => setKind(KINDS.find((known) => known === value) ?? 'all')}
        />
        <Link className="timeline-calls" to={paths.logs()} search={{ username: user.username }}>
          <LogsIcon /> {t('userPage.calls')}
        </Link>
      </div>
      {error && lines.length === 0 && <ErrorState error={error} onRetry={refresh} />}
      {isLoading && <SkeletonLines count={8} />}
      {!isLoading && !error && lines.length === 0 && (
        <EmptyState
          icon={<HistoryIcon />}
          title={t('userPage.emptyTitle')}
          text={t(kind === 'all' ? 'userPage.emptyText' : 'userPage.emptyKind')}
        />
      )}
      <Days lines={lines} userId={user.id} />
      {hasMore && (
        <Button onClick={more} isBusy={isLoadingMore}>
          {t('userPage.more')}
        </Button>
      )}
    </section>
  )
}

function Days({ lines, userId }: { readonly lines: readonly TimelineLine[]; readonly userId: number }) {
  const language = useLanguage()
  return byDay(lines, language).map(({ day, lines: own }) => (
    <div key={day} className="timeline-day">
      <h3>{day}</h3>
      <ol>
        {own.map((line) => (
          <TimelineRow key={line.line_id} line={line} userId={userId} />
        ))}
      </ol>
    </div>
  ))
}
