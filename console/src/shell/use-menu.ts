import type { PublicStatus } from '@waystation/contract/public-status'
import { type TextKey, useText } from '~/i18n'
import { type MenuPage, paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { useChatLinks } from '~/shared/chat-links'
import {
  AuditIcon,
  BooksIcon,
  ChannelsIcon,
  ChatIcon,
  CodesIcon,
  DashboardIcon,
  KeyIcon,
  LogsIcon,
  MessageIcon,
  NoticeIcon,
  OrdersIcon,
  SlidersIcon,
  UserIcon,
  UsersIcon,
  WalletIcon,
} from '~/ui/icons'

// What the side menu holds. Only pages that exist: an entry is added together with its page.

interface MenuEntry {
  readonly page: MenuPage
  readonly label: TextKey
  readonly Icon: typeof KeyIcon
  /** Only listed while this part of the installation is switched on. */
  readonly switch?: 'enable_data_export' & keyof PublicStatus
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
      { page: 'logs', label: 'shell.logs', Icon: LogsIcon },
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
