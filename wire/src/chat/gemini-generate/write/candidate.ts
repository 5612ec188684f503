// One candidate of a stream that is being written: events in, pieces out. Texts go out as they grow; a call goes out whole when it has ended,
// since Google's libraries want no pieces, but for one that came in pieces in this dialect, whose client requested them.
import type { Json, JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { PartDelta } from '../../reply/event.ts'
import { grownPart } from '../../reply/fold.ts'
import { type Extras, nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { Citation, Part, ToolCallPart } from '../../request/request.ts'
import { writeCitations } from '../citations.ts'
import { writeLogprobs } from '../logprobs.ts'
import { NAME } from '../name.ts'
import { wrapEncrypted, wrapSignature } from '../signature.ts'
import { type WriteContext, writePart } from './part.ts'

/** One frame's share of a candidate: a part, and the fields next to the content. */
export interface CandidatePiece {
  part?: JsonObject
  logprobsResult?: Json
}

interface OpenPart {
  part: Part
  readonly path: string
  /** Does it come in pieces of this dialect, to be given on as they are? */
  readonly isPieces: boolean
  /** Texts go out as they grow: was the first piece, with all that is known of the part, written? */
  isWritten: boolean
  readonly text: SpokenText | undefined
}

/** A text of the answer, with all texts before it: citations name a position in the whole answer. */
interface SpokenText {
  readonly before: string
  written: string
}

/** Writes one candidate; each of `start`, `grow`, `end` and `close` gives the pieces to print. */
export class CandidateWriter {
  readonly #path: string
  readonly #context: WriteContext
  readonly #open = new Map<number, OpenPart>()
  readonly #cited: { readonly citation: Citation; readonly place: OpenPart; readonly path: string }[] = []
  #lastText: SpokenText | undefined

  /** @param path the candidate's place, such as `choices[0]` */
  constructor(path: string, context: WriteContext) {
    this.#path = path
    this.#context = context
  }

  start(index: number, initial: Part): CandidatePiece[] {
    const call = ownExtras(NAME, initial)?.originals?.functionCall
    const place: OpenPart = {
      part: initial,
      path: `${this.#path}.parts[${index}]`,
      isPieces: call !== undefined,
      isWritten: false,
      text: initial.kind === 'text' ? this.#nextText() : undefined,
    }
    this.#open.set(index, place)
    if (initial.kind === 'text') for (const citation of initial.citations ?? []) this.#cite(place, citation)
    if (call !== undefined && initial.kind === 'tool-call') return [{ part: this.#firstPiece(initial, call, place.path) }]
    if (isText(initial)) return initial.text === '' ? [] : this.#writeText(place, initial.text)
    return initial.kind === 'unknown' ? this.#writeWhole(place) : []
  }

  grow(event: PartDelta): CandidatePiece[] {
    const place = this.#open.get(event.part)
    if (place === undefined) return []
    nameForeignExtras(NAME, event, place.path, this.#context.losses)
    if (event.citation !== undefined) this.#cite(place, event.citation)
    const extras = ownExtras(NAME, event)
    if (place.isPieces) {
      const call = extras?.originals?.functionCall
      return call === undefined ? [] : [{ part: { functionCall: call, ...extras?.fields } }]
    }
    if (!isText(place.part)) {
      place.part = grownPart(place.part, event)
      return []
    }
    // Text that brings nothing but unknown fields is written for their sake.
    const hasText = event.text !== undefined && (event.text !== '' || extras?.fields !== undefined)
    const pieces = hasText ? this.#writeText(place, event.text) : []
    if (event.signature !== undefined || event.encrypted !== undefined) pieces.push(...this.#writeTokens(place, event))
    addBeside(pieces, event, extras, place.part)
    return pieces
  }

  end(index: number): CandidatePiece[] {
    const place = this.#open.get(index)
    if (place === undefined) return []
    this.#open.delete(index)
    if (place.isWritten || place.isPieces) return []
    return isText(place.part) ? this.#writeText(place, '') : this.#writeWhole(place)
  }

  /** Ends the parts that are open. */
  close(): CandidatePiece[] {
    return [...this.#open.keys()].flatMap((index) => this.end(index))
  }

  /** The citations of another dialect, in Google's form. */
  grounding(): JsonObject | undefined {
    const list = this.#cited.map(({ citation, place, path }) => {
      return { citation, textBefore: place.text?.before ?? '', text: place.text?.written ?? '', path }
    })
    return writeCitations(list, this.#context.losses)
  }

  #nextText(): SpokenText {
    this.#lastText = { before: (this.#lastText?.before ?? '') + (this.#lastText?.written ?? ''), written: '' }
    return this.#lastText
  }

  #cite(place: OpenPart, citation: Citation): void {
    this.#cited.push({ citation, place, path: `${place.path}.citations[${this.#cited.length}]` })
  }

  #writeWhole(place: OpenPart): CandidatePiece[] {
    place.isWritten = true
    const part = writePart(place.part, place.path, this.#context)
    return part === undefined ? [] : [{ part }]
  }

  /** A piece of text, the first one with all that is known of its part. */
  #writeText(place: OpenPart, text: string): CandidatePiece[] {
    if (place.text !== undefined) place.text.written += text
    if (place.isWritten) return [{ part: place.part.kind === 'reasoning' ? { text, thought: true } : { text } }]
    place.isWritten = true
    if (!isText(place.part)) return []
    const part = writePart({ ...place.part, text }, place.path, this.#context)
    return part === undefined ? [] : [{ part }]
  }

  #firstPiece(initial: ToolCallPart, call: Json, path: string): JsonObject {
    const value: JsonObject = { functionCall: call }
    const signature = wrapSignature(initial, path, this.#context.losses)
    if (signature !== undefined) value.thoughtSignature = signature
    putMissing(value, ownExtras(NAME, initial)?.fields)
    return value
  }

  /** Tokens that came after the beginning of their part: each is a piece of its own, without text. */
  #writeTokens(place: OpenPart, { signature, encrypted }: PartDelta): CandidatePiece[] {
    const signedBy = place.part.signedBy
    const fields = {
      ...(signature !== undefined && { signature }),
      ...(encrypted !== undefined && { encrypted }),
      ...(signedBy && { signedBy }),
    }
    const { losses } = this.#context
    const tokens = [wrapSignature(fields, place.path, losses), wrapEncrypted(fields, place.path, losses)]
    const thought = place.part.kind === 'reasoning' ? { thought: true } : {}
    return tokens.flatMap((token) => {
      if (token === undefined) return []
      place.isWritten = true
      return [{ part: { text: '', ...thought, thoughtSignature: token } }]
    })
  }
}

/** Adds log probabilities to the first piece and unknown fields to its part; without any piece, one is created for them. */
function addBeside(pieces: CandidatePiece[], event: PartDelta, extras: Extras | undefined, { kind }: Part): void {
  if (extras === undefined && event.logprobs === undefined) return
  const logprobs = extras?.originals?.logprobsResult ?? (event.logprobs === undefined ? undefined : writeLogprobs(event.logprobs))
  const fields = extras?.fields
  if (logprobs === undefined && fields === undefined) return
  const first = pieces[0] ?? {}
  if (pieces.length === 0) pieces.push(first)
  if (logprobs !== undefined) first.logprobsResult = logprobs
  if (fields === undefined) return
  first.part ??= kind === 'reasoning' ? { text: '', thought: true } : { text: '' }
  putMissing(first.part, fields)
}

type GrowingText = Extract<Part, { kind: 'text' | 'reasoning' | 'refusal' }>

function isText(part: Part): part is GrowingText {
  return part.kind === 'text' || part.kind === 'reasoning' || part.kind === 'refusal'
}
