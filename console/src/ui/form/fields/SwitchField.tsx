import { Switch } from 'antd'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'

export interface SwitchFieldProps extends FieldProps {
  /** What on and off are on the wire; default true and false. `auto_ban` has 1 and 0. */
  readonly on?: boolean | number
  readonly off?: boolean | number
  /** Asked before it is switched; false leaves it as it is. */
  readonly mayChange?: (isOn: boolean) => boolean | Promise<boolean>
}

/** On or off. */
export function SwitchField(props: SwitchFieldProps) {
  const { on = true, off = false, mayChange } = props
  const field = useField<boolean | number | undefined>(props)
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...control } = field.control
  const change = async (isOn: boolean) => {
    if (mayChange === undefined || (await mayChange(isOn))) field.set(isOn ? on : off)
  }
  return (
    <FieldFrame props={props} field={field}>
      <span>
        <Switch {...control} checked={field.value === on} onChange={change} />
      </span>
    </FieldFrame>
  )
}
