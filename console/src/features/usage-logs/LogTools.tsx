import { CHANNEL_TESTS } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'
import { type TextKey, useText } from '~/i18n'
import { ActivityIcon, IconButton, Menu, MoreIcon, TrashIcon, type UrlState, useUrlState, ViewsIcon } from '~/ui/kit'
import { DEAREST_FIRST } from './log-queries.ts'

interface View {
  readonly label: TextKey
  readonly params: UrlState['params']
  readonly isAdmins?: boolean
}

/** Everything that a view sets, so that choosing one leaves nothing of the last one. */
const NOTHING: UrlState['params'] = Object.fromEntries(
  [
    ...['model_name', 'start_timestamp', 'end_timestamp', 'type', 'min_cost', 'token_name', 'username', 'channel', 'group', 'request_id'],
    ...['failure', 'sort', 'page'],
  ].map((name) => [name, undefined]),
)

const views: readonly View[] = [
  { label: 'log.viewDearestWeek', params: { start_timestamp: '7d', sort: DEAREST_FIRST } },
  { label: 'log.viewDearestToday', params: { sort: DEAREST_FIRST } },
  { label: 'log.viewFailedWeek', params: { start_timestamp: '7d', type: String(logType.error) } },
  { label: 'log.viewTests', params: { start_timestamp: '7d', type: String(CHANNEL_TESTS) }, isAdmins: true },
]

/** The most common queries of the log, in two clicks. */
function QuickViews({ isAdmin }: { readonly isAdmin: boolean }) {
  const t = useText()
  const { params, change } = useUrlState()
  const isNow = (view: View) => Object.keys(NOTHING).every((name) => params[name] === view.params[name])
  return (
    <Menu
      items={views
        .filter((view) => isAdmin || !view.isAdmins)
        .map((view) => ({
          key: view.label,
          label: t(view.label),
          isChosen: isNow(view),
          run: () => change({ ...NOTHING, ...view.params }),
        }))}
    >
      <IconButton
        label={t('log.views')}
        icon={
          <>
            <ViewsIcon />
            <span aria-hidden>{t('log.views')}</span>
          </>
        }
        isBordered
        className="log-views"
      />
    </Menu>
  )
}

/** Seconds between two looks, as they are offered. */
const AUTO_SECONDS = [5, 30] as const

interface AutoRefreshState {
  /** 0: off. */
  readonly seconds: number
  readonly isPaused: boolean
  /** For queries: undefined while there is no refresh. */
  readonly everyMs: number | undefined
  readonly choose: (seconds: number) => void
}

/** Whether the list refreshes by itself, stored in the URL. It pauses while a row is open; the query client pauses hidden tabs. */
export function useAutoRefresh(isPaused: boolean): AutoRefreshState {
  const { params, change } = useUrlState()
  const asked = Number(params.auto)
  const seconds = AUTO_SECONDS.find((one) => one === asked) ?? 0
  return {
    seconds,
    isPaused,
    everyMs: seconds === 0 || isPaused ? undefined : seconds * 1000,
    choose: (next) => change({ auto: next === 0 ? undefined : String(next) }, true),
  }
}

/** The button that lets the list look again by itself. */
function AutoRefresh({ auto }: { readonly auto: AutoRefreshState }) {
  const t = useText()
  const { seconds, isPaused, choose } = auto
  const label = seconds === 0 ? t('log.auto') : isPaused ? t('log.autoPaused') : t('log.autoOn', { seconds })
  return (
    <Menu
      items={[
        { key: '0', label: t('log.autoOff'), isChosen: seconds === 0, run: () => choose(0) },
        ...AUTO_SECONDS.map((one) => ({
          key: String(one),
          label: t('log.autoEvery', { seconds: one }),
          isChosen: seconds === one,
          run: () => choose(one),
        })),
      ]}
    >
      <IconButton label={label} icon={<ActivityIcon />} isBordered isPressed={seconds > 0} />
    </Menu>
  )
}

interface LogToolsProps {
  readonly isAdmin: boolean
  readonly auto: ReturnType<typeof useAutoRefresh>
  readonly onCleanUp: () => void
}

/** At the end of the filters: the usual views, loading again by itself, and what admins can do to all rows. */
export function LogTools({ isAdmin, auto, onCleanUp }: LogToolsProps) {
  const t = useText()
  return (
    <>
      <QuickViews isAdmin={isAdmin} />
      <AutoRefresh auto={auto} />
      {isAdmin && (
        <Menu items={[{ key: 'clean-up', label: t('log.cleanUpGo'), icon: <TrashIcon />, isDanger: true, run: onCleanUp }]}>
          <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
        </Menu>
      )}
    </>
  )
}
