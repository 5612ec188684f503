import { readText, writeText } from '~/session/local-store'
import { isObject } from '~/shared/is-object'

export interface ReturnAddress {
  readonly pathname: string
  readonly search: Readonly<Record<string, string>>
}

/** Where to go after the login; undefined when there is nowhere, or when it would lead away from this site. */
export function returnAddress(returnTo: string | undefined): ReturnAddress | undefined {
  if (!returnTo?.startsWith('/')) return undefined
  const url = URL.parse(returnTo, location.origin)
  if (url?.origin !== location.origin || url.pathname === '/login') return undefined
  return { pathname: url.pathname, search: Object.fromEntries(url.searchParams) }
}

const KEY = 'sign-in-return'

/** Remembers where to go after a login at another site: the address that it sends the browser back to is fixed. */
export function keepReturnTo(state: string, returnTo: string | undefined): void {
  writeText(KEY, returnTo === undefined ? null : JSON.stringify({ state, returnTo }))
}

/** What was remembered for this login, which the state names. It is then forgotten. */
export function takeReturnTo(state: string | undefined): string | undefined {
  const text = readText(KEY)
  if (text === null) return undefined
  writeText(KEY, null)
  try {
    const kept: unknown = JSON.parse(text)
    const isOurs = isObject(kept) && kept.state === state && typeof kept.returnTo === 'string'
    return isOurs ? String(kept.returnTo) : undefined
  } catch {
    return undefined
  }
}
