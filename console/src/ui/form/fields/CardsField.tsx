import { Input } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { SearchIcon } from '../../icons.ts'
import { type FieldProps, useField } from '../Field.tsx'
import { matchingCards } from './matching-cards.ts'

export interface OptionCard {
  readonly value: string | number
  readonly title: string
  readonly text?: string
  /** Found by these too, though they are not shown: another name, an address. */
  readonly words?: string
  readonly icon?: ReactNode
}

export interface CardsFieldProps extends FieldProps {
  readonly cards: readonly OptionCard[]
  readonly columns?: number
  /**
   * Given, a box above narrows the cards down by their title, text, words and value, and as many as fit scroll below it. Enter there chooses the
   * first of them, and the arrow down goes on to them.
   */
  readonly searchLabel?: string
}

/** One of a few, each a card with a sentence; or of many, with a box to search them. */
export function CardsField(props: CardsFieldProps) {
  const field = useField<string | number | undefined>(props)
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const matching = matchingCards(props.cards, typed)
  const chosen = props.cards.find((card) => card.value === field.value)
  const cards = chosen && !matching.includes(chosen) ? [chosen, ...matching] : matching
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
    // Enter would send the form, and the arrow would move the cursor in the box.
    event.preventDefault()
    const [first] = matching
    if (typed.trim() !== '' && first) field.set(first.value)
    if (event.key === 'ArrowDown') list.current?.querySelector('input')?.focus()
  }
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
          onKeyDown={onKeyDown}
        />
      )}
      <div
        ref={list}
        className={props.searchLabel ? 'option-cards is-scrolled' : 'option-cards'}
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
