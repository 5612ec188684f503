// One part of a reply as the events of its block. A block of another dialect's part begins with its first word, since the vendor refuses
// to be sent back a block without any.
import { isObject, type JsonObject } from '../../json.ts'
import { put } from '../../reader.ts'
import type { Frame } from '../../sse.ts'
import type { PartGrew } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import { wrapOpaque } from '../opaque.ts'
import type { Part } from '../request.ts'
import { NAME } from './name.ts'
import { finished, isOwnThinking, nameProofs, signerOf, writeCitation } from './write-block.ts'

/** Writes a part. What comes before the part is open waits. */
export interface BlockWriter {
  open(frames: Frame[]): void
  grow(event: PartGrew, frames: Frame[]): void
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
export function blockWriter(seed: Part, path: string, { print, takeIndex, losses }: BlockTools): BlockWriter {
  const own = ownExtras(NAME, seed)
  const isOwn = own !== undefined || (seed.kind === 'reasoning' && isOwnThinking(seed))
  const waiting: PartGrew[] = []
  let isOpen = false
  let isEnded = false
  let isDone = false
  let index = -1
  /** What came before the first word or argument. */
  let blanks = ''
  let citations = 0
  let hasGrown = false
  let signature = seed.signature
  let encrypted = seed.kind === 'reasoning' ? seed.encrypted : undefined

  function begin(frames: Frame[]): void {
    if (index >= 0) return
    index = takeIndex()
    const block = startOf(seed, index)
    finished(block, seed, path, losses)
    frames.push(print('content_block_start', { index, content_block: block }))
  }

  function send(delta: JsonObject, frames: Frame[]): void {
    begin(frames)
    hasGrown = true
    frames.push(print('content_block_delta', { index, delta }))
  }

  function say(text: string, frames: Frame[]): void {
    switch (seed.kind) {
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
        if (seed.isCustom) send({ type: 'input_json_delta', partial_json: `${hasGrown ? '' : '{"input":"'}${escaped(text)}` }, frames)
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

  function apply(event: PartGrew, frames: Frame[]): void {
    const carried = ownExtras(NAME, event)
    if (carried === undefined) nameForeignExtras(NAME, event, path, losses)
    else if (carried.spellings?.delta === 'whole' && carried.fields !== undefined) send({ ...carried.fields }, frames)
    if (event.logprobs !== undefined) losses.add('choices[0].logprobs', 'not-expressible')
    const text = seed.kind === 'audio' ? event.transcript : event.text
    if (text !== undefined) say(text, frames)
    if (event.signature !== undefined) {
      signature = event.signature
      if (seed.kind !== 'reasoning') nameProofs({ ...seed, signature }, path, losses)
      else if (isOwn) send({ type: 'signature_delta', signature }, frames)
    }
    if (event.encrypted !== undefined) encrypted = event.encrypted
    if (event.citation !== undefined) {
      const value = writeCitation(event.citation, seed, `${path}.citations[${citations}]`, losses)
      citations += 1
      if (value !== undefined && isDone) losses.add(`${path}.citations`, 'not-expressible')
      else if (value !== undefined) send({ type: 'citations_delta', citation: value }, frames)
    }
  }

  /** What the part had from its start. */
  function unpack(frames: Frame[]): void {
    if (own === undefined) nameForeignExtras(NAME, seed, path, losses)
    if (seed.kind === 'unknown' && own !== undefined) {
      sendWhole(seed.value, frames)
      return
    }
    if (seed.kind === 'image' || seed.kind === 'audio' || seed.kind === 'video' || seed.kind === 'file') losses.add(path, 'needed')
    else if (seed.kind === 'unknown' || seed.kind === 'tool-result') losses.add(path, 'not-expressible')
    else if (seed.kind !== 'reasoning' && seed.signature !== undefined) nameProofs(seed, path, losses)
    if (seed.kind === 'tool-call' || (own !== undefined && encrypted === undefined && isFlow(seed))) begin(frames)
    const text = seed.kind === 'tool-call' ? seed.argumentsText : seed.kind === 'audio' ? seed.transcript : isFlow(seed) ? seed.text : ''
    if (text !== undefined && text !== '') say(text, frames)
    if (seed.kind === 'text')
      for (const citation of seed.citations ?? []) apply({ kind: 'part-grew', choice: 0, part: 0, citation }, frames)
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
    if (seed.kind === 'reasoning') closeThinking(frames)
    if (seed.kind === 'tool-call') {
      if (seed.isCustom) send({ type: 'input_json_delta', partial_json: hasGrown ? '"}' : '{"input":""}' }, frames)
      else if (!hasGrown) send({ type: 'input_json_delta', partial_json: '{}' }, frames)
    }
    if (index >= 0) frames.push(print('content_block_stop', { index }))
    else if (blanks !== '') losses.add(path, 'not-expressible')
  }

  /** A client must send a proof with every thought; where it is not this vendor's, a mark says whose, and that mark is its own proof. */
  function closeThinking(frames: Frame[]): void {
    if (seed.kind !== 'reasoning') return
    if (seed.id !== undefined) losses.add(`${path}.id`, 'not-expressible')
    const wrapped = (text: string) => (isOwn ? text : wrapOpaque({ text, signedBy: signerOf(seed) }, NAME))
    if (isOwn && seed.signature !== undefined && signature === seed.signature) send({ type: 'signature_delta', signature }, frames)
    if (!isOwn && (index >= 0 || signature !== undefined)) send({ type: 'signature_delta', signature: wrapped(signature ?? '') }, frames)
    if (encrypted === undefined) return
    if (index >= 0) frames.push(print('content_block_stop', { index }))
    const block: JsonObject = { type: 'redacted_thinking', data: wrapped(encrypted) }
    if (index < 0) finished(block, seed, path, losses)
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

function isFlow(seed: Part): seed is Extract<Part, { kind: 'text' | 'refusal' | 'reasoning' }> {
  return seed.kind === 'text' || seed.kind === 'refusal' || seed.kind === 'reasoning'
}

/** A block as it begins: without the text that its deltas bring. */
function startOf(seed: Part, index: number): JsonObject {
  if (seed.kind === 'reasoning') return { type: 'thinking', thinking: '', signature: '' }
  if (seed.kind === 'tool-call') return { type: 'tool_use', id: seed.id || `call_${index}`, name: seed.name, input: {} }
  return { type: 'text', text: '' }
}

/** A piece of text as it stands inside a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
