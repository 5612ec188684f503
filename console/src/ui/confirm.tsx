// Asking before something is deleted, spent or locked. `await confirm({...})` is true when the person said yes.
import { lazy, type ReactNode } from 'react'
import { questionKind } from './question.tsx'

export interface Question {
  /** Names the thing: `Delete token “ci-review”?` */
  readonly title: string
  readonly text?: ReactNode
  /** The verb on the button; default OK. */
  readonly yes?: string
  /** The button that changes nothing; default Cancel. */
  readonly no?: string
  readonly isDanger?: boolean
  /** Must be typed before yes can be pressed: for what locks somebody out or cannot be made good. Usually a name. */
  readonly typed?: string
}

const { ask, Host } = questionKind<Question, boolean>(
  lazy(() => import('./ConfirmDialog.tsx')),
  false,
)

/** Asks and waits for the answer. Needs `Provider` on the page; can be called from anywhere. */
export const confirm = ask

/** Where the question appears. Mounted once by Provider. */
export const ConfirmHost = Host
