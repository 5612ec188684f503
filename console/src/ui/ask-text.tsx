// Asking for one line of text: a tag for the chosen channels. `await askText({...})` is the text, or undefined when nothing shall happen.
import { lazy } from 'react'
import { questionKind } from './question.tsx'

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

const { ask, Host } = questionKind<TextQuestion, string | undefined>(
  lazy(() => import('./AskTextDialog.tsx')),
  undefined,
)

/** Asks and waits. Needs `AskTextHost` on the page. */
export const askText = ask

/** Where the question appears; mounted by the page that asks. */
export const AskTextHost = Host
