import { useId, useState } from 'react'
import { useText } from '~/i18n'
import { ChevronDownIcon, ChevronRightIcon } from '~/ui/kit'

export interface ReasoningProps {
  readonly text: string
  readonly thoughtMs: number | undefined
  readonly isThinking: boolean
}

/** The thoughts: one line that unfolds. Open while the model thinks, unless the user closed it. */
export function Reasoning({ text, thoughtMs, isThinking }: ReasoningProps) {
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isThinking
  const label = isThinking
    ? t('playground.thinking')
    : thoughtMs === undefined
      ? t('playground.thought')
      : t('playground.thoughtFor', { seconds: (thoughtMs / 1000).toFixed(1) })
  return (
    <div className="reasoning">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setChosen(!isOpen)}>
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        {label}
      </button>
      <div id={id} className="thoughts" hidden={!isOpen}>
        {text}
      </div>
    </div>
  )
}
