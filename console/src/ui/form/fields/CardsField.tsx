import { Input } from 'antd'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
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
  /** Many short ones: a line each, the frame alone saying which is chosen. */
  readonly isDense?: boolean
  /** A card was chosen for good: by a click, or by Enter. Walking over the cards with arrows only tries them. */
  readonly onChosen?: () => void
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
    if (typed.trim() !== '' && first && event.key === 'Enter') props.onChosen?.()
    if (event.key === 'ArrowDown') list.current?.querySelector('input')?.focus()
  }
  const choose = (event: MouseEvent, value: string | number) => {
    // Arrows click too, but not with a pointer.
    if (event.detail === 0 || field.control.disabled) return
    field.set(value)
    props.onChosen?.()
  }
  const end = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !props.onChosen) return
    event.preventDefault()
    props.onChosen()
  }
  const classes = ['option-cards', ...(props.searchLabel ? ['is-scrolled'] : []), ...(props.isDense ? ['is-dense'] : [])]
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
        className={classes.join(' ')}
        style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${Math.floor(620 / (props.columns ?? 1))}px), 1fr))` }}
      >
        {cards.map((card) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is with the radio button inside
          <label
            key={card.value}
            className="option-card"
            title={props.isDense ? card.title : undefined}
            onClick={(event) => choose(event, card.value)}
          >
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
              onKeyDown={end}
              disabled={field.control.disabled}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
