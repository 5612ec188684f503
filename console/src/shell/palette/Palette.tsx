import { useNavigate } from '@tanstack/react-router'
import { searchChannels } from '@waystation/contract/api/channels/channel'
import { listTokens } from '@waystation/contract/api/people/token'
import { searchUsers } from '@waystation/contract/api/people/user'
import { useEffect, useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import type { LogsSearch } from '~/search-params'
import { useIsAdmin } from '~/session/user'
import {
  ChannelsIcon,
  CollapseIcon,
  ExpandIcon,
  KeyIcon,
  LanguagesIcon,
  LogOutIcon,
  LogsIcon,
  MoonIcon,
  PlusIcon,
  SunIcon,
  UserIcon,
} from '~/ui/icons'
import { CommandPalette, type PaletteGroup, type PaletteItem } from '~/ui/menu/CommandPalette'
import { switchTheme, useThemeMode } from '~/ui/theme-mode'
import { useIsPhone } from '~/ui/use-phone'
import { toggleMenu, useIsMenuCollapsed, useMenu } from '../MenuLinks.tsx'
import { useNavigation } from '../top-bar/navigation.ts'
import { useSwitchLanguage } from '../top-bar/ThemeAndLanguage.tsx'
import { useLogOut } from '../top-bar/UserMenu.tsx'
import { matches, searchWord } from './match.ts'
import { useModelRows } from './use-model-rows.tsx'
import { useSettingRows } from './use-setting-rows.tsx'

/** Debounce in milliseconds before the server is queried. */
const PAUSE = 150
/** Rows of each kind. */
const MOST = 5

interface Found {
  readonly tokens: readonly { readonly id: number; readonly name: string }[]
  readonly channels: readonly { readonly id: number; readonly name: string }[]
  readonly users: readonly { readonly id: number; readonly username: string; readonly display_name: string }[]
}

interface Search {
  readonly found: Found
  readonly isSearching: boolean
  readonly failure: string | undefined
}

const nothing: Found = { tokens: [], channels: [], users: [] }

/** What the server knows by this name or id: the caller's tokens; for admins channels and users too. */
function useSearch(word: string): Search {
  const isAdmin = useIsAdmin()
  const [answer, setAnswer] = useState<{ readonly word: string; readonly found: Found; readonly failure?: string }>({
    word: '',
    found: nothing,
  })

  useEffect(() => {
    if (word === '') return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const result = await search(word, isAdmin, stop.signal).then(
        (found) => ({ found }),
        (error: unknown) => ({ found: nothing, failure: messageOf(error) }),
      )
      if (!stop.signal.aborted) setAnswer({ word, ...result })
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [word, isAdmin])

  if (word === '') return { found: nothing, isSearching: false, failure: undefined }
  // The former answer stays until the next one is there, so that the rows do not flicker with every key.
  return { found: answer.found, isSearching: answer.word !== word, failure: answer.failure }
}

async function search(word: string, isAdmin: boolean, signal: AbortSignal): Promise<Found> {
  const [tokens, channels, users] = await Promise.all([
    call(listTokens, { query: { p: 0, size: MOST, keyword: word } }, { signal }),
    isAdmin ? call(searchChannels, { query: { keyword: word, p: 0, page_size: MOST } }, { signal }) : [],
    isAdmin ? call(searchUsers, { query: { keyword: word, p: 1, page_size: MOST } }, { signal }).then((page) => page.items) : [],
  ])
  return { tokens, channels, users }
}

/** A row with more words by which it is found. */
interface FoundByWords extends PaletteItem {
  readonly words: readonly string[]
}

/** The server's results, with links to their logs. */
function useFoundRows({ tokens, channels, users }: Found): readonly PaletteItem[] {
  const t = useText()
  const navigate = useNavigate()
  const logs = (key: string, name: string, search: LogsSearch): PaletteItem => ({
    key: `logs-${key}`,
    icon: <LogsIcon />,
    name,
    kind: t('palette.logs'),
    run: () => navigate({ to: paths.logs(), search }),
  })
  return [
    ...channels.flatMap(({ id, name }) => [
      {
        key: `channel-${id}`,
        icon: <ChannelsIcon />,
        name,
        kind: t('palette.channel', { id }),
        run: () => navigate({ to: paths.channels(), search: { edit: String(id) } }),
      },
      logs(`channel-${id}`, t('palette.logsOfChannel', { id }), { channel: String(id) }),
    ]),
    ...tokens.flatMap(({ id, name }) => [
      {
        key: `token-${id}`,
        icon: <KeyIcon />,
        name,
        kind: t('palette.token'),
        run: () => navigate({ to: paths.tokens(), search: { edit: String(id) } }),
      },
      logs(`token-${id}`, t('palette.logsOfToken', { name }), { token_name: name }),
    ]),
    ...users.flatMap(({ id, username }) => [
      {
        key: `user-${id}`,
        icon: <UserIcon />,
        name: username,
        kind: t('palette.user', { id }),
        // The list and not the drawer: an admin cannot open users of their own role.
        run: () => navigate({ to: paths.users(), search: { keyword: username } }),
      },
      logs(`user-${id}`, t('palette.logsOfUser', { name: username }), { username }),
    ]),
  ]
}

/** Every page that the user may see. */
function usePageRows(): readonly FoundByWords[] {
  const t = useText()
  const navigate = useNavigate()
  // Pages of ours first; chat programs may be many.
  const menu = useMenu()
    .flatMap((group) => group.entries)
    .toSorted((a, b) => Number(a.page === undefined) - Number(b.page === undefined))
  const top = useNavigation().filter(({ key }) => key !== 'console')
  return [
    ...menu.map(({ key, to, label, Icon, page }) => ({
      key: `page-${key}`,
      icon: <Icon />,
      name: label,
      kind: t(page === undefined ? 'shell.chat' : 'palette.page'),
      words: [to],
      run: () => navigate({ to }),
    })),
    ...top.map(({ key, to, href, label, Icon }) => ({
      key: `page-${key}`,
      icon: <Icon />,
      name: label,
      kind: t('palette.page'),
      words: [key],
      run: () => (to === undefined ? window.open(href, '_blank', 'noreferrer') : navigate({ to })),
    })),
  ]
}

/** Things to do from anywhere. */
function useCommandRows(): readonly FoundByWords[] {
  const t = useText()
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const isPhone = useIsPhone()
  const isDark = useThemeMode() === 'dark'
  const isCollapsed = useIsMenuCollapsed()
  const language = useLanguage()
  const switchLanguage = useSwitchLanguage()
  const logOut = useLogOut()
  const create = { edit: 'new' }
  const command = (key: string, name: string, icon: PaletteItem['icon'], words: string, run: () => unknown): FoundByWords => ({
    key: `command-${key}`,
    icon,
    name,
    kind: t('palette.command'),
    words: [words],
    run,
  })
  return [
    command('token', t('palette.newToken'), <PlusIcon />, 'create add 新建', () => navigate({ to: paths.tokens(), search: create })),
    ...(isAdmin
      ? [
          command('channel', t('palette.newChannel'), <PlusIcon />, 'create add 新建', () =>
            navigate({ to: paths.channels(), search: create }),
          ),
          command('user', t('palette.newUser'), <PlusIcon />, 'create new 新建', () => navigate({ to: paths.users(), search: create })),
        ]
      : []),
    command('theme', t('palette.theme'), isDark ? <SunIcon /> : <MoonIcon />, 'theme dark light 主题 深色 浅色', switchTheme),
    command('language', t('palette.language'), <LanguagesIcon />, `language english chinese 语言 中文 ${language}`, switchLanguage),
    ...(isPhone
      ? []
      : [
          command(
            'menu',
            t(isCollapsed ? 'shell.expand' : 'shell.collapse'),
            isCollapsed ? <ExpandIcon /> : <CollapseIcon />,
            'menu sidebar 菜单 侧栏',
            toggleMenu,
          ),
        ]),
    command('out', t('shell.logOut'), <LogOutIcon />, 'logout sign out 退出 注销', logOut),
  ]
}

/** Go to any page, token, channel or user, or do something, by typing a part of its name. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [query, setQuery] = useState('')
  const { found, isSearching, failure } = useSearch(searchWord(query))
  const results = useFoundRows(found)
  const fits = (row: PaletteItem & { readonly words: readonly string[] }) => matches(query.trim(), [row.name, ...row.words])
  const pages = usePageRows().filter(fits)
  const commands = useCommandRows().filter(fits)
  const settings = useSettingRows(query.trim())
  const models = useModelRows(query.trim())
  const groups: readonly PaletteGroup[] = [
    { key: 'results', label: t('palette.results'), items: results },
    { key: 'pages', label: t('palette.pages'), items: pages },
    { key: 'settings', label: t('palette.settings'), items: settings },
    { key: 'models', label: t('palette.models'), items: models },
    { key: 'commands', label: t('palette.commands'), items: commands },
  ].filter((group) => group.items.length > 0)
  const note = failure
    ? t('palette.failed', { reason: failure })
    : groups.length > 0
      ? undefined
      : t(isSearching ? 'palette.searching' : 'palette.nothing')
  return (
    <CommandPalette
      title={t('palette.title')}
      placeholder={t('palette.placeholder')}
      query={query}
      onQuery={setQuery}
      groups={groups}
      note={note}
      onClose={onClose}
    />
  )
}
