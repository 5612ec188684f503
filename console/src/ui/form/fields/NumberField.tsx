import { InputNumber } from 'antd'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'
import { QuickChoices } from './QuickChoices.tsx'

export interface NumberFieldProps extends FieldProps {
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Behind the number, such as "s". */
  readonly unit?: string
  readonly placeholder?: string
  /** Quick choices under the field. */
  readonly presets?: readonly number[]
}

/** A number. Empty is undefined, which the schema then refuses or defaults. */
export function NumberField(props: NumberFieldProps) {
  const field = useField<number | undefined>(props)
  return (
    <FieldFrame
      props={props}
      field={field}
      below={
        props.presets && (
          <QuickChoices
            isDisabled={field.control.disabled}
            choices={props.presets.map((preset) => ({
              label: String(preset),
              isChosen: field.value === preset,
              choose: () => field.set(preset),
            }))}
          />
        )
      }
    >
      <InputNumber
        {...field.control}
        value={field.value ?? null}
        status={field.status}
        min={props.min ?? Number.MIN_SAFE_INTEGER}
        max={props.max ?? Number.MAX_SAFE_INTEGER}
        step={props.step ?? 1}
        suffix={props.unit}
        placeholder={props.placeholder}
        controls={false}
        onChange={(value) => field.set(value ?? undefined)}
      />
    </FieldFrame>
  )
}
