import { useState } from 'react'
import { useUrlState } from '~/ui/kit'
import type { AskedChoice, Choosing } from './connect-choice.ts'

/** A choice in the address of the page, which adds no steps to the history. */
export function useUrlChoosing(): Choosing {
  const { params, change } = useUrlState()
  return { asked: params, choose: (patch) => change(patch, true) }
}

/** A choice that goes with what it is made in. @param first what is chosen to begin with */
export function useOwnChoosing(first: AskedChoice = {}): Choosing {
  const [asked, setAsked] = useState(first)
  return { asked, choose: (patch) => setAsked((before) => ({ ...before, ...patch })) }
}
