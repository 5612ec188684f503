import './slider.css'

export interface SliderProps {
  readonly label: string
  /** Undefined: not set. The handle then waits, pale, at the beginning. */
  readonly value: number | undefined
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
}

/** A number on a line, outside a form. The browser's own control: antd's weighs ten times as much and does no more here. */
export function Slider({ label, value, min, max, step, onChange }: SliderProps) {
  const share = value === undefined ? 0 : ((value - min) / (max - min)) * 100
  return (
    <input
      type="range"
      className={`slider ${value === undefined ? 'unset' : ''}`}
      aria-label={label}
      style={{ '--share': `${share}%` }}
      min={min}
      max={max}
      step={step}
      value={value ?? min}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
