import { Checkbox } from 'antd'
import type { ReactNode } from 'react'

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
