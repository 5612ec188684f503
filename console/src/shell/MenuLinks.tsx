import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listChannels } from '@waystation/contract/api/channel'
import { channelStatus } from '@waystation/contract/status-table'
import { callWhole } from '~/api/call'
import { useLanguage, useText } from '~/i18n'
import { numberText } from '~/ui/kit'
import { useMenu } from './use-menu.ts'

/** Milliseconds between two looks while the page is visible. */
const EVERY_MS = 60_000

/** How many channels are auto-disabled, for an admin; 0 until it is known. Requests one row and reads the total. */
function useAutoDisabledCount(): number {
  const { data } = useQuery({
    // The list's own path in front, so that what changes channels loads this again too.
    queryKey: [listChannels.path, 'auto-disabled'],
    queryFn: async ({ signal }) => {
      const query = { p: 0, page_size: 1, status: channelStatus.autoDisabled }
      return Number((await callWhole(listChannels, { query }, { signal })).extra.total) || 0
    },
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
  })
  return data ?? 0
}

export interface MenuLinksProps {
  /** Only icons, and the groups divided by a line. */
  readonly isCollapsed: boolean
  readonly onGo?: () => void
}

/** The links of the side menu, in their groups. */
export function MenuLinks({ isCollapsed, onGo }: MenuLinksProps) {
  return useMenu().map((group) => (
    <div key={group.key} className="menu-group">
      {group.title !== undefined && <h2 className={isCollapsed ? 'unseen' : ''}>{group.title}</h2>}
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.key}>
            <Link
              to={entry.to}
              className="menu-link"
              activeProps={{ 'aria-current': 'page' }}
              title={isCollapsed ? entry.label : undefined}
              onClick={onGo}
            >
              <entry.Icon />
              <span className={isCollapsed ? 'unseen' : 'ellipsis'}>{entry.label}</span>
              {entry.page === 'channels' && <AutoDisabled isCollapsed={isCollapsed} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** How many channels the gateway turned off; only admins have the entry that this stands at. */
function AutoDisabled({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const t = useText()
  const language = useLanguage()
  const count = useAutoDisabledCount()
  if (count === 0) return null
  const words = t('shell.autoDisabled', { count })
  return (
    <span className={isCollapsed ? 'menu-mark' : 'menu-count'} title={words}>
      <span aria-hidden>{isCollapsed ? '' : numberText(count, language)}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}
