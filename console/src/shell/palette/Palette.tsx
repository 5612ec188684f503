import { useState } from 'react'
import { useText } from '~/i18n'
import { CommandPalette, type PaletteGroup, type PaletteItem } from '~/ui/CommandPalette'
import { matches, searchWord } from './match.ts'
import { useCommandRows, useFoundRows, usePageRows } from './rows.tsx'
import { useSearch } from './use-search.ts'

/** Go to any page, token, channel or user, or do something, by typing a part of its name. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [query, setQuery] = useState('')
  const { found, isSearching, failure } = useSearch(searchWord(query))
  const results = useFoundRows(found)
  const fits = (row: PaletteItem & { readonly words: readonly string[] }) => matches(query.trim(), [row.name, ...row.words])
  const pages = usePageRows().filter(fits)
  const commands = useCommandRows().filter(fits)
  const groups: readonly PaletteGroup[] = [
    { key: 'results', label: t('palette.results'), items: results },
    { key: 'pages', label: t('palette.pages'), items: pages },
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
