import { updateOption } from '@waystation/contract/api/option'
import type { Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import { optionByKey } from '@waystation/contract/options/registry'
import { cleanExact } from '@waystation/contract/values/pasted'
import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { call } from '~/api/call'
import { CallError } from '~/api/call-error'
import { Cancelled } from '~/api/cancelled'
import { type Text, useLanguage, useText } from '~/i18n'
import { joinedNames } from '~/i18n/language'
import { refreshStatus } from '~/session/status'
import type { SettingsCardSpec } from '~/shared/settings/cards'
import { confirm, SettingsCard, toast } from '~/ui/kit'
import { OptionField } from './OptionField.tsx'
import { optionName, refusalText } from './option-text.ts'
import { type FieldValue, type FieldValues, fieldValue, needsAddressFirst, problemOf, sentText } from './option-values.ts'
import { saveOptions } from './save-options.ts'
import type { StoredOptions } from './use-stored-options.ts'
import './settings-page.css'

export interface OptionsCardProps {
  readonly card: SettingsCardSpec
  readonly stored: StoredOptions
  /** Loads the stored options again. */
  readonly refresh: () => Promise<unknown>
  /** Rows that are no options, such as a test. They stand in the form. */
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/** A card of options, each with the field of its kind. */
export function OptionsCard({ card, stored, refresh, before, after }: OptionsCardProps) {
  const t = useText()
  const language = useLanguage()
  const { options } = card
  const schema = useMemo(() => z.object(Object.fromEntries(options.map(({ key }) => [key, z.any()]))), [options])
  const initial: FieldValues = Object.fromEntries(
    options.map((option) => [option.key, fieldValue(option, stored.texts.get(option.key) ?? '')]),
  )
  const isLocked = options.every(({ key }) => stored.readOnly.has(key))
  const save = useSave({ options, stored, refresh })

  const address = stored.texts.get(serverAddress.key) ?? ''
  // Only what was changed: a stored text that cannot be read any more must not keep the others from being saved.
  const check = (values: FieldValues) =>
    Object.fromEntries(
      options.flatMap((option) => {
        const value = values[option.key]
        if (value === initial[option.key]) return []
        const tooEarly = needsAddressFirst(option.key, value, address) ? t('settings.addressFirst') : undefined
        const problem = problemOf(option, value, language) ?? tooEarly
        return problem === undefined ? [] : [[option.key, problem]]
      }),
    )

  return (
    <SettingsCard
      id={card.key}
      title={t(card.title)}
      {...(card.text ? { text: t(card.text) } : {})}
      schema={schema}
      initial={initial}
      check={check}
      onSave={save}
      lockedReason={isLocked ? t('settings.rootOnly') : undefined}
    >
      {before}
      {options.map((option) => (
        <OptionField
          key={option.key}
          option={option}
          stored={stored}
          isReadOnly={stored.readOnly.has(option.key)}
          isCardLocked={isLocked}
        />
      ))}
      {after}
    </SettingsCard>
  )
}

type SaveParts = Pick<OptionsCardProps, 'stored' | 'refresh'> & Pick<SettingsCardSpec, 'options'>

/** Saves what was changed in a card. What is stored already is not sent, and what was refused is said at its field. */
function useSave({ options, stored, refresh }: SaveParts) {
  const t = useText()
  const language = useLanguage()
  const storedText = (key: string) => stored.texts.get(key) ?? ''
  return async (changed: FieldValues, settle: (name: string, value: unknown) => void) => {
    const edited = options.filter(({ key }) => Object.hasOwn(changed, key))
    const given = edited.filter((option) => sentText(option, changed[option.key]) !== storedText(option.key))
    for (const option of edited) if (!given.includes(option)) settle(option.key, fieldValue(option, storedText(option.key)))
    if (given.length === 0) {
      toast.info(t('settings.nothingChanged'))
      return
    }
    const values = Object.fromEntries(given.map(({ key }) => [key, changed[key]]))
    await confirmScheme(values[serverAddress.key], t)
    const settleSaved = (key: string) => settle(key, savedValue(key, changed))
    const { saved, failed, isCancelled } = await saveOptions(values, put, settleSaved)
    if (saved.length > 0) await Promise.all([refresh(), refreshStatus().catch(() => undefined)])
    const refused = Object.keys(failed)
    if (refused.length === 0) {
      if (isCancelled) throw new Cancelled()
      toast.done(t(given.some((option) => isCutOff(option, values[option.key])) ? 'settings.savedCutOff' : 'settings.saved'))
      return
    }
    const names = joinedNames(
      refused.map((key) => optionName(key, language)),
      language,
    )
    const message = t(saved.length > 0 ? 'settings.partlyFailed' : 'settings.failed', { names })
    toast.failed(message)
    const fields = Object.fromEntries(
      given.flatMap((option) => {
        const reason = failed[option.key]
        return reason === undefined ? [] : [[option.key, refusalText(option, reason, language)]]
      }),
    )
    throw new CallError({ message, code: 'unknown', status: 0, fields })
  }
}

/** Was something left out of the text, such as space around it, quotes, or a sign that nobody sees, when it was saved? */
function isCutOff(option: Option, value: FieldValue): boolean {
  if (option.type.kind !== 'text' || typeof value !== 'string') return false
  return (option.secret || cleanExact(value) !== value) && sentText(option, value) !== value
}

const put = (key: string, value: string) => call(updateOption, { body: { key, value } })

/** Asks before an https address is saved from a page that is open by plain http. @throws Cancelled */
async function confirmScheme(address: FieldValue, t: Text): Promise<void> {
  if (location.protocol !== 'http:' || typeof address !== 'string' || !address.trim().startsWith('https:')) return
  if (!(await confirm({ title: t('settings.httpsTitle'), text: t('settings.httpsText'), yes: t('action.save') }))) throw new Cancelled()
}

/** What the field of a saved option shows: the text as it was sent; of a secret nothing. */
function savedValue(key: string, changed: FieldValues) {
  const option = optionByKey(key)
  if (!option || option.secret) return ''
  return fieldValue(option, sentText(option, changed[key]))
}
