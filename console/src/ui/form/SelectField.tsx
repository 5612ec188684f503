import { Select } from 'antd'
import type { ReactNode } from 'react'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

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
