// One candidate of a stream: contents in, parts that start, grow and end out. The dialect has no explicit starts, so they are made here.
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { added } from '../../../encoding/reader.ts'
import { endedAs } from '../../reply/end-meaning.ts'
import type { ChatEvent } from '../../reply/event.ts'
import { wholePart } from '../../reply/part-events.ts'
import type { Extras } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import type { IdSource } from '../call-ids.ts'
import { readCitations } from '../citations.ts'
import { attachLogprobs } from '../logprobs.ts'
import { NAME, OWN } from '../name.ts'
import { readSignature } from '../signature.ts'
import { endMeaning } from '../stop-reason.ts'
import { PieceReader } from './call.ts'
import { readAnyPart, unknownPart } from './part.ts'

/** A candidate's state over the frames of a stream. */
export class CandidateReader {
  readonly #choice: number
  readonly #ids: IdSource
  readonly #pieces: PieceReader
  #parts = 0
  /** The text or thinking that is growing. */
  #open: { readonly kind: 'text' | 'reasoning'; readonly part: number } | undefined
  /** The texts of the answer, for citations, which come late and name a position in them. */
  readonly #texts: { readonly part: number; text: string }[] = []
  readonly #cited = new Set<string>()
  #hasCalls = false
  #reason: string | undefined
  #partsAtFinish = 0

  /** @param choice the number of the candidate */
  constructor(choice: number, ids: IdSource) {
    this.#choice = choice
    this.#ids = ids
    this.#pieces = new PieceReader(choice, { takePart: () => this.#parts++, makeId: (given) => ids.call('', given) })
  }

  get isFinished(): boolean {
    return this.#reason !== undefined
  }

  /** Gives the unread fields of the candidate. */
  push(item: JsonObject, events: ChatEvent[]): JsonObject | undefined {
    const begin = events.length
    let rest: JsonObject | undefined
    let rawReason: string | undefined
    for (const key in item) {
      const value = item[key]
      if (key === 'index' && typeof value === 'number') continue
      if (key === 'content' && isObject(value)) {
        const unread = this.#readContent(value, events)
        if (unread !== undefined) rest = added(rest, key, unread)
      } else if (key === 'finishReason' && typeof value === 'string' && value !== '') rawReason = value
      else if (key !== 'logprobsResult') rest = added(rest, key, value)
    }
    const { logprobsResult } = item
    const open = { choice: this.#choice, part: this.#open?.part }
    if (isObject(logprobsResult) && !attachLogprobs(logprobsResult, open, events, begin)) {
      rest = added(rest, 'logprobsResult', logprobsResult)
    }
    if (item.groundingMetadata !== undefined || item.citationMetadata !== undefined) this.#cite(item, events)
    if (rawReason !== undefined) this.#finish(rawReason, events)
    return rest
  }

  /** Ends the parts that are open: the stream is over, whether or not the candidate was finished. */
  close(events: ChatEvent[]): void {
    this.#endText(events)
    this.#pieces.end(events)
  }

  #endText(events: ChatEvent[]): void {
    if (this.#open === undefined) return
    events.push({ kind: 'part-ended', choice: this.#choice, part: this.#open.part })
    this.#open = undefined
  }

  #readContent(content: JsonObject, events: ChatEvent[]): JsonObject | undefined {
    let rest: JsonObject | undefined
    for (const key in content) {
      const value = content[key]
      if (key === 'parts' && Array.isArray(value)) for (const part of value) this.#readPart(part, events)
      else if (key !== 'role' || value !== 'model') rest = added(rest, key, value)
    }
    return rest
  }

  #readPart(value: Json | undefined, events: ChatEvent[]): void {
    if (!isObject(value)) return
    if (typeof value.text === 'string') {
      this.#readText(value, value.text, events)
      return
    }
    const call = value.functionCall
    if (!isObject(call)) {
      this.#addWhole(readAnyPart(value, this.#ids), events)
      return
    }
    this.#hasCalls = true
    if (this.#pieces.takes(call)) {
      if (!this.#pieces.isOpen || call.name !== undefined) this.close(events)
      this.#pieces.push(value, call, events)
      return
    }
    this.#addWhole(call.name === undefined ? unknownPart(value) : readAnyPart(value, this.#ids), events)
  }

  #readText(value: JsonObject, text: string, events: ChatEvent[]): void {
    const kind = value.thought === true ? 'reasoning' : 'text'
    let signature: string | undefined
    let rest: JsonObject | undefined
    for (const key in value) {
      if (key === 'text' || (key === 'thought' && value.thought === true)) continue
      const found = value[key]
      if (key === 'thoughtSignature' && typeof found === 'string') signature = found
      else rest = added(rest, key, found)
    }
    const extras: Extras | undefined = rest === undefined ? undefined : { dialect: NAME, fields: rest }
    // A part that is signed stays apart from those that are not: Google wants it back as it was.
    if (signature !== undefined) {
      const fields = { text, ...readSignature(signature), ...(extras && { extras }) }
      this.#addWhole(kind === 'text' ? { kind, ...fields } : { kind, ...fields }, events)
      return
    }
    if (text === '' && extras === undefined) return
    const part = this.#openText(kind, events)
    const last = kind === 'text' ? this.#texts.at(-1) : undefined
    if (last !== undefined) last.text += text
    const choice = this.#choice
    events.push(extras === undefined ? { kind: 'part-delta', choice, part, text } : { kind: 'part-delta', choice, part, text, extras })
  }

  /** The number of the text or thinking that goes on or begins here. */
  #openText(kind: 'text' | 'reasoning', events: ChatEvent[]): number {
    if (this.#open?.kind === kind) return this.#open.part
    this.close(events)
    const part = this.#parts++
    this.#open = { kind, part }
    if (kind === 'text') this.#texts.push({ part, text: '' })
    events.push({ kind: 'part-started', choice: this.#choice, part, initial: { kind, text: '' } })
    return part
  }

  #addWhole(content: Part, events: ChatEvent[]): void {
    this.close(events)
    const part = this.#parts++
    if (content.kind === 'text') this.#texts.push({ part, text: content.text })
    events.push(...wholePart(this.#choice, part, content))
  }

  /** Citations of the text that is still open; those of an earlier part came too late for a stream, and are carried only. */
  #cite(item: JsonObject, events: ChatEvent[]): void {
    const texts = this.#texts.map((each) => each.text)
    for (const { text, citation } of readCitations(item, texts)) {
      const part = this.#texts[text]?.part
      if (part === undefined || part !== this.#open?.part) continue
      const key = `${citation.start} ${citation.end} ${citation.url ?? citation.title}`
      if (this.#cited.has(key)) continue
      this.#cited.add(key)
      events.push({ kind: 'part-delta', choice: this.#choice, part, citation, extras: OWN })
    }
  }

  #finish(rawReason: string, events: ChatEvent[]): void {
    // A reason that is repeated is nothing new, unless something came in between.
    if (this.#reason === rawReason && this.#parts === this.#partsAtFinish && this.#open === undefined) return
    this.close(events)
    this.#partsAtFinish = this.#parts
    this.#reason = rawReason
    const ended = endedAs(endMeaning(rawReason, this.#hasCalls))
    events.push({ kind: 'choice-ended', choice: this.#choice, ...ended, rawReason, extras: OWN })
  }
}
