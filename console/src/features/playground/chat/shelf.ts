// Storage of conversations: one IndexedDB database per user of this browser, so that two who share it do not see each other's. Every
// message is a record of its own and what changes a conversation is one transaction, so tabs add to what the others wrote.
import { basePath } from '~/api/base-path'
import type { Conversation, Message } from './message.ts'

export interface Shelf {
  /** Newest first. */
  conversations(): Promise<Conversation[]>
  /** A conversation's messages in their order. */
  messages(conversationId: string): Promise<Message[]>
  /** Makes or changes a conversation; `change` receives the stored value. Undefined from it leaves things as they are. */
  change(id: string, change: (kept: Conversation | undefined) => Conversation | undefined): Promise<void>
  put(messages: readonly Message[]): Promise<void>
  remove(messageIds: readonly string[]): Promise<void>
  /** With all its messages. */
  removeConversation(id: string): Promise<void>
}

const VERSION = 1

/** Opens a user's shelf. @throws DOMException where the browser refuses to keep anything */
export async function openShelf(userId: number): Promise<Shelf> {
  const database = await opened(indexedDB.open(`waystation-playground${basePath}-${userId}`, VERSION))
  const reading = (store: string) => database.transaction(store).objectStore(store)

  return {
    async conversations() {
      const all = await answered<Conversation[]>(reading('conversation').getAll())
      return all.sort((a, b) => b.updatedAt - a.updatedAt)
    },
    async messages(conversationId) {
      const all = await answered<Message[]>(reading('message').index('conversation').getAll(conversationId))
      return all.sort((a, b) => a.order - b.order)
    },
    async change(id, change) {
      const transaction = database.transaction('conversation', 'readwrite')
      const store = transaction.objectStore('conversation')
      const next = change(await answered<Conversation | undefined>(store.get(id)))
      if (next) store.put(next)
      await finished(transaction)
    },
    async put(messages) {
      const transaction = database.transaction('message', 'readwrite')
      for (const message of messages) transaction.objectStore('message').put(message)
      await finished(transaction)
    },
    async remove(messageIds) {
      const transaction = database.transaction('message', 'readwrite')
      for (const id of messageIds) transaction.objectStore('message').delete(id)
      await finished(transaction)
    },
    async removeConversation(id) {
      const transaction = database.transaction(['conversation', 'message'], 'readwrite')
      transaction.objectStore('conversation').delete(id)
      const messages = transaction.objectStore('message')
      for (const key of await answered<IDBValidKey[]>(messages.index('conversation').getAllKeys(id))) messages.delete(key)
      await finished(transaction)
    },
  }
}

function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  request.onupgradeneeded = () => {
    request.result.createObjectStore('conversation', { keyPath: 'id' })
    request.result.createObjectStore('message', { keyPath: 'id' }).createIndex('conversation', 'conversationId')
  }
  return answered<IDBDatabase>(request)
}

function answered<Value>(request: IDBRequest): Promise<Value> {
  return new Promise((resolve, reject) => {
    // What a store gives is what this file put there.
    request.onsuccess = () => resolve(request.result as Value)
    request.onerror = () => reject(request.error ?? new Error('the browser gave no reason'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // A full disk aborts the whole transaction: QuotaExceededError.
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser gave no reason'))
  })
}
