import type { Option } from '@waystation/contract/options/option'
import { encodeOption } from '@waystation/contract/options/registry'
import type { Text } from '~/i18n'
import type { Language } from '~/i18n/language'
import { numberText, type QuotaFormat } from '~/ui/kit'
import { choiceName, unitName } from './words/index.ts'

/** Longest default that is shown, in characters, and the most entries of a list. */
const LONGEST = 80
const ENTRIES_MAX = 3

interface TextParts {
  readonly t: Text
  readonly language: Language
  readonly format: QuotaFormat
}

/** The default of an option in words, short. */
export function defaultText(option: Option, { t, language, format }: TextParts): string {
  const text = encodeOption(option, option.default)
  switch (option.type.kind) {
    case 'flag':
      return t(text === 'true' ? 'settings.on' : 'settings.off')
    case 'number':
      if (option.unit === 'quota') return withoutZeros(format(Number(text), 'exact'))
      return [numberText(Number(text), language), unitName(option, language)].filter((part) => part !== undefined).join(' ')
    case 'choice':
      return choiceName(option, text, language)
    case 'list':
      return entriesText(text.split(','), t)
    case 'lines':
      return entriesText(text.split('\n'), t)
    case 'json':
      return ['', '{}', '[]'].includes(text) ? t('settings.empty') : shortened(text)
    default:
      return text === '' ? t('settings.empty') : shortened(text)
  }
}

function entriesText(entries: readonly string[], t: Text): string {
  const named = entries.filter((entry) => entry !== '')
  if (named.length === 0) return t('settings.empty')
  const first = named.slice(0, ENTRIES_MAX).join(', ')
  return named.length > ENTRIES_MAX ? `${first} ${t('settings.more', { count: named.length })}` : first
}

/** `$0.002000` is `$0.002`; two decimals stay. */
const withoutZeros = (amount: string) => amount.replace(/(\.\d\d\d*?)0+$/, '$1')
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
