// The chat programs that this installation offers, kept under the family's name `chats` (specification section 3, Local browser storage).
import { useSyncExternalStore } from 'react'
import { type Chat, readChats } from '../shared/chat-template.ts'
import { localStore } from './local-store.ts'

const store = localStore<unknown>('chats', (json) => readChats(json))

/** Keeps what the status says. */
export function keepChats(chats: readonly Readonly<Record<string, string>>[]): void {
  store.set(chats)
}

/** The kept chats outside React; undefined before the first status, 'broken' when what is kept cannot be read. */
export function keptChats(): readonly Chat[] | 'broken' | undefined {
  // Sound: only `readChats` makes values of this store.
  return store.get() as readonly Chat[] | 'broken' | undefined
}

/** The kept chats, as `keptChats`. */
export function useKeptChats(): readonly Chat[] | 'broken' | undefined {
  return useSyncExternalStore(store.subscribe, keptChats)
}
