// One part of a reply as the events of its block. A block of another dialect's part begins with its first word, since the vendor refuses
// to be sent back a block without any.
import { isObject, type JsonObject } from '../../json.ts'
import { put } from '../../reader.ts'
import type { Frame } from '../../sse.ts'
import type { PartDelta } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import { wrapOpaque } from '../opaque.ts'
import type { Part } from '../request.ts'
import { NAME } from './name.ts'
import { finished, isOwnThinking, loseSignature, signerOf, writeCitation } from './write-block.ts'

/** Writes a part. What comes before the part is open waits. */
export interface BlockWriter {
  open(frames: Frame[]): void
  grow(event: PartDelta, frames: Frame[]): void
  end(frames: Frame[]): void
  readonly isEnded: boolean
}

interface BlockTools {
  print(type: string, fields: JsonObject): Frame
  /** The number of the next block. */
  takeIndex(): number
  readonly losses: LossLog
}

/** @param path the part's place, for losses */
export function blockWriter(initial: Part, path: string, { print, takeIndex, losses }: BlockTools): BlockWriter {
  const own = ownExtras(NAME, initial)
  const isOwn = own !== undefined || (initial.kind === 'reasoning' && isOwnThinking(initial))
  const waiting: PartDelta[] = []
  let isOpen = false
  let isEnded = false
  let isDone = false
  let index = -1
  /** What came before the first word or argument. */
  let blanks = ''
  let citations = 0
  let hasGrown = false
  let signature = initial.signature
  let encrypted = initial.kind === 'reasoning' ? initial.encrypted : undefined

  function begin(frames: Frame[]): void {
    if (index >= 0) return
    index = takeIndex()
    const block = startOf(initial, index)
    finished(block, initial, path, losses)
    frames.push(print('content_block_start', { index, content_block: block }))
  }

  function send(delta: JsonObject, frames: Frame[]): void {
    begin(frames)
    hasGrown = true
    frames.push(print('content_block_delta', { index, delta }))
  }

  function say(text: string, frames: Frame[]): void {
    switch (initial.kind) {
      case 'text':
      case 'refusal':
      case 'audio':
        if (index < 0 && text.trim() === '' && own === undefined) {
          blanks += text
          return
        }
        send({ type: 'text_delta', text: blanks + text }, frames)
        blanks = ''
        return
      case 'reasoning':
        if (text !== '' || isOwn) send({ type: 'thinking_delta', thinking: text }, frames)
        return
      case 'tool-call':
        // Free text is the only argument of its call; the pieces of a JSON text are put together as they are.
        if (initial.isCustom) send({ type: 'input_json_delta', partial_json: `${hasGrown ? '' : '{"input":"'}${escaped(text)}` }, frames)
        else sayArguments(text, frames)
        return
      default:
    }
  }

  /** Blanks and `null` are how some vendors say that there are no arguments: they wait for what makes them something else. */
  function sayArguments(text: string, frames: Frame[]): void {
    if (!hasGrown && own === undefined) {
      blanks += text
      if ('null'.startsWith(blanks.trim())) return
      send({ type: 'input_json_delta', partial_json: blanks }, frames)
    } else send({ type: 'input_json_delta', partial_json: text }, frames)
  }

  function apply(event: PartDelta, frames: Frame[]): void {
    const carried = ownExtras(NAME, event)
    if (carried === undefined) nameForeignExtras(NAME, event, path, losses)
    else if (carried.spellings?.delta === 'whole' && carried.fields !== undefined) send({ ...carried.fields }, frames)
    if (event.logprobs !== undefined) losses.add('choices[0].logprobs', 'not-expressible')
    const text = initial.kind === 'audio' ? event.transcript : event.text
    if (text !== undefined) say(text, frames)
    if (event.signature !== undefined) {
      signature = event.signature
      if (initial.kind !== 'reasoning') loseSignature({ ...initial, signature }, path, losses)
      else if (isOwn) send({ type: 'signature_delta', signature }, frames)
    }
    if (event.encrypted !== undefined) encrypted = event.encrypted
    if (event.citation !== undefined) {
      const value = writeCitation(event.citation, initial, `${path}.citations[${citations}]`, losses)
      citations += 1
      if (value !== undefined && isDone) losses.add(`${path}.citations`, 'not-expressible')
      else if (value !== undefined) send({ type: 'citations_delta', citation: value }, frames)
    }
  }

  /** What the part had from its start. */
  function unpack(frames: Frame[]): void {
    if (own === undefined) nameForeignExtras(NAME, initial, path, losses)
    if (initial.kind === 'unknown' && own !== undefined) {
      sendWhole(initial.value, frames)
      return
    }
    if (initial.kind === 'image' || initial.kind === 'audio' || initial.kind === 'video' || initial.kind === 'file')
      losses.add(path, 'needed')
    else if (initial.kind === 'unknown' || initial.kind === 'tool-result') losses.add(path, 'not-expressible')
    else if (initial.kind !== 'reasoning' && initial.signature !== undefined) loseSignature(initial, path, losses)
    if (initial.kind === 'tool-call' || (own !== undefined && encrypted === undefined && isFlow(initial))) begin(frames)
    const text =
      initial.kind === 'tool-call'
        ? initial.argumentsText
        : initial.kind === 'audio'
          ? initial.transcript
          : isFlow(initial)
            ? initial.text
            : ''
    if (text !== undefined && text !== '') say(text, frames)
    if (initial.kind === 'text')
      for (const citation of initial.citations ?? []) apply({ kind: 'part-delta', choice: 0, part: 0, citation }, frames)
  }

  function sendWhole(value: JsonObject, frames: Frame[]): void {
    const block = { ...value }
    const deltas: JsonObject[] = []
    if (isObject(value.input) && Object.keys(value.input).length > 0) {
      block.input = {}
      deltas.push({ type: 'input_json_delta', partial_json: JSON.stringify(value.input) })
    } else if (own?.spellings?.grown !== undefined) {
      const delta: JsonObject = { type: own.spellings.delta ?? '' }
      for (const key of own.spellings.grown.split(',')) {
        put(delta, key, value[key])
        put(block, key, null)
      }
      deltas.push(delta)
    }
    index = takeIndex()
    frames.push(print('content_block_start', { index, content_block: block }))
    for (const delta of deltas) frames.push(print('content_block_delta', { index, delta }))
  }

  function close(frames: Frame[]): void {
    isDone = true
    if (initial.kind === 'reasoning') closeThinking(frames)
    if (initial.kind === 'tool-call') {
      if (initial.isCustom) send({ type: 'input_json_delta', partial_json: hasGrown ? '"}' : '{"input":""}' }, frames)
      else if (!hasGrown) send({ type: 'input_json_delta', partial_json: '{}' }, frames)
    }
    if (index >= 0) frames.push(print('content_block_stop', { index }))
    else if (blanks !== '') losses.add(path, 'not-expressible')
  }

  /** A client must send a proof with every thought; where it is not this vendor's, a mark says whose, and that mark is its own proof. */
  function closeThinking(frames: Frame[]): void {
    if (initial.kind !== 'reasoning') return
    if (initial.id !== undefined) losses.add(`${path}.id`, 'not-expressible')
    const wrapped = (text: string) => (isOwn ? text : wrapOpaque({ text, signedBy: signerOf(initial) }, NAME))
    if (isOwn && initial.signature !== undefined && signature === initial.signature) send({ type: 'signature_delta', signature }, frames)
    if (!isOwn && (index >= 0 || signature !== undefined)) send({ type: 'signature_delta', signature: wrapped(signature ?? '') }, frames)
    if (encrypted === undefined) return
    if (index >= 0) frames.push(print('content_block_stop', { index }))
    const block: JsonObject = { type: 'redacted_thinking', data: wrapped(encrypted) }
    if (index < 0) finished(block, initial, path, losses)
    index = takeIndex()
    frames.push(print('content_block_start', { index, content_block: block }))
  }

  return {
    get isEnded() {
      return isEnded
    },
    open(frames) {
      isOpen = true
      unpack(frames)
      for (const event of waiting) apply(event, frames)
      if (isEnded) close(frames)
    },
    grow(event, frames) {
      if (isOpen) apply(event, frames)
      else waiting.push(event)
    },
    end(frames) {
      if (isEnded) return
      isEnded = true
      if (isOpen) close(frames)
    },
  }
}

function isFlow(initial: Part): initial is Extract<Part, { kind: 'text' | 'refusal' | 'reasoning' }> {
  return initial.kind === 'text' || initial.kind === 'refusal' || initial.kind === 'reasoning'
}

/** A block as it begins: without the text that its deltas bring. */
function startOf(initial: Part, index: number): JsonObject {
  if (initial.kind === 'reasoning') return { type: 'thinking', thinking: '', signature: '' }
  if (initial.kind === 'tool-call') return { type: 'tool_use', id: initial.id || `call_${index}`, name: initial.name, input: {} }
  return { type: 'text', text: '' }
}

/** A piece of text as it stands inside a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
