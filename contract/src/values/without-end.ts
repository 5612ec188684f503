/**
 * The text without these characters at its end. In place of a pattern such as `/+$`, which takes time with the square of a text of slashes.
 * @param characters each of them alone
 * @example withoutEnd('https://a.test//', '/') // 'https://a.test'
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
