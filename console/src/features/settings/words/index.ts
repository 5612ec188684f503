// What every option on the settings page is called and does, in both languages.
import type { Option } from '@waystation/contract/options/option'
import type { Language } from '~/i18n/language'
import { loginWords } from './login.ts'
import { modelWords } from './model.ts'
import { operationWords } from './operation.ts'
import type { OptionWordsByKey, Words } from './option-words.ts'
import { paymentWords } from './payment.ts'
import { priceWords } from './price.ts'
import { relayWords } from './relay.ts'
import { siteWords } from './site.ts'
import { systemWords } from './system.ts'

export const optionWords: OptionWordsByKey = {
  ...loginWords,
  ...systemWords,
  ...operationWords,
  ...modelWords,
  ...paymentWords,
  ...priceWords,
  ...relayWords,
  ...siteWords,
}

/** The name of an option; without one, its key. */
export function optionName(key: string, language: Language): string {
  return optionWords[key]?.[language] ?? key
}

const WORD = /[A-Za-z][A-Za-z._]*[A-Za-z]/g
/** Keys such as About are plain words too, so they are taken for such. */
const isKey = (word: string) => Object.hasOwn(optionWords, word) && !/^[A-Z][a-z]+$/.test(word)

/** A text in which options are called by their names instead of their keys. */
export function withNames(text: string, language: Language): string {
  const named = text.replace(WORD, (word) => (isKey(word) ? `“${optionName(word, language)}”` : word))
  return language === 'zh' ? named.replaceAll(/ ?(“[^”]*”) ?/g, '$1') : named
}

/** What an option does. */
export function optionAbout(option: Option, language: Language): string {
  const about = language === 'zh' ? (optionWords[option.key]?.about ?? option.about) : option.about
  return withNames(about.replaceAll(/`([^`]+)`/g, '“$1”'), language)
}

/** What one of an option's choices is called. */
export function choiceName(option: Option, choice: string, language: Language): string {
  return optionWords[option.key]?.choices?.[choice]?.[language] ?? choice
}

const units: Readonly<Record<string, Words>> = {
  attempts: { en: 'times', zh: '次' },
  calls: { en: 'calls', zh: '次' },
  'local currency per dollar': { en: 'per $', zh: '每美元' },
  'of StripeCurrency per dollar': { en: 'per $', zh: '每美元' },
  dollars: { en: 'USD', zh: '美元' },
  MB: { en: 'MB', zh: 'MB' },
  minutes: { en: 'min', zh: '分钟' },
  percent: { en: '%', zh: '%' },
  'quota per dollar': { en: 'per $', zh: '每美元' },
  seconds: { en: 's', zh: '秒' },
  tokens: { en: 'tokens', zh: 'tokens' },
}

/** The unit behind a number, short. */
export function unitName({ unit }: Option, language: Language): string | undefined {
  return unit === undefined ? undefined : (units[unit]?.[language] ?? unit)
}
