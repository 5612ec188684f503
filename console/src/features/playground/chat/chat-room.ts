// Everything of one user's playground in this tab: the list of conversations, those that are open, and news from other tabs. A chat goes on
// while its conversation is not on the screen.
import { useEffect, useState } from 'react'
import { basePath } from '~/api/base-path'
import { refreshUser } from '~/session/refresh-user'
import { callModel } from './call-model.ts'
import { type Chat, openChat } from './chat.ts'
import { type BilledCall, findBill } from './find-bill.ts'
import { memoryShelf } from './memory-shelf.ts'
import type { Conversation, FoundBill } from './message.ts'
import { openShelf, type Shelf } from './shelf.ts'

export interface ChatRoom {
  /** Newest first. */
  conversations(): readonly Conversation[]
  subscribe(listener: () => void): () => void
  /** The chat of a conversation, which need not exist yet. */
  chat(conversationId: string): Chat
  rename(conversationId: string, title: string): Promise<void>
  remove(conversationId: string): Promise<void>
  /** Why the browser does not keep what is said here: it has no room left, or it refuses. Undefined while all is well. */
  trouble(): 'full' | 'refused' | undefined
  /** Ends all chats: somebody else logged in. */
  close(): void
}

interface RoomParts {
  readonly shelf: Shelf
  readonly isRefused: boolean
  readonly channel: BroadcastChannel
}

/** Chats kept in memory beyond those that run. */
const MAX_IDLE_CHATS = 8

let current: { readonly userId: number; readonly room: Promise<ChatRoom> } | undefined

/** The room of the user who is logged in; undefined while it opens. */
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
  if (current?.userId === userId) return current.room
  void current?.room.then((room) => room.close())
  current = { userId, room: openRoom(userId) }
  return current.room
}

async function openRoom(userId: number): Promise<ChatRoom> {
  const shelf = await openShelf(userId).catch(() => undefined)
  const channel = new BroadcastChannel(`waystation-playground${basePath}-${userId}`)
  const room = chatRoom({ shelf: shelf ?? memoryShelf(), isRefused: shelf === undefined, channel })
  await room.refresh()
  return room
}

function chatRoom({ shelf, isRefused, channel }: RoomParts): ChatRoom & { refresh(): Promise<void> } {
  const listeners = new Set<() => void>()
  const chats = new Map<string, Chat>()
  let conversations: readonly Conversation[] = []
  let trouble: 'full' | 'refused' | undefined = isRefused ? 'refused' : undefined

  const announce = () => {
    for (const listener of listeners) listener()
  }
  const refresh = async () => {
    conversations = await shelf.conversations().catch(() => conversations)
    announce()
  }
  const saved = (conversationId: string) => {
    channel.postMessage(conversationId)
    void refresh()
  }
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    void refresh()
    void chats.get(data)?.reload()
  }

  const open = (conversationId: string): Chat => {
    const idle = [...chats.values()].filter((chat) => !chat.isRunning())
    for (const chat of idle.slice(0, Math.max(0, idle.length - MAX_IDLE_CHATS))) chats.delete(chat.id)
    return openChat({
      conversationId,
      shelf,
      callModel,
      findBill: findBillAndBalance,
      atNextFrame: (run) => void requestAnimationFrame(run),
      onSaved: () => saved(conversationId),
      onUnkept(error) {
        trouble = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused'
        announce()
      },
      now: () => Math.round(performance.timeOrigin + performance.now()),
    })
  }

  return {
    refresh,
    conversations: () => conversations,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    chat(conversationId) {
      const chat = chats.get(conversationId) ?? open(conversationId)
      chats.set(conversationId, chat)
      return chat
    },
    async rename(conversationId, title) {
      await shelf.change(conversationId, (one) => (one ? { ...one, title } : undefined))
      saved(conversationId)
    },
    async remove(conversationId) {
      chats.get(conversationId)?.close()
      chats.delete(conversationId)
      await shelf.removeConversation(conversationId)
      if (trouble === 'full') trouble = undefined
      saved(conversationId)
    },
    trouble: () => trouble,
    close() {
      for (const chat of chats.values()) chat.close()
      channel.close()
    },
  }
}

/** What was charged has left the balance too. */
async function findBillAndBalance(billed: BilledCall): Promise<FoundBill | undefined> {
  const found = await findBill(billed)
  void refreshUser()
  return found
}
