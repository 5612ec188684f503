import { listGroups } from '@waystation/contract/api/channels/catalog'
import { getSelfGroups } from '@waystation/contract/api/people/session'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useData } from '../../../api/use-data.ts'
import { describedName } from '../../../i18n/described-name.ts'
import { useLanguage, useText } from '../../../i18n/index.ts'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'

export interface Choice<Value extends string | number = string | number> {
  readonly value: Value
  readonly label: ReactNode
  /** What the search looks at when the label is no text. */
  readonly searchText?: string
  readonly disabledReason?: string
}

export interface SelectFieldProps extends FieldProps {
  readonly choices: readonly Choice[]
  readonly isLoading?: boolean
  readonly isSearchable?: boolean
  readonly placeholder?: string
}

/** One of a list. */
export function SelectField(props: SelectFieldProps) {
  const field = useField<string | number | undefined>(props)
  return (
    <FieldFrame props={props} field={field}>
      <Select
        {...field.control}
        value={field.value}
        status={field.status}
        loading={props.isLoading ?? false}
        placeholder={props.placeholder}
        showSearch={
          props.isSearchable
            ? {
                filterOption: (input, option) =>
                  String(option?.searchText ?? option?.label ?? '')
                    .toLowerCase()
                    .includes(input.toLowerCase()),
              }
            : false
        }
        options={props.choices.map((choice) => ({
          value: choice.value,
          label: choice.label,
          disabled: choice.disabledReason !== undefined,
          title: choice.disabledReason ?? '',
          searchText: choice.searchText ?? (typeof choice.label === 'string' ? choice.label : String(choice.value)),
        }))}
        onChange={(value) => field.set(value)}
      />
    </FieldFrame>
  )
}

/** One of the caller's own groups, with its price; empty is the account's group. For tokens. */
export function GroupField(props: FieldProps) {
  const t = useText()
  const language = useLanguage()
  const groups = useData(getSelfGroups)
  const field = useField<string | undefined>(props)
  const chosen = field.value ? groups.data?.[field.value] : undefined
  const choices = Object.entries(groups.data ?? {}).map(([name, { desc }]) => ({
    value: name,
    label: describedName(name, desc, language),
  }))
  return (
    <SelectField
      {...props}
      hint={
        chosen ? t('form.groupRatio', { desc: describedName(String(field.value), chosen.desc, language), ratio: chosen.ratio }) : props.hint
      }
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
