// Light or dark: what was chosen here (`theme-mode` in local storage), else what the system asks for.
import { useSyncExternalStore } from 'react'
import { readText, writeText } from '../session/local-store.ts'
import { applyPalette, type ThemeMode } from './palette.ts'

const KEY = 'theme-mode'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let mode = chosen()

/** Paints the page in the current theme and follows the system as long as nothing was chosen here. Called once at start. */
export function startTheme(): void {
  applyPalette(mode)
  system.addEventListener('change', () => show(chosen()))
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, () => mode)
}

/** Switches to the other theme and remembers it. */
export function switchTheme(): void {
  const next = mode === 'dark' ? 'light' : 'dark'
  writeText(KEY, next)
  show(next)
}

function show(next: ThemeMode): void {
  mode = next
  applyPalette(next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function chosen(): ThemeMode {
  const kept = readText(KEY)
  if (kept === 'dark' || kept === 'light') return kept
  return system.matches ? 'dark' : 'light'
}
