// The parts of a message's content and of a tool's output: text, refusals, media.
import type { Json, JsonArray } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { keep } from '../../request/extras.ts'
import type { Part, TextPart, UnknownPart } from '../../request/request.ts'
import { readCitations } from '../citations.ts'
import { readFile, readImage, readSound } from '../media.ts'
import { NAME } from '../name.ts'

/** The type name of a text, by role. */
export type TextWord = 'input_text' | 'output_text'

/**
 * The parts of a content list, in order.
 *
 * @param word what texts are called here; another word is remembered
 * Throws WireError where an element is not an object or a known part misses what it must have.
 */
export function readParts(list: JsonArray, path: string, word: TextWord): Part[] {
  return list.map((value, index) => readPart(value, `${path}[${index}]`, word))
}

/** One part of a content list. Throws WireError where it is not an object or misses what it must have. */
export function readPart(value: Json, path: string, word: TextWord): Part {
  const r = reader(value, path)
  const type = r.peek('type')
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return readText(r, type, word)
    case 'refusal': {
      r.take('type')
      const text = r.needText('refusal')
      const extras = keep(NAME, r.rest())
      return { kind: 'refusal', text, ...(extras && { extras }) }
    }
    case 'input_image':
      return readImage(r) ?? unknownPart(r)
    case 'input_file':
      return readFile(r) ?? unknownPart(r)
    case 'input_audio':
      return readSound(r)
    default:
      return unknownPart(r)
  }
}

function readText(r: Reader, type: string, word: TextWord): TextPart {
  r.take('type')
  const text = r.needText('text')
  const found = r.peek('annotations')
  const citations = readCitations(found)
  if (citations !== undefined) r.take('annotations')
  // Of an empty list, only its presence is remembered.
  const logprobs = r.peek('logprobs')
  const isBlank = Array.isArray(logprobs) && logprobs.length === 0
  if (isBlank) r.take('logprobs')
  const extras = keep(NAME, r.rest(), undefined, {
    type: type === word ? undefined : type,
    annotations: citations === undefined ? undefined : 'given',
    logprobs: isBlank ? 'given' : undefined,
  })
  return { kind: 'text', text, ...(citations && citations.length > 0 && { citations }), ...(extras && { extras }) }
}

/** A part of a content list that is carried whole. */
function unknownPart(r: Reader): UnknownPart {
  const type = r.peek('type')
  return {
    kind: 'unknown',
    type: typeof type === 'string' ? type : '',
    value: r.source,
    extras: { dialect: NAME, spellings: { place: 'content' } },
  }
}
