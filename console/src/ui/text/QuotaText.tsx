import { dollarText } from '@waystation/contract/money/quota'
import { use } from 'react'
import { useLanguage } from '../../i18n/index.ts'
import { usePublicStatus, useQuotaPerUnit } from '../../session/status.ts'
import { axisPlaces, numberText, shortNumber } from '../number-format.ts'
import { ColumnDigits } from './column-digits.ts'

export interface QuotaTextProps {
  readonly value: number
  /** `table`: two decimals, or as many as the column around it has (default). `exact`: six, as in logs, with no unit rounded away. */
  readonly precision?: 'table' | 'exact'
  /** Shown as an en dash when zero means "none". */
  readonly zeroIsNone?: boolean
}

/** An amount of quota: in dollars, or in units, as the installation sets it (`display_in_currency`). */
export function QuotaText({ value, precision = 'table', zeroIsNone }: QuotaTextProps) {
  const format = useQuotaFormat()
  const digits = use(ColumnDigits)
  if (value === 0 && zeroIsNone) return <span className="text3">–</span>
  return (
    <span className="number" title={numberText(value, 'en')}>
      {format(value, precision, digits)}
    </span>
  )
}

export type QuotaFormat = (value: number, precision?: 'table' | 'exact', digits?: number) => string

/** The same as text, for sentences: `format(units)` gives `$84.20`. `digits`: decimals of the dollars where a column has settled them. */
export function useQuotaFormat(): QuotaFormat {
  const perUnit = useQuotaPerUnit()
  const inCurrency = usePublicStatus()?.display_in_currency ?? true
  const language = useLanguage()
  return (value, precision = 'table', digits) => {
    if (!inCurrency) return precision === 'exact' ? numberText(value, language) : shortNumber(value)
    if (precision === 'exact') return exactDollars(value, perUnit)
    const dollars = Math.abs(value / perUnit)
    if (value > 0 && dollars < 0.01 && digits === 2) return '<$0.01'
    // Owed, however little, is not "less than" anything; hovering tells the units.
    if (dollars > 0 && dollars < 0.0001) return value < 0 ? '-$0.0001' : '<$0.0001'
    const places = dollars > 0 && dollars < 0.01 ? 4 : (digits ?? 2)
    return `${value < 0 ? '-' : ''}$${dollars.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })}`
  }
}

/**
 * Amounts at an axis that ends near `largest`: as many decimals as tell its lines apart, and no more. On a new site the lines are thousandths of
 * a cent apart.
 */
export function useMoneyAxis(): (largest: number) => (value: number) => string {
  const perUnit = useQuotaPerUnit()
  const inCurrency = usePublicStatus()?.display_in_currency ?? true
  return (largest) => {
    if (!inCurrency) return shortNumber
    const places = axisPlaces(largest / perUnit)
    return (value) => {
      const dollars = (Math.abs(value) / perUnit).toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
      return `${value < 0 ? '−' : ''}$${value === 0 ? '0' : dollars}`
    }
  }
}

/** One precision per column: always six decimals, so that the amounts line up. */
function exactDollars(value: number, perUnit: number): string {
  const [whole = '', decimals = ''] = dollarText(Math.abs(value), perUnit).slice(1).split('.')
  return `${value < 0 ? '-' : ''}$${Number(whole).toLocaleString('en-US')}.${decimals.padEnd(6, '0')}`
}
