import type { MouseEvent, ReactNode } from 'react'

export interface MenuItem {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** Deletes or locks out: red, and below a line. */
  readonly isDanger?: boolean
  readonly isChosen?: boolean
  /** Why it cannot be chosen now; stands below it. */
  readonly disabledReason?: string | undefined
  readonly run: () => unknown
}

/** Props that a button gets from the menu that it opens. */
export interface MenuButtonProps {
  /** The name of an icon button; it is the sheet's title then. */
  readonly label?: string
  readonly 'aria-haspopup'?: 'menu'
  readonly onClick?: (event: MouseEvent) => void
}
