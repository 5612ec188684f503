import type { ReactNode } from 'react'

export interface SpecimenProps {
  /** Its name in the code, which is the same in every language. */
  readonly part?: string
  /** Its name in words: a state. */
  readonly title?: string
  /** When to use it, in a sentence. */
  readonly text?: string
  /** Over the whole width. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** One part of the kit, or one of its states. */
export function Specimen({ part, title, text, isWide, children }: SpecimenProps) {
  return (
    <section className={`panel specimen ${isWide ? 'wide' : ''}`}>
      <h2>
        {part && <code>{part}</code>}
        {title}
      </h2>
      {text && <p className="text3">{text}</p>}
      {children}
    </section>
  )
}
