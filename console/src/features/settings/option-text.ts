// The words of an option as the settings page shows them: other options are called by their names instead of their keys.
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
  const text = aboutText(option, language, (key) => quotedName(key, language)).replaceAll(/`([^`]+)`/g, '“$1”')
  // "Demo site: only …" below the name "Demo site".
  const name = option.name[language]
  const rest = text.startsWith(name) ? /^[:：]\s*(.+)$/s.exec(text.slice(name.length))?.[1] : undefined
  return rest === undefined ? text : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Words that tell nothing of an option which stands in its card, under its name. */
const fillers: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(
    'a an and the of for at in on with to by from this that which is are let user users log login name number address account service server app oauth site page shown show each per own calling use used accept maximum dashboard'.split(
      ' ',
    ),
  ),
  zh: new Set([...'的了在和与为处上下中允许用户使用应用程序每个数地址名称服务器账户本站时所接受最多内最大数据看板金额']),
}

const wordsOf = (text: string, language: Language): readonly string[] =>
  language === 'zh'
    ? [...text.toLowerCase().replaceAll(/oauth|[\s\p{P}]/gu, '')]
    : (text.toLowerCase().match(/[\p{L}\p{N}.$/]+/gu) ?? []).map((word) => word.replace(/[.]+$/, '').replace(/(?<=[a-z]{3})s$/, ''))

/** Does a help text tell more than the name above it? "Log failed calls." below "Log failed calls" does not. */
export function saysMore(about: string, name: string, language: Language): boolean {
  const known = new Set(wordsOf(name, language))
  return wordsOf(about, language).some((word) => !known.has(word) && !fillers[language].has(word))
}

const needsOf = ({ needs = [] }: Option) => needs.flatMap(keysOfNeed)

/** Why the server refused an option. It calls the option, what that needs, and what needs that by their keys. */
export function refusalText(option: Option, reason: string, language: Language): string {
  const keys = [option.key, ...needsOf(option), ...options.filter((other) => needsOf(other).includes(option.key)).map(({ key }) => key)]
  const named = keys.reduce((text, key) => text.replaceAll(key, quotedName(key, language)), reason)
  return language === 'zh' ? named.replaceAll(/ ?(“[^”]*”) ?/g, '$1') : named
}
