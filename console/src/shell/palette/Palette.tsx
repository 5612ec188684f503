import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { guidePages } from '~/shared/guide/guide-pages'
import { CollapseIcon, ExpandIcon, GuideIcon, LanguagesIcon, LogOutIcon, MoonIcon, PlusIcon, SunIcon } from '~/ui/icons'
import { CommandPalette, type PaletteGroup, type PaletteItem } from '~/ui/menu/CommandPalette'
import { switchTheme, useThemeMode } from '~/ui/theme-mode'
import { useIsPhone } from '~/ui/use-phone'
import { toggleMenu, useIsMenuCollapsed, useMenu } from '../MenuLinks.tsx'
import { useNavigation } from '../top-bar/navigation.ts'
import { useSwitchLanguage } from '../top-bar/ThemeAndLanguage.tsx'
import { useLogOut } from '../top-bar/UserMenu.tsx'
import { matches, searchWord } from './match.ts'
import { useFoundGroups } from './use-found-groups.tsx'
import { useSearch } from './use-search.ts'
import { useSettingRows } from './use-setting-rows.tsx'

/** A row with more words by which it is found. */
interface FoundByWords extends PaletteItem {
  readonly words: readonly string[]
}

/** Every page that the user may see. */
function usePageRows(typed: string): readonly FoundByWords[] {
  const t = useText()
  const navigate = useNavigate()
  // Pages of ours first; chat programs may be many.
  const menu = useMenu()
    .flatMap((group) => group.entries)
    .toSorted((a, b) => Number(a.page === undefined) - Number(b.page === undefined))
  const top = useNavigation().filter(({ key }) => key !== 'console')
  const guide = useGuideRows(typed !== '')
  return [
    ...menu.map(({ key, to, label, Icon, page }) => ({
      key: `page-${key}`,
      icon: <Icon />,
      name: label,
      kind: t(page === undefined ? 'shell.chat' : 'palette.page'),
      words: [to],
      run: () => navigate({ to }),
    })),
    ...guide,
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

/** The pages of the guide, which would be in the way of the others before something is typed. Docs of the operator's own replace it for users. */
function useGuideRows(isTyped: boolean): readonly FoundByWords[] {
  const t = useText()
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const docs = usePublicStatus()?.docs_link
  if (!isTyped || (docs && !isAdmin)) return []
  return guidePages.map((page) => ({
    key: `guide-${page}`,
    icon: <GuideIcon />,
    name: t(`guide.title.${page}`),
    kind: t('shell.docs'),
    words: [page],
    run: () => navigate({ to: paths.docs(page) }),
  }))
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

/** Go to any page or thing, or do something, by typing a part of its name, its number or its id. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [query, setQuery] = useState('')
  const { hits, isSearching, failure } = useSearch(searchWord(query))
  const found = useFoundGroups(hits)
  const fits = (row: PaletteItem & { readonly words: readonly string[] }) => matches(query.trim(), [row.name, ...row.words])
  const pages = usePageRows(query.trim()).filter(fits)
  const commands = useCommandRows().filter(fits)
  const settings = useSettingRows(query.trim())
  const groups: readonly PaletteGroup[] = [
    ...found,
    { key: 'pages', label: t('palette.pages'), items: pages },
    { key: 'commands', label: t('palette.commands'), items: commands },
    // Many settings fit any word: they wait for what is found, so that a quick Enter opens none of them in its place.
    { key: 'settings', label: t('palette.settings'), items: isSearching ? [] : settings },
  ].filter((group) => group.items.length > 0)
  const note = failure
    ? t('palette.failed', { reason: failure })
    : groups.length > 0
      ? undefined
      : isSearching
        ? t('palette.searching')
        : t('palette.nothing', { query: query.trim() })
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
