import { type Chat, chatOf, isWebChat } from '../../shared/chat/chat-template.ts'

/** Which chat an address means, or why there is none. */
export type ChatChoice = { readonly kind: 'chat'; readonly chat: Chat } | { readonly kind: 'broken' } | { readonly kind: 'none' }

/**
 * The chat of `/chat/{id}`; without an id the first that can be shown in a page, else the first.
 * @param kept the configuration stored in the browser
 */
export function chooseChat(kept: readonly Chat[] | 'broken' | undefined, id: string | undefined): ChatChoice {
  if (kept === 'broken') return { kind: 'broken' }
  const chats = kept ?? []
  const chat = id === undefined ? (chats.find(isWebChat) ?? chats[0]) : chats.find((one) => String(one.id) === id)
  return chat ? { kind: 'chat', chat } : { kind: 'none' }
}

/** `/chat2link` leaves the console for a chat on the web: the status's own `chat_link`, in the family's form, else the first configured. */
export function linkChoice(chatLink: string | undefined, kept: readonly Chat[] | 'broken' | undefined): ChatChoice {
  const told = chatLink
    ? chatOf(0, 'chat_link', `${chatLink.replace(/\/+$/, '')}/#/?settings={"key":"{key}","url":"{address}"}`)
    : undefined
  if (told && isWebChat(told)) return { kind: 'chat', chat: { ...told, name: hostOf(told) } }
  if (kept === 'broken') return { kind: 'broken' }
  const chat = kept?.find(isWebChat)
  return chat ? { kind: 'chat', chat } : { kind: 'none' }
}

/** A link of the status has no name of its own. */
function hostOf({ name, target }: Chat): string {
  return target.kind === 'web' ? target.host : name
}
