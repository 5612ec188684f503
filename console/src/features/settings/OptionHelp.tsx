import type { Option } from '@waystation/contract/options/option'
import { keysOfNeed } from '@waystation/contract/options/rules-between'
import { useLanguage, useText } from '~/i18n'
import { Tag, useFormScope, useFormValue, useQuotaFormat } from '~/ui/kit'
import { defaultText } from './default-text.ts'
import { defaultValue, type FieldValue, isSameValue } from './option-values.ts'
import { optionAbout, optionName } from './words/index.ts'

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
      {option.secret ? <SecretLine isSet={isSet} /> : <DefaultPart option={option} isReadOnly={isReadOnly} />}
      {isReadOnly && !isCardLocked && <span className="option-line">{t('settings.rootOnly')}</span>}
    </>
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
