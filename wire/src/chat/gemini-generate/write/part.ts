import { defined } from '../../../defined.ts'
import type { JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import { partLoss } from '../../losses/part-loss.ts'
import { addressAlphabet } from '../../media/base64-alphabet.ts'
import { typeOfData } from '../../media/type-of-data.ts'
import { argumentsObject } from '../../request/arguments.ts'
import { type Extras, type MayCarryExtras, nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { freeTextInput } from '../../request/free-text-tool.ts'
import type { MediaPart, Part, ReasoningPart, ToolCallPart } from '../../request/request.ts'
import { isMade } from '../call-ids.ts'
import { hasWord, putField } from '../fields.ts'
import { isYouTube, typeOfAddress, usualType } from '../media.ts'
import { NAME } from '../name.ts'
import { wrapEncrypted, wrapSignature } from '../signature.ts'
import type { Family } from './family.ts'

/** For whom parts are written, and what that allows. */
export interface WriteContext {
  /** Is this written for Google, which takes its own signatures only, or for a client of this dialect, which carries every vendor's? */
  readonly to: 'google' | 'client'
  /** Did the whole request come in this dialect? Then everything is given back as it was. */
  readonly isOwn: boolean
  readonly family: Family
  readonly losses: LossLog
}

/**
 * A part of a content, but for results of tools. Undefined for an empty part, and, with the loss named, for an inexpressible one.
 *
 * @param path where the part stands, such as `turns[0].parts[1]`
 */
export function writePart(part: Part, path: string, context: WriteContext): JsonObject | undefined {
  const { losses } = context
  const value = shape(part, path, context)
  if (value === undefined) return undefined
  if (part.kind === 'unknown') return value
  putSignature(value, part, path, context)
  if (part.cacheMark !== undefined) losses.add(`${path}.cacheMark`, 'not-expressible')
  if (context.to === 'google' && part.kind === 'text' && (part.citations?.length ?? 0) > 0)
    losses.add(`${path}.citations`, 'not-expressible')
  writeExtras(value, part, path, losses)
  // Google refuses a part without anything in it.
  const isEmpty = (part.kind === 'text' || part.kind === 'refusal' || part.kind === 'reasoning') && part.text === ''
  return isEmpty && !context.isOwn && part.extras?.dialect !== NAME && value.thoughtSignature === undefined ? undefined : value
}

/** Puts back what the dialect's own reader carried of the object itself, and names as lost what another's did. */
export function writeExtras(value: JsonObject, carrier: MayCarryExtras, path: string, losses: LossLog): void {
  const extras = ownExtras(NAME, carrier)
  if (extras === undefined) nameForeignExtras(NAME, carrier, path, losses)
  else putMissing(value, extras.fields)
}

/** Sets an object under a key, with its carried extras. */
export function putInner(value: JsonObject, extras: Extras | undefined, key: string, inner: JsonObject): void {
  putMissing(inner, extras?.nested?.[key])
  putField(value, extras?.spellings, key, inner)
}

function shape(part: Part, path: string, context: WriteContext): JsonObject | undefined {
  const words = ownExtras(NAME, part)?.spellings
  switch (part.kind) {
    case 'text': {
      const value: JsonObject = {}
      if (words?.text !== 'absent') value.text = part.text
      if (words?.thought !== undefined) value.thought = words.thought === 'true'
      return value
    }
    case 'refusal':
      return { text: part.text }
    case 'reasoning':
      return shapeThinking(part, words?.text === 'absent', path, context)
    case 'tool-call':
      return shapeCall(part)
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return shapeMedium(part, path, context)
    case 'unknown':
      if (ownExtras(NAME, part) !== undefined) return part.value
  }
  context.losses.add(path, partLoss(part))
  return undefined
}

/** Google takes thinking back as its own only: another vendor's, and any that is not signed, is left out. */
function shapeThinking(part: ReasoningPart, isBare: boolean, path: string, { to, isOwn, losses }: WriteContext): JsonObject | undefined {
  if (part.id !== undefined) losses.add(`${path}.id`, 'not-expressible')
  if (to === 'google' && !(part.signedBy === NAME && part.signature !== undefined) && !(isOwn && part.signedBy === undefined)) {
    losses.add(path, 'not-expressible')
    return undefined
  }
  return isBare ? { thought: true } : { text: part.text, thought: true }
}

function shapeCall(part: ToolCallPart): JsonObject {
  const extras = ownExtras(NAME, part)
  const words = extras?.spellings
  const inner: JsonObject = {}
  if (words?.id !== 'absent' && part.id !== '' && !isMade(part.id)) inner.id = part.id
  // A streamed call may have begun without its name; an empty name is left out.
  if (part.name !== '') inner.name = part.name
  if (words?.args !== 'absent') inner.args = part.isCustom ? freeTextInput(part.argumentsText) : argumentsObject(part.argumentsText)
  const value: JsonObject = {}
  if (words?.thought !== undefined) value.thought = words.thought === 'true'
  putInner(value, extras, 'functionCall', inner)
  return value
}

/** A medium, or its transcript where that is all that can be written. */
function shapeMedium(part: MediaPart, path: string, context: WriteContext): JsonObject | undefined {
  const { losses } = context
  const extras = ownExtras(NAME, part)
  const inner = mediumObject(part, context)
  const reason = context.to === 'google' ? 'needed' : 'not-expressible'
  if (inner === undefined) {
    losses.add(path, part.transcript === undefined ? reason : 'not-expressible')
    return part.transcript === undefined ? undefined : { text: part.transcript }
  }
  if (extras === undefined) {
    for (const key of ['fileName', 'transcript', 'id'] as const)
      if (part[key] !== undefined) losses.add(`${path}.${key}`, 'not-expressible')
    if (part.detail !== undefined && part.detail !== 'auto') losses.add(`${path}.detail`, 'not-expressible')
  } else putField(inner, extras.spellings, 'displayName', part.fileName)
  const value: JsonObject = {}
  if (extras?.spellings?.thought !== undefined) value.thought = extras.spellings.thought === 'true'
  putInner(value, extras, part.source.kind === 'base64' ? 'inlineData' : 'fileData', inner)
  return value
}

function mediumObject(part: MediaPart, context: WriteContext): JsonObject | undefined {
  const extras = ownExtras(NAME, part)
  const words = extras?.spellings
  const { source, kind } = part
  const inner: JsonObject = {}
  if (source.kind === 'base64') {
    const mediaType = part.mediaType ?? (extras === undefined ? (typeOfData(source.data) ?? usualType[kind]) : undefined)
    putField(inner, words, 'mimeType', mediaType)
    putField(inner, words, 'data', hasWord(words, 'data', 'address') ? addressAlphabet(source.data) : source.data)
    return inner
  }
  const uri = source.kind === 'url' ? source.url : source.id
  const isForReading = context.to === 'client' && source.kind === 'url'
  if (extras === undefined && !isForReading && !isFetched(source.kind, uri, context.family)) return undefined
  const guessed = extras !== undefined || isYouTube(uri) ? undefined : (typeOfAddress(uri) ?? usualType[kind])
  putField(inner, words, 'mimeType', part.mediaType ?? guessed)
  putField(inner, words, 'fileUri', uri)
  return inner
}

/** Does Google fetch the medium itself? Another vendor's file it cannot, nor what an address holds that is none. */
export function isFetched(kind: 'url' | 'file-id', uri: string, { fetches }: Family): boolean {
  if (kind === 'file-id') return uri.includes('://')
  return !uri.startsWith('data:') && (fetches || isYouTube(uri))
}

function putSignature(value: JsonObject, part: Part, path: string, { to, losses }: WriteContext): void {
  const words = ownExtras(NAME, part)?.spellings
  const { signature, signedBy } = part
  putField(value, words, 'thoughtSignature', words?.standIn)
  if (to === 'google') {
    if (signature === undefined) return
    if (signedBy === NAME) putField(value, words, 'thoughtSignature', signature)
    else losses.add(`${path}.signature`, 'not-expressible')
    return
  }
  const wrapped = wrapSignature(defined({ signature, signedBy }), path, losses)
  putField(value, words, 'thoughtSignature', wrapped)
  if (part.kind !== 'reasoning' || part.encrypted === undefined) return
  const sealed = wrapEncrypted(defined({ encrypted: part.encrypted, signedBy }), path, losses)
  // There is one place only.
  if (wrapped === undefined) putField(value, words, 'thoughtSignature', sealed)
  else if (sealed !== undefined) losses.add(`${path}.encrypted`, 'not-expressible')
}
