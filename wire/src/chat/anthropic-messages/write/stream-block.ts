// One part of a reply as the events of its block. A block of another dialect's part begins with its first word, since the vendor refuses
// to get back a block without any.
import { isObject, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'
import type { Frame } from '../../../encoding/sse.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { PartDelta } from '../../reply/event.ts'
import { type Extras, nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { wrapOpaque } from '../../request/opaque.ts'
import type { Part, ReasoningPart, ToolCallPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { heldSignature } from '../text-signature.ts'
import { finished, isOwnThinking, loseSignature, signerOf, writeCitation } from './block.ts'
import type { EventPrinter } from './event-printer.ts'

/** Writes a part. What comes before the part is open waits. */
export class BlockWriter {
  readonly #initial: Part
  readonly #path: string
  readonly #printer: EventPrinter
  readonly #losses: LossLog
  readonly #own: Extras | undefined
  /** Is it this vendor's part, whose tokens are written bare? */
  readonly #isOwn: boolean
  readonly #waiting: PartDelta[] = []
  #isOpen = false
  #isEnded = false
  #isClosed = false
  /** The number of the block; -1: it has not begun. */
  #index = -1
  #hasDelta = false
  /** What came before the first word or argument. */
  #blanks = ''
  #citations = 0
  #signature: string | undefined
  #encrypted: string | undefined

  /** @param path the part's place, for losses */
  constructor(initial: Part, path: string, printer: EventPrinter, losses: LossLog) {
    this.#initial = initial
    this.#path = path
    this.#printer = printer
    this.#losses = losses
    this.#own = ownExtras(NAME, initial)
    this.#isOwn = this.#own !== undefined || (initial.kind === 'reasoning' && isOwnThinking(initial))
    this.#signature = initial.signature
    this.#encrypted = initial.kind === 'reasoning' ? initial.encrypted : undefined
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** It is this part's turn: what waited is written. */
  open(frames: Frame[]): void {
    this.#isOpen = true
    this.#writeInitial(frames)
    for (const event of this.#waiting) this.#apply(event, frames)
    if (this.#isEnded) this.#close(frames)
  }

  grow(event: PartDelta, frames: Frame[]): void {
    if (this.#isOpen) this.#apply(event, frames)
    else this.#waiting.push(event)
  }

  end(frames: Frame[]): void {
    if (this.#isEnded) return
    this.#isEnded = true
    if (this.#isOpen) this.#close(frames)
  }

  #begin(frames: Frame[]): void {
    if (this.#index >= 0) return
    this.#index = this.#printer.takeIndex(frames)
    const block = finished(emptyBlock(this.#initial, this.#index), this.#initial, this.#path, this.#losses)
    frames.push(this.#printer.startBlock(this.#index, block))
  }

  #send(delta: JsonObject, frames: Frame[]): void {
    this.#begin(frames)
    this.#hasDelta = true
    frames.push(this.#printer.growBlock(this.#index, delta))
  }

  /** What the part had from its start. */
  #writeInitial(frames: Frame[]): void {
    const initial = this.#initial
    if (this.#own === undefined) nameForeignExtras(NAME, initial, this.#path, this.#losses)
    if (initial.kind === 'unknown' && this.#own !== undefined) {
      this.#writeWhole(initial.value, this.#own, frames)
      return
    }
    this.#nameInitialLosses()
    const isBegun = this.#own !== undefined && this.#encrypted === undefined && isText(initial)
    if (initial.kind === 'tool-call' || isBegun) this.#begin(frames)
    const text = initialText(initial)
    if (text !== '') this.#writeText(text, frames)
    if (initial.kind !== 'text') return
    for (const citation of initial.citations ?? []) this.#apply({ kind: 'part-delta', choice: 0, part: 0, citation }, frames)
  }

  #nameInitialLosses(): void {
    const initial = this.#initial
    switch (initial.kind) {
      case 'image':
      case 'audio':
      case 'video':
      case 'file':
        this.#losses.add(this.#path, 'needed')
        return
      case 'unknown':
      case 'tool-result':
        this.#losses.add(this.#path, 'not-expressible')
        return
      case 'reasoning':
        return
      default:
        if (this.#held === undefined) loseSignature(initial, this.#path, this.#losses)
    }
  }

  /** A block that is carried whole, with a delta for what deltas had brought. */
  #writeWhole(value: JsonObject, own: Extras, frames: Frame[]): void {
    const { block, delta } = dividedBlock(value, own)
    this.#index = this.#printer.takeIndex(frames)
    frames.push(this.#printer.startBlock(this.#index, block))
    if (delta !== undefined) frames.push(this.#printer.growBlock(this.#index, delta))
  }

  #apply(event: PartDelta, frames: Frame[]): void {
    const carried = ownExtras(NAME, event)
    if (carried === undefined) nameForeignExtras(NAME, event, this.#path, this.#losses)
    else if (carried.spellings?.delta === 'whole' && carried.fields !== undefined) this.#send({ ...carried.fields }, frames)
    if (event.logprobs !== undefined) this.#losses.add('choices[0].logprobs', 'not-expressible')
    const text = this.#initial.kind === 'audio' ? event.transcript : event.text
    if (text !== undefined) this.#writeText(text, frames)
    if (event.signature !== undefined) this.#sign(event.signature, frames)
    if (event.encrypted !== undefined) this.#encrypted = event.encrypted
    if (event.citation !== undefined) {
      const value = writeCitation(event.citation, this.#initial, `${this.#path}.citations[${this.#citations++}]`, this.#losses)
      if (value !== undefined) this.#cite(value, frames)
    }
  }

  #cite(citation: JsonObject, frames: Frame[]): void {
    if (this.#isClosed) this.#losses.add(`${this.#path}.citations`, 'not-expressible')
    else this.#send({ type: 'citations_delta', citation }, frames)
  }

  #sign(signature: string, frames: Frame[]): void {
    this.#signature = signature
    if (this.#initial.kind !== 'reasoning') {
      if (this.#held === undefined) loseSignature({ ...this.#initial, signature }, this.#path, this.#losses)
    } else if (this.#isOwn) this.#send({ type: 'signature_delta', signature }, frames)
  }

  #writeText(text: string, frames: Frame[]): void {
    switch (this.#initial.kind) {
      case 'text':
      case 'refusal':
      case 'audio':
        this.#writeWords(text, frames)
        return
      case 'reasoning':
        if (text !== '' || this.#isOwn) this.#send({ type: 'thinking_delta', thinking: text }, frames)
        return
      case 'tool-call':
        this.#writeArguments(this.#initial, text, frames)
        return
      default:
    }
  }

  #writeWords(text: string, frames: Frame[]): void {
    if (this.#index < 0 && this.#own === undefined && text.trim() === '') {
      this.#blanks += text
      return
    }
    this.#send({ type: 'text_delta', text: this.#blanks + text }, frames)
    this.#blanks = ''
  }

  #writeArguments(call: ToolCallPart, text: string, frames: Frame[]): void {
    // Free text is the only argument of its call; the pieces of a JSON text are put together as they are.
    if (call.isCustom) {
      this.#send({ type: 'input_json_delta', partial_json: `${this.#hasDelta ? '' : '{"input":"'}${escaped(text)}` }, frames)
    } else if (this.#hasDelta || this.#own !== undefined) {
      this.#send({ type: 'input_json_delta', partial_json: text }, frames)
    } else {
      // Some vendors send blanks or `null` for absent arguments: such text waits until more makes it an object.
      this.#blanks += text
      if (!'null'.startsWith(this.#blanks.trim())) this.#send({ type: 'input_json_delta', partial_json: this.#blanks }, frames)
    }
  }

  #close(frames: Frame[]): void {
    this.#isClosed = true
    if (this.#initial.kind === 'reasoning') this.#closeThinking(this.#initial, frames)
    if (this.#initial.kind === 'tool-call') this.#closeCall(this.#initial, frames)
    const held = this.#held
    if (this.#index >= 0) frames.push(this.#printer.stopBlock(this.#index))
    if (held !== undefined) this.#printer.hold({ type: 'redacted_thinking', data: held }, this.#path)
    else if (this.#index < 0 && this.#blanks !== '') this.#losses.add(this.#path, 'not-expressible')
  }

  #closeCall(call: ToolCallPart, frames: Frame[]): void {
    if (call.isCustom) this.#send({ type: 'input_json_delta', partial_json: this.#hasDelta ? '"}' : '{"input":""}' }, frames)
    else if (!this.#hasDelta) this.#send({ type: 'input_json_delta', partial_json: '{}' }, frames)
  }

  /** A client must send a signature with every thought: where it is not this vendor's, the mark of whose it is stands in its place. */
  #closeThinking(thinking: ReasoningPart, frames: Frame[]): void {
    if (thinking.id !== undefined) this.#losses.add(`${this.#path}.id`, 'not-expressible')
    const signature = this.#signature
    if (this.#isOwn) {
      if (thinking.signature !== undefined && signature === thinking.signature) this.#send({ type: 'signature_delta', signature }, frames)
    } else if (this.#index >= 0 || signature !== undefined) {
      this.#send({ type: 'signature_delta', signature: this.#wrapped(signature ?? '') }, frames)
    }
    if (this.#encrypted !== undefined) this.#writeEncrypted(this.#encrypted, frames)
  }

  /** Encrypted thinking is a block of its own; it is left open for `#close`. */
  #writeEncrypted(encrypted: string, frames: Frame[]): void {
    this.#beginRedacted(this.#wrapped(encrypted), frames)
  }

  #beginRedacted(data: string, frames: Frame[]): void {
    const block: JsonObject = { type: 'redacted_thinking', data }
    if (this.#index >= 0) frames.push(this.#printer.stopBlock(this.#index))
    else finished(block, this.#initial, this.#path, this.#losses)
    this.#index = this.#printer.takeIndex(frames)
    frames.push(this.#printer.startBlock(this.#index, block))
  }

  /** The signature of a text, as a block after it; undefined where there is none. */
  get #held(): string | undefined {
    if (this.#initial.kind !== 'text' || this.#signature === undefined) return undefined
    return heldSignature({ ...this.#initial, signature: this.#signature })
  }

  #wrapped(token: string): string {
    return this.#isOwn ? token : wrapOpaque({ text: token, signedBy: signerOf(this.#initial) }, NAME)
  }
}

function isText(part: Part): part is Extract<Part, { kind: 'text' | 'refusal' | 'reasoning' }> {
  return part.kind === 'text' || part.kind === 'refusal' || part.kind === 'reasoning'
}

function initialText(part: Part): string {
  if (part.kind === 'tool-call') return part.argumentsText
  if (part.kind === 'audio') return part.transcript ?? ''
  return isText(part) ? part.text : ''
}

/** A block as it begins: without the text that its deltas bring. */
function emptyBlock(initial: Part, index: number): JsonObject {
  if (initial.kind === 'reasoning') return { type: 'thinking', thinking: '', signature: '' }
  if (initial.kind === 'tool-call') return { type: 'tool_use', id: initial.id || `call_${index}`, name: initial.name, input: {} }
  return { type: 'text', text: '' }
}

/** A block that is carried whole, as its start and the delta that brings what it did not have then. */
function dividedBlock(value: JsonObject, own: Extras): { block: JsonObject; delta?: JsonObject } {
  if (isObject(value.input) && Object.keys(value.input).length > 0) {
    return { block: { ...value, input: {} }, delta: { type: 'input_json_delta', partial_json: JSON.stringify(value.input) } }
  }
  const block = { ...value }
  if (own.spellings?.grown === undefined) return { block }
  const delta: JsonObject = { type: own.spellings.delta ?? '' }
  for (const key of own.spellings.grown.split(',')) {
    put(delta, key, value[key])
    put(block, key, null)
  }
  return { block, delta }
}

/** A piece of text as it stands inside a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
