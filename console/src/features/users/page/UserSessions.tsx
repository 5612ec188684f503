import { endUserSession, endUserSessions, getUserTimeline, listUserSessions } from '@waystation/contract/api/people/user-page'
import type { SessionEntry, User } from '@waystation/contract/people/user'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { agentName } from '~/shared/agent-name'
import {
  Button,
  confirm,
  EmptyState,
  ErrorState,
  IconButton,
  LaptopIcon,
  LogOutIcon,
  PhoneIcon,
  SkeletonLines,
  TimeText,
  toast,
} from '~/ui/kit'
import { useActionFault } from '../user-rules.ts'

/** Where a user is logged in. Whoever may change the user may end that. */
export function UserSessions({ user }: { readonly user: User }) {
  const t = useText()
  const payload = { params: { id: user.id } }
  const mayEnd = useActionFault()(user, 'edit') === undefined
  const { data, error, refresh } = useData(listUserSessions, payload)
  const refreshes = [listUserSessions, getUserTimeline]
  const end = useCall(endUserSession, { refreshes, done: 'me.session.ended' })
  const all = useCall(endUserSessions, { refreshes })
  const endAll = async () => {
    const title = t('userPage.endAllTitle', { name: user.username })
    if (!(await confirm({ title, text: t('userPage.endAllText'), yes: t('userPage.endAll'), isDanger: true }))) return
    await all.run(payload)
    toast.done(t('userPage.endedAll', { name: user.username }))
  }
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />
  if (!data) return <SkeletonLines count={4} />
  if (data.length === 0) return <EmptyState icon={<LaptopIcon />} title={t('userPage.noSessions')} text={t('userPage.noSessionsText')} />
  return (
    <div className="user-box">
      {mayEnd && (
        <div className="user-box-head">
          <Button size="small" kind="danger" onClick={endAll}>
            {t('userPage.endAll')}
          </Button>
        </div>
      )}
      <ul className="user-rows">
        {data.map((entry) => (
          <SessionRow
            key={entry.id}
            entry={entry}
            onEnd={mayEnd ? () => end.run({ params: { id: user.id, session: entry.id } }) : undefined}
          />
        ))}
      </ul>
    </div>
  )
}

interface SessionRowProps {
  readonly entry: SessionEntry
  /** Undefined: the caller may not end it. */
  readonly onEnd: (() => Promise<unknown>) | undefined
}

function SessionRow({ entry, onEnd }: SessionRowProps) {
  const t = useText()
  const { program, system, isPhone } = agentName(entry.agent)
  const name = [program ?? t('me.session.unknown'), system].filter((part) => part !== undefined).join(' · ')
  return (
    <li>
      <span className="user-row-icon">{isPhone ? <PhoneIcon /> : <LaptopIcon />}</span>
      <div className="user-row-words">
        <strong title={entry.agent}>{name}</strong>
        <p>
          <span className="mono">{entry.place}</span> · {t('me.session.since')} <TimeText unix={entry.created_at} style="full" /> ·{' '}
          {t('me.session.seen')} <TimeText unix={entry.seen_at} style="full" />
        </p>
      </div>
      {onEnd && (
        <IconButton label={t('me.session.end', { name })} icon={<LogOutIcon />} onClick={() => void onEnd().catch(() => undefined)} />
      )}
    </li>
  )
}
