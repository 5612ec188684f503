// A question in a dialog that code asks and waits for: one at a time, and the dialog itself is loaded with the first one.
import { type ComponentType, Suspense, useSyncExternalStore } from 'react'

export interface QuestionDialogProps<Question, Answer> {
  readonly question: Question
  readonly isOpen: boolean
  readonly reply: (answer: Answer) => void
}

interface Asked<Question, Answer> {
  readonly question: Question
  readonly answer: (answer: Answer) => void
  readonly isOpen: boolean
  /** A new question is a new dialog: nothing typed into the one before stays. */
  readonly number: number
}

/**
 * A kind of question.
 * @param Dialog usually a lazy component
 * @param none the answer of a question that another takes the place of
 * @returns `ask` opens the dialog and waits; `Host` is where it appears
 */
export function questionKind<Question, Answer>(Dialog: ComponentType<QuestionDialogProps<Question, Answer>>, none: Answer) {
  let asked: Asked<Question, Answer> | undefined
  const listeners = new Set<() => void>()
  const change = (next: Asked<Question, Answer>) => {
    asked = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function ask(question: Question): Promise<Answer> {
    asked?.answer(none)
    return new Promise((answer) => change({ question, answer, isOpen: true, number: (asked?.number ?? 0) + 1 }))
  }

  function Host() {
    const current = useSyncExternalStore(subscribe, () => asked)
    if (!current) return null
    const reply = (answer: Answer) => {
      current.answer(answer)
      change({ ...current, isOpen: false })
    }
    return (
      <Suspense fallback={null}>
        <Dialog key={current.number} question={current.question} isOpen={current.isOpen} reply={reply} />
      </Suspense>
    )
  }

  return { ask, Host }
}
