import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { SearchIcon } from '../icons.ts'
import { useSlashKey } from './use-slash-key.ts'
import './hits-input.css'

export interface Hit {
  readonly key: string
  readonly content: ReactNode
}

export interface HitsInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hits: readonly Hit[]
  /** In place of the hits while there are none. */
  readonly none: ReactNode
  readonly onOpen: (key: string) => void
}

/**
 * A search with its hits below it, in the page. `/` brings the focus; arrows choose, Enter opens, Escape clears.
 * Nothing is shown below while nothing is typed.
 */
export function HitsInput({ label, value, onChange, hits, none, onOpen }: HitsInputProps) {
  const id = useId()
  const input = useRef<InputRef>(null)
  const [chosen, setChosen] = useState(0)
  useSlashKey(input, true)
  const at = Math.min(chosen, hits.length - 1)
  const isOpen = value.trim() !== ''
  const choose = (next: number) => {
    const to = (next + hits.length) % Math.max(hits.length, 1)
    setChosen(to)
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[at]
    if (step !== undefined) choose(at + step)
    else if (event.key === 'Enter' && hit) onOpen(hit.key)
    else if (event.key === 'Escape' && value !== '') onChange('')
    else return
    event.preventDefault()
  }
  return (
    <div className="hits">
      <Input
        ref={input}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && hits.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className="hits-input"
        prefix={<SearchIcon color="var(--text3)" />}
        suffix={value === '' ? <kbd>/</kbd> : <span />}
        placeholder={label}
        allowClear={value !== ''}
        value={value}
        onChange={(event) => {
          setChosen(0)
          onChange(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="hits-list" hidden={!isOpen || hits.length === 0}>
        {hits.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the field above opens it
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen one
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setChosen(index)}
            onClick={() => onOpen(key)}
          >
            {content}
          </div>
        ))}
      </div>
      <div role="status">{isOpen && hits.length === 0 && none}</div>
    </div>
  )
}
