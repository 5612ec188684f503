// The deltas of a stream's chunks: what each part adds to its message.
import type { Json, JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { PartDelta } from '../../reply/event.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { Citation, MediaPart, Part, ToolCallPart } from '../../request/request.ts'
import { positioned, shifted, writeCitations } from '../citations.ts'
import { NAME } from '../name.ts'
import { nameTokenLosses, thoughtItem, writePart } from './part.ts'

/** A part whose beginning was written. */
export interface StartedPart {
  readonly initial: Part
  /** Its place among the calls. */
  readonly ordinal: number
  /** Where its text begins in the message. */
  readonly offset: number
  /** Citations without positions: they are of the whole text, whose end is not known yet. */
  readonly waiting: Citation[]
}

/** What the beginning of a part adds to its message; undefined: nothing yet. */
export function deltaOfInitial(
  { initial, ordinal: index, offset, waiting }: StartedPart,
  path: string,
  losses: LossLog,
): JsonObject | undefined {
  const extras = ownExtras(NAME, initial)
  if (extras === undefined) nameForeignExtras(NAME, initial, path, losses)
  switch (initial.kind) {
    case 'text':
      for (const key of Object.keys(extras?.fields ?? {})) losses.add(`${path}.${key}`, 'unknown-field')
      return withAnnotations(
        initial.text === '' ? {} : { content: initial.text },
        writeCitations(shifted(placedOf(initial.citations, waiting), offset), `${path}.citations`, losses),
      )
    case 'refusal':
      return initial.text === '' ? undefined : { refusal: initial.text }
    case 'reasoning':
      if (extras === undefined) nameTokenLosses(initial, path, losses)
      return initial.text === '' ? undefined : reasoningDelta(initial, initial.text)
    case 'tool-call':
      if (extras === undefined && initial.signature !== undefined) losses.add(`${path}.signature`, 'signature')
      return callDelta(initial, index)
    case 'audio':
      return { audio: soundDelta(initial) }
    case 'image': {
      const value = writePart(initial, path, losses)
      return value && { images: [value] }
    }
    case 'unknown': {
      if (extras?.spellings?.place === 'tool_calls') return { tool_calls: [{ index, ...initial.value }] }
      const value = writePart(initial, path, losses)
      return value && { content: [value] }
    }
    default:
      losses.add(path, 'not-expressible')
      return undefined
  }
}

/** Those that name their place; the others wait. */
function placedOf(citations: readonly Citation[] = [], waiting: Citation[]): Citation[] {
  waiting.push(...citations.filter(({ start }) => start === undefined))
  return citations.filter(({ start }) => start !== undefined)
}

function callDelta(call: ToolCallPart, index: number): JsonObject {
  const extras = ownExtras(NAME, call)
  const type = call.isCustom ? 'custom' : 'function'
  const inner: JsonObject = { name: call.name, [call.isCustom ? 'input' : 'arguments']: call.argumentsText }
  if (extras?.spellings?.place === 'function_call') return { function_call: inner }
  putMissing(inner, extras?.nested?.[type])
  const id = extras?.spellings?.id === 'absent' ? {} : { id: call.id }
  const value: JsonObject = { index, ...id, type, [type]: inner }
  putMissing(value, extras?.fields)
  return { tool_calls: [value] }
}

function soundDelta(sound: MediaPart): JsonObject {
  const audio: JsonObject = { ...(sound.id !== undefined && { id: sound.id }) }
  if (sound.source.kind === 'base64' && sound.source.data !== '') audio.data = sound.source.data
  if (sound.transcript !== undefined) audio.transcript = sound.transcript
  putMissing(audio, ownExtras(NAME, sound)?.nested?.audio)
  return audio
}

function withAnnotations(delta: JsonObject, annotations: JsonObject[]): JsonObject | undefined {
  if (annotations.length > 0) return { ...delta, annotations }
  return Object.keys(delta).length > 0 ? delta : undefined
}

/** What a delta of a part adds to its message; undefined: nothing. */
export function deltaOfPart({ initial, ordinal, offset, waiting }: StartedPart, event: PartDelta, losses: LossLog): JsonObject | undefined {
  const delta = mainDelta(initial, ordinal, event)
  if (event.citation === undefined) return delta
  if (event.citation.start === undefined && ownExtras(NAME, event.citation) === undefined) {
    waiting.push(event.citation)
    return delta
  }
  const path = `choices[${event.choice}].parts[${event.part}].citations`
  return withAnnotations(delta ?? {}, writeCitations(shifted([event.citation], offset), path, losses))
}

/** What the end of a text adds to its message: the citations that waited for it. @param textLength characters of the message so far */
export function deltaOfEnd({ offset, waiting }: StartedPart, textLength: number, path: string, losses: LossLog): JsonObject | undefined {
  const citations = shifted(positioned(waiting, textLength - offset), offset)
  return withAnnotations({}, writeCitations(citations, `${path}.citations`, losses))
}

function mainDelta(initial: Part, index: number, event: PartDelta): JsonObject | undefined {
  const { text, data, transcript } = event
  if (initial.kind === 'audio') {
    if (data === undefined && transcript === undefined) return undefined
    return { audio: { ...(data !== undefined && { data }), ...(transcript !== undefined && { transcript }) } }
  }
  if (text === undefined || text === '') return undefined
  switch (initial.kind) {
    case 'text':
      return { content: text }
    case 'refusal':
      return { refusal: text }
    case 'reasoning':
      return reasoningDelta(initial, text)
    case 'tool-call':
      if (ownExtras(NAME, initial)?.spellings?.place === 'function_call') return { function_call: { arguments: text } }
      return { tool_calls: [{ index, ...(initial.isCustom ? { custom: { input: text } } : { function: { arguments: text } }) }] }
    default:
      return undefined
  }
}

function reasoningDelta(initial: Part, text: string): JsonObject | undefined {
  switch (ownExtras(NAME, initial)?.spellings?.place) {
    case 'reasoning':
      return { reasoning: text }
    case 'details':
      // The details in extras contain this text.
      return undefined
    case 'thinking':
    case 'summary':
      return { content: [thoughtItem(initial, text, undefined)] satisfies Json[] }
    default:
      return { reasoning_content: text }
  }
}

/** Names the fields of another dialect's delta that no chunk can express. */
export function nameDeltaLosses(event: PartDelta, losses: LossLog): void {
  const { signature, encrypted } = event
  if (ownExtras(NAME, event) !== undefined || (event.extras ?? signature ?? encrypted) === undefined) return
  const path = `choices[${event.choice}].parts[${event.part}]`
  nameForeignExtras(NAME, event, path, losses)
  nameTokenLosses(event, path, losses)
}
