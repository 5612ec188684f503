// What the side menu holds. Only pages that exist: an entry is added together with its page.

import type { PublicStatus } from '@waystation/contract/public-status'
import type { TextKey } from '~/i18n'
import type { MenuPage } from '~/paths'
import {
  AuditIcon,
  BooksIcon,
  ChannelsIcon,
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

export interface MenuEntry {
  readonly page: MenuPage
  readonly label: TextKey
  readonly Icon: typeof KeyIcon
  /** Only listed while this part of the installation is switched on. */
  readonly switch?: 'enable_data_export' & keyof PublicStatus
}

export interface MenuGroup {
  readonly key: string
  /** Absent: no heading. */
  readonly title?: TextKey
  readonly isForAdmins?: boolean
  /** The configured chat programs are listed in it. */
  readonly hasChats?: boolean
  readonly entries: readonly MenuEntry[]
}

export const menu: readonly MenuGroup[] = [
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
