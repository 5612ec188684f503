import { useLanguage } from '../../i18n/index.ts'
import { numberText, shortNumber } from '../number-format.ts'

export interface NumberTextProps {
  readonly value: number
  /** `24.6M` in place of `24,612,002`; the whole number is in the tooltip. */
  readonly isShort?: boolean
  /** Fixed decimals. */
  readonly digits?: number
  /** Shown as an en dash when zero means "none". */
  readonly zeroIsNone?: boolean
}

/** A number, tabular and never wrapped. */
export function NumberText({ value, isShort, digits, zeroIsNone }: NumberTextProps) {
  const language = useLanguage()
  if (value === 0 && zeroIsNone) return <span className="text3">–</span>
  const whole = numberText(value, language, digits)
  return (
    <span className="number" title={isShort ? whole : undefined}>
      {isShort ? shortNumber(value) : whole}
    </span>
  )
}
