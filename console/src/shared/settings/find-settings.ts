// Finding a setting by its name in either language, its key, or a common word. Pure: the settings page and the palette draw the hits.
import type { Language } from '@waystation/contract/errors'
import { aboutText, type Option } from '@waystation/contract/options/option'
import { optionByKey, options } from '@waystation/contract/options/registry'
import type { TextKey } from '~/i18n'
import { allCards, priceCards, type SettingsTab } from './cards.ts'
import { cardWords } from './setting-words.ts'

export interface SettingPlace {
  readonly tab: SettingsTab
  readonly card: string
  /** Absent: the card as a whole. */
  readonly option?: string
}

export interface SettingHit extends SettingPlace {
  /** The key of the option, or of the card. */
  readonly key: string
  readonly name: string
  /** The title of its card. */
  readonly title: TextKey
}

interface Entry {
  readonly place: SettingPlace
  readonly title: TextKey
  /** Absent: the entry is the card itself. */
  readonly option?: Option
}

const cards = [...allCards.map(({ key, tab, title }) => ({ key, tab, title })), ...priceCards]

function entriesOf({ key, tab, title }: (typeof cards)[number]): Entry[] {
  const own = options.filter(({ isReady, card }) => isReady && (typeof card === 'string' ? card === key : card?.[0] === key))
  return [
    { place: { tab, card: key }, title },
    ...own.map((option) => ({
      // The editors of prices have no row for each of their settings.
      place: { tab, card: key, ...(typeof option.card === 'string' ? {} : { option: option.key }) },
      title,
      option,
    })),
  ]
}

const entries = cards.flatMap(entriesOf)

/** Where an option stands on the settings page; undefined where it has no field. */
export function placeOfSetting(key: string): SettingPlace | undefined {
  return entries.find(({ option }) => option?.key === key)?.place
}

/** The query that opens the settings page at a place. */
export const settingSearch = ({ tab, card, option }: SettingPlace) => ({
  tab: tab === 'operation' ? undefined : tab,
  card,
  option,
})

/** How well an entry fits, the lower the better; undefined: not at all. Every word that was typed must stand in it. */
function rankOf({ option, place, title }: Entry, query: string, { language, titleOf }: FindingFacts): number | undefined {
  const names = option ? [option.name.en, option.name.zh, option.key] : [titleOf(title)]
  const isIn = (texts: readonly string[]) => {
    const all = texts.join('\n').toLowerCase()
    return query.split(/\s+/).every((word) => all.includes(word))
  }
  // Of a card and its options that fit alike, the card stands first.
  const ahead = option ? 0 : -0.5
  if (names.some((name) => name.toLowerCase() === query)) return 0
  if (names.some((name) => name.toLowerCase().startsWith(query))) return 1 + ahead
  if (isIn(names)) return 2 + ahead
  // A common word leads to the card; its options that have the word in their names come before it.
  const words = cardWords[place.card] ?? ''
  if (!option) return isIn([...names, words]) ? 3 : undefined
  if (isIn([...names, titleOf(title), words]) && !isIn([titleOf(title), words])) return 4
  const about = aboutText(option, language, (key) => optionByKey(key)?.name[language] ?? key)
  return isIn([...names, about]) ? 5 : undefined
}

interface FindingFacts {
  readonly language: Language
  readonly titleOf: (title: TextKey) => string
}

/** The settings that fit what was typed, the best first; none for nothing typed. */
export function findSettings(typed: string, facts: FindingFacts): readonly SettingHit[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return []
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, query, facts)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry: { place, title, option } }) => ({
      ...place,
      title,
      key: option?.key ?? place.card,
      name: option?.name[facts.language] ?? facts.titleOf(title),
    }))
}
