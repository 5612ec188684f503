/** The address that a text of an admin embeds in place of being shown itself, such as a whole home page; undefined: it is no address. */
export function embeddedAddress(written: string): string | undefined {
  const text = written.trim()
  return /^https:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : undefined
}
