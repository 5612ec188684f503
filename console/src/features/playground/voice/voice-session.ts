// The state of one session with a model, driven by its messages: the transcript, the sound to play, the cost, and how it ended. It runs without a
// browser: the socket and the loudspeaker are passed in.
import { createStore, type Store } from '@tanstack/react-store'
import { newId } from '../../../shared/new-id.ts'
import type { ChatFailure } from '../chat/message.ts'
import { failureOf } from '../chat/reply/fields.ts'
import { decodePcm, encodePcm } from './audio/pcm.ts'
import type { Speaker } from './audio/speaker.ts'
import { readEvent, type SessionEvent } from './session-events.ts'
import type { VoiceLine } from './voice-line.ts'
import { VoiceLines } from './voice-lines.ts'

/** What goes on. `hearing`: the person speaks. `thinking`: an answer is on its way. */
export type Activity = 'connecting' | 'listening' | 'hearing' | 'thinking' | 'speaking' | 'ended'

/** Who ended it; `network`: the connection broke. */
export type EndedBy = 'person' | 'server' | 'network'

export interface VoiceState {
  readonly activity: Activity
  readonly endedBy?: EndedBy
  /** What went wrong last. */
  readonly failure?: ChatFailure
  /** Of the session's row in the log. */
  readonly requestId?: string
  /** Quota units that were charged so far. */
  readonly quota: number
}

export interface VoiceParts {
  readonly send: (event: object) => void
  readonly speaker: Pick<Speaker, 'play' | 'stop'>
  /** Called with each line as it is, and again whenever it changes. */
  readonly onLine: (line: VoiceLine) => void
  /** Milliseconds of a clock that only rises. */
  readonly now: () => number
}

/** Errors that come of both sides speaking at once, and need nobody's attention. */
const HARMLESS = 'response_cancel_not_active'
const STILL_ANSWERING = 'conversation_already_has_active_response'

export class VoiceSession {
  readonly #parts: VoiceParts
  readonly #lines: VoiceLines
  readonly #state = createStore<VoiceState>({ activity: 'connecting', quota: 0 })
  /** Is what the person says written down? */
  #isWrittenDown = false
  #isHearing = false
  #isSounding = false
  /** When the response that is under way began; undefined: none is. */
  #answeringSince: number | undefined
  /** The person has cut the response off: what still comes of it is not played. */
  #isCutOff = false
  /** Something was typed while an answer was under way: it is answered when that has ended. */
  #isAnswerWanted = false
  /** Quota units of what was charged for responses alone. */
  #forResponses = 0
  #isChargeExpected = false

  constructor(parts: VoiceParts) {
    this.#parts = parts
    this.#lines = new VoiceLines(parts.onLine)
  }

  /** For the views. */
  get state(): Pick<Store<VoiceState>, 'get' | 'subscribe'> {
    return this.#state
  }

  /** Quota units that were charged for writing down what was said, in rows of their own. */
  get forTranscripts(): number {
    return this.#state.get().quota - this.#forResponses
  }

  /** The socket is open. @param transcriptionModel writes down what the person says; empty: nobody does */
  opened(transcriptionModel: string): void {
    if (transcriptionModel !== '') {
      const input = { transcription: { model: transcriptionModel } }
      this.#parts.send({ type: 'session.update', session: { type: 'realtime', audio: { input } } })
    }
    this.#change({ activity: 'listening' })
  }

  /** The microphone has heard something. */
  heard(samples: Float32Array): void {
    const { activity } = this.#state.get()
    if (activity !== 'connecting' && activity !== 'ended')
      this.#parts.send({ type: 'input_audio_buffer.append', audio: encodePcm(samples) })
  }

  /** The person has written something. */
  type(text: string): void {
    if (this.#isOver()) return
    const id = newId().replaceAll('-', '')
    this.#cutOff()
    if (this.#answeringSince !== undefined) this.#parts.send({ type: 'response.cancel' })
    this.#lines.put({ itemId: id, role: 'user', text, isSpoken: false, status: 'complete' })
    this.#parts.send({
      type: 'conversation.item.create',
      item: { id, type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    })
    this.#isAnswerWanted = true
    this.#answer()
  }

  /** The loudspeaker has played all that there was. */
  silent(): void {
    this.#isSounding = false
    this.#show()
  }

  /** A message of the server. */
  take(message: string): void {
    const event = readEvent(message)
    if (!event || this.#isOver()) return
    this.#act(event)
    this.#show()
  }

  /** The session is over. @param failure why, where no message said it */
  end(by: EndedBy, failure?: ChatFailure): void {
    if (this.#isOver()) return
    this.#parts.speaker.stop()
    this.#lines.close(by === 'person' ? 'stopped' : 'cut')
    this.#state.setState((state) => ({ ...state, activity: 'ended', endedBy: by, ...(failure && !state.failure ? { failure } : {}) }))
  }

  #act(event: SessionEvent): void {
    switch (event.type) {
      case 'updated':
        this.#isWrittenDown = event.isWrittenDown
        return
      case 'speech_started':
        this.#isHearing = true
        this.#lines.put({ itemId: event.itemId, role: 'user', text: '', isSpoken: true, status: 'loading' })
        this.#cutOff()
        return
      case 'speech_stopped':
        this.#isHearing = false
        return
      case 'committed':
        if (!this.#isWrittenDown) this.#lines.change(event.itemId, { status: 'complete' })
        return
      case 'written_down':
        this.#lines.write(event.itemId, event)
        return
      case 'response_begun':
        this.#isCutOff = false
        this.#answeringSince = this.#parts.now()
        // It goes on, whatever was wrong before.
        this.#state.setState(({ failure: _, ...state }) => state)
        return
      case 'item_begun':
        this.#lines.put({ itemId: event.itemId, role: 'assistant', text: '', isSpoken: true, status: 'loading' })
        return
      case 'said':
        this.#lines.write(event.itemId, { piece: event.piece })
        return
      case 'sounded':
        this.#play(event.itemId, event.base64)
        return
      default:
        this.#actAtEnd(event)
        return
    }
  }

  #actAtEnd(event: SessionEvent): void {
    switch (event.type) {
      case 'response_done': {
        const { inputTokens, outputTokens } = event.response
        const totalMs = this.#parts.now() - (this.#answeringSince ?? this.#parts.now())
        this.#lines.answered(event.response, { promptTokens: inputTokens, completionTokens: outputTokens, totalMs })
        this.#answeringSince = undefined
        this.#isChargeExpected = true
        this.#answer()
        return
      }
      case 'charged':
        this.#charged(event)
        return
      case 'not_written_down':
        this.#lines.change(event.itemId, { status: 'complete' })
        return
      case 'error':
        if (event.code === STILL_ANSWERING) this.#isAnswerWanted = true
        else if (event.code !== HARMLESS) this.#change({ failure: failureOf(event.error) })
        return
      default:
        return
    }
  }

  /** A charge that follows a response is for that response; any other charge is for a transcript of the user. */
  #charged({ requestId, quota }: Extract<SessionEvent, { readonly type: 'charged' }>): void {
    const cost = quota - this.#state.get().quota
    if (this.#isChargeExpected) {
      this.#forResponses += cost
      this.#lines.charged(cost)
    }
    this.#isChargeExpected = false
    this.#change({ requestId, quota })
  }

  #play(itemId: string, base64: string): void {
    if (this.#isCutOff) return
    this.#isSounding = true
    this.#parts.speaker.play(itemId, decodePcm(base64))
  }

  /** The person goes first. What was not heard is taken out of what the model believes to have said. */
  #cutOff(): void {
    this.#isCutOff = this.#answeringSince !== undefined
    this.#isSounding = false
    for (const { itemId, heardMs } of this.#parts.speaker.stop()) {
      this.#parts.send({ type: 'conversation.item.truncate', item_id: itemId, content_index: 0, audio_end_ms: heardMs })
      this.#lines.change(itemId, { status: 'incomplete', reason: 'interrupted' })
    }
  }

  /** Has what was typed answered, when no other answer is under way. */
  #answer(): void {
    if (!this.#isAnswerWanted || this.#answeringSince !== undefined) return
    this.#isAnswerWanted = false
    this.#parts.send({ type: 'response.create' })
  }

  #isOver(): boolean {
    return this.#state.get().activity === 'ended'
  }

  #show(): void {
    if (this.#isOver() || this.#state.get().activity === 'connecting') return
    this.#change({ activity: this.#activity() })
  }

  #activity(): Activity {
    if (this.#isHearing) return 'hearing'
    if (this.#isSounding) return 'speaking'
    return this.#answeringSince === undefined ? 'listening' : 'thinking'
  }

  #change(part: Partial<VoiceState>): void {
    this.#state.setState((state) => ({ ...state, ...part }))
  }
}
