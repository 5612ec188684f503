import { Input } from 'antd'
import { useId } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePublicStatus, useQuotaPerUnit } from '../../session/status.ts'
import { takesFocus } from '../Dialog.tsx'
import { QuickChoices } from '../form/QuickChoices.tsx'
import { useQuotaFormat } from '../QuotaText.tsx'
import { Segmented } from '../Segmented.tsx'
import { type Direction, typedChange } from './quota-change.ts'
import './quota-dialog.css'

export interface QuotaAmountProps {
  readonly text: string
  readonly direction: Direction
  /** The direction is undefined where none was given. */
  readonly onChange: (text: string, direction: Direction | undefined) => void
}

/** Dollars of the quick amounts. */
const USUAL_DOLLARS = [1, 5, 10, 50, 100]

/** Add or deduct, and how much: dollars, or units where the installation counts in units. */
export function QuotaAmount({ text, direction, onChange }: QuotaAmountProps) {
  const t = useText()
  const id = useId()
  const format = useQuotaFormat()
  const unitsPerDollar = useQuotaPerUnit()
  const isInCurrency = usePublicStatus()?.display_in_currency ?? true
  return (
    <div className="field">
      <label htmlFor={id} className="required">
        {t('kit.quota.amount')}
      </label>
      <div className="quota-amount">
        <Segmented
          label={t('kit.quota.direction')}
          value={direction}
          onChange={(next) => onChange(text, next)}
          choices={[
            { value: 'add', label: t('kit.quota.add') },
            { value: 'deduct', label: t('kit.quota.deduct') },
          ]}
        />
        <Input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          {...takesFocus}
          prefix={isInCurrency ? '$' : undefined}
          value={text}
          aria-required
          onChange={({ target }) => {
            const typed = typedChange(target.value)
            onChange(typed.text, typed.direction)
          }}
        />
      </div>
      <QuickChoices
        choices={USUAL_DOLLARS.map((dollars) => {
          const amount = isInCurrency ? dollars : dollars * unitsPerDollar
          return {
            label: isInCurrency ? `$${dollars}` : format(amount),
            isChosen: Number(text) === amount,
            choose: () => onChange(String(amount), undefined),
          }
        })}
      />
    </div>
  )
}
