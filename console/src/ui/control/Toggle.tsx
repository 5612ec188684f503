import { Checkbox, Switch } from 'antd'
import type { ReactNode } from 'react'
import './toggle.css'

export interface ToggleProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A switch with its name in front, outside a form. */
export function Toggle({ label, isOn, onChange }: ToggleProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is a button, which a label may hold
    <label className="toggle">
      {label}
      <Switch checked={isOn} onChange={onChange} aria-label={label} />
    </label>
  )
}

export interface CheckProps {
  readonly isOn: boolean
  /** Some of what it stands for is on. */
  readonly isPartly?: boolean
  readonly onChange: (isOn: boolean) => void
  /** Read aloud where there are no words beside it. */
  readonly label?: string
  readonly children?: ReactNode
}

/** A box to tick, outside a form. */
export function Check({ isOn, isPartly = false, onChange, label, children }: CheckProps) {
  return (
    <Checkbox
      checked={isOn}
      indeterminate={isPartly && !isOn}
      onChange={(event) => onChange(event.target.checked)}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </Checkbox>
  )
}
