import type { ReactNode } from 'react'
import type { Question } from '../dialog/ConfirmDialog.tsx'
import { confirm } from '../dialog/confirm.tsx'

/** Something that can be done to a row or to the chosen rows. */
export interface Action {
  readonly label: string
  /** With an icon it may stand in the row; without, it is under "more". */
  readonly icon?: ReactNode
  readonly run: () => unknown
  readonly danger?: boolean
  /** Confirmation before the action; a text is the dialog's title. */
  readonly confirm?: string | Question
  /** Why it cannot be done now. */
  readonly disabledReason?: string | undefined
  readonly isHidden?: boolean
}

/** Asks for confirmation if needed, then runs the action. Never rejects: calls show their own failures. */
export async function runAction(action: Action): Promise<void> {
  if (action.confirm !== undefined) {
    const question = typeof action.confirm === 'string' ? { title: action.confirm } : action.confirm
    if (!(await confirm({ yes: action.label, isDanger: action.danger === true, ...question }))) return
  }
  try {
    await action.run()
  } catch {
    // Shown by the query client.
  }
}
