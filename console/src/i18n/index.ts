// Words. `useText` gives `t`, whose keys are checked by the compiler against zh.ts; en.ts must have the same ones. A language's words
// are loaded when it is chosen.
import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { currentLanguage, type Language, setCurrentLanguage } from './language.ts'
import type { zh } from './zh.ts'

type Leaves<Tree> = { [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}` }[keyof Tree & string]
type Singular<Key extends string> = Key extends `${infer Stem}_one` ? Stem : Key extends `${infer Stem}_other` ? Stem : Key

/** A path into the words, such as `token.name`. A pair `x_one`, `x_other` is asked for as `x` with a `count`. */
export type TextKey = Singular<Leaves<typeof zh>>
export type TextFacts = Readonly<Record<string, string | number>>
export type Text = (key: TextKey, facts?: TextFacts) => string

const words = createInstance()

const load: Readonly<Record<Language, () => Promise<object>>> = {
  zh: async () => (await import('./zh.ts')).zh,
  en: async () => (await import('./en.ts')).en,
}

/** Loads the words of the current language. Awaited before the first render. */
export async function startWords(): Promise<void> {
  const language = currentLanguage()
  setCurrentLanguage(language)
  await words.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await load[language]() } },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
  })
}

/** Switches at once; the page is not reloaded. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!words.hasResourceBundle(language, 'translation')) words.addResourceBundle(language, 'translation', await load[language]())
  setCurrentLanguage(language)
  await words.changeLanguage(language)
}

/** `t` for components; they render again when the language changes. */
export function useText(): Text {
  return useTranslation(undefined, { i18n: words }).t as unknown as Text
}

/** The language of what is on the screen. */
export function useLanguage(): Language {
  return useTranslation(undefined, { i18n: words }).i18n.language as Language
}

/** `t` outside components, for toasts. */
export const text: Text = (key, facts) => words.t(key, facts ?? {}) as string
