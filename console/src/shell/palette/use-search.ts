import { searchChannels } from '@waystation/contract/api/channel'
import { listTokens } from '@waystation/contract/api/token'
import { searchUsers } from '@waystation/contract/api/user'
import { useEffect, useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useIsAdmin } from '~/session/user'

/** Debounce in milliseconds before the server is queried. */
const PAUSE = 150
/** Rows of each kind. */
const MOST = 5

export interface Found {
  readonly tokens: readonly { readonly id: number; readonly name: string }[]
  readonly channels: readonly { readonly id: number; readonly name: string }[]
  readonly users: readonly { readonly id: number; readonly username: string; readonly display_name: string }[]
}

export interface Search {
  readonly found: Found
  readonly isSearching: boolean
  readonly failure: string | undefined
}

const nothing: Found = { tokens: [], channels: [], users: [] }

/** What the server knows by this name or id: the caller's tokens; for admins channels and users too. */
export function useSearch(word: string): Search {
  const isAdmin = useIsAdmin()
  const [answer, setAnswer] = useState<{ readonly word: string; readonly found: Found; readonly failure?: string }>({
    word: '',
    found: nothing,
  })

  useEffect(() => {
    if (word === '') return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const result = await search(word, isAdmin, stop.signal).then(
        (found) => ({ found }),
        (error: unknown) => ({ found: nothing, failure: messageOf(error) }),
      )
      if (!stop.signal.aborted) setAnswer({ word, ...result })
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [word, isAdmin])

  if (word === '') return { found: nothing, isSearching: false, failure: undefined }
  // The former answer stays until the next one is there, so that the rows do not flicker with every key.
  return { found: answer.found, isSearching: answer.word !== word, failure: answer.failure }
}

async function search(word: string, isAdmin: boolean, signal: AbortSignal): Promise<Found> {
  const [tokens, channels, users] = await Promise.all([
    call(listTokens, { query: { p: 0, size: MOST, keyword: word } }, { signal }),
    isAdmin ? call(searchChannels, { query: { keyword: word, p: 0, page_size: MOST } }, { signal }) : [],
    isAdmin ? call(searchUsers, { query: { keyword: word, p: 1, page_size: MOST } }, { signal }).then((page) => page.items) : [],
  ])
  return { tokens, channels, users }
}
