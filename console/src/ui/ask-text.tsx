// Asking for one line of text: a tag for the chosen channels. `await askText({...})` is the text, or undefined when nothing shall happen.
import { lazy, Suspense, useSyncExternalStore } from 'react'

const AskTextDialog = lazy(() => import('./AskTextDialog.tsx'))

export interface TextQuestion {
  readonly title: string
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly initial?: string
  readonly maxLength?: number
  /** Dots instead of letters. */
  readonly isSecret?: boolean
  /** Offered below, such as names that exist. */
  readonly choices?: readonly string[]
  /** The verb on the button. */
  readonly yes: string
  /** Says what is wrong with a text, or nothing. */
  readonly check?: (text: string) => string | undefined
}

interface Asked {
  readonly question: TextQuestion
  readonly answer: (text: string | undefined) => void
  readonly isOpen: boolean
  readonly at: number
}

let asked: Asked | undefined
let count = 0
const listeners = new Set<() => void>()

/** Asks and waits. Needs `AskTextHost` on the page. */
export function askText(question: TextQuestion): Promise<string | undefined> {
  asked?.answer(undefined)
  count += 1
  return new Promise((answer) => change({ question, answer, isOpen: true, at: count }))
}

/** Where the question appears; mounted by the page that asks. */
export function AskTextHost() {
  const current = useSyncExternalStore(subscribe, () => asked)
  if (!current) return null
  const reply = (text: string | undefined) => {
    current.answer(text)
    change({ ...current, isOpen: false })
  }
  return (
    <Suspense fallback={null}>
      <AskTextDialog key={current.at} question={current.question} isOpen={current.isOpen} reply={reply} />
    </Suspense>
  )
}

function change(next: Asked): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
