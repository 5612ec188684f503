// One candidate of a stream that is being written: events in, parts out. Texts go out as they grow; a call goes out whole when it has ended,
// since Google's libraries want no pieces, but for one that came in pieces in this dialect, whose client asked for them.
import type { Json, JsonObject } from '../../json.ts'
import { putMissing } from '../../reader.ts'
import type { PartDelta } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { Citation, Part, ToolCallPart } from '../request.ts'
import { writeCitations } from './citations.ts'
import { writeLogprobs } from './logprobs.ts'
import { NAME } from './name.ts'
import { wrapEncrypted, wrapSignature } from './signature.ts'
import { type WriteContext, writePart } from './write-part.ts'

export interface CandidateWriter {
  /** Each gives the news to print: objects with a `part`, and what stands beside it in the candidate. */
  start(part: number, initial: Part): JsonObject[]
  grow(event: PartDelta): JsonObject[]
  end(part: number): JsonObject[]
  /** Ends the parts that are open. */
  close(): JsonObject[]
  /** What the citations of another dialect are told by. */
  grounding(): JsonObject | undefined
}

interface OpenPart {
  part: Part
  readonly path: string
  /** Does it come in pieces of this dialect, to be given on as they are? */
  readonly isPieces: boolean
  /** Texts go out as they grow: was the first piece, with all that is known of the part, written? */
  isWritten: boolean
  readonly text: { readonly before: string; said: string } | undefined
}

/** @param path the candidate's place, such as `choices[0]` */
export function candidateWriter(path: string, context: WriteContext): CandidateWriter {
  const { losses } = context
  const open = new Map<number, OpenPart>()
  const cited: { citation: Citation; place: OpenPart; path: string }[] = []
  let spoken: OpenPart['text']

  function start(index: number, initial: Part): JsonObject[] {
    const pieces = ownExtras(NAME, initial)?.originals?.functionCall
    const text = initial.kind === 'text' ? { before: (spoken?.before ?? '') + (spoken?.said ?? ''), said: '' } : undefined
    if (text !== undefined) spoken = text
    const place: OpenPart = { part: initial, path: `${path}.parts[${index}]`, isPieces: pieces !== undefined, isWritten: false, text }
    open.set(index, place)
    if (initial.kind === 'text') for (const citation of initial.citations ?? []) cite(place, citation)
    if (pieces !== undefined && initial.kind === 'tool-call') return [{ part: firstPiece(initial, pieces, place.path) }]
    if (isFlow(initial)) return initial.text === '' ? [] : say(place, initial.text)
    return initial.kind === 'unknown' ? whole(place) : []
  }

  function whole(place: OpenPart): JsonObject[] {
    place.isWritten = true
    const value = writePart(place.part, place.path, context)
    return value === undefined ? [] : [{ part: value }]
  }

  /** A piece of text, the first one with all that is known of its part. */
  function say(place: OpenPart, text: string): JsonObject[] {
    const { part } = place
    if (place.text !== undefined) place.text.said += text
    if (place.isWritten) return [{ part: part.kind === 'reasoning' ? { text, thought: true } : { text } }]
    place.isWritten = true
    if (!isFlow(part)) return []
    const value = writePart({ ...part, text }, place.path, context)
    return value === undefined ? [] : [{ part: value }]
  }

  function firstPiece(initial: ToolCallPart, call: Json, place: string): JsonObject {
    const value: JsonObject = { functionCall: call }
    const signature = wrapSignature(initial, place, losses)
    if (signature !== undefined) value.thoughtSignature = signature
    putMissing(value, ownExtras(NAME, initial)?.fields)
    return value
  }

  function cite(place: OpenPart, citation: Citation): void {
    cited.push({ citation, place, path: `${place.path}.citations[${cited.length}]` })
  }

  function grow(event: PartDelta): JsonObject[] {
    const place = open.get(event.part)
    if (place === undefined) return []
    nameForeignExtras(NAME, event, place.path, losses)
    const extras = ownExtras(NAME, event)
    if (event.citation !== undefined) cite(place, event.citation)
    if (place.isPieces) {
      const call = extras?.originals?.functionCall
      return call === undefined ? [] : [{ part: { functionCall: call, ...extras?.fields } }]
    }
    if (!isFlow(place.part)) {
      place.part = grown(place.part, event)
      return []
    }
    // Text that brings nothing but fields nobody knows is written for their sake.
    const news = event.text !== undefined && (event.text !== '' || extras?.fields !== undefined) ? say(place, event.text) : []
    news.push(...proofs(place, event))
    return beside(news, event, place)
  }

  /** A proof that came after the beginning of its part: a piece of its own, without text. */
  function proofs(place: OpenPart, { signature, encrypted }: PartDelta): JsonObject[] {
    const signedBy = place.part.signedBy
    const of = {
      ...(signature !== undefined && { signature }),
      ...(encrypted !== undefined && { encrypted }),
      ...(signedBy && { signedBy }),
    }
    const tokens = [wrapSignature(of, place.path, losses), wrapEncrypted(of, place.path, losses)]
    const isThought = place.part.kind === 'reasoning'
    return tokens.flatMap((token) => {
      if (token === undefined) return []
      place.isWritten = true
      return [{ part: { text: '', ...(isThought && { thought: true }), thoughtSignature: token } }]
    })
  }

  /** What stands beside a piece in its candidate, and the unknown fields of the piece itself. */
  function beside(news: JsonObject[], event: PartDelta, { part }: OpenPart): JsonObject[] {
    const extras = ownExtras(NAME, event)
    const logprobs = extras?.originals?.logprobsResult ?? (event.logprobs === undefined ? undefined : writeLogprobs(event.logprobs))
    if ((logprobs !== undefined || extras?.fields !== undefined) && news.length === 0) news.push({})
    const first = news[0]
    if (first === undefined) return news
    if (logprobs !== undefined) first.logprobsResult = logprobs
    if (extras?.fields !== undefined) {
      first.part ??= part.kind === 'reasoning' ? { text: '', thought: true } : { text: '' }
      putMissing(first.part as JsonObject, extras.fields) // sound: parts are objects that were made here
    }
    return news
  }

  function end(index: number): JsonObject[] {
    const place = open.get(index)
    if (place === undefined) return []
    open.delete(index)
    if (place.isWritten || place.isPieces) return []
    return isFlow(place.part) ? say(place, '') : whole(place)
  }

  return {
    start,
    grow,
    end,
    close: () => [...open.keys()].flatMap(end),
    grounding() {
      const list = cited.map(({ citation, place, path: at }) => {
        const text = place.text ?? { before: '', said: '' }
        return { citation, textBefore: text.before, text: text.said, path: at }
      })
      return writeCitations(list, losses)
    },
  }
}

type FlowPart = Extract<Part, { kind: 'text' | 'reasoning' | 'refusal' }>

function isFlow(part: Part): part is FlowPart {
  return part.kind === 'text' || part.kind === 'reasoning' || part.kind === 'refusal'
}

/** A call or medium with one more piece of it. */
function grown(part: Part, { text, data, transcript, signature }: PartDelta): Part {
  switch (part.kind) {
    case 'tool-call':
      return { ...part, argumentsText: part.argumentsText + (text ?? ''), ...(signature !== undefined && { signature }) }
    case 'image':
    case 'audio':
    case 'video':
    case 'file': {
      const source = part.source.kind === 'base64' && data !== undefined ? { ...part.source, data: part.source.data + data } : part.source
      return { ...part, source, ...(transcript !== undefined && { transcript: (part.transcript ?? '') + transcript }) }
    }
    default:
      return part
  }
}
