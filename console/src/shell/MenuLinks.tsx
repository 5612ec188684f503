import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createStore, useSelector } from '@tanstack/react-store'
import { listChannels } from '@waystation/contract/api/channels/channel'
import type { PublicStatus } from '@waystation/contract/site/public-status'
import { channelStatus } from '@waystation/contract/site/status-table'
import { callWhole } from '~/api/call'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { type MenuPage, paths } from '~/paths'
import { readText, writeText } from '~/session/local-store'
import { storedStatus, usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { useChatLinks } from '~/shared/chat/chat-links'
import {
  AuditIcon,
  BooksIcon,
  ChannelsIcon,
  ChatIcon,
  CodesIcon,
  ConnectIcon,
  DashboardIcon,
  ImageIcon,
  KeyIcon,
  LogsIcon,
  MessageIcon,
  NoticeIcon,
  OrdersIcon,
  SlidersIcon,
  TasksIcon,
  UserIcon,
  UsersIcon,
  WalletIcon,
} from '~/ui/icons'
import { numberText } from '~/ui/kit'

/** Milliseconds between two looks while the page is visible. */
const EVERY_MS = 60_000

/** How many channels are auto-disabled, for an admin; 0 until it is known. Requests one row and reads the total. */
function useAutoDisabledCount(): number {
  const { data } = useQuery({
    // The list's own path in front, so that what changes channels loads this again too.
    queryKey: [listChannels.path, 'auto-disabled'],
    queryFn: async ({ signal }) => {
      const query = { p: 0, page_size: 1, status: String(channelStatus.autoDisabled) }
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

// What the side menu holds. Only pages that exist: an entry is added together with its page.

interface MenuEntry {
  readonly page: MenuPage
  readonly label: TextKey
  readonly Icon: typeof KeyIcon
  /** Only listed while this part of the installation is switched on. */
  readonly switch?: ('enable_data_export' | 'enable_drawing' | 'enable_task') & keyof PublicStatus
}

interface MenuGroup {
  readonly key: string
  /** Absent: no heading. */
  readonly title?: TextKey
  readonly isForAdmins?: boolean
  /** The configured chat programs are listed in it. */
  readonly hasChats?: boolean
  readonly entries: readonly MenuEntry[]
}

const menu: readonly MenuGroup[] = [
  { key: 'play', entries: [{ page: 'playground', label: 'shell.playground', Icon: MessageIcon }] },
  { key: 'chat', title: 'shell.chat', hasChats: true, entries: [] },
  {
    key: 'console',
    title: 'shell.console',
    entries: [
      { page: 'dashboard', label: 'shell.dashboard', Icon: DashboardIcon, switch: 'enable_data_export' },
      { page: 'tokens', label: 'shell.tokens', Icon: KeyIcon },
      { page: 'connect', label: 'shell.connect', Icon: ConnectIcon },
      { page: 'logs', label: 'shell.logs', Icon: LogsIcon },
      { page: 'drawingLogs', label: 'shell.drawingLogs', Icon: ImageIcon, switch: 'enable_drawing' },
      { page: 'taskLogs', label: 'shell.taskLogs', Icon: TasksIcon, switch: 'enable_task' },
    ],
  },
  {
    key: 'admin',
    title: 'shell.admin',
    isForAdmins: true,
    entries: [
      { page: 'channels', label: 'shell.channels', Icon: ChannelsIcon },
      { page: 'coupons', label: 'shell.coupons', Icon: CodesIcon },
      { page: 'orders', label: 'shell.orders', Icon: OrdersIcon },
      { page: 'books', label: 'shell.books', Icon: BooksIcon },
      { page: 'messages', label: 'shell.messages', Icon: NoticeIcon },
      { page: 'users', label: 'shell.users', Icon: UsersIcon },
      { page: 'audit', label: 'shell.audit', Icon: AuditIcon },
      { page: 'settings', label: 'shell.settings', Icon: SlidersIcon },
    ],
  },
  {
    key: 'personal',
    title: 'shell.personal',
    entries: [
      { page: 'wallet', label: 'shell.wallet', Icon: WalletIcon },
      { page: 'me', label: 'shell.me', Icon: UserIcon },
    ],
  },
]

export interface ShownEntry {
  readonly key: string
  readonly to: string
  readonly label: string
  readonly Icon: typeof KeyIcon
  /** The page it leads to, where it is one of ours. */
  readonly page?: MenuPage
}

export interface ShownGroup {
  readonly key: string
  readonly title?: string
  readonly entries: readonly ShownEntry[]
}

/** The menu as this user sees it: groups without entries are left out. */
export function useMenu(): readonly ShownGroup[] {
  const t = useText()
  const isAdmin = useIsAdmin()
  const chats = useChatLinks()
  const status = usePublicStatus()
  return menu
    .filter((group) => isAdmin || !group.isForAdmins)
    .map(({ key, title, hasChats, entries }) => ({
      key,
      ...(title ? { title: t(title) } : {}),
      entries: [
        ...entries
          .filter((entry) => entry.switch === undefined || (status?.[entry.switch] ?? true))
          .map(({ page, label, Icon }) => ({ key: page, to: paths[page](), label: t(label), Icon, page })),
        ...(hasChats ? chats.map(({ id, name }) => ({ key: `chat-${id}`, to: paths.chat(id), label: name, Icon: ChatIcon })) : []),
      ],
    }))
    .filter((group) => group.entries.length > 0)
}

// Is the side menu narrow? Remembered in this browser; before a choice was made, what the admin set.

const KEY = 'default_collapse_sidebar'
/** What was chosen here; null: nothing. */
const chosen = createStore(readText(KEY))

/** Is the side menu narrow now? */
export function useIsMenuCollapsed(): boolean {
  return useSelector(chosen, isCollapsed)
}

/** Makes it narrow or wide, and remembers that. */
export function toggleMenu(): void {
  const next = String(!isCollapsed(chosen.get()))
  writeText(KEY, next)
  chosen.setState(() => next)
}

function isCollapsed(choice: string | null): boolean {
  return (choice ?? String(storedStatus()?.default_collapse_sidebar ?? false)) === 'true'
}
