// Two letters for each provider, in place of logos that are not ours.
import { channelType, channelTypes } from '@waystation/contract/channels/channel-type'
import type { Vendor } from '@waystation/contract/vendors/vendor'

/** The letters of a type. No two types have the same. */
export const typeLetters = (type: number): string => letters.get(channelType(type).id) ?? '?'

const letters = lettersOf(channelTypes)

/** Those that are chosen most have the first choice of letters. */
function lettersOf(types: readonly Vendor[]): ReadonlyMap<number, string> {
  const rank = ({ isCommon, isReady, isHidden }: Vendor) => (isHidden ? 3 : !isReady ? 2 : isCommon ? 0 : 1)
  const found = new Map<number, string>()
  const taken = new Set<string>()
  for (const { id, name } of types.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)) {
    const own = candidates(name).find((two) => !taken.has(two)) ?? '?'
    taken.add(own)
    found.set(id, own)
  }
  return found
}

/** Best first: both capitals of `DeepSeek`, the first letters, those of two words, the first one with any other or with a digit. */
function candidates(name: string): readonly string[] {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const [word = name, ...more] = words
  const first = word.charAt(0)
  const capitals = more.length === 0 ? (/^[A-Z][a-z]+([A-Z])/.exec(word) ?? /^Open(A)I/.exec(word))?.[1] : undefined
  const rest = [...(capitals ?? ''), word.charAt(1), ...more.map((next) => next.charAt(0)), ...words.join('').slice(1), ...'23456789']
  return rest.filter(Boolean).map((second) => first.toUpperCase() + second.toLowerCase())
}
