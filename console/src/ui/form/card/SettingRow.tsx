import { type ReactNode, useId } from 'react'
import './settings.css'

export interface SettingRowProps {
  readonly label: string
  /** One line below the label. */
  readonly help?: ReactNode
  /** With the control below the words. */
  readonly isWide?: boolean
  readonly isDirty?: boolean
  /** A control that is no field of the form, such as a button that sends a test. */
  readonly children: ReactNode
}

/** A setting whose control is no field: name and help at the left, the control at the right. Stands in a SettingsCard. */
export function SettingRow({ label, help, isWide, isDirty, children }: SettingRowProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its legend out by rules of its own
    <div className={`field ${isWide ? 'wide' : ''}`} data-dirty={isDirty || undefined} role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {label}
      </span>
      {children}
      <div className="field-hint">{help}</div>
    </div>
  )
}
