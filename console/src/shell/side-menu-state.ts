// Is the side menu narrow? Remembered in this browser; before a choice was made, what the admin set.
import { useSyncExternalStore } from 'react'
import { readText, writeText } from '~/session/local-store'
import { keptStatus } from '~/session/status'

const KEY = 'default_collapse_sidebar'
const listeners = new Set<() => void>()

/** Is the side menu narrow now? */
export function useIsMenuCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isMenuCollapsed)
}

/** Makes it narrow or wide, and remembers that. */
export function toggleMenu(): void {
  writeText(KEY, String(!isMenuCollapsed()))
  for (const listener of listeners) listener()
}

function isMenuCollapsed(): boolean {
  return (readText(KEY) ?? String(keptStatus()?.default_collapse_sidebar ?? false)) === 'true'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
