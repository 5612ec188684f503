/** A shorter rest of an address would be shown half by its last four characters. */
const LEAST_HIDDEN = 12
const SHOWN = 4

/**
 * An address for people who may know where something is sent but not with what: its host, and its last four characters, by which its owner
 * knows it. Receivers of webhooks are often known by a token in the path or the query.
 * @example `https://hooks.test/…9XyZ`
 */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address === '' ? '' : '…'
  const { protocol, host, pathname, search, hash } = new URL(address)
  const rest = pathname + search + hash
  if (rest === '/') return `${protocol}//${host}`
  return `${protocol}//${host}/…${rest.length >= LEAST_HIDDEN + SHOWN ? rest.slice(-SHOWN) : ''}`
}
