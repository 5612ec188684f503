import type { Option } from '@waystation/contract/options/option'
import { encodeOption } from '@waystation/contract/options/registry'
import { keysOfNeed } from '@waystation/contract/options/rules-between'
import { type Text, useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { numberText, type QuotaFormat, Tag, useFormScope, useFormValue, useQuotaFormat } from '~/ui/kit'
import { optionAbout, optionName, unitName } from './option-text.ts'
import { defaultValue, type FieldValue, isSameValue } from './option-values.ts'

/** Longest default that is shown, in characters, and the most entries of a list. */
const LONGEST = 80
const ENTRIES_MAX = 3

interface TextParts {
  readonly t: Text
  readonly language: Language
  readonly format: QuotaFormat
}

/** The default of an option in words, short. */
function defaultText(option: Option, { t, language, format }: TextParts): string {
  const text = encodeOption(option, option.default)
  switch (option.type.kind) {
    case 'flag':
      return t(text === 'true' ? 'settings.on' : 'settings.off')
    case 'number':
      if (option.unit === 'quota') return withoutZeros(format(Number(text), 'exact'))
      return [numberText(Number(text), language), unitName(option, language)].filter((part) => part !== undefined).join(' ')
    case 'choice':
      return option.type.choices?.[text]?.[language] ?? text
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

export interface OptionHelpProps {
  readonly option: Option
  /** Of a secret: has it a value? */
  readonly isSet: boolean
  readonly isReadOnly: boolean
  /** Is it said elsewhere that it cannot be changed? */
  readonly isCardLocked: boolean
}

/** Below the name of an option: what it does, its default with the way back to it, and who may change it. */
export function OptionHelp({ option, isSet, isReadOnly, isCardLocked }: OptionHelpProps) {
  const t = useText()
  const language = useLanguage()
  const needs = (option.needs ?? []).map((need) =>
    keysOfNeed(need)
      .map((key) => optionName(key, language))
      .join(' / '),
  )
  // A full stop of Chinese brings its own gap.
  const gap = language === 'zh' ? '' : ' '
  const sentences = [optionAbout(option, language)]
  if (needs.length > 0) sentences.push(t('settings.needs', { names: needs.join(language === 'zh' ? '、' : ', ') }))
  return (
    <>
      {sentences.map((sentence) => sentence + gap)}
      {option.type.kind === 'lines' && <LineCount option={option} />}
      {option.secret ? <SecretLine isSet={isSet} /> : <DefaultPart option={option} isReadOnly={isReadOnly} />}
      {isReadOnly && !isCardLocked && <span className="option-line">{t('settings.rootOnly')}</span>}
    </>
  )
}

function LineCount({ option }: Pick<OptionHelpProps, 'option'>) {
  const t = useText()
  const text = String(useFormValue<FieldValue>(option.key) ?? '')
  return (
    <span className="option-line">{t('settings.lineCount', { count: text.split('\n').filter((line) => line.trim() !== '').length })}</span>
  )
}

function SecretLine({ isSet }: { readonly isSet: boolean }) {
  const t = useText()
  return (
    <span className="option-line">
      <Tag tone={isSet ? 'green' : 'neutral'}>{t(isSet ? 'settings.isSet' : 'settings.notSet')}</Tag>
      {isSet && t('settings.keepSecret')}
    </span>
  )
}

function DefaultPart({ option, isReadOnly }: { readonly option: Option; readonly isReadOnly: boolean }) {
  const t = useText()
  const { store } = useFormScope()
  const value = useFormValue<FieldValue>(option.key)
  const language = useLanguage()
  const format = useQuotaFormat()
  const text = defaultText(option, { t, language, format })
  const isDefault = isSameValue(option, value, defaultValue(option))
  return (
    <span className="option-default">
      {t('settings.default', { value: text })}
      {!isDefault && !isReadOnly && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => store.set(option.key, defaultValue(option))}>
            {t('settings.useDefault')}
            <span className="unseen"> {optionName(option.key, language)}</span>
          </button>
        </>
      )}
    </span>
  )
}
