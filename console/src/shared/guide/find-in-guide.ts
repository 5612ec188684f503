import type { GuidePageName } from './guide-pages.ts'
import type { GuideText } from './guide-text.ts'

export interface GuideHit {
  readonly page: GuidePageName
  readonly title: string
  /** Empty: the page itself. */
  readonly heading: string
}

/** Hits shown: more would not be read. */
const MAX_HITS = 12

/** Sections whose title, heading or text has every word that was typed: titles first, then headings, then texts. */
export function findInGuide(typed: string, pages: readonly (readonly [page: GuidePageName, text: GuideText])[]): readonly GuideHit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const ranked = pages.flatMap(([page, { title, sections }]) =>
    sections.flatMap(({ heading, text }) => {
      const name = heading === '' ? title : heading
      const rank = fits(name) ? (heading === '' ? 0 : 1) : fits(`${name}\n${text}`) ? 2 : undefined
      return rank === undefined ? [] : [{ rank, page, title, heading }]
    }),
  )
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_HITS)
    .map(({ page, title, heading }) => ({ page, title, heading }))
}
