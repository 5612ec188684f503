import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { SearchIcon } from '../../icons.ts'
import { type FieldProps, useField } from '../Field.tsx'

export interface OptionCard {
  readonly value: string | number
  readonly title: string
  readonly text?: string
  readonly icon?: ReactNode
}

export interface CardsFieldProps extends FieldProps {
  readonly cards: readonly OptionCard[]
  readonly columns?: number
  /** Given, a box above narrows the cards down by their title, text and value. */
  readonly searchLabel?: string
}

/** One of a few, each a card with a sentence. */
export function CardsField(props: CardsFieldProps) {
  const field = useField<string | number | undefined>(props)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const cards = props.cards.filter(
    (card) => card.value === field.value || `${card.title} ${card.text ?? ''} ${card.value}`.toLowerCase().includes(wanted),
  )
  return (
    <fieldset className="field wide">
      <legend className={typeof props.label === 'string' ? 'unseen' : 'field-label'}>{props.label}</legend>
      {props.searchLabel && (
        <Input
          type="search"
          className="option-search"
          aria-label={props.searchLabel}
          placeholder={props.searchLabel}
          prefix={<SearchIcon color="var(--text3)" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
      )}
      <div
        className="option-cards"
        style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${Math.floor(620 / (props.columns ?? 1))}px), 1fr))` }}
      >
        {cards.map((card) => (
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
