import { Switch } from 'antd'
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
