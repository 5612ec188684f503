// The URL is the state: page, filters, sort, tab and open drawer stand in the query, as plain text.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type UrlParams = Readonly<Record<string, string | undefined>>

export interface UrlState {
  readonly params: UrlParams
  /** Sets what is given; undefined removes. The page stays where it is scrolled to. `isReplace` leaves no step in the history: for typing. */
  readonly change: (patch: UrlParams, isReplace?: boolean) => void
}

/** The query of the current address. A reload, the back button and a shared link bring it back. */
export function useUrlState(): UrlState {
  const params: UrlParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (patch: UrlParams, isReplace = false) => {
      const search = (old: UrlParams) => Object.fromEntries(Object.entries({ ...old, ...patch }).filter(([, value]) => value !== undefined))
      void navigate({ to: '.', search, replace: isReplace, resetScroll: false })
    },
    [navigate],
  )
  return { params, change }
}
