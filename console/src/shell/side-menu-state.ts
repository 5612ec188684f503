// Is the side menu narrow? Remembered in this browser; before a choice was made, what the admin set.
import { createStore, useSelector } from '@tanstack/react-store'
import { readText, writeText } from '~/session/local-store'
import { storedStatus } from '~/session/status'

const KEY = 'default_collapse_sidebar'
/** What was chosen here; null: nothing. */
const chosen = createStore(readText(KEY))

/** Is the side menu narrow now? */
export function useIsMenuCollapsed(): boolean {
  return useSelector(chosen, isCollapsed)
}

/** Makes it narrow or wide, and remembers that. */
export function toggleMenu(): void {
  const next = String(!isCollapsed(chosen.get()))
  writeText(KEY, next)
  chosen.setState(() => next)
}

function isCollapsed(choice: string | null): boolean {
  return (choice ?? String(storedStatus()?.default_collapse_sidebar ?? false)) === 'true'
}
