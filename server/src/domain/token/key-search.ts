// What a search text matches of a token's key: the whole key, its beginning or end, or both as a masked key shows them
// (`sk-abcd**********wxyz`).

/** How many characters of a key's beginning and end are stored, next to its hash. */
export const KEY_END_LENGTH = 4

/** Where both are the same text, either may match: the text may be a beginning, an end or the whole. */
export interface KeyFragment {
  readonly start: string
  readonly end: string
  readonly isMasked: boolean
}

/** Parses a search text; undefined when it cannot be part of a key. */
export function keyFragment(text: string): KeyFragment | undefined {
  const [start = '', ...rest] = text
    .trim()
    .replace(/^sk-/, '')
    .split(/[*•…]+|\.{3,}/)
  const end = rest.at(-1)
  if (end === undefined) return start === '' ? undefined : { start, end: start, isMasked: false }
  return start === '' && end === '' ? undefined : { start, end, isMasked: true }
}

/** The known part of a key: the whole of it, or the stored ends. */
export interface KnownKey {
  readonly key: string | undefined
  readonly head: string
  readonly tail: string
}

/** Can this be the key? Beyond the stored ends, only a key that is known can be compared. */
export function isKeyLike({ key, head, tail }: KnownKey, { start, end, isMasked }: KeyFragment): boolean {
  const starts = key?.startsWith(start) ?? (head !== '' && head.startsWith(start.slice(0, head.length)))
  const ends = key?.endsWith(end) ?? (tail !== '' && tail.endsWith(end.slice(-tail.length)))
  if (!isMasked) return starts || ends
  return (start === '' || starts) && (end === '' || ends)
}
