import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import { unitName } from '@waystation/contract/options/unit-words'
import { cleanExact } from '@waystation/contract/values/pasted'
import { useLanguage, useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import {
  confirm,
  type FieldProps,
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
import { JsonOption } from './JsonOption.tsx'
import { Needs, OptionHelp, type OptionHelpProps } from './OptionHelp.tsx'
import { OptionLink } from './OptionLink.tsx'
import { optionName } from './option-text.ts'
import { itemProblem, opensPay, sentText } from './option-values.ts'

const CODE_ROWS = 5
const LINES_ROWS = 6

/** The field of an option, by its kind. */
export function OptionField(props: OptionHelpProps) {
  const { option, stored, isReadOnly } = props
  const t = useText()
  const language = useLanguage()
  const field = {
    name: option.key,
    label: optionName(option.key, language),
    hint: <OptionHelp {...props} />,
    remedy: <Remedy {...props} />,
    isReadOnly,
  }
  if (option.secret)
    return (
      <SecretField
        {...field}
        cleanedBy={(typed) => sentText(option, typed)}
        {...(stored.setSecrets.has(option.key) ? { placeholder: t('settings.secretPlaceholder') } : {})}
      />
    )
  switch (option.type.kind) {
    case 'flag':
      return option.key === passwordLoginEnabled.key ? <PasswordLoginField {...field} /> : <SwitchField {...field} />
    case 'number':
      return option.unit === 'quota' ? <QuotaField {...field} /> : <NumberField {...field} {...unitOf(unitName(option, language))} />
    case 'choice':
      return (
        <SelectField
          {...field}
          choices={Object.entries(option.type.choices ?? {}).map(([value, words]) => ({ value, label: words[language] }))}
        />
      )
    case 'list':
      return <TagsField {...field} isWide problemOf={(item, others) => itemProblem(option, item, others, language)} />
    case 'lines':
      return <TextField {...field} isWide isMono rows={LINES_ROWS} />
    case 'json':
      return <JsonOption {...field} />
    case 'text':
      return <PlainField field={field} option={option} />
  }
}

/** Behind an error: where what is missing is filled in. */
function Remedy({ option, stored }: OptionHelpProps) {
  const t = useText()
  if (opensPay(option.key) && !stored.texts.get(serverAddress.key))
    return <OptionLink option={serverAddress.key} name={t('settings.addressLink')} fill />
  return <Needs option={option} stored={stored} />
}

type Shared = Pick<FieldProps, 'name' | 'label' | 'hint' | 'remedy' | 'isReadOnly'>

function PlainField({ field, option }: { readonly field: Shared; readonly option: Option }) {
  switch (option.type.editor) {
    case 'markdown':
      return <MarkdownField {...field} isWide />
    case 'time-zone':
      return <ZoneField {...field} />
    case 'code':
      return <TextField {...field} isWide isMono rows={CODE_ROWS} />
    case undefined:
      return <TextField {...field} cleanedBy={cleanExact} />
  }
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
