import type { ReactNode } from 'react'
import { ChatIcon } from '~/ui/icons'
import './chat.css'

export interface ChatNoticeProps {
  readonly title: string
  readonly text?: ReactNode
  readonly isTrouble?: boolean
  /** A link or a button. */
  readonly action?: ReactNode
}

/** In place of a chat: what is happening, or why there is none. */
export function ChatNotice({ title, text, isTrouble, action }: ChatNoticeProps) {
  return (
    <div className="chat-notice" role={isTrouble ? 'alert' : 'status'}>
      <ChatIcon />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
