// The language of this browser: the choice made here, else the browser's preference, else Chinese.
import { createStore } from '@tanstack/react-store'
import type { Language } from '@waystation/contract/errors'
import { readText, writeText } from '../session/local-store.ts'

export type { Language }

const KEY = 'language'
const current = createStore<Language>(chosen())

export const currentLanguage = (): Language => current.get()

/** Remembers the choice and names it on the root, so that Han glyphs and hyphenation are the right ones. */
export function setCurrentLanguage(language: Language): void {
  current.setState(() => language)
  writeText(KEY, language)
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

/** Names in a row, with the comma of the language. */
export const joinedNames = (names: readonly string[], language: Language): string => names.join(language === 'zh' ? '、' : ', ')

function chosen(): Language {
  const kept = readText(KEY)
  if (kept === 'zh' || kept === 'en') return kept
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'zh'
}
