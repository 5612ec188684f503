import { useId } from 'react'
import { useText } from '~/i18n'
import { Button } from '~/ui/kit'

export interface PromptFieldProps {
  readonly label: string
  readonly value: string
  /** Is it the text that it has by itself, so that there is nothing to reset? */
  readonly isDefault: boolean
  /** @param value null: the default again */
  readonly onChange: (value: string | null) => void
}

/** A text that the model reads before everything else, with a way back to the default. */
export function PromptField({ label, value, isDefault, onChange }: PromptFieldProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="play-field">
      <span className="row">
        <label className="play-label grow" htmlFor={id}>
          {label}
        </label>
        {!isDefault && (
          <Button kind="text" size="small" onClick={() => onChange(null)}>
            {t('playground.systemReset')}
          </Button>
        )}
      </span>
      <textarea id={id} className="plain-field" rows={4} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
