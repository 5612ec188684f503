import { useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { ChevronRightIcon } from '../icons.ts'

export interface ExpandButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Of a group, for its label. */
  readonly name?: string
}

/** The arrow that unfolds a row or a group. */
export function ExpandButton({ isOpen, onToggle, name }: ExpandButtonProps) {
  const t = useText()
  const label = t(isOpen ? 'action.collapse' : 'action.expand')
  return (
    <IconButton
      label={name === undefined ? label : `${label}: ${name}`}
      icon={<ChevronRightIcon className={isOpen ? 'turned' : ''} />}
      isSmall
      isExpanded={isOpen}
      onClick={onToggle}
    />
  )
}
