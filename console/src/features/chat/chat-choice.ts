import { type Chat, isWebChat } from '../../shared/chat-template.ts'

/** Which chat an address means, or why there is none. */
export type ChatChoice = { readonly kind: 'chat'; readonly chat: Chat } | { readonly kind: 'broken' } | { readonly kind: 'none' }

/**
 * The chat of `/chat/{id}`; without an id the first that can be shown in a page, else the first.
 * @param kept what the browser keeps of the configuration
 */
export function chooseChat(kept: readonly Chat[] | 'broken' | undefined, id: string | undefined): ChatChoice {
  if (kept === 'broken') return { kind: 'broken' }
  const chats = kept ?? []
  const chat = id === undefined ? (chats.find(isWebChat) ?? chats[0]) : chats.find((one) => String(one.id) === id)
  return chat ? { kind: 'chat', chat } : { kind: 'none' }
}

/** `/chat2link` leaves the console for a chat on the web: the status's own `chat_link`, in the family's form, else the first configured. */
export function linkChoice(chatLink: string | undefined, kept: readonly Chat[] | 'broken' | undefined): ChatChoice {
  if (chatLink && /^https?:\/\//i.test(chatLink)) {
    const template = `${chatLink.replace(/\/+$/, '')}/#/?settings={"key":"{key}","url":"{address}"}`
    return { kind: 'chat', chat: { id: 0, name: 'chat_link', template } }
  }
  if (kept === 'broken') return { kind: 'broken' }
  const chat = kept?.find(isWebChat)
  return chat ? { kind: 'chat', chat } : { kind: 'none' }
}
