import { CHANNEL_TESTS } from '@waystation/contract/log'
import { logType } from '@waystation/contract/status-table'
import { type TextKey, useText } from '~/i18n'
import { IconButton, Menu, type UrlState, useUrlState, ViewsIcon } from '~/ui/kit'
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
    ...['sort', 'page'],
  ].map((name) => [name, undefined]),
)

const views: readonly View[] = [
  { label: 'log.viewDearestWeek', params: { start_timestamp: '7d', sort: DEAREST_FIRST } },
  { label: 'log.viewDearestToday', params: { sort: DEAREST_FIRST } },
  { label: 'log.viewFailedWeek', params: { start_timestamp: '7d', type: String(logType.error) } },
  { label: 'log.viewTests', params: { start_timestamp: '7d', type: String(CHANNEL_TESTS) }, isAdmins: true },
]

/** The most common queries of the log, in two clicks. */
export function QuickViews({ isAdmin }: { readonly isAdmin: boolean }) {
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
