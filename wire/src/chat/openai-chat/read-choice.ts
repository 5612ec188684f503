// One choice of a stream: deltas in, parts that start, grow and end out. The dialect has no explicit starts, so they are made here.
import { attempt } from '../../attempt.ts'
import { isObject, type Json, type JsonArray, type JsonObject } from '../../json.ts'
import { put, reader } from '../../reader.ts'
import type { ChatEvent, StopReason } from '../event.ts'
import type { Extras } from '../extras.ts'
import type { Part } from '../request.ts'
import { readCitations } from './citations.ts'
import { NAME } from './name.ts'
import { callTracker, unread } from './read-calls.ts'
import { reasoningDetails } from './read-message.ts'
import { readImage, readParts } from './read-part.ts'

/** Marks what this dialect's reader made, where there is nothing else to carry. Shared: nobody changes extras. */
export const OWN: Extras = Object.freeze({ dialect: NAME })
const plain = (place: string): Extras => Object.freeze({ dialect: NAME, spellings: Object.freeze({ place }) })
const placed: Readonly<Record<string, Extras>> = { reasoning: plain('reasoning'), details: plain('details'), thinking: plain('thinking') }

/** A choice's state over the chunks of a stream. */
export interface ChoiceReader {
  /** Gives the unread fields of the delta. */
  delta(delta: JsonObject, events: ChatEvent[]): JsonObject | undefined
  finish(rawReason: string, events: ChatEvent[]): void
  /** Ends the parts that are open: the stream is over, whether or not the choice was finished. */
  close(events: ChatEvent[]): void
  readonly isFinished: boolean
  readonly isUntouched: boolean
}

type FlowKind = 'text' | 'reasoning' | 'refusal'

/** @param choice the number of the choice */
export function choiceReader(choice: number): ChoiceReader {
  let parts = 0
  // Text, thinking and refusals come one after the other; calls and sounds may grow beside them.
  let flow: { kind: FlowKind; part: number } | undefined
  let speech: number | undefined
  // Vendors that send details of their thinking send its text beside them, as a rule, or in them only.
  let hasThought = false
  let reason: string | undefined
  let partsAtFinish = 0
  const takePart = (): number => parts++
  const calls = callTracker(choice, takePart)

  function endFlow(events: ChatEvent[]): void {
    if (flow === undefined) return
    events.push({ kind: 'part-ended', choice, part: flow.part })
    flow = undefined
  }

  function enter(kind: FlowKind, place: string | undefined, events: ChatEvent[]): number {
    if (flow?.kind === kind) return flow.part
    endFlow(events)
    flow = { kind, part: takePart() }
    const extras = place === undefined ? undefined : placed[place]
    // Proofs of thinking come later, and in the details only.
    const signedBy = kind === 'reasoning' && place === 'details' ? { signedBy: NAME } : {}
    const initial: Part = extras === undefined ? { kind, text: '' } : { kind, text: '', ...signedBy, extras }
    events.push({ kind: 'part-started', choice, part: flow.part, initial })
    return flow.part
  }

  function grow(kind: FlowKind, text: string, events: ChatEvent[], place?: string): void {
    if (text !== '') events.push({ kind: 'part-delta', choice, part: enter(kind, place, events), text })
  }

  function whole(initial: Part, events: ChatEvent[]): void {
    endFlow(events)
    const part = takePart()
    events.push({ kind: 'part-started', choice, part, initial }, { kind: 'part-ended', choice, part })
  }

  function growDetails(details: JsonArray, events: ChatEvent[]): void {
    const found = reasoningDetails(details)
    if (!hasThought) grow('reasoning', found.text, events, 'details')
    const { signature, encrypted } = found
    if (signature === undefined && encrypted === undefined) return
    const part = enter('reasoning', 'details', events)
    // Marked as ours: the details themselves are carried beside it.
    events.push({ kind: 'part-delta', choice, part, ...(signature && { signature }), ...(encrypted && { encrypted }), extras: OWN })
  }

  function growList(list: readonly Part[], events: ChatEvent[]): void {
    for (const part of list) {
      if (part.kind === 'text' && part.extras === undefined && part.cacheMark === undefined) grow('text', part.text, events)
      else if (part.kind === 'reasoning' && part.extras?.fields === undefined) grow('reasoning', part.text, events, 'thinking')
      else whole(part, events)
    }
  }

  function speak(audio: JsonObject, events: ChatEvent[]): JsonObject | undefined {
    if (speech === undefined) {
      speech = takePart()
      const id = typeof audio.id === 'string' ? { id: audio.id } : {}
      const spellings = typeof audio.id === 'string' ? { place: 'audio' } : { place: 'audio', id: 'absent' }
      const initial: Part = { kind: 'audio', source: { kind: 'base64', data: '' }, ...id, extras: { dialect: NAME, spellings } }
      events.push({ kind: 'part-started', choice, part: speech, initial })
    }
    const data = typeof audio.data === 'string' && audio.data !== '' ? { data: audio.data } : undefined
    const transcript = typeof audio.transcript === 'string' && audio.transcript !== '' ? { transcript: audio.transcript } : undefined
    if (data || transcript) events.push({ kind: 'part-delta', choice, part: speech, ...data, ...transcript })
    return unread(audio, ['id', 'data', 'transcript'])
  }

  return {
    get isFinished() {
      return reason !== undefined
    },
    get isUntouched() {
      return parts === 0
    },

    delta(delta, events) {
      let rest: JsonObject | undefined
      const carry = (key: string, value: Json | undefined): void => {
        rest ??= {}
        put(rest, key, value)
      }
      const thinking = typeof delta.reasoning_content === 'string' && delta.reasoning_content !== '' ? 'reasoning_content' : 'reasoning'
      const thought = delta[thinking]
      if (typeof thought === 'string' && thought !== '') {
        hasThought = true
        grow('reasoning', thought, events, thinking === 'reasoning' ? 'reasoning' : undefined)
      }

      for (const key in delta) {
        const value = delta[key]
        if (value === null || value === '' || key === thinking) {
          if (key === thinking && typeof value !== 'string' && value !== null) carry(key, value)
        } else if (key === 'content' && typeof value === 'string') grow('text', value, events)
        else if (key === 'refusal' && typeof value === 'string') grow('refusal', value, events)
        else if (key === 'role' && value === 'assistant') continue
        else if (key === 'tool_calls' && Array.isArray(value)) {
          if (value.length > 0) endFlow(events)
          const left = value.map((item) => calls.push(item, events)).filter((item) => item !== undefined)
          if (left.length > 0) carry(key, left)
        } else if (key === 'function_call' && isObject(value)) {
          endFlow(events)
          const left = calls.pushLegacy(value, events)
          if (left !== undefined) carry(key, left)
        } else if (key === 'audio' && isObject(value)) {
          const left = speak(value, events)
          if (left !== undefined) carry(key, left)
        } else if (key === 'reasoning_details' && Array.isArray(value)) {
          growDetails(value, events)
          carry(key, value)
        } else if (key === 'annotations' && Array.isArray(value)) {
          for (const citation of readCitations(value))
            events.push({ kind: 'part-delta', choice, part: enter('text', undefined, events), citation, extras: OWN })
          carry(key, value)
        } else if (key === 'images' && Array.isArray(value)) {
          const images = attempt(() => readImages(value))
          if (images === undefined) carry(key, value)
          for (const image of images ?? []) whole(image, events)
        } else if (key === 'content' && Array.isArray(value)) {
          const list = attempt(() => readParts(value, 'content'))
          if (list === undefined) carry(key, value)
          else growList(list, events)
        } else carry(key, value)
      }
      return rest
    },

    finish(rawReason, events) {
      // Some vendors repeat the reason on trailing chunks: nothing new, unless something grew in between.
      if (reason === rawReason && parts === partsAtFinish) return
      endParts(events)
      partsAtFinish = parts
      reason = rawReason
      events.push({ kind: 'choice-ended', choice, reason: stopReason(rawReason), rawReason, extras: OWN })
    },

    close: endParts,
  }

  function endParts(events: ChatEvent[]): void {
    endFlow(events)
    calls.end(events)
    if (speech !== undefined) events.push({ kind: 'part-ended', choice, part: speech })
    speech = undefined
  }
}

/** What the vendor's word for the end of a choice means. */
export function stopReason(raw: string): StopReason {
  switch (raw) {
    case 'stop':
    case 'length':
      return raw
    case 'tool_calls':
    case 'function_call':
      return 'tool-calls'
    case 'content_filter':
      return 'content-filter'
    default:
      return 'unknown'
  }
}

function readImages(list: JsonArray): Part[] {
  return list.map((item) => {
    const image = readImage(reader(item, 'images'))
    return { ...image, extras: { dialect: NAME, ...image.extras, spellings: { ...image.extras?.spellings, place: 'images' } } }
  })
}
