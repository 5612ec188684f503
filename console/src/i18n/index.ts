// Words. `useText` gives `t`, whose keys are checked by the compiler against zh.ts; en.ts must have the same ones, and singulars. A language's words
// are loaded when it is chosen: those of the open pages at once, the console's with its first page.
import { createStore } from '@tanstack/react-store'
import { createInstance } from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { currentLanguage, type Language, setCurrentLanguage } from './language.ts'
import type { zh } from './zh.ts'

type Leaves<Tree> = { [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}` }[keyof Tree & string]
type Uncounted<Key extends string> = Key extends `${infer Stem}_other` ? Stem : Key

/** A path into the texts, such as `token.name`. A text that depends on a number, `x_other`, is requested as `x` with a `count`. */
export type TextKey = Uncounted<Leaves<typeof zh>>
export type TextFacts = Readonly<Record<string, string | number>>
export type Text = (key: TextKey, facts?: TextFacts) => string

const words = createInstance()

/** What a page needs: the words of the open pages, or all there are. */
type Scope = 'open' | 'all'

const load: Readonly<Record<Language, Readonly<Record<Scope, () => Promise<object>>>>> = {
  zh: { open: async () => (await import('./zh-open.ts')).zhOpen, all: async () => (await import('./zh.ts')).zh },
  en: { open: async () => (await import('./en-open.ts')).enOpen, all: async () => (await import('./en.ts')).en },
}
/** The texts loaded so far. */
const loaded = createStore<{ readonly scope: Scope; readonly started: Promise<void> | undefined }>({ scope: 'open', started: undefined })

/** Loads the words of the open pages in the current language. Awaited before the first render. */
export function startWords(): Promise<void> {
  const started = loaded.get().started ?? startOpen()
  loaded.setState((state) => ({ ...state, started }))
  return started
}

async function startOpen(): Promise<void> {
  const language = currentLanguage()
  setCurrentLanguage(language)
  const translation = await load[language].open()
  await words.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation } },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
  })
}

/** Loads the words of everything, for the pages of the console: their routes await it. */
export async function needAllWords(): Promise<void> {
  if (loaded.get().scope === 'all') return
  const language = currentLanguage()
  const [translation] = await Promise.all([load[language].all(), startWords()])
  loaded.setState((state) => ({ ...state, scope: 'all' }))
  words.addResourceBundle(language, 'translation', translation, true, true)
  // Chosen in the meantime, another language has only the words of the open pages so far.
  if (currentLanguage() !== language) await switchLanguage(currentLanguage())
}

/** Switches at once; the page is not reloaded. */
export async function switchLanguage(language: Language): Promise<void> {
  words.addResourceBundle(language, 'translation', await load[language][loaded.get().scope](), true, true)
  setCurrentLanguage(language)
  await words.changeLanguage(language)
}

/** `t` for components; they render again when the language changes. */
export function useText(): Text {
  const { t } = useTranslation(undefined, { i18n: words })
  return useCallback<Text>((key, facts) => String(t(key, facts ?? {})), [t])
}

/** The language of what is on the screen. */
export function useLanguage(): Language {
  return useTranslation(undefined, { i18n: words }).i18n.language === 'zh' ? 'zh' : 'en'
}

/** `t` outside components, for toasts. */
export const text: Text = (key, facts) => String(words.t(key, facts ?? {}))

/** Are there words under this key? For keys that are put together at run time. */
export const isTextKey = (key: string): key is TextKey => words.exists(key)
