import { useKeptChats } from '~/session/chats'
import { type Chat, chatAddress } from './chat-template.ts'
import { useServerAddress } from './server-address.ts'

export interface ChatLink {
  readonly id: number
  readonly name: string
  /** The address that opens the chat with one token. @param key with `sk-` */
  readonly addressFor: (key: string) => string
}

const none: readonly Chat[] = []

/** The chats that the admin configured, to be opened with one token. Empty when there are none or what is kept cannot be read. */
export function useChatLinks(): readonly ChatLink[] {
  const kept = useKeptChats()
  const address = useServerAddress()
  const chats = kept === undefined || kept === 'broken' ? none : kept
  return chats.map((chat) => ({ id: chat.id, name: chat.name, addressFor: (key) => chatAddress(chat, { address, key }) }))
}
