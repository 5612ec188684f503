import { useNavigate } from '@tanstack/react-router'
import { endSession, endSessions, listSessions } from '@waystation/contract/api/people/account'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser } from '~/session/user'
import { agentName } from '~/shared/agent-name'
import {
  Button,
  confirm,
  ErrorState,
  IconButton,
  LaptopIcon,
  LogOutIcon,
  Panel,
  PhoneIcon,
  SkeletonLines,
  Tag,
  TimeText,
  toast,
} from '~/ui/kit'

type Entry = CallData<typeof listSessions>[number]

/** Where this user is logged in. */
export function Sessions() {
  const t = useText()
  const navigate = useNavigate()
  const { data, error, refresh } = useData(listSessions)
  const end = useCall(endSession, { refreshes: [listSessions], done: 'me.session.ended' })
  const endMany = useCall(endSessions, { refreshes: [listSessions] })
  // Without a refresh of the list: the session that would ask for it has ended.
  const everywhere = useCall(endSessions)
  const others = (data ?? []).filter(({ is_current }) => !is_current).length

  const endOthers = async () => {
    const isSure = await confirm({ title: t('me.session.othersTitle', { count: others }), yes: t('me.session.others'), isDanger: true })
    if (!isSure) return
    await endMany.run({ query: {} })
    toast.done(t('me.session.ended'))
  }
  const endAll = async () => {
    const isSure = await confirm({
      title: t('me.session.allTitle'),
      text: t('me.session.allText', { count: others + 1 }),
      yes: t('me.session.all'),
      isDanger: true,
    })
    if (!isSure) return
    await everywhere.run({ query: { all: 'true' } })
    await navigate({ to: paths.login() })
    forgetUser()
    toast.done(t('me.session.ended'))
  }
  return (
    <Panel
      title={t('me.session.title')}
      isFlush
      aside={
        <>
          {others > 0 && (
            <Button size="small" onClick={endOthers}>
              {t('me.session.others')}
            </Button>
          )}
          <Button size="small" kind="danger" onClick={endAll}>
            {t('me.session.all')}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refresh} />
      ) : data ? (
        <ul className="me-rows">
          {data.map((entry) => (
            <SessionRow key={entry.id} entry={entry} onEnd={() => end.run({ params: { session: entry.id } })} />
          ))}
        </ul>
      ) : (
        <div className="me-loading">
          <SkeletonLines count={3} />
        </div>
      )}
    </Panel>
  )
}

function SessionRow({ entry, onEnd }: { readonly entry: Entry; readonly onEnd: () => Promise<unknown> }) {
  const t = useText()
  const { program, system, isPhone } = agentName(entry.agent)
  const name = [program ?? t('me.session.unknown'), system].filter((part) => part !== undefined).join(' · ')
  return (
    <li>
      <span className="me-row-icon">{isPhone ? <PhoneIcon /> : <LaptopIcon />}</span>
      <div className="grow">
        <strong title={entry.agent}>{name}</strong> {entry.is_current && <Tag tone="neutral">{t('me.session.current')}</Tag>}
        <p>
          {entry.place} · {t('me.session.since')} <TimeText unix={entry.created_at} /> · {t('me.session.seen')}{' '}
          <TimeText unix={entry.seen_at} />
        </p>
      </div>
      {!entry.is_current && (
        <IconButton label={t('me.session.end', { name })} icon={<LogOutIcon />} onClick={() => void onEnd().catch(() => undefined)} />
      )}
    </li>
  )
}
