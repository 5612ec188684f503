// The language of this browser: what was chosen here, else what the browser asks for, else Chinese.
import type { Language } from '@waystation/contract/errors'
import { readText, writeText } from '../session/local-store.ts'

export type { Language }

const KEY = 'language'
let current: Language = chosen()

export const currentLanguage = (): Language => current

/** Remembers the choice and names it on the root, so that Han glyphs and hyphenation are the right ones. */
export function setCurrentLanguage(language: Language): void {
  current = language
  writeText(KEY, language)
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}

function chosen(): Language {
  const kept = readText(KEY)
  if (kept === 'zh' || kept === 'en') return kept
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'zh'
}
