interface Findable {
  readonly value: string | number
  readonly title: string
  readonly text?: string
  readonly words?: string
}

/** The cards in which each of the typed words stands, those that have the first one in their title before the others. */
export function matchingCards<Card extends Findable>(cards: readonly Card[], typed: string): readonly Card[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = wanted
  if (first === undefined) return cards
  const textOf = ({ title, text = '', words = '', value }: Card) => `${title} ${text} ${words} ${value}`.toLowerCase()
  const found = cards.filter((card) => wanted.every((word) => textOf(card).includes(word)))
  const rank = ({ title }: Card) => [title.toLowerCase().startsWith(first), title.toLowerCase().includes(first), true].indexOf(true)
  return found.toSorted((a, b) => rank(a) - rank(b))
}
