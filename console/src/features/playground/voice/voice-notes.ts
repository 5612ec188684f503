import { newId } from '../../../shared/new-id.ts'
import type { AnswerMessage, Message, QuestionMessage } from '../chat/message.ts'
import type { VoiceLine } from './voice-line.ts'

export interface VoiceNotesParts {
  readonly conversationId: string
  readonly model: string
  /** The place of the last message before the session; 0: there is none. */
  readonly lastOrder: number
  /** Unix milliseconds. */
  readonly now: () => number
  /** Of the session's row in the log; undefined: not told yet. */
  readonly requestId: () => string | undefined
  /** Runs something at the next frame: what comes is shown once a frame, however fast it comes. */
  readonly atNextFrame: (run: () => void) => void
  readonly take: (messages: readonly Message[]) => void
}

/** Makes messages of a conversation of the lines of a session. */
export class VoiceNotes {
  readonly #parts: VoiceNotesParts
  readonly #places = new Map<string, { readonly id: string; readonly order: number }>()
  readonly #changed = new Map<string, VoiceLine>()
  #lastOrder: number
  #isFrameRequested = false

  constructor(parts: VoiceNotesParts) {
    this.#parts = parts
    this.#lastOrder = parts.lastOrder
  }

  /** A line as it is now. */
  put(line: VoiceLine): void {
    if (!this.#places.has(line.itemId)) {
      this.#lastOrder = Math.max(this.#lastOrder + 1, this.#parts.now())
      this.#places.set(line.itemId, { id: newId(), order: this.#lastOrder })
    }
    this.#changed.set(line.itemId, line)
    if (!this.#isFrameRequested) this.#parts.atNextFrame(() => this.flush())
    this.#isFrameRequested = true
  }

  /** Shows what has changed now. */
  flush(): void {
    this.#isFrameRequested = false
    const lines = [...this.#changed.values()]
    this.#changed.clear()
    if (lines.length > 0) this.#parts.take(lines.map((line) => this.#messageOf(line)))
  }

  #messageOf(line: VoiceLine): Message {
    const { conversationId, model, now, requestId } = this.#parts
    const { id = '', order = 0 } = this.#places.get(line.itemId) ?? {}
    const { text, status, reason, failure, bill, isSpoken } = line
    const base = { id, conversationId, order, text, images: [], status, savedAt: now() }
    if (line.role === 'user') return { ...base, role: 'user', ...(isSpoken && { isSpoken }) } satisfies QuestionMessage
    const known = { requestId: requestId(), reason, failure, bill, totalMs: bill?.totalMs }
    return { ...base, ...known, role: 'assistant', model, reasoning: '' } satisfies AnswerMessage
  }
}
