// Asking for one line of text: a tag for the chosen channels. `await askText({...})` is the text, or undefined when nothing shall happen.
import { lazy } from 'react'
import type { TextQuestion } from './AskTextDialog.tsx'
import { questionKind } from './question.tsx'

const { ask, Host } = questionKind<TextQuestion, string | undefined>(
  lazy(() => import('./AskTextDialog.tsx')),
  undefined,
)

/** Opens the dialog and waits. Needs `AskTextHost` on the page. */
export const askText = ask

/** Renders the dialog; mounted by the page that calls `askText`. */
export const AskTextHost = Host
