// One conversation while it is looked at or written to. Its messages are values that are replaced, never changed: whoever shows them draws
// again only what is another value than before.
import type { BilledCall } from './find-bill.ts'
import type { AnswerMessage, ChatFailure, Conversation, Draft, FoundBill, Message, QuestionMessage } from './message.ts'
import { CallRefused, type ModelAnswer } from './model-answer.ts'
import { type Reply, replyReader } from './reply.ts'
import { type ChatBody, type ChatSettings, chatBody } from './request-body.ts'
import type { Shelf } from './shelf.ts'

export interface Chat {
  readonly id: string
  /** Undefined until they are read from the shelf. */
  messages(): readonly Message[] | undefined
  isRunning(): boolean
  subscribe(listener: () => void): () => void
  /** Asks, and takes the answer as it comes. */
  ask(question: Draft, settings: ChatSettings): Promise<void>
  /** Answers a question again; what stood below it goes. */
  answerAgain(questionId: string, settings: ChatSettings): Promise<void>
  /** Puts another question in the place of one; what stood below it goes. */
  askInstead(questionId: string, question: Draft, settings: ChatSettings): Promise<void>
  stop(): void
  /** Takes messages out. Gives what puts them back. */
  remove(messageIds: readonly string[]): () => void
  /** Reads the shelf again: another tab wrote. */
  reload(): Promise<void>
  /** Stops, and writes nothing any more: the conversation is deleted, or somebody else logged in. */
  close(): void
}

export interface ChatParts {
  readonly conversationId: string
  readonly shelf: Shelf
  readonly callModel: (body: ChatBody, group: string, signal: AbortSignal) => Promise<ModelAnswer>
  readonly findBill: (billed: BilledCall) => Promise<FoundBill | undefined>
  /** Runs something at the next frame: what a stream brings is shown once a frame, however fast it comes. */
  readonly atNextFrame: (run: () => void) => void
  /** Told when something was written that lists and other tabs show. */
  readonly onSaved: () => void
  /** Told when the browser could not keep something, such as for a full disk. */
  readonly onUnkept: (error: unknown) => void
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Milliseconds between two saves of an answer that grows: what a crash of the tab may lose. */
const SAVE_EVERY = 2000
/** An answer that nobody has saved for so long is not being written any more. */
const ABANDONED_AFTER = 10_000
const TITLE_LENGTH = 40

/** Opens a conversation; its messages are read at once. */
export function openChat(parts: ChatParts): Chat {
  const { conversationId, shelf, now } = parts
  const listeners = new Set<() => void>()
  let messages: readonly Message[] | undefined
  let isClosed = false
  let writes = 0
  let lastWrite = Promise.resolve()
  let running: { readonly controller: AbortController; readonly ids: readonly string[] } | undefined

  const announce = () => {
    for (const listener of listeners) listener()
  }
  const setMessages = (next: readonly Message[]) => {
    messages = next
    announce()
  }
  const replace = (answer: AnswerMessage) => setMessages((messages ?? []).map((one) => (one.id === answer.id ? answer : one)))
  const kept = (write: () => Promise<void>): Promise<void> => {
    if (isClosed) return Promise.resolve()
    writes += 1
    const written = write().then(parts.onSaved, parts.onUnkept)
    lastWrite = lastWrite.then(() => written)
    return written
  }
  const keepConversation = (change: (kept: Conversation | undefined) => Conversation | undefined) =>
    kept(() => shelf.change(conversationId, change))

  const reload = async (): Promise<void> => {
    await lastWrite
    const before = writes
    const found = await shelf.messages(conversationId).catch((error: unknown) => {
      parts.onUnkept(error)
      return []
    })
    // What was written while we read is newer than what was read.
    if (writes !== before) return reload()
    // So is what grows here.
    const own = (messages ?? []).filter((one) => running?.ids.includes(one.id))
    const others = found.filter((one) => !running?.ids.includes(one.id)).map((one) => settled(one, now()))
    setMessages([...others, ...own].sort((one, other) => one.order - other.order))
  }
  const loaded = reload()

  /** What was asked, and the answer that is still empty. */
  const newMessages = (history: readonly Message[], draft: Draft | undefined, settings: ChatSettings) => {
    const base = { conversationId, savedAt: now() }
    // By the clock, so that what two tabs ask at once stays in pairs.
    const order = Math.max((history.at(-1)?.order ?? 0) + 1, now())
    const question: QuestionMessage[] = draft
      ? [{ ...base, ...draft, id: crypto.randomUUID(), order, role: 'user', status: 'complete' }]
      : []
    const answer: AnswerMessage = {
      ...base,
      id: crypto.randomUUID(),
      order: order + question.length,
      role: 'assistant',
      text: '',
      images: [],
      reasoning: '',
      status: 'loading',
      model: settings.model,
    }
    return { question, answer }
  }

  const run = async (history: readonly Message[], draft: Draft | undefined, settings: ChatSettings): Promise<void> => {
    const controller = new AbortController()
    const { question, answer } = newMessages(history, draft, settings)
    const asked = [...history, ...question]
    const gone = (messages ?? []).filter((one) => !history.includes(one)).map((one) => one.id)
    running = { controller, ids: [...question, answer].map((one) => one.id) }
    setMessages([...asked, answer])
    if (gone.length > 0) await kept(() => shelf.remove(gone))
    await kept(() => shelf.put([...question, answer]))
    const title = titleOf(asked[0])
    await keepConversation((one) => ({ id: conversationId, title, spent: 0, ...one, updatedAt: now() }))

    const body = chatBody(settings, asked)
    const began = now()
    const reader = replyReader(now)
    let latest = answer
    let savedAt = now()
    let isFrameAsked = false
    let isRefused = false

    const show = () => {
      isFrameAsked = false
      if (!running?.ids.includes(answer.id)) return
      latest = { ...latest, ...shownOf(reader.reply(), began) }
      replace(latest)
      if (now() - savedAt < SAVE_EVERY) return
      savedAt = now()
      void kept(() => shelf.put([{ ...latest, savedAt }]))
    }
    const finish = async (end: Partial<AnswerMessage>) => {
      latest = { ...latest, ...shownOf(reader.reply(), began), totalMs: now() - began, ...end, savedAt: now() }
      replace(latest)
      await kept(() => shelf.put([latest]))
      // Only now is what the shelf has as new as what is here.
      running = undefined
      announce()
    }

    try {
      const answered = await parts.callModel(body, settings.group, controller.signal)
      latest = { ...latest, requestId: answered.requestId }
      if ('whole' in answered) reader.whole(answered.whole)
      else {
        for await (const event of answered.events) {
          reader.event(event)
          if (!isFrameAsked) parts.atNextFrame(show)
          isFrameAsked = true
        }
      }
      await finish(endOf(reader.reply()))
    } catch (error) {
      isRefused = error instanceof CallRefused
      await finish(controller.signal.aborted ? { status: 'incomplete', reason: 'stopped' } : failed(error, reader.reply()))
    }
    if (isRefused) return
    const { requestId } = latest
    await settle(latest, requestId === undefined ? { model: settings.model, group: settings.group, askedAt: began } : { requestId })
  }

  /** Puts the cost to the answer and to the conversation. */
  const settle = async (answer: AnswerMessage, billed: BilledCall) => {
    const found = await parts.findBill(billed)
    if (!found) return
    const current = messages?.find((one) => one.id === answer.id)
    // An answer that was taken out meanwhile stays out; its cost is the conversation's all the same.
    if (current?.role === 'assistant') {
      replace({ ...current, ...found })
      await kept(() => shelf.put([{ ...current, ...found }]))
    }
    await keepConversation((one) => (one ? { ...one, spent: one.spent + found.bill.quota } : undefined))
  }

  const upTo = (id: string, isWith: boolean): readonly Message[] => {
    const at = (messages ?? []).findIndex((one) => one.id === id)
    return at < 0 ? (messages ?? []) : (messages ?? []).slice(0, isWith ? at + 1 : at)
  }

  return {
    id: conversationId,
    messages: () => messages,
    isRunning: () => running !== undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async ask(question, settings) {
      await loaded
      if (!running) await run(messages ?? [], question, settings)
    },
    async answerAgain(questionId, settings) {
      await loaded
      if (!running) await run(upTo(questionId, true), undefined, settings)
    },
    async askInstead(questionId, question, settings) {
      await loaded
      if (!running) await run(upTo(questionId, false), question, settings)
    },
    stop: () => running?.controller.abort(),
    remove(messageIds) {
      const gone = (messages ?? []).filter((one) => messageIds.includes(one.id))
      setMessages((messages ?? []).filter((one) => !messageIds.includes(one.id)))
      void kept(() => shelf.remove(messageIds))
      return () => {
        setMessages([...(messages ?? []), ...gone].sort((a, b) => a.order - b.order))
        void kept(() => shelf.put(gone))
      }
    },
    reload,
    close() {
      isClosed = true
      running?.controller.abort()
    },
  }
}

/** A title out of the first question; empty when it is only pictures. */
export function titleOf(message: Message | undefined): string {
  const words = (message?.text ?? '').trim().replace(/\s+/g, ' ')
  return words.length > TITLE_LENGTH ? `${words.slice(0, TITLE_LENGTH - 1).trimEnd()}…` : words
}

function shownOf(reply: Reply, began: number): Partial<AnswerMessage> {
  const { text, reasoning, images, thoughtMs, firstAt } = reply
  return { text, reasoning, images, thoughtMs, firstMs: firstAt === undefined ? undefined : firstAt - began }
}

function endOf({ failure, isDone, finishReason }: Reply): Partial<AnswerMessage> {
  if (failure) return { status: 'error', failure }
  if (!isDone) return { status: 'incomplete', reason: 'cut' }
  if (finishReason === 'length') return { status: 'incomplete', reason: 'length' }
  if (finishReason === 'content_filter') return { status: 'incomplete', reason: 'filtered' }
  return { status: 'complete' }
}

function failed(error: unknown, reply: Reply): Partial<AnswerMessage> {
  if (error instanceof CallRefused) return { status: 'error', failure: error.failure, requestId: error.requestId }
  // The connection broke in the middle: what came is worth keeping.
  if (reply.firstAt !== undefined) return { status: 'incomplete', reason: 'cut' }
  return {
    status: 'error',
    failure: { message: error instanceof Error ? error.message : String(error), code: 'network' } satisfies ChatFailure,
  }
}

/** An answer that another tab left half written is incomplete, unless that tab saved it a moment ago. */
function settled(message: Message, at: number): Message {
  if (message.status !== 'loading' || message.role === 'user' || at - message.savedAt < ABANDONED_AFTER) return message
  return { ...message, status: 'incomplete', reason: 'cut' }
}
