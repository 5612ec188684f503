import { useText } from '~/i18n'
import { type MenuPage, paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { useChatLinks } from '~/shared/chat-links'
import { ChatIcon, type KeyIcon } from '~/ui/icons'
import { menu } from './menu.ts'

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
