/**
 * Does what was typed fit? Every word of it must stand somewhere in one of the texts.
 * @param texts the name and other words by which it may be found
 */
export function matches(query: string, texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** The search text for the server: `#27` means 27. Empty when it is too short to search. */
export function searchWord(query: string): string {
  return query.trim().replace(/^#(?=\d)/, '')
}
