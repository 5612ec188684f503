// What the side menu holds. Only pages that exist: an entry is added together with its page.
import type { TextKey } from '~/i18n'
import type { MenuPage } from '~/paths'
import { ChannelsIcon, KeyIcon, LogsIcon } from '~/ui/icons'

export interface MenuEntry {
  readonly page: MenuPage
  readonly label: TextKey
  readonly Icon: typeof KeyIcon
}

export interface MenuGroup {
  readonly title: TextKey
  readonly isForAdmins: boolean
  readonly entries: readonly MenuEntry[]
}

export const menu: readonly MenuGroup[] = [
  {
    title: 'shell.console',
    isForAdmins: false,
    entries: [
      { page: 'tokens', label: 'shell.tokens', Icon: KeyIcon },
      { page: 'logs', label: 'shell.logs', Icon: LogsIcon },
    ],
  },
  { title: 'shell.admin', isForAdmins: true, entries: [{ page: 'channels', label: 'shell.channels', Icon: ChannelsIcon }] },
]
