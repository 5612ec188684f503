// What a search text says of a token's key: the whole key, its beginning or end, or both as a masked key shows them (`sk-abcd**********wxyz`).

/** As many characters as are kept of a key's beginning and end, beside its hash. */
export const KEY_END_LENGTH = 4

/** Where both are the same text, either may match: nobody says whether it is a beginning, an end or the whole. */
export interface KeyFragment {
  readonly start: string
  readonly end: string
  readonly isMasked: boolean
}

/** Reads a search text; undefined when it says nothing of a key. */
export function keyFragment(text: string): KeyFragment | undefined {
  const [start = '', ...rest] = text
    .trim()
    .replace(/^sk-/, '')
    .split(/[*•…]+|\.{3,}/)
  const end = rest.at(-1)
  if (end === undefined) return start === '' ? undefined : { start, end: start, isMasked: false }
  return start === '' && end === '' ? undefined : { start, end, isMasked: true }
}

/** As much of a key as is known: the whole of it, or what is kept of its ends. */
export interface KnownKey {
  readonly key: string | undefined
  readonly head: string
  readonly tail: string
}

/** May this be the key? Beyond the ends that are kept, only a key that is known can be compared. */
export function isKeyLike({ key, head, tail }: KnownKey, { start, end, isMasked }: KeyFragment): boolean {
  const starts = key?.startsWith(start) ?? (head !== '' && head.startsWith(start.slice(0, head.length)))
  const ends = key?.endsWith(end) ?? (tail !== '' && tail.endsWith(end.slice(-tail.length)))
  if (!isMasked) return starts || ends
  return (start === '' || starts) && (end === '' || ends)
}
