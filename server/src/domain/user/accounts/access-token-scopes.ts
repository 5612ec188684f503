import { type TokenScope, tokenScopes } from '@waystation/contract/people/access-token'

/** The scopes of a stored comma list. */
export function scopesIn(list: string): TokenScope[] {
  const items = list.split(',')
  return tokenScopes.filter((scope) => items.includes(scope))
}
