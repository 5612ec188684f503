import type { ReactNode } from 'react'
import './quick-choices.css'

export interface QuickChoice {
  readonly label: ReactNode
  /** Where the label is no text. */
  readonly key?: string
  readonly isChosen: boolean
  readonly choose: () => void
}

/** Small outlined buttons under a field; the chosen one in accent. */
export function QuickChoices({
  choices,
  isDisabled,
}: {
  readonly choices: readonly QuickChoice[]
  readonly isDisabled?: boolean | undefined
}) {
  return (
    <div className="quick">
      {choices.map((choice) => (
        <button
          key={choice.key ?? String(choice.label)}
          type="button"
          aria-pressed={choice.isChosen}
          disabled={isDisabled}
          onClick={choice.choose}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
