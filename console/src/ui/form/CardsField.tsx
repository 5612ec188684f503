import type { ReactNode } from 'react'
import { type FieldProps, useField } from './Field.tsx'

export interface OptionCard {
  readonly value: string | number
  readonly title: string
  readonly text?: string
  readonly icon?: ReactNode
}

/** One of a few, each a card with a sentence. */
export function CardsField(props: FieldProps & { readonly cards: readonly OptionCard[]; readonly columns?: number }) {
  const field = useField<string | number | undefined>(props)
  return (
    <fieldset className="field wide">
      <legend className={typeof props.label === 'string' ? 'unseen' : 'field-label'}>{props.label}</legend>
      <div
        className="option-cards"
        style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${Math.floor(620 / (props.columns ?? 1))}px), 1fr))` }}
      >
        {props.cards.map((card) => (
          <label key={card.value} className="option-card">
            {card.icon && <span className="option-icon">{card.icon}</span>}
            <span>
              <strong>{card.title}</strong>
              {card.text && <span>{card.text}</span>}
            </span>
            <input
              type="radio"
              name={`${field.control.id}`}
              checked={field.value === card.value}
              onChange={() => field.set(card.value)}
              disabled={field.control.disabled}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
