// A dialog that code opens and awaits: one at a time, and its code is loaded at first use.
import { createStore, useSelector } from '@tanstack/react-store'
import { type ComponentType, Suspense } from 'react'

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
 * @param none the answer of a question that another one replaces
 * @returns `ask` opens the dialog and waits; `Host` is where it appears
 */
export function questionKind<Question, Answer>(Dialog: ComponentType<QuestionDialogProps<Question, Answer>>, none: Answer) {
  const asked = createStore<Asked<Question, Answer> | undefined>(undefined)

  function ask(question: Question): Promise<Answer> {
    const before = asked.get()
    before?.answer(none)
    return new Promise((answer) => asked.setState(() => ({ question, answer, isOpen: true, number: (before?.number ?? 0) + 1 })))
  }

  function Host() {
    const current = useSelector(asked)
    if (!current) return null
    const reply = (answer: Answer) => {
      current.answer(answer)
      asked.setState(() => ({ ...current, isOpen: false }))
    }
    return (
      <Suspense fallback={null}>
        <Dialog key={current.number} question={current.question} isOpen={current.isOpen} reply={reply} />
      </Suspense>
    )
  }

  return { ask, Host }
}
