import type { Conversation, Message } from './message.ts'
import type { Shelf } from './shelf.ts'

/** A shelf that lasts as long as the page: for browsers that refuse storage, and for tests. */
export function memoryShelf(): Shelf {
  const conversations = new Map<string, Conversation>()
  const messages = new Map<string, Message>()
  return {
    conversations: async () => [...conversations.values()].sort((a, b) => b.updatedAt - a.updatedAt),
    messages: async (id) => [...messages.values()].filter((one) => one.conversationId === id).sort((a, b) => a.order - b.order),
    async change(id, change) {
      const next = change(conversations.get(id))
      if (next) conversations.set(id, next)
    },
    async put(all) {
      for (const message of all) messages.set(message.id, message)
    },
    async remove(ids) {
      for (const id of ids) messages.delete(id)
    },
    async removeConversation(id) {
      conversations.delete(id)
      for (const message of [...messages.values()]) if (message.conversationId === id) messages.delete(message.id)
    },
  }
}
