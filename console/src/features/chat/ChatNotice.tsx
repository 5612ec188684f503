import type { ReactNode } from 'react'
import { ChatIcon } from '~/ui/icons'
import './chat.css'

export interface ChatNoticeProps {
  readonly title: string
  readonly text?: ReactNode
  readonly isTrouble?: boolean
  /** Something else comes in its place. */
  readonly isBusy?: boolean
  /** A link or a button. */
  readonly action?: ReactNode
}

/** In place of a chat: what is happening, or why there is none. */
export function ChatNotice({ title, text, isTrouble, isBusy, action }: ChatNoticeProps) {
  return (
    <div className="chat-notice" role={isTrouble ? 'alert' : 'status'} aria-busy={isBusy === true}>
      <ChatIcon />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
