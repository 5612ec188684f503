import { useStoredChats } from '~/session/chats'
import type { Chat } from './chat-template.ts'

const none: readonly Chat[] = []

/** The chats that are configured, for menus. They lead to `/chat/{id}`, where the user must consent before a key is sent. */
export function useChatLinks(): readonly Pick<Chat, 'id' | 'name'>[] {
  const kept = useStoredChats()
  return kept === undefined || kept === 'broken' ? none : kept
}
