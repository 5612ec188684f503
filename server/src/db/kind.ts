/** Which database it is. `mysql` stands for MySQL and MariaDB. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql'

/** Where the database is, read from DATABASE_URL. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres' | 'mysql'; readonly url: string }

/**
 * Reads DATABASE_URL: `sqlite:PATH`, `postgres://…`, `postgresql://…`, `mysql://…` or `mariadb://…`.
 * @throws Error naming the accepted forms, or what must be written otherwise; never with a part of the address, which holds a password
 */
export function databaseAddress(url: string): DatabaseAddress {
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', path: url.slice('sqlite:'.length) }
  const kind = /^postgres(ql)?:\/\//.test(url) ? 'postgres' : /^(mysql|mariadb):\/\//.test(url) ? 'mysql' : undefined
  if (kind === undefined) throw new Error('DATABASE_URL must begin with sqlite:, postgres:// or mysql://')
  if (!isReadable(url, kind)) throw new Error(NOT_READABLE)
  return { kind, url: url.replace(/^mariadb:/, 'mysql:') }
}

const NOT_READABLE =
  'DATABASE_URL cannot be read as an address. If the user name or password has signs that mean something in an address, write them percent-encoded: % as %25, / as %2F, ? as %3F, # as %23, @ as %40 and : as %3A'

/** A sign of the password that was not encoded ends the host before its time: then the @ stands behind it, or there is a part that no address of a database has. */
function isReadable(url: string, kind: 'postgres' | 'mysql'): boolean {
  // The driver of PostgreSQL takes an address without a host for a socket, and encodes a lone % by itself.
  const text = kind === 'postgres' ? url.replace('@/', '@socket/') : url
  if (!URL.canParse(text)) return false
  const { username, password, pathname, hash, host } = new URL(text)
  const rest = text.slice(text.indexOf('://') + 3)
  const end = rest.search(/[/?]/)
  const isCut = hash !== '' || (username === '' && rest.slice(0, Math.max(0, end)).includes(':') && rest.includes('@', end))
  return !isCut && (kind === 'postgres' || [username, password, pathname, host].every(isDecodable))
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
