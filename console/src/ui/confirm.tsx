// Asking before something is deleted, spent or locked. `await confirm({...})` is true when the person said yes.
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'))

export interface Question {
  /** Names the thing: `Delete token “ci-review”?` */
  readonly title: string
  readonly text?: ReactNode
  /** The verb on the button; default OK. */
  readonly yes?: string
  /** The button that changes nothing; default Cancel. */
  readonly no?: string
  readonly isDanger?: boolean
}

interface Asked {
  readonly question: Question
  readonly answer: (isYes: boolean) => void
  readonly isOpen: boolean
}

let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Asks and waits for the answer. Needs `Provider` on the page; can be called from anywhere. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((answer) => change({ question, answer, isOpen: true }))
}

/** Where the question appears; the dialog itself is loaded with the first question. Mounted once by Provider. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => asked)
  if (!current) return null
  const reply = (isYes: boolean) => {
    current.answer(isYes)
    change({ ...current, isOpen: false })
  }
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={current.question} isOpen={current.isOpen} reply={reply} />
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
