import { useNavigate } from '@tanstack/react-router'
import { getUserModels } from '@waystation/contract/api/people/session'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { TagIcon } from '~/ui/icons'
import type { PaletteItem } from '~/ui/menu/CommandPalette'
import { matches } from './match.ts'

/** Rows of models, and from how many letters on they are looked for: fewer are in every name. */
const MOST = 5
const LETTERS = 2
const FRESH_MS = 300_000

/** The models that the user may call and that have what was typed in their names; each leads to its price. */
export function useModelRows(typed: string): readonly PaletteItem[] {
  const t = useText()
  const navigate = useNavigate()
  const isAsked = typed.length >= LETTERS
  const { data } = useData(getUserModels, {}, { when: isAsked, freshMs: FRESH_MS })
  if (!isAsked || !data) return []
  const found = data.filter((name) => matches(typed, [name])).toSorted((a, b) => a.length - b.length)
  return found.slice(0, MOST).map((name) => ({
    key: `model-${name}`,
    icon: <TagIcon />,
    name,
    kind: t('palette.model'),
    run: () => navigate({ to: paths.pricing(), search: { keyword: name } }),
  }))
}
