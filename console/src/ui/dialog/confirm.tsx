// Confirmation before something is deleted, spent or locked. `await confirm({...})` is true when the user confirmed.
import { lazy } from 'react'
import type { Question } from './ConfirmDialog.tsx'
import { questionKind } from './question.tsx'

const { ask, Host } = questionKind<Question, boolean>(
  lazy(() => import('./ConfirmDialog.tsx')),
  false,
)

/** Opens the dialog and waits for the answer. Needs `Provider` on the page; can be called from anywhere. */
export const confirm = ask

/** Where the question appears. Mounted once by Provider. */
export const ConfirmHost = Host
