/** Which database it is. `mysql` stands for MySQL and MariaDB. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql'

/** Where the database is, read from DATABASE_URL. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres' | 'mysql'; readonly url: string }

/**
 * Reads DATABASE_URL: `sqlite:PATH`, `postgres://…`, `postgresql://…`, `mysql://…` or `mariadb://…`.
 * @throws Error naming the accepted forms
 */
export function databaseAddress(url: string): DatabaseAddress {
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', path: url.slice('sqlite:'.length) }
  if (/^postgres(ql)?:\/\//.test(url)) return { kind: 'postgres', url }
  if (/^(mysql|mariadb):\/\//.test(url)) return { kind: 'mysql', url: url.replace(/^mariadb:/, 'mysql:') }
  throw new Error('DATABASE_URL must begin with sqlite:, postgres:// or mysql://')
}
