import { createStore, useSelector } from '@tanstack/react-store'
import { type ReactNode, useEffect } from 'react'

export type Highlight = (code: string, language: string) => ReactNode

/** `wanted` until it is asked for, which is when the first block stands. */
type State = { readonly name: 'wanted' | 'loading' | 'failed' } | { readonly name: 'here'; readonly highlight: Highlight }

const store = createStore<State>({ name: 'wanted' })

export interface Highlighter {
  /** Undefined until it is here, and where it cannot be loaded. */
  readonly highlight: Highlight | undefined
  /** The code gets its colours in a moment. */
  readonly isComing: boolean
}

/** The syntax highlighter; loaded for the first block. */
export function useHighlighter(): Highlighter {
  useEffect(() => void load(), [])
  const state = useSelector(store)
  return {
    highlight: state.name === 'here' ? state.highlight : undefined,
    isComing: state.name === 'wanted' || state.name === 'loading',
  }
}

async function load(): Promise<void> {
  const { name } = store.get()
  if (name === 'here' || name === 'loading') return
  store.setState(() => ({ name: 'loading' }))
  try {
    const { highlightCode } = await import('./highlighter.tsx')
    store.setState(() => ({ name: 'here', highlight: highlightCode }))
  } catch {
    // Offline, or a chunk of a former build: code stays without colours, and the next block tries again.
    store.setState(() => ({ name: 'failed' }))
  }
}
