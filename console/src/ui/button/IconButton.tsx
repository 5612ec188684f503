import type { ReactNode, Ref } from 'react'
import './icon-button.css'

export interface IconButtonProps {
  /** What it does; read aloud and shown on hover. */
  readonly label: string
  readonly icon: ReactNode
  readonly onClick?: ((event: React.MouseEvent<HTMLButtonElement>) => void) | undefined
  /** 28 px with a 15-px icon, as in table rows. */
  readonly isSmall?: boolean
  readonly isBordered?: boolean
  readonly isDanger?: boolean
  readonly disabledReason?: string | undefined
  readonly isExpanded?: boolean
  /** For a button that stays on: in accent while it is. */
  readonly isPressed?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  readonly className?: string
}

/** A square button with an icon and no words. */
export function IconButton({
  label,
  icon,
  isSmall,
  isBordered,
  isDanger,
  disabledReason,
  isExpanded,
  isPressed,
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={disabledReason ? `${label}: ${disabledReason}` : label}
      aria-expanded={isExpanded}
      aria-pressed={isPressed}
      disabled={disabledReason !== undefined}
      className={`icon-button ${isSmall ? 'small' : ''} ${isBordered ? 'bordered' : ''} ${isDanger ? 'danger' : ''} ${className}`}
      {...rest}
    >
      {icon}
    </button>
  )
}
