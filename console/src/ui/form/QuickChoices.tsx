import './quick-choices.css'

export interface QuickChoice {
  readonly label: string
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
        <button key={choice.label} type="button" aria-pressed={choice.isChosen} disabled={isDisabled} onClick={choice.choose}>
          {choice.label}
        </button>
      ))}
    </div>
  )
}
