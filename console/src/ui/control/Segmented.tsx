import { Segmented as AntSegmented } from 'antd'
import type { ReactNode } from 'react'
import './segmented.css'

export interface Segment<Value extends string | number> {
  readonly value: Value
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** Why it cannot be chosen now. */
  readonly disabledReason?: string | undefined
}

export interface SegmentedProps<Value extends string | number> {
  /** What is chosen here; read aloud. */
  readonly label: string
  readonly value: Value
  /** `useUrlChoice` gives value and setter of a choice in the address. */
  readonly onChange: (value: Value) => void
  readonly choices: readonly Segment<Value>[]
  readonly size?: 'small'
  /** As wide as what it stands in. */
  readonly isBlock?: boolean
  readonly isDisabled?: boolean
}

/** One of two to five, all in sight: a unit, a granularity, a kind. Arrow keys move; where it does not fit, it scrolls in itself. */
export function Segmented<Value extends string | number>({
  label,
  value,
  onChange,
  choices,
  size,
  isBlock = false,
  isDisabled = false,
}: SegmentedProps<Value>) {
  return (
    <div className={`segmented ${isBlock ? 'block' : ''}`}>
      <AntSegmented<Value>
        aria-label={label}
        value={value}
        onChange={onChange}
        block={isBlock}
        disabled={isDisabled}
        {...(size ? { size } : {})}
        options={choices.map(({ value, label, icon, disabledReason }) => ({
          value,
          label,
          icon,
          disabled: disabledReason !== undefined,
          ...(disabledReason === undefined ? {} : { title: disabledReason }),
        }))}
      />
    </div>
  )
}
