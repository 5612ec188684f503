import { Switch } from 'antd'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

export interface SwitchFieldProps extends FieldProps {
  /** What on and off are on the wire; default true and false. `auto_ban` has 1 and 0. */
  readonly on?: boolean | number
  readonly off?: boolean | number
}

/** On or off. */
export function SwitchField(props: SwitchFieldProps) {
  const { on = true, off = false } = props
  const field = useField<boolean | number | undefined>(props)
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...control } = field.control
  return (
    <FieldFrame props={props} field={field}>
      <span>
        <Switch {...control} checked={field.value === on} onChange={(isOn) => field.set(isOn ? on : off)} />
      </span>
    </FieldFrame>
  )
}
