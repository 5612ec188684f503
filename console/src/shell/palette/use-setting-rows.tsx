import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { useIsAdmin } from '~/session/user'
import { SlidersIcon } from '~/ui/icons'
import type { PaletteItem } from '~/ui/menu/CommandPalette'

type Finder = typeof import('~/shared/settings/find-settings')

/** Rows of settings: the rest is on the settings page. */
const MOST = 6

/** The settings that fit what was typed, for admins. What finds them knows every option, so it is loaded with the first key. */
export function useSettingRows(typed: string): readonly PaletteItem[] {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const [finder, setFinder] = useState<Finder>()
  const isAsked = isAdmin && typed !== ''
  useEffect(() => {
    if (!isAsked) return
    // Without it the other rows are there all the same.
    void import('~/shared/settings/find-settings').then(
      (loaded) => setFinder(() => loaded),
      () => undefined,
    )
  }, [isAsked])
  if (!isAsked || !finder) return []
  const hits = finder.findSettings(typed, { language, titleOf: t })
  const rows = hits.slice(0, MOST).map((hit) => ({
    key: `setting-${hit.card}-${hit.key}`,
    icon: <SlidersIcon />,
    name: hit.name,
    kind: hit.option === undefined ? t('palette.setting') : t(hit.title),
    run: () => navigate({ to: paths.settings(), search: finder.settingSearch(hit) }),
  }))
  const more = {
    key: 'setting-more',
    icon: <SlidersIcon />,
    name: t('palette.moreSettings', { count: hits.length }),
    kind: t('palette.setting'),
    run: () => navigate({ to: paths.settings(), search: { find: typed } }),
  }
  return hits.length > MOST ? [...rows, more] : rows
}
