import { useKeptChats } from '~/session/chats'
import type { Chat } from './chat-template.ts'

const none: readonly Chat[] = []

/** The chats that are configured, for menus. They lead to `/chat/{id}`, where the person is asked before a key goes anywhere. */
export function useChatLinks(): readonly Pick<Chat, 'id' | 'name'>[] {
  const kept = useKeptChats()
  return kept === undefined || kept === 'broken' ? none : kept
}
