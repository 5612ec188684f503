import type { Option } from '@waystation/contract/options/option'
import { cleanExact } from '@waystation/contract/pasted'
import { useLanguage, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import {
  confirm,
  JsonField,
  MarkdownField,
  NumberField,
  QuotaField,
  SecretField,
  SelectField,
  SwitchField,
  TagsField,
  TextField,
} from '~/ui/kit'
import { zoneChoices } from '~/ui/zone-choices'
import { OptionHelp, type OptionHelpProps } from './OptionHelp.tsx'
import { itemProblem, sentText } from './option-values.ts'
import { choiceName, optionName, unitName } from './words/index.ts'

/** Texts of more than a line: pages with a preview, and code. */
const pages: readonly string[] = ['Notice', 'HomePageContent', 'About']
const code: readonly string[] = ['Footer', 'custom_head_html', 'global_css', 'global_js']
const CODE_ROWS = 5
const LINES_ROWS = 6

/** The field of an option, by its kind. */
export function OptionField(props: OptionHelpProps) {
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
