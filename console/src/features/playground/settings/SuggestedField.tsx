import { useId } from 'react'

export interface SuggestedFieldProps {
  readonly label: string
  readonly value: string
  readonly suggestions: readonly string[]
  readonly onChange: (value: string) => void
  /** Shown while it is empty. */
  readonly placeholder: string
  readonly hint?: string
}

/** A text with suggestions below it, of which none need be taken. */
export function SuggestedField({ label, value, suggestions, onChange, placeholder, hint }: SuggestedFieldProps) {
  const id = useId()
  return (
    <div className="play-field">
      <label className="play-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="plain-field"
        list={`${id}-list`}
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="play-hint">
          {hint}
        </span>
      )}
    </div>
  )
}
