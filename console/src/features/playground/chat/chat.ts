// One open conversation. Its messages are immutable values: a view rerenders only those that were replaced.
import { createStore, type Store } from '@tanstack/react-store'
import { newId } from '../../../shared/new-id.ts'
import type { BilledCall } from './find-bill.ts'
import { GrowingAnswer, type GrowingAnswerParts } from './growing-answer.ts'
import {
  type AnswerMessage,
  CallRefused,
  type Conversation,
  type Draft,
  type FoundBill,
  type Message,
  type ModelAnswer,
  type QuestionMessage,
} from './message.ts'
import { PendingWrites, type PendingWritesParts } from './pending-writes.ts'
import { type ChatSettings, type ModelRequest, requestOf } from './request-body.ts'
import type { Shelf } from './shelf.ts'

export interface ChatParts extends PendingWritesParts, Pick<GrowingAnswerParts, 'now' | 'atNextFrame'> {
  readonly conversationId: string
  readonly shelf: Shelf
  readonly callModel: (request: ModelRequest, group: string, signal: AbortSignal) => Promise<ModelAnswer>
  readonly findBill: (billed: BilledCall) => Promise<FoundBill | undefined>
}

/** A question and its running response. */
interface Exchange {
  readonly controller: AbortController
  readonly messageIds: readonly string[]
}

export interface ChatState {
  /** Undefined until they are read from the shelf. */
  readonly messages: readonly Message[] | undefined
  readonly running: Exchange | undefined
}

/** A response without a save for this long is no longer being written. */
const ABANDONED_AFTER_MS = 10_000
const MAX_TITLE_LENGTH = 40

export class Chat {
  readonly id: string
  readonly #parts: ChatParts
  readonly #writes: PendingWrites
  readonly #state = createStore<ChatState>({ messages: undefined, running: undefined })
  readonly #loaded: Promise<void>

  /** Opens a conversation; its messages are read at once. */
  constructor(parts: ChatParts) {
    this.id = parts.conversationId
    this.#parts = parts
    this.#writes = new PendingWrites(parts)
    this.#loaded = this.reload()
  }

  /** For the views. */
  get state(): Pick<Store<ChatState>, 'get' | 'subscribe'> {
    return this.#state
  }

  /** Undefined until they are read from the shelf. */
  messages(): readonly Message[] | undefined {
    return this.#state.get().messages
  }

  isRunning(): boolean {
    return this.#state.get().running !== undefined
  }

  /** Sends the question and streams the response. */
  async ask(question: Draft, settings: ChatSettings): Promise<void> {
    await this.#loaded
    if (!this.isRunning()) await this.#run(this.#all(), question, settings)
  }

  /** Answers a question again; what stood below it goes. */
  async answerAgain(questionId: string, settings: ChatSettings): Promise<void> {
    await this.#loaded
    if (!this.isRunning()) await this.#run(upTo(this.#all(), questionId, true), undefined, settings)
  }

  /** Puts another question in the place of one; what stood below it goes. */
  async askInstead(questionId: string, question: Draft, settings: ChatSettings): Promise<void> {
    await this.#loaded
    if (!this.isRunning()) await this.#run(upTo(this.#all(), questionId, false), question, settings)
  }

  stop(): void {
    this.#state.get().running?.controller.abort()
  }

  /** Takes messages out. Gives what puts them back. */
  remove(messageIds: readonly string[]): () => void {
    const gone = this.#all().filter((one) => messageIds.includes(one.id))
    this.#setMessages(this.#all().filter((one) => !messageIds.includes(one.id)))
    void this.#writes.save(() => this.#parts.shelf.remove(messageIds))
    return () => {
      this.#setMessages([...this.#all(), ...gone].sort((a, b) => a.order - b.order))
      void this.#writes.save(() => this.#parts.shelf.put(gone))
    }
  }

  /** Shows messages that come by no call of this chat, or puts them in the place of those with their ids; stores new and complete ones. */
  async take(messages: readonly Message[]): Promise<void> {
    await this.#loaded
    const before = this.#all()
    const known = new Set(before.map(({ id }) => id))
    const fresh = messages.filter(({ id }) => !known.has(id))
    const changed = new Map(messages.map((one) => [one.id, one]))
    this.#setMessages([...before.map((one) => changed.get(one.id) ?? one), ...fresh])
    const stored = messages.filter((one) => fresh.includes(one) || one.status !== 'loading')
    if (stored.length === 0) return
    await this.#put(stored)
    await this.#noteConversation(this.#all().find(({ text }) => text !== ''))
  }

  /** Adds to what the conversation has cost. @param quota units */
  async spend(quota: number): Promise<void> {
    await this.#changeConversation((one) => (one ? { ...one, spent: one.spent + quota } : undefined))
  }

  /** Reads the shelf again: another tab wrote. */
  async reload(): Promise<void> {
    await this.#writes.done()
    const before = this.#writes.begun
    const found = await this.#parts.shelf.messages(this.id).catch((error: unknown) => {
      this.#parts.onWriteFailed(error)
      return []
    })
    // What was written while we read is newer than what was read.
    if (this.#writes.begun !== before) return this.reload()
    // So is what grows here.
    const growing = this.#state.get().running?.messageIds ?? []
    const own = this.#all().filter((one) => growing.includes(one.id))
    const others = found.filter((one) => !growing.includes(one.id)).map((one) => settled(one, this.#parts.now()))
    this.#setMessages([...others, ...own].sort((one, other) => one.order - other.order))
  }

  /** Stops, and writes nothing any more: the conversation is deleted, or another user logged in. */
  close(): void {
    this.#writes.close()
    this.stop()
  }

  async #run(history: readonly Message[], draft: Draft | undefined, settings: ChatSettings): Promise<void> {
    const { callModel, now, atNextFrame } = this.#parts
    const { question, answer } = this.#newMessages(history, draft, settings)
    const asked = [...history, ...question]
    const controller = await this.#begin(asked, answer)
    const growing = new GrowingAnswer(answer, {
      now,
      atNextFrame,
      show: (shown) => this.#replace(shown),
      save: (shown) => void this.#put([shown]),
    })
    try {
      await growing.take(await callModel(requestOf(settings, asked), settings.group, controller.signal))
      await this.#finish(growing.ended())
    } catch (error) {
      await this.#finish(growing.broken(error, controller.signal.aborted))
      if (error instanceof CallRefused) return
    }
    const { requestId, began } = growing
    await this.#addBill(
      answer.id,
      requestId === undefined ? { model: settings.model, group: settings.group, requestedAt: began } : { requestId },
    )
  }

  /** Shows and keeps a question with its empty answer, and takes out what stood below. @returns what stops it */
  async #begin(asked: readonly Message[], answer: AnswerMessage): Promise<AbortController> {
    const controller = new AbortController()
    const before = this.#all()
    const fresh = [...asked.filter((one) => !before.includes(one)), answer]
    const gone = before.filter((one) => !asked.includes(one)).map((one) => one.id)
    this.#state.setState(() => ({
      messages: [...asked, answer],
      running: { controller, messageIds: fresh.map((one) => one.id) },
    }))
    if (gone.length > 0) await this.#writes.save(() => this.#parts.shelf.remove(gone))
    await this.#put(fresh)
    await this.#noteConversation(asked[0])
    return controller
  }

  /** The conversation is in the list, as the one that was changed last. */
  #noteConversation(first: Message | undefined): Promise<void> {
    const begun = { id: this.id, title: titleOf(first), spent: 0 }
    return this.#changeConversation((one) => ({ ...begun, ...one, title: one?.title || begun.title, updatedAt: this.#parts.now() }))
  }

  async #finish(answer: AnswerMessage): Promise<void> {
    this.#replace(answer)
    await this.#put([answer])
    // Only now is what the shelf has as new as what is here.
    this.#state.setState((state) => ({ ...state, running: undefined }))
  }

  /** Puts the cost to the answer and to the conversation. */
  async #addBill(answerId: string, billed: BilledCall): Promise<void> {
    const found = await this.#parts.findBill(billed)
    if (!found) return
    const current = this.#all().find((one) => one.id === answerId)
    // An answer that was taken out meanwhile stays out; its cost is the conversation's all the same.
    if (current?.role === 'assistant') {
      this.#replace({ ...current, ...found })
      await this.#put([{ ...current, ...found }])
    }
    await this.spend(found.bill.quota)
  }

  /** The question, and its still empty response. */
  #newMessages(history: readonly Message[], draft: Draft | undefined, { model }: ChatSettings) {
    const now = this.#parts.now()
    const base = { conversationId: this.id, savedAt: now }
    // Ordered by time, so that simultaneous questions of two tabs stay next to their responses.
    const order = Math.max((history.at(-1)?.order ?? 0) + 1, now)
    const question: QuestionMessage[] = draft ? [{ ...base, ...draft, id: newId(), order, role: 'user', status: 'complete' }] : []
    const growing = { text: '', images: [], reasoning: '', status: 'loading' } as const
    const answer: AnswerMessage = { ...base, ...growing, id: newId(), order: order + question.length, role: 'assistant', model }
    return { question, answer }
  }

  #all(): readonly Message[] {
    return this.messages() ?? []
  }

  #setMessages(messages: readonly Message[]): void {
    this.#state.setState((state) => ({ ...state, messages }))
  }

  #replace(answer: AnswerMessage): void {
    this.#setMessages(this.#all().map((one) => (one.id === answer.id ? answer : one)))
  }

  #put(messages: readonly Message[]): Promise<void> {
    return this.#writes.save(() => this.#parts.shelf.put(messages))
  }

  #changeConversation(change: (kept: Conversation | undefined) => Conversation | undefined): Promise<void> {
    return this.#writes.save(() => this.#parts.shelf.change(this.id, change))
  }
}

/** The messages before one, and itself if it is to stay; all of them when it is not there. */
function upTo(messages: readonly Message[], id: string, isWith: boolean): readonly Message[] {
  const at = messages.findIndex((one) => one.id === id)
  return at < 0 ? messages : messages.slice(0, isWith ? at + 1 : at)
}

/** A title out of the first question, or of the name of its recording; empty when it is only pictures. */
export function titleOf(message: Message | undefined): string {
  const name = message?.sound instanceof File ? message.sound.name : ''
  const words = (message?.text || name).trim().replace(/\s+/g, ' ')
  return words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…` : words
}

/** An answer that another tab left half written is incomplete, unless that tab saved it a moment ago. */
function settled(message: Message, at: number): Message {
  if (message.status !== 'loading' || message.role === 'user' || at - message.savedAt < ABANDONED_AFTER_MS) return message
  return { ...message, status: 'incomplete', reason: 'cut' }
}
