import { useId, useState } from 'react'
import { BareInput, RadioCards } from '~/ui/kit'
import { typedAmount } from './top-up.ts'
import '../../../ui/form/form.css'

export interface AmountChoice {
  /** Whole, in what the person types: dollars, or units where the installation counts in units. */
  readonly amount: number
  /** `$50`. */
  readonly label: string
  /** What it costs now: `¥328.50`. It may change while the cards stand. */
  readonly price: string | undefined
}

export interface AmountPickerProps {
  readonly label: string
  readonly choices: readonly AmountChoice[]
  /** undefined: the field is empty. */
  readonly value: number | undefined
  readonly onChange: (amount: number | undefined) => void
  /** Of the field: "Other amount". */
  readonly otherLabel: string
  /** In front of what is typed: `$`. */
  readonly prefix?: string
  readonly hint?: string
  /** Replaces the hint. */
  readonly error?: string | undefined
}

/** How much to buy: a card for each usual amount with its price, and a field for any other. What is typed chooses the card that equals it. */
export function AmountPicker({ label, choices, value, onChange, otherLabel, prefix, hint, error }: AmountPickerProps) {
  const id = useId()
  return (
    <div className="stack">
      <RadioCards
        label={label}
        value={value}
        onChange={onChange}
        columns={{ wide: 6, narrow: 3 }}
        cards={choices.map(({ amount, label, price }) => ({ value: amount, label, detail: price ?? '…' }))}
      />
      <div className="field amount-other">
        <label htmlFor={id}>{otherLabel}</label>
        <AmountInput id={id} value={value} onChange={onChange} prefix={prefix} isWrong={error !== undefined} />
        <div id={`${id}-hint`} role={error ? 'alert' : undefined} className={error ? 'field-error' : 'field-hint'}>
          {error ?? hint}
        </div>
      </div>
    </div>
  )
}

interface AmountInputProps extends Pick<AmountPickerProps, 'value' | 'onChange'> {
  readonly id: string
  readonly prefix: string | undefined
  readonly isWrong: boolean
}

function AmountInput({ id, value, onChange, prefix, isWrong }: AmountInputProps) {
  // While the user types, the field shows the typed text; afterwards, the parsed value.
  const [typed, setTyped] = useState<string>()
  return (
    <BareInput
      id={id}
      inputMode="numeric"
      autoComplete="off"
      prefix={prefix}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      aria-describedby={`${id}-hint`}
      value={typed ?? (value === undefined ? '' : String(value))}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(typedAmount(target.value))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
