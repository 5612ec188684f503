// One choice of a stream: deltas in, parts that start, grow and end out. The dialect has no explicit starts, so they are made here.
import { attempt } from '../../../attempt.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from '../../../encoding/json.ts'
import { added, reader } from '../../../encoding/reader.ts'
import { endedAs } from '../../reply/end-meaning.ts'
import type { ChatEvent } from '../../reply/event.ts'
import type { Extras } from '../../request/extras.ts'
import type { Part, ReasoningPart } from '../../request/request.ts'
import { readCitations } from '../citations.ts'
import { NAME } from '../name.ts'
import { CallReader, PartCounter, unreadFields } from './calls.ts'
import type { Mends } from './mends.ts'
import { reasoningDetails } from './message.ts'
import { readImage, readParts } from './part.ts'
import { endMeaning } from './stop-reason.ts'

/** Marks what this dialect's reader made, where there is nothing else to carry. Shared, since extras are never modified. */
export const OWN: Extras = Object.freeze({ dialect: NAME })
const plain = (place: string): Extras => Object.freeze({ dialect: NAME, spellings: Object.freeze({ place }) })
const placed: Readonly<Record<string, Extras>> = {
  reasoning: plain('reasoning'),
  details: plain('details'),
  thinking: plain('thinking'),
  summary: plain('summary'),
}

/** Text, thinking and refusals come one after the other; calls and audio may stream in parallel. */
interface OpenText {
  readonly kind: 'text' | 'reasoning' | 'refusal'
  readonly part: number
}

/** A choice's state over the chunks of a stream. */
export class ChoiceReader {
  readonly #choice: number
  readonly #parts = new PartCounter()
  readonly #calls: CallReader
  #open: OpenText | undefined
  #speech: number | undefined
  /** Vendors that send details of their thinking usually send its text too; a few send it only inside the details. */
  #hasReasoningText = false
  #reason: string | undefined
  #partsAtFinish = 0

  /** @param choice the number of the choice */
  constructor(choice: number, mends: Mends) {
    this.#choice = choice
    this.#calls = new CallReader(choice, this.#parts, mends)
  }

  get isFinished(): boolean {
    return this.#reason !== undefined
  }

  get hasParts(): boolean {
    return this.#parts.count > 0
  }

  /** Reads a delta; gives its unread fields. */
  delta(delta: JsonObject, events: ChatEvent[]): JsonObject | undefined {
    const reasoningKey = typeof delta.reasoning_content === 'string' && delta.reasoning_content !== '' ? 'reasoning_content' : 'reasoning'
    const reasoning = delta[reasoningKey]
    if (typeof reasoning === 'string' && reasoning !== '') {
      this.#hasReasoningText = true
      this.#append('reasoning', reasoning, events, reasoningKey === 'reasoning' ? 'reasoning' : undefined)
    }
    let rest: JsonObject | undefined
    for (const key in delta) {
      const value = delta[key]
      if (value === null || value === '' || (key === reasoningKey && typeof value === 'string')) continue
      const unread = key === reasoningKey ? value : this.#field(key, value, events)
      if (unread !== undefined) rest = added(rest, key, unread)
    }
    return rest
  }

  finish(rawReason: string, events: ChatEvent[]): void {
    // Some vendors repeat the reason on trailing chunks: ignored unless a part got a delta in between.
    if (this.#reason === rawReason && this.#parts.count === this.#partsAtFinish) return
    this.close(events)
    this.#partsAtFinish = this.#parts.count
    this.#reason = rawReason
    events.push({ kind: 'choice-ended', choice: this.#choice, ...endedAs(endMeaning(rawReason)), rawReason, extras: OWN })
  }

  /** Ends the parts that are open, whether or not the choice was finished. */
  close(events: ChatEvent[]): void {
    this.#endOpen(events)
    this.#calls.end(events)
    if (this.#speech !== undefined) events.push({ kind: 'part-ended', choice: this.#choice, part: this.#speech })
    this.#speech = undefined
  }

  /** Reads one field of a delta; gives what of it is unread. */
  #field(key: string, value: Json | undefined, events: ChatEvent[]): Json | undefined {
    if (typeof value === 'string') return this.#textField(key, value, events)
    if (isObject(value)) {
      if (key === 'audio') return this.#speak(value, events)
      if (key !== 'function_call') return value
      this.#endOpen(events)
      return this.#calls.pushLegacy(value, events)
    }
    return Array.isArray(value) ? this.#listField(key, value, events) : value
  }

  #textField(key: string, value: string, events: ChatEvent[]): string | undefined {
    if (key === 'content') this.#append('text', value, events)
    else if (key === 'refusal') this.#append('refusal', value, events)
    else if (key !== 'role' || value !== 'assistant') return value
    return undefined
  }

  #listField(key: string, list: JsonArray, events: ChatEvent[]): Json | undefined {
    switch (key) {
      case 'tool_calls':
        return this.#callList(list, events)
      case 'content': {
        const parts = attempt(() => readParts(list, 'content'))
        if (parts === undefined) return list
        this.#contentList(parts, events)
        return undefined
      }
      case 'images': {
        const images = attempt(() => readImages(list))
        if (images === undefined) return list
        for (const image of images) this.#wholePart(image, events)
        return undefined
      }
      case 'reasoning_details':
        this.#reasoningDetails(list, events)
        return list
      case 'annotations':
        for (const citation of readCitations(list)) {
          const part = this.#enter('text', undefined, events)
          events.push({ kind: 'part-delta', choice: this.#choice, part, citation, extras: OWN })
        }
        return list
      default:
        return list
    }
  }

  #callList(list: JsonArray, events: ChatEvent[]): JsonArray | undefined {
    if (list.length > 0) this.#endOpen(events)
    let unread: JsonArray | undefined
    for (const item of list) {
      const left = this.#calls.push(item, events)
      if (left === undefined) continue
      unread ??= []
      unread.push(left)
    }
    return unread
  }

  #contentList(parts: readonly Part[], events: ChatEvent[]): void {
    for (const part of parts) {
      if (part.kind === 'text' && part.extras === undefined && part.cacheMark === undefined) this.#append('text', part.text, events)
      else if (part.kind === 'reasoning' && part.extras?.fields === undefined) this.#think(part, events)
      else this.#wholePart(part, events)
    }
  }

  #think({ text, signature, extras }: ReasoningPart, events: ChatEvent[]): void {
    const place = extras?.spellings?.place
    this.#append('reasoning', text, events, place)
    if (signature === undefined) return
    events.push({ kind: 'part-delta', choice: this.#choice, part: this.#enter('reasoning', place, events), signature })
  }

  #reasoningDetails(details: JsonArray, events: ChatEvent[]): void {
    const { text, signature, encrypted } = reasoningDetails(details)
    if (!this.#hasReasoningText) this.#append('reasoning', text, events, 'details')
    if (signature === undefined && encrypted === undefined) return
    const part = this.#enter('reasoning', 'details', events)
    // Marked as ours: the details themselves are in extras.
    const tokens = { ...(signature && { signature }), ...(encrypted && { encrypted }) }
    events.push({ kind: 'part-delta', choice: this.#choice, part, ...tokens, extras: OWN })
  }

  #speak(audio: JsonObject, events: ChatEvent[]): JsonObject | undefined {
    const choice = this.#choice
    if (this.#speech === undefined) {
      this.#speech = this.#parts.next()
      const id = typeof audio.id === 'string' ? { id: audio.id } : {}
      const spellings = typeof audio.id === 'string' ? { place: 'audio' } : { place: 'audio', id: 'absent' }
      const initial: Part = { kind: 'audio', source: { kind: 'base64', data: '' }, ...id, extras: { dialect: NAME, spellings } }
      events.push({ kind: 'part-started', choice, part: this.#speech, initial })
    }
    const data = typeof audio.data === 'string' && audio.data !== '' ? { data: audio.data } : undefined
    const transcript = typeof audio.transcript === 'string' && audio.transcript !== '' ? { transcript: audio.transcript } : undefined
    if (data || transcript) events.push({ kind: 'part-delta', choice, part: this.#speech, ...data, ...transcript })
    return unreadFields(audio, ['id', 'data', 'transcript'])
  }

  /** @param place the field that it stood in, where that is not the usual one of its kind */
  #append(kind: OpenText['kind'], text: string, events: ChatEvent[], place?: string): void {
    if (text !== '') events.push({ kind: 'part-delta', choice: this.#choice, part: this.#enter(kind, place, events), text })
  }

  /** The part of this kind that is open, or one that begins now. */
  #enter(kind: OpenText['kind'], place: string | undefined, events: ChatEvent[]): number {
    if (this.#open?.kind === kind) return this.#open.part
    this.#endOpen(events)
    this.#open = { kind, part: this.#parts.next() }
    const extras = place === undefined ? undefined : placed[place]
    // Signatures of thinking come later, and in these places only.
    const signedBy = kind === 'reasoning' && (place === 'details' || place === 'summary') ? { signedBy: NAME } : {}
    const initial: Part = extras === undefined ? { kind, text: '' } : { kind, text: '', ...signedBy, extras }
    events.push({ kind: 'part-started', choice: this.#choice, part: this.#open.part, initial })
    return this.#open.part
  }

  #wholePart(initial: Part, events: ChatEvent[]): void {
    this.#endOpen(events)
    const choice = this.#choice
    const part = this.#parts.next()
    events.push({ kind: 'part-started', choice, part, initial }, { kind: 'part-ended', choice, part })
  }

  #endOpen(events: ChatEvent[]): void {
    if (this.#open === undefined) return
    events.push({ kind: 'part-ended', choice: this.#choice, part: this.#open.part })
    this.#open = undefined
  }
}

function readImages(list: JsonArray): Part[] {
  return list.map((item) => {
    const image = readImage(reader(item, 'images'))
    return { ...image, extras: { dialect: NAME, ...image.extras, spellings: { ...image.extras?.spellings, place: 'images' } } }
  })
}
