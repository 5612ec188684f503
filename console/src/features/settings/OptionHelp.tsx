import type { Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import { encodeOption } from '@waystation/contract/options/registry'
import { keysOfNeed } from '@waystation/contract/options/rules-between'
import { unitName } from '@waystation/contract/options/unit-words'
import { Fragment } from 'react'
import { type Text, useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { numberText, type QuotaFormat, Tag, useFormScope, useFormValue, useQuotaFormat } from '~/ui/kit'
import { AddressSuggestion } from './cards/AddressFirst.tsx'
import { OptionLink } from './OptionLink.tsx'
import { optionAbout, optionName, saysMore } from './option-text.ts'
import { defaultValue, type FieldValue, isSameValue } from './option-values.ts'
import type { StoredOptions } from './use-stored-options.ts'

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
  readonly stored: StoredOptions
  readonly isReadOnly: boolean
  /** Is it said elsewhere that it cannot be changed? */
  readonly isCardLocked: boolean
}

/** Below the name of an option: what it does beyond its name, what it waits for, the way back to its default, and who may change it. */
export function OptionHelp({ option, stored, isReadOnly, isCardLocked }: OptionHelpProps) {
  const language = useLanguage()
  const t = useText()
  const about = optionAbout(option, language)
  return (
    <>
      {saysMore(about, option.name[language], language) && about}
      {option.key === serverAddress.key && <AddressSuggestion />}
      <Needs option={option} stored={stored} />
      {option.type.kind === 'lines' && <LineCount option={option} />}
      {option.secret ? <SecretLine isSet={stored.setSecrets.has(option.key)} /> : <DefaultPart option={option} isReadOnly={isReadOnly} />}
      {isReadOnly && !isCardLocked && <span className="option-line">{t('settings.rootOnly')}</span>}
    </>
  )
}

/** What must be filled in before the option can be switched on, each a link to its row; nothing once it is. */
export function Needs({ option, stored }: Pick<OptionHelpProps, 'option' | 'stored'>) {
  const t = useText()
  const isFilled = (key: string) => stored.setSecrets.has(key) || (stored.texts.get(key) ?? '') !== ''
  const missing = (option.needs ?? []).map(keysOfNeed).filter((keys) => !keys.some(isFilled))
  if (missing.length === 0) return null
  return (
    <span className="option-line">
      {t('settings.needs')}
      {missing.map((keys) => (
        <span key={keys.join(' ')}>
          {keys.map((key, index) => (
            <Fragment key={key}>
              {index > 0 && ' / '}
              <OptionLink option={key} />
            </Fragment>
          ))}
        </span>
      ))}
    </span>
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

/** The default, where the field has another value, with the way back to it. */
function DefaultPart({ option, isReadOnly }: { readonly option: Option; readonly isReadOnly: boolean }) {
  const t = useText()
  const { store } = useFormScope()
  const value = useFormValue<FieldValue>(option.key)
  const language = useLanguage()
  const format = useQuotaFormat()
  const usual = defaultValue(option)
  // Back to nothing needs no button.
  const isNothing = ['text', 'json'].includes(option.type.kind) && isSameValue(option, usual, '')
  if (isNothing || isSameValue(option, value, usual)) return null
  return (
    <span className="option-line option-default">
      {t('settings.default', { value: defaultText(option, { t, language, format }) })}
      {!isReadOnly && (
        <button type="button" className="link" onClick={() => store.set(option.key, usual)}>
          {t('settings.useDefault')}
          <span className="unseen"> {optionName(option.key, language)}</span>
        </button>
      )}
    </span>
  )
}
