import type { ReactNode } from 'react'

export interface WayRowProps {
  readonly icon: ReactNode
  readonly name: string
  /** One line below the name. */
  readonly text: ReactNode
  /** The buttons. */
  readonly children?: ReactNode
  /** A list below the line, such as the keys. */
  readonly below?: ReactNode
}

/** One way to log in. */
export function WayRow({ icon, name, text, children, below }: WayRowProps) {
  return (
    <li>
      <span className="me-row-icon">{icon}</span>
      <div className="grow">
        <strong>{name}</strong>
        <p>{text}</p>
      </div>
      {children !== undefined && <div className="me-row-buttons">{children}</div>}
      {below}
    </li>
  )
}
