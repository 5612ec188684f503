import { type ReactNode, useSyncExternalStore } from 'react'

export type Highlight = (code: string, language: string) => ReactNode

let highlight: Highlight | undefined
let isLoading = false
const listeners = new Set<() => void>()

/** What colours code; loaded when the first block asks, undefined until then. */
export function useHighlighter(): Highlight | undefined {
  return useSyncExternalStore(subscribe, () => highlight)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isLoading) void load()
  return () => listeners.delete(listener)
}

async function load(): Promise<void> {
  isLoading = true
  try {
    highlight = (await import('./highlighter.tsx')).highlightCode
    for (const listener of listeners) listener()
  } catch {
    // Offline, or a chunk of a former build: it costs the colours, and the next block asks again.
    isLoading = false
  }
}
