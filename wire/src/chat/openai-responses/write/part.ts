import type { Json, JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { type MayCarryExtras, nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { PlacedPart } from '../../request/placed-part.ts'
import type { TextPart } from '../../request/request.ts'
import { writeCitation } from '../citations.ts'
import { mediaShape } from '../media.ts'
import { NAME } from '../name.ts'
import type { TextWord } from '../read/part.ts'

/**
 * A part of a content list; undefined, with the loss named, when this dialect cannot express it.
 *
 * @param word what a text is called there
 * @param reason how much a part that is lost would matter
 */
export function writePart(
  { part, path }: PlacedPart,
  word: TextWord,
  reason: 'needed' | 'not-expressible',
  losses: LossLog,
): JsonObject | undefined {
  const value = shapeOf({ part, path }, word, losses)
  if (value === undefined) {
    losses.add(path, reason)
    return undefined
  }
  namePartLosses({ part, path }, losses)
  if (part.kind === 'unknown') return value
  const extras = ownExtras(NAME, part)
  putMissing(value, extras?.fields)
  const inner = value.input_audio
  if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) putMissing(inner, extras?.nested?.input_audio)
  return value
}

/** Fields that no part can express here: cache marks, signatures of anything but thoughts, and what another dialect's reader carried. */
export function namePartLosses({ part, path }: PlacedPart, losses: LossLog): void {
  if (part.cacheMark !== undefined) losses.add(`${path}.cacheMark`, 'not-expressible')
  if (part.signature !== undefined && part.kind !== 'reasoning') losses.add(`${path}.signature`, 'not-expressible')
  nameForeignExtras(NAME, part, path, losses)
}

/** Puts back what the dialect's own reader carried at the object itself, and names as lost what another's did. */
export function writeExtras(value: JsonObject, carrier: MayCarryExtras, path: string, losses: LossLog): void {
  const extras = ownExtras(NAME, carrier)
  if (extras === undefined) nameForeignExtras(NAME, carrier, path, losses)
  else putMissing(value, extras.fields)
}

function shapeOf({ part, path }: PlacedPart, word: TextWord, losses: LossLog): JsonObject | undefined {
  switch (part.kind) {
    case 'text':
      return textShape(part, path, word, losses)
    case 'refusal':
      // Only an assistant refuses.
      return word === 'output_text' ? { type: 'refusal', refusal: part.text } : { type: word, text: part.text }
    case 'unknown':
      return ownExtras(NAME, part) === undefined ? undefined : part.value
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return word === 'output_text' ? undefined : mediaShape(part)
    default:
      return undefined
  }
}

function textShape(part: TextPart, path: string, word: TextWord, losses: LossLog): JsonObject {
  const words = ownExtras(NAME, part)?.spellings
  const type = words?.textType ?? (words?.item === undefined ? words?.type : undefined) ?? word
  const value: JsonObject = { type, text: part.text }
  if (words?.annotations === 'given' || (part.citations !== undefined && word === 'output_text')) {
    value.annotations = writeAnnotations(part, path, losses)
  } else if (part.citations !== undefined && part.citations.length > 0) losses.add(`${path}.citations`, 'not-expressible')
  if (words?.logprobs === 'given') value.logprobs = []
  return value
}

function writeAnnotations(part: TextPart, path: string, losses: LossLog): Json[] {
  const list: Json[] = []
  for (const [index, citation] of (part.citations ?? []).entries()) {
    const value = writeCitation(citation, part.text.length, `${path}.citations[${index}]`, losses)
    if (value !== undefined) list.push(value)
  }
  return list
}
