// The words of an option as the settings page shows them: other options are called by their names instead of their keys.
import type { Words } from '@waystation/contract/errors'
import { aboutText, type Option } from '@waystation/contract/options/option'
import { optionByKey, options } from '@waystation/contract/options/registry'
import { keysOfNeed } from '@waystation/contract/options/rules-between'
import type { Language } from '~/i18n/language'

/** The name of an option; without one, its key. */
export function optionName(key: string, language: Language): string {
  return optionByKey(key)?.name[language] ?? key
}

const quotedName = (key: string, language: Language) => `“${optionName(key, language)}”`

/** What an option does. */
export function optionAbout(option: Option, language: Language): string {
  return aboutText(option, language, (key) => quotedName(key, language)).replaceAll(/`([^`]+)`/g, '“$1”')
}

const needsOf = ({ needs = [] }: Option) => needs.flatMap(keysOfNeed)

/** Why the server refused an option. It calls the option, what that needs, and what needs that by their keys. */
export function refusalText(option: Option, reason: string, language: Language): string {
  const keys = [option.key, ...needsOf(option), ...options.filter((other) => needsOf(other).includes(option.key)).map(({ key }) => key)]
  const named = keys.reduce((text, key) => text.replaceAll(key, quotedName(key, language)), reason)
  return language === 'zh' ? named.replaceAll(/ ?(“[^”]*”) ?/g, '$1') : named
}

const units: Readonly<Record<string, Words>> = {
  attempts: { en: 'times', zh: '次' },
  calls: { en: 'calls', zh: '次' },
  'local currency per dollar': { en: 'per $', zh: '每美元' },
  'of StripeCurrency per dollar': { en: 'per $', zh: '每美元' },
  days: { en: 'days', zh: '天' },
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
