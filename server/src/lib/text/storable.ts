/**
 * A text as all databases give it back: well-formed, since half a surrogate pair comes back as another sign, without NUL, which PostgreSQL
 * cannot store, and cut to so many characters (code points, as columns count them), so that the cut halves no pair.
 */
export function storableText(text: string, max: number): string {
  // No more than `max` characters can stand in twice as many units; a very long text need not be taken apart whole.
  const characters = [...text.slice(0, 2 * max)].slice(0, max)
  return characters.join('').toWellFormed().replaceAll('\0', '\uFFFD')
}
