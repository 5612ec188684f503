import { updateOption } from '@waystation/contract/api/option'
import type { Option } from '@waystation/contract/options/option'
import { optionByKey } from '@waystation/contract/options/registry'
import { cleanExact } from '@waystation/contract/pasted'
import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { call } from '~/api/call'
import { CallError } from '~/api/call-error'
import { Cancelled } from '~/api/cancelled'
import { useLanguage, useText } from '~/i18n'
import { refreshStatus, usePublicStatus } from '~/session/status'
import {
  confirm,
  JsonField,
  MarkdownField,
  NumberField,
  QuotaField,
  SecretField,
  SelectField,
  SettingsCard,
  SwitchField,
  TagsField,
  TextField,
  toast,
} from '~/ui/kit'
import { zoneChoices } from '~/ui/zone-choices'
import { needsAddressFirst } from './address-rule.ts'
import { OptionHelp, type OptionHelpProps } from './OptionHelp.tsx'
import { type FieldValues, fieldValue, itemProblem, problemOf, sentText } from './option-values.ts'
import { saveOptions } from './save-options.ts'
import type { SettingsCardSpec } from './tabs.ts'
import type { StoredOptions } from './use-stored-options.ts'
import { choiceName, optionName, unitName, withNames } from './words/index.ts'
import './settings-page.css'

/** Texts of more than a line: pages with a preview, and code. */
const pages: readonly string[] = ['Notice', 'HomePageContent', 'About']
const code: readonly string[] = ['Footer', 'custom_head_html', 'global_css', 'global_js']
const CODE_ROWS = 5
const LINES_ROWS = 6

/** The field of an option, by its kind. */
function OptionField(props: OptionHelpProps) {
  const { option, isSet, isReadOnly } = props
  const t = useText()
  const language = useLanguage()
  const field = {
    name: option.key,
    label: optionName(option.key, language),
    hint: <OptionHelp {...props} />,
    isReadOnly,
  }
  if (option.secret)
    return (
      <SecretField
        {...field}
        cleanedBy={(typed) => sentText(option, typed)}
        {...(isSet ? { placeholder: t('settings.secretPlaceholder') } : {})}
      />
    )
  switch (option.type.kind) {
    case 'flag':
      return option.key === 'PasswordLoginEnabled' ? <PasswordLoginField {...field} /> : <SwitchField {...field} />
    case 'number':
      return option.unit === 'quota' ? <QuotaField {...field} /> : <NumberField {...field} {...unitOf(unitName(option, language))} />
    case 'choice':
      return (
        <SelectField
          {...field}
          choices={(option.type.choices ?? []).map((value) => ({ value, label: choiceName(option, value, language) }))}
        />
      )
    case 'list':
      return <TagsField {...field} isWide problemOf={(item, others) => itemProblem(option, item, others, language)} />
    case 'lines':
      return <TextField {...field} isWide isMono rows={LINES_ROWS} />
    case 'json':
      return <JsonField {...field} isWide />
    case 'text':
      return <PlainField field={field} option={option} />
  }
}

type Shared = Pick<Parameters<typeof TextField>[0], 'name' | 'label' | 'hint' | 'isReadOnly'>

function PlainField({ field, option }: { readonly field: Shared; readonly option: Option }) {
  if (pages.includes(option.key)) return <MarkdownField {...field} isWide />
  if (option.key === 'TimeZone') return <ZoneField {...field} />
  if (code.includes(option.key)) return <TextField {...field} isWide isMono rows={CODE_ROWS} />
  return <TextField {...field} cleanedBy={cleanExact} />
}

function ZoneField(field: Shared) {
  return <SelectField {...field} choices={zoneChoices(usePublicStatus()?.time_zone ?? '')} isSearchable />
}

const unitOf = (unit: string | undefined) => (unit === undefined ? {} : { unit })

/** Without passwords people may be locked out, so turning them off asks. */
function PasswordLoginField(field: Shared) {
  const t = useText()
  const ask = () =>
    confirm({ title: t('settings.passwordOffTitle'), text: t('settings.passwordOffText'), yes: t('settings.passwordOff'), isDanger: true })
  return <SwitchField {...field} mayChange={(isOn) => isOn || ask()} />
}

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
  const options = useMemo(() => card.options.flatMap((key) => optionByKey(key) ?? []), [card])
  const schema = useMemo(() => z.object(Object.fromEntries(options.map(({ key }) => [key, z.any()]))), [options])
  const initial: FieldValues = Object.fromEntries(
    options.map((option) => [option.key, fieldValue(option, stored.texts.get(option.key) ?? '')]),
  )
  const isLocked = options.every(({ key }) => stored.readOnly.has(key))

  const address = stored.texts.get('ServerAddress') ?? ''
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

  const save = async (changed: FieldValues, settle: (name: string, value: unknown) => void) => {
    const given = Object.entries(changed).filter(([key, value]) => !isUntouched(key, value))
    for (const [key] of Object.entries(changed)) if (!given.some(([other]) => other === key)) settle(key, initial[key])
    if (given.length === 0) {
      toast.info(t('settings.nothingChanged'))
      return
    }
    await confirmScheme(given, t)
    const settleSaved = (key: string) => settle(key, savedValue(key, changed))
    const { saved, failed, isCancelled } = await saveOptions(Object.fromEntries(given), put, settleSaved)
    if (saved.length > 0) await Promise.all([refresh(), refreshStatus().catch(() => undefined)])
    const names = Object.keys(failed).map((key) => optionName(key, language))
    if (names.length === 0) {
      if (isCancelled) throw new Cancelled()
      toast.done(t(given.some(([key, value]) => isCutOff(key, value)) ? 'settings.savedCutOff' : 'settings.saved'))
      return
    }
    const message = t(saved.length > 0 ? 'settings.partlyFailed' : 'settings.failed', {
      names: names.join(language === 'zh' ? '、' : ', '),
    })
    toast.failed(message)
    const fields = Object.fromEntries(Object.entries(failed).map(([key, reason]) => [key, withNames(reason, language)]))
    throw new CallError({ message, code: 'unknown', status: 0, fields })
  }

  /** Is what would be sent what is stored already? */
  const isUntouched = (key: string, value: FieldValues[string]) => {
    const option = optionByKey(key)
    return option !== undefined && sentText(option, value) === (stored.texts.get(key) ?? '')
  }

  return (
    <SettingsCard
      id={card.key}
      title={t(card.title)}
      {...(card.text ? { text: t(card.text) } : {})}
      columns={card.columns ?? 2}
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
          isSet={stored.setSecrets.has(option.key)}
          isReadOnly={stored.readOnly.has(option.key)}
          isCardLocked={isLocked}
        />
      ))}
      {after}
    </SettingsCard>
  )
}

/** Was something left out of the text, such as space around it, quotes, or a sign that nobody sees, when it was saved? */
function isCutOff(key: string, value: FieldValues[string]): boolean {
  const option = optionByKey(key)
  if (option?.type.kind !== 'text' || typeof value !== 'string') return false
  return (option.secret || cleanExact(value) !== value) && sentText(option, value) !== value
}

const put = (key: string, value: string) => call(updateOption, { body: { key, value } })

/** Asks before an https address is saved from a page that is open by plain http. @throws Cancelled */
async function confirmScheme(given: readonly (readonly [string, FieldValues[string]])[], t: ReturnType<typeof useText>): Promise<void> {
  const address = given.find(([key]) => key === 'ServerAddress')?.[1]
  if (location.protocol !== 'http:' || typeof address !== 'string' || !address.trim().startsWith('https:')) return
  if (!(await confirm({ title: t('settings.httpsTitle'), text: t('settings.httpsText'), yes: t('action.save') }))) throw new Cancelled()
}

/** What the field of a saved option shows: the text as it was sent; of a secret nothing. */
function savedValue(key: string, changed: FieldValues) {
  const option = optionByKey(key)
  if (!option || option.secret) return ''
  return fieldValue(option, sentText(option, changed[key]))
}
