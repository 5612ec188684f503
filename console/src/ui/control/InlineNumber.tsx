import { InputNumber } from 'antd'
import { useState } from 'react'
import './inline-number.css'

export interface InlineNumberProps {
  readonly label: string
  /** Null where many things differ; `placeholder` is then shown, by default a dash. */
  readonly value: number | null
  readonly placeholder?: string
  readonly min: number
  readonly max: number
  /** Called on Enter or when the field is left, with another whole number than before. */
  readonly onSave: (value: number) => Promise<unknown>
}

/** A number in a table that can be changed in place. Escape brings the old one back. */
export function InlineNumber({ label, value, placeholder = '–', min, max, onSave }: InlineNumberProps) {
  const [typed, setTyped] = useState<number | null>()
  const save = () => {
    setTyped(undefined)
    if (typeof typed === 'number' && Number.isInteger(typed) && typed !== value) void onSave(typed).catch(() => undefined)
  }
  return (
    <InputNumber
      className="inline-number"
      variant="borderless"
      size="small"
      controls={false}
      precision={0}
      min={min}
      max={max}
      aria-label={label}
      title={label}
      value={typed === undefined ? value : typed}
      placeholder={placeholder}
      onChange={setTyped}
      onPressEnter={(event) => {
        // A dialog that `onSave` opens takes the focus at once, and the rest of this key press would push its button.
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined)
      }}
      onBlur={save}
    />
  )
}
