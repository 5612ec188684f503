// Light or dark: the choice made here (`theme-mode` in local storage), else the system's preference.
import { createStore, useSelector } from '@tanstack/react-store'
import { readText, writeText } from '../session/local-store.ts'
import { applyPalette, type ThemeMode } from './palette.ts'

const KEY = 'theme-mode'
const system = matchMedia('(prefers-color-scheme: dark)')
const mode = createStore(chosen())

/** Paints the page in the current theme and follows the system as long as nothing was chosen here. Called once at start. */
export function startTheme(): void {
  applyPalette(mode.get())
  system.addEventListener('change', () => show(chosen()))
}

export function useThemeMode(): ThemeMode {
  return useSelector(mode)
}

/** Switches to the other theme and remembers it. */
export function switchTheme(): void {
  const next = mode.get() === 'dark' ? 'light' : 'dark'
  writeText(KEY, next)
  show(next)
}

function show(next: ThemeMode): void {
  applyPalette(next)
  mode.setState(() => next)
}

function chosen(): ThemeMode {
  const kept = readText(KEY)
  if (kept === 'dark' || kept === 'light') return kept
  return system.matches ? 'dark' : 'light'
}
