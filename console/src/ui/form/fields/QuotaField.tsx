import { dollarsOf, quotaOfDollars } from '@waystation/contract/money/quota'
import { InputNumber } from 'antd'
import { usePublicStatus, useQuotaPerUnit } from '../../../session/status.ts'
import { useQuotaFormat } from '../../text/QuotaText.tsx'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'
import { QuickChoices } from './QuickChoices.tsx'

export interface QuotaFieldProps extends FieldProps {
  readonly presetsInDollars?: readonly number[]
}

/** An amount of quota: typed in dollars, stored in whole units. Where the installation counts in units, units are typed. */
export function QuotaField(props: QuotaFieldProps) {
  const format = useQuotaFormat()
  const perUnit = useQuotaPerUnit()
  const inCurrency = usePublicStatus()?.display_in_currency ?? true
  const field = useField<number | undefined>(props)
  const units = field.value ?? 0
  const dollars = dollarsOf(units, perUnit)
  return (
    <FieldFrame
      props={props}
      field={field}
      below={
        <QuickChoices
          isDisabled={field.control.disabled}
          choices={(props.presetsInDollars ?? []).map((preset) => ({
            label: inCurrency ? `$${preset}` : format(quotaOfDollars(preset, perUnit)),
            isChosen: units === quotaOfDollars(preset, perUnit),
            choose: () => field.set(quotaOfDollars(preset, perUnit)),
          }))}
        />
      }
    >
      <InputNumber
        {...field.control}
        status={field.status}
        value={field.value === undefined ? null : inCurrency ? dollars : units}
        prefix={inCurrency ? '$' : undefined}
        precision={inCurrency ? 6 : 0}
        formatter={(value, { userTyping, input }) =>
          userTyping ? input : inCurrency && value !== undefined && String(value) !== '' ? dollarDigits(Number(value)) : String(value ?? '')
        }
        controls={false}
        // Typing replaces the amount instead of appending to it, which would turn 1.00 into 1.005.
        onFocus={(event) => event.target.select()}
        onChange={(value) => field.set(value === null ? undefined : inCurrency ? quotaOfDollars(value, perUnit) : Math.trunc(value))}
      />
    </FieldFrame>
  )
}

/** Two decimals, more only where they say something. */
function dollarDigits(dollars: number): string {
  return dollars.toFixed(6).replace(/0{1,4}$/, '')
}
