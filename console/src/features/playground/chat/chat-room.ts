// Everything of one user's playground in this tab: the list of conversations, the open ones, and changes from other tabs. A chat goes on
// while its conversation is not on the screen.
import { createStore, type Store } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { basePath } from '~/api/base-path'
import { refreshUser } from '~/session/refresh-user'
import { Chat } from './chat.ts'
import { type BilledCall, findBill } from './find-bill.ts'
import { memoryShelf } from './memory-shelf.ts'
import type { Conversation, FoundBill } from './message.ts'
import { callModel } from './reply/call-model.ts'
import { openShelf, type Shelf } from './shelf.ts'

export interface RoomState {
  /** Newest first. */
  readonly conversations: readonly Conversation[]
  /** Why the browser does not store the conversation: its storage is full or blocked. Undefined while storing works. */
  readonly trouble: 'full' | 'refused' | undefined
}

interface RoomParts {
  readonly shelf: Shelf
  readonly isRefused: boolean
  readonly channel: BroadcastChannel
}

/** Idle chats kept in memory. */
const MAX_IDLE_CHATS = 8

/** The room of the logged-in user: it outlives the page that shows it. */
const current = createStore<{ readonly userId: number; readonly room: Promise<ChatRoom> } | undefined>(undefined)

/** The room of the logged-in user; undefined while it opens. */
export function useChatRoom(userId: number): ChatRoom | undefined {
  const [room, setRoom] = useState<ChatRoom>()
  useEffect(() => {
    let isWanted = true
    void roomOf(userId).then((opened) => {
      if (isWanted) setRoom(opened)
    })
    return () => {
      isWanted = false
      setRoom(undefined)
    }
  }, [userId])
  return room
}

function roomOf(userId: number): Promise<ChatRoom> {
  const before = current.get()
  if (before?.userId === userId) return before.room
  void before?.room.then((room) => room.close())
  const room = openRoom(userId)
  current.setState(() => ({ userId, room }))
  return room
}

async function openRoom(userId: number): Promise<ChatRoom> {
  const shelf = await openShelf(userId).catch(() => undefined)
  const channel = new BroadcastChannel(`waystation-playground${basePath}-${userId}`)
  const room = new ChatRoom({ shelf: shelf ?? memoryShelf(), isRefused: shelf === undefined, channel })
  await room.refresh()
  return room
}

export class ChatRoom {
  readonly #shelf: Shelf
  readonly #channel: BroadcastChannel
  readonly #chats = new Map<string, Chat>()
  readonly #state: Store<RoomState>

  constructor({ shelf, isRefused, channel }: RoomParts) {
    this.#shelf = shelf
    this.#channel = channel
    this.#state = createStore<RoomState>({ conversations: [], trouble: isRefused ? 'refused' : undefined })
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      void this.refresh()
      void this.#chats.get(data)?.reload()
    }
  }

  /** For the views. */
  get state(): Pick<Store<RoomState>, 'get' | 'subscribe'> {
    return this.#state
  }

  /** Reads the list of conversations again. */
  async refresh(): Promise<void> {
    const conversations = await this.#shelf.conversations().catch(() => this.#state.get().conversations)
    this.#state.setState((state) => ({ ...state, conversations }))
  }

  /** The chat of a conversation, which need not exist yet. */
  chat(conversationId: string): Chat {
    const chat = this.#chats.get(conversationId) ?? this.#open(conversationId)
    this.#chats.set(conversationId, chat)
    return chat
  }

  async rename(conversationId: string, title: string): Promise<void> {
    await this.#shelf.change(conversationId, (one) => (one ? { ...one, title } : undefined))
    this.#saved(conversationId)
  }

  async remove(conversationId: string): Promise<void> {
    this.#chats.get(conversationId)?.close()
    this.#chats.delete(conversationId)
    await this.#shelf.removeConversation(conversationId)
    this.#state.setState((state) => (state.trouble === 'full' ? { ...state, trouble: undefined } : state))
    this.#saved(conversationId)
  }

  /** Ends all chats after another user logged in. */
  close(): void {
    for (const chat of this.#chats.values()) chat.close()
    this.#channel.close()
  }

  #open(conversationId: string): Chat {
    const idle = [...this.#chats.values()].filter((chat) => !chat.isRunning())
    for (const chat of idle.slice(0, Math.max(0, idle.length - MAX_IDLE_CHATS))) this.#chats.delete(chat.id)
    return new Chat({
      conversationId,
      shelf: this.#shelf,
      callModel,
      findBill: findBillAndBalance,
      atNextFrame: (run) => void requestAnimationFrame(run),
      onSaved: () => this.#saved(conversationId),
      onWriteFailed: (error) => this.#onWriteFailed(error),
      now: () => Math.round(performance.timeOrigin + performance.now()),
    })
  }

  #saved(conversationId: string): void {
    this.#channel.postMessage(conversationId)
    void this.refresh()
  }

  #onWriteFailed(error: unknown): void {
    const trouble = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused'
    this.#state.setState((state) => ({ ...state, trouble }))
  }
}

/** What was charged has left the balance too. */
async function findBillAndBalance(billed: BilledCall): Promise<FoundBill | undefined> {
  const found = await findBill(billed)
  void refreshUser()
  return found
}
