// The buffer of sound that a client writes to, with the detection of turns: what is loud is speech, and a long enough silence ends it. So
// the sound that a test sends is its script.

import type { JsonObject } from '@waystation/wire/encoding/json'
import { inside } from '@waystation/wire/testing/strict/openai/refusal'
import { invalid, type Problem } from './problem.ts'
import { formatOf, loudUntil, msOf } from './sound.ts'

/** Sound that is committed, and the id that its item has been given. */
export interface Utterance {
  readonly itemId: string
  readonly bytes: Buffer
  readonly ms: number
}

/** What is heard in the sound. Times are milliseconds of all sound of the session. */
export interface TurnListener {
  readonly newId: (kind: string) => string
  started(itemId: string, atMs: number): void
  stopped(itemId: string, atMs: number): void
}

/** Source: the refusal as public issues quote it. */
const LEAST_MS = 100
const SEMANTIC_SILENCE_MS = 500
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export class SoundInput {
  readonly #listener: TurnListener
  #bytes: Buffer = Buffer.alloc(0)
  #writtenMs = 0
  #silentMs = 0
  /** The item of the speech that goes on. */
  #speaking: string | undefined

  constructor(listener: TurnListener) {
    this.#listener = listener
  }

  /** Takes base64 in. @param input the session's `audio.input` */
  append(audio: string, input: JsonObject): Problem | undefined {
    if (!BASE64.test(audio) || audio.length % 4 !== 0)
      return invalid('invalid_value', "Invalid 'audio'. Expected base64-encoded audio bytes but got an invalid value.", 'audio')
    const format = formatOf(input.format)
    const bytes = Buffer.from(audio, 'base64')
    const startMs = this.#writtenMs
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    this.#writtenMs += msOf(bytes.length, format)
    if (input.turn_detection === null) return undefined
    const { prefix_padding_ms: padding = 0, silence_duration_ms: silence = SEMANTIC_SILENCE_MS } = inside(input.turn_detection)
    const loudEnd = loudUntil(bytes, format)
    this.#silentMs = loudEnd > 0 ? msOf(bytes.length - loudEnd, format) : this.#silentMs + msOf(bytes.length, format)
    if (loudEnd > 0 && this.#speaking === undefined) {
      this.#speaking = this.#listener.newId('item')
      this.#listener.started(this.#speaking, Math.max(0, Math.round(startMs - Number(padding))))
    }
    if (this.#speaking === undefined) this.#keepLast(Number(padding), msOf(1, format))
    else if (this.#silentMs >= Number(silence)) this.stopSpeech()
    return undefined
  }

  /** Ends the speech that goes on, whatever is heard. */
  stopSpeech(): void {
    if (this.#speaking !== undefined) this.#listener.stopped(this.#speaking, Math.round(this.#writtenMs))
  }

  /** Hands out what was written, and starts anew. */
  take(input: JsonObject): Utterance | Problem {
    const ms = msOf(this.#bytes.length, formatOf(input.format))
    if (ms < LEAST_MS) {
      const few = `Expected at least ${LEAST_MS}ms of audio, but buffer only has ${ms.toFixed(2)}ms of audio.`
      return invalid('input_audio_buffer_commit_empty', `Error committing input audio buffer: buffer too small. ${few}`)
    }
    const utterance = { itemId: this.#speaking ?? this.#listener.newId('item'), bytes: this.#bytes, ms }
    this.clear()
    return utterance
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0)
    this.#speaking = undefined
    this.#silentMs = 0
  }

  /** Silence before speech is let go, but for its padding. */
  #keepLast(ms: number, msPerByte: number): void {
    const size = 2 * Math.floor(ms / msPerByte / 2)
    this.#bytes = this.#bytes.subarray(Math.max(0, this.#bytes.length - size))
  }
}
