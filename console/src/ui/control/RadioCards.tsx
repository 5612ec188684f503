import { type ReactNode, useId } from 'react'
import { CheckIcon } from '../icons.ts'
import '../form/form.css'
import './radio-cards.css'

export interface RadioCard<Value extends string | number> {
  readonly value: Value
  readonly label: ReactNode
  /** Small, below the label. */
  readonly detail?: ReactNode
  readonly icon?: ReactNode
  /** Why it cannot be chosen now. */
  readonly disabledReason?: string | undefined
}

export interface RadioCardsProps<Value extends string | number> {
  /** What is chosen here; read aloud, or shown above with `hasLabel`. */
  readonly label: string
  readonly hasLabel?: boolean
  /** undefined: none of them. */
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly cards: readonly RadioCard<Value>[]
  /** Side by side where there is room, and where there is less than 480 px. */
  readonly columns: { readonly wide: number; readonly narrow: number }
}

/** One of a handful of short things, each a small card: an amount, a payment method. Sentences need `CardsField`. */
export function RadioCards<Value extends string | number>({ label, hasLabel, value, onChange, cards, columns }: RadioCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset className="field radio-cards">
      <legend className={hasLabel ? 'field-label' : 'unseen'}>{label}</legend>
      <div className="radio-cards-grid" style={{ '--wide': columns.wide, '--narrow': columns.narrow }}>
        {cards.map((card) => (
          <label key={card.value} className={`radio-card ${card.icon ? 'with-icon' : ''}`} title={card.disabledReason}>
            <input
              type="radio"
              name={name}
              checked={card.value === value}
              disabled={card.disabledReason !== undefined}
              onChange={() => onChange(card.value)}
            />
            {card.icon && <span className="radio-card-icon">{card.icon}</span>}
            <span className="radio-card-words">
              <span className="radio-card-label">{card.label}</span>
              {card.detail !== undefined && <span className="radio-card-detail">{card.detail}</span>}
            </span>
            {card.icon && card.value === value && <CheckIcon />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
