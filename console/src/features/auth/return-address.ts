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
