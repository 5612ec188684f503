// The message of a reply that goes on, and the parts of its content: texts, refusals, and what else the vendor puts there.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { PartDelta } from '../../reply/event.ts'
import { type Extras, ownExtras } from '../../request/extras.ts'
import type { Citation, Part, RefusalPart, TextPart } from '../../request/request.ts'
import { writeCitation } from '../citations.ts'
import { NAME } from '../name.ts'
import type { EventPrinter } from './event-printer.ts'

/** Writes one part of a message's content. */
export interface ContentWriter {
  grow(event: PartDelta): void
  /** @returns the part, whole */
  end(): JsonObject
}

/**
 * Begins a part of a message's content.
 *
 * @param place the message's id and index and the part's own, on every event
 * @param path where the part stands in the reply, for losses
 */
export function contentWriter(initial: Part, place: JsonObject, path: string, printer: EventPrinter, losses: LossLog): ContentWriter {
  if (initial.kind === 'refusal') return new RefusalWriter(initial, place, printer)
  if (initial.kind === 'text') return new TextWriter(initial, place, path, printer, losses)
  return new UnknownContentWriter(initial.kind === 'unknown' ? initial.value : {}, place, printer)
}

class UnknownContentWriter implements ContentWriter {
  readonly #value: JsonObject
  readonly #place: JsonObject
  readonly #printer: EventPrinter

  constructor(value: JsonObject, place: JsonObject, printer: EventPrinter) {
    this.#value = value
    this.#place = place
    this.#printer = printer
    printer.print('response.content_part.added', { ...place, part: value })
  }

  grow(): void {}

  end(): JsonObject {
    this.#printer.print('response.content_part.done', { ...this.#place, part: this.#value })
    return this.#value
  }
}

class RefusalWriter implements ContentWriter {
  readonly #place: JsonObject
  readonly #printer: EventPrinter
  #extras: Extras | undefined
  #text = ''

  constructor(initial: RefusalPart, place: JsonObject, printer: EventPrinter) {
    this.#place = place
    this.#printer = printer
    this.#extras = ownExtras(NAME, initial)
    printer.print('response.content_part.added', { ...place, part: { type: 'refusal', refusal: '' } })
    if (initial.text !== '') this.#append(initial.text)
  }

  grow(event: PartDelta): void {
    this.#extras = ownExtras(NAME, event) ?? this.#extras
    if (event.text) this.#append(event.text)
  }

  end(): JsonObject {
    const part: JsonObject = { type: 'refusal', refusal: this.#text }
    putMissing(part, this.#extras?.fields)
    this.#printer.print('response.refusal.done', { ...this.#place, refusal: this.#text })
    this.#printer.print('response.content_part.done', { ...this.#place, part })
    return part
  }

  #append(delta: string): void {
    this.#text += delta
    this.#printer.print('response.refusal.delta', { ...this.#place, delta })
  }
}

class TextWriter implements ContentWriter {
  readonly #place: JsonObject
  readonly #path: string
  readonly #printer: EventPrinter
  readonly #losses: LossLog
  readonly #type: string
  readonly #annotations: Json[] = []
  readonly #logprobs: Json[] = []
  #extras: Extras | undefined
  #text = ''
  #citations = 0

  constructor(initial: TextPart, place: JsonObject, path: string, printer: EventPrinter, losses: LossLog) {
    this.#place = place
    this.#path = path
    this.#printer = printer
    this.#losses = losses
    this.#extras = ownExtras(NAME, initial)
    this.#type = this.#extras?.spellings?.textType ?? 'output_text'
    printer.print('response.content_part.added', { ...place, part: { type: this.#type, annotations: [], logprobs: [], text: '' } })
    if (initial.text !== '') this.#append(initial.text, [])
    for (const citation of initial.citations ?? []) this.#cite(citation)
  }

  grow(event: PartDelta): void {
    this.#extras = ownExtras(NAME, event) ?? this.#extras
    const logprobs = tokensOf(event.logprobs, this.#path, this.#losses)
    if (event.text) this.#append(event.text, logprobs)
    else this.#logprobs.push(...logprobs)
    if (event.citation !== undefined) this.#cite(event.citation)
  }

  end(): JsonObject {
    const [text, logprobs] = [this.#text, this.#logprobs]
    const part: JsonObject = { type: this.#type, annotations: this.#annotations, logprobs, text }
    putMissing(part, this.#extras?.fields)
    this.#printer.print('response.output_text.done', { ...this.#place, text, logprobs })
    this.#printer.print('response.content_part.done', { ...this.#place, part })
    return part
  }

  #append(delta: string, logprobs: Json[]): void {
    this.#text += delta
    this.#logprobs.push(...logprobs)
    this.#printer.print('response.output_text.delta', { ...this.#place, delta, logprobs })
  }

  #cite(citation: Citation): void {
    const annotation = writeCitation(citation, this.#text.length, `${this.#path}.citations[${this.#citations++}]`, this.#losses)
    if (annotation === undefined) return
    const place = { ...this.#place, annotation_index: this.#annotations.length }
    this.#printer.print('response.output_text.annotation.added', { ...place, annotation })
    this.#annotations.push(annotation)
  }
}

/** The tokens of log probabilities; those of a refusal have no place here. */
function tokensOf(logprobs: Json | undefined, path: string, losses: LossLog): Json[] {
  if (!isObject(logprobs)) return []
  if (Array.isArray(logprobs.refusal) && logprobs.refusal.length > 0) losses.add(`${path}.logprobs`, 'not-expressible')
  return Array.isArray(logprobs.content) ? logprobs.content.map(tokenOf) : []
}

/** A token with the fields that this dialect demands and others leave out or have as null. */
function tokenOf(value: Json): Json {
  if (!isObject(value)) return value
  const { top_logprobs: top, ...token } = value
  return { ...withBytes(token), top_logprobs: Array.isArray(top) ? top.map((each) => (isObject(each) ? withBytes(each) : each)) : [] }
}

function withBytes(token: JsonObject): JsonObject {
  return { ...token, bytes: token.bytes ?? [] }
}
