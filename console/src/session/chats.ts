// The chat programs that this installation offers, stored under the family's name `chats` (specification section 3, Local browser storage).
import { useSelector } from '@tanstack/react-store'
import { type Chat, readChats } from '../shared/chat/chat-template.ts'
import { LocalStore } from './local-store.ts'

const store = new LocalStore<readonly Chat[] | 'broken', readonly Readonly<Record<string, string>>[]>('chats', readChats)

/** Stores the chats of the status. */
export function storeChats(chats: readonly Readonly<Record<string, string>>[]): void {
  store.set(chats)
}

/** The stored chats outside React; undefined before the first status, 'broken' when the stored value cannot be parsed. */
export const storedChats = store.get

/** The stored chats, as `storedChats`. */
export function useStoredChats(): readonly Chat[] | 'broken' | undefined {
  return useSelector(store)
}
