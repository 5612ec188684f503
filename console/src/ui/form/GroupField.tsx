import { listGroups } from '@waystation/contract/api/catalog'
import { getSelfGroups } from '@waystation/contract/api/session'
import { Select } from 'antd'
import { useData } from '../../api/use-data.ts'
import { useText } from '../../i18n/index.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'
import { SelectField } from './SelectField.tsx'

/** One of the caller's own groups, with its price; empty is the account's group. For tokens. */
export function GroupField(props: FieldProps) {
  const t = useText()
  const groups = useData(getSelfGroups)
  const field = useField<string | undefined>(props)
  const chosen = field.value ? groups.data?.[field.value] : undefined
  const choices = Object.entries(groups.data ?? {}).map(([name, { desc }]) => ({
    value: name,
    label: desc && desc !== name ? `${name} · ${desc}` : name,
  }))
  return (
    <SelectField
      {...props}
      hint={chosen ? t('form.groupRatio', { desc: chosen.desc || String(field.value), ratio: chosen.ratio }) : props.hint}
      choices={[{ value: '', label: t('form.groupDefault') }, ...choices.filter((choice) => choice.value !== '')]}
      isLoading={groups.isLoading}
      isSearchable
    />
  )
}

/** Several of all groups, as a comma list on the wire. For admins' things, such as channels. */
export function GroupsField(props: FieldProps) {
  const groups = useData(listGroups)
  const field = useField<string | undefined>(props)
  return (
    <FieldFrame props={props} field={field}>
      <Select
        {...field.control}
        mode="tags"
        status={field.status}
        value={(field.value ?? '').split(',').filter((name) => name !== '')}
        loading={groups.isLoading}
        tokenSeparators={[',', '，']}
        options={(groups.data ?? ['default']).map((name) => ({ value: name, label: name }))}
        onChange={(names: string[]) => field.set(names.join(','))}
      />
    </FieldFrame>
  )
}
