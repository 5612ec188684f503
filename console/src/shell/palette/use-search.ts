import { searchAll } from '@waystation/contract/api/search'
import { SEARCH_TEXT_MAX, type SearchHit } from '@waystation/contract/site/search'
import { useEffect, useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'

/** Debounce in milliseconds before the server is queried. */
const PAUSE = 150
const NOTHING: readonly SearchHit[] = []

export interface Search {
  readonly hits: readonly SearchHit[]
  readonly isSearching: boolean
  readonly failure: string | undefined
}

interface Answer {
  readonly word: string
  readonly hits: readonly SearchHit[]
  readonly failure?: string
}

/** What the server knows by this name, number or id, as far as the caller may see it. */
export function useSearch(typed: string): Search {
  const word = typed.slice(0, SEARCH_TEXT_MAX)
  const [answer, setAnswer] = useState<Answer>({ word: '', hits: NOTHING })
  useEffect(() => {
    if (word === '') return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const result = await call(searchAll, { query: { q: word } }, { signal: stop.signal }).then(
        (hits) => ({ hits }),
        (error: unknown) => ({ hits: NOTHING, failure: messageOf(error) }),
      )
      if (!stop.signal.aborted) setAnswer({ word, ...result })
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [word])

  if (word === '') return { hits: NOTHING, isSearching: false, failure: undefined }
  // The former answer stays until the next one is there, so that the rows do not flicker with every key.
  return { hits: answer.hits, isSearching: answer.word !== word, failure: answer.failure }
}
