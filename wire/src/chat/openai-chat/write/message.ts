import { isObject, type Json, type JsonObject, printedJson } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { ownExtras } from '../../request/extras.ts'
import { type PlacedPart, placeParts, turnPath } from '../../request/placed-part.ts'
import { isMedium, type MediaPart, type ReasoningPart, type ToolCallPart, type ToolResultPart, type Turn } from '../../request/request.ts'
import { writeCitations } from '../citations.ts'
import { NAME } from '../name.ts'
import { usualContent } from '../read/message.ts'
import { finishPart, nameTokenLosses, writeExtras, writePart } from './part.ts'

/** Turns as messages. What results show comes after the last result in a row: vendors refuse anything between results of parallel calls. */
export function writeTurns(turns: readonly Turn[], losses: LossLog): JsonObject[] {
  const messages: JsonObject[] = []
  let shown: Json[] = []
  const show = () => {
    if (shown.length > 0) messages.push({ role: 'user', content: shown })
    shown = []
  }
  for (const [index, turn] of turns.entries()) {
    for (const message of writeTurn(turn, turnPath(index), losses)) {
      const isResult = message.role === 'tool' || message.role === 'function'
      if (turn.role === 'tool' && message.role === 'user' && Array.isArray(message.content)) shown.push(...message.content)
      else {
        if (!isResult) show()
        messages.push(message)
      }
    }
  }
  show()
  return messages
}

/**
 * A turn as messages: one, or more where it holds tool results, each of which is a message of its own here.
 * Results come first: this dialect wants them right after the calls that they answer.
 */
function writeTurn(turn: Turn, path: string, losses: LossLog): JsonObject[] {
  const places = placeParts(turn.parts, path)
  if (!places.some(isResult)) return [writeEnvelope(turn, places, path, losses)]

  const messages: JsonObject[] = []
  const media: PlacedPart[] = []
  const others: PlacedPart[] = []
  for (const place of places) {
    if (isResult(place)) messages.push(writeResult(turn, place, media, losses))
    else others.push(place)
  }
  if (turn.role === 'tool' && others.length === 0) {
    const first = messages[0]
    if (first !== undefined) writeExtras(first, turn, path, losses)
    if (turn.name !== undefined) losses.add(`${path}.name`, 'not-expressible')
    // A result's media cannot stand in its message; a user's message right after the results is the nearest place.
    return media.length === 0 ? messages : [...messages, { role: 'user', content: writeList(media, losses) }]
  }
  const rest: Turn = { ...turn, role: turn.role === 'tool' ? 'user' : turn.role }
  return [...messages, writeEnvelope(rest, [...media, ...others], path, losses)]
}

function isResult(place: PlacedPart): place is PlacedPart<ToolResultPart> {
  return place.part.kind === 'tool-result'
}

function writeEnvelope(turn: Turn, places: readonly PlacedPart[], path: string, losses: LossLog): JsonObject {
  if (turn.role === 'assistant') return writeSaid(turn, places, path, losses)
  const message: JsonObject = { role: turn.role }
  if (turn.name !== undefined) message.name = turn.name
  writeContent(message, turn, places, losses)
  nameCitations(places, losses)
  writeExtras(message, turn, path, losses)
  return message
}

/** An assistant's turn in a request. Of another dialect it may hold nothing that has a place here, and vendors refuse a message without content. */
function writeSaid(turn: Turn, places: readonly PlacedPart[], path: string, losses: LossLog): JsonObject {
  const message = writeAnswer(turn, places, path, losses)
  const isSilent = message.content === null && Object.keys(message).every((key) => ['role', 'name', 'content'].includes(key))
  if (isSilent && ownExtras(NAME, turn) === undefined) message.content = ''
  return message
}

/** An assistant's turn with its role: a message of a request or of a whole reply. `path` is the turn's. */
export function writeAnswer(turn: Turn, places: readonly PlacedPart[], path: string, losses: LossLog): JsonObject {
  const message: JsonObject = { role: 'assistant' }
  const said: PlacedPart[] = []
  const calls: Json[] = []
  for (const place of places) {
    const { part } = place
    const where = ownExtras(NAME, part)?.spellings?.place
    if (part.kind === 'tool-call') writeCall(message, calls, part, place.path, losses)
    else if (part.kind === 'unknown' && where === 'tool_calls') calls.push(part.value)
    else if (part.kind === 'refusal' && where !== 'part') appendText(message, 'refusal', part.text)
    else if (part.kind === 'reasoning' && where !== 'thinking' && where !== 'summary') writeReasoning(message, part, place.path, losses)
    else if (part.kind === 'audio' && where === 'audio') writeSpeech(message, part, place.path, losses)
    else if (part.kind === 'image' && where !== undefined) writeImage(message, part, place.path, losses)
    else said.push(place)
  }
  writeContent(message, turn, said, losses)
  const citations: Json[] = []
  for (const { part, path: place } of said)
    if (part.kind === 'text' && part.citations) citations.push(...writeCitations(part.citations, `${place}.citations`, losses))
  if (citations.length > 0) message.annotations = citations
  if (turn.name !== undefined) message.name = turn.name
  if (calls.length > 0 || ownExtras(NAME, turn)?.spellings?.calls === 'empty') message.tool_calls = calls
  writeExtras(message, turn, path, losses)
  return message
}

function writeContent(message: JsonObject, turn: Turn, places: readonly PlacedPart[], losses: LossLog): void {
  const parts = places.map((place) => place.part)
  const form = ownExtras(NAME, turn)?.spellings?.content ?? usualContent(parts, turn.role)
  if (form === 'absent') return
  if (form === 'null' && parts.length === 0) {
    message.content = null
    return
  }
  const only = parts.length === 1 ? parts[0] : undefined
  if (form === 'text' && (parts.length === 0 || only?.kind === 'text')) {
    // What stands beside the text has no place in a bare one, and is named.
    for (const { part, path } of places) if (part.cacheMark !== undefined || part.extras !== undefined) writePart(part, path, losses)
    message.content = only?.kind === 'text' ? only.text : ''
    return
  }
  const list = writeList(places, losses)
  // What stood beside the text has no place here: the text alone is a string, as clients read it.
  if (turn.role === 'assistant' && list.length < places.length && ownExtras(NAME, turn)?.spellings?.content === undefined)
    message.content = textOfList(list) ?? list
  else message.content = list
}

/** The text of a list that holds one plain text, null of an empty one; undefined for any other. */
function textOfList([first, ...others]: readonly Json[]): string | null | undefined {
  if (first === undefined) return null
  if (others.length > 0 || !isObject(first) || first.type !== 'text' || Object.keys(first).length > 2) return undefined
  return typeof first.text === 'string' ? first.text : undefined
}

/** Only an assistant's message has annotations. */
function nameCitations(places: readonly PlacedPart[], losses: LossLog): void {
  for (const { part, path } of places)
    if (part.kind === 'text' && part.citations?.length) losses.add(`${path}.citations`, 'not-expressible')
}

function writeList(places: readonly PlacedPart[], losses: LossLog): Json[] {
  const list: Json[] = []
  for (const place of places) {
    const value = writePart(place.part, place.path, losses)
    if (value !== undefined) list.push(value)
  }
  return list
}

function writeReasoning(message: JsonObject, part: ReasoningPart, path: string, losses: LossLog): void {
  const where = ownExtras(NAME, part)?.spellings?.place
  if (ownExtras(NAME, part) === undefined) nameTokenLosses(part, path, losses)
  if (part.cacheMark !== undefined) losses.add(`${path}.cacheMark`, 'not-expressible')
  // Thinking that stands in the details is carried there; thinking that only its vendor can read has no text to say.
  if (where === 'details') return
  if (part.text === '' && ownExtras(NAME, part) === undefined && part.encrypted !== undefined) return
  appendText(message, where === 'reasoning' ? 'reasoning' : 'reasoning_content', part.text)
  if (ownExtras(NAME, part) === undefined) writeExtras({}, part, path, losses)
}

function writeSpeech(message: JsonObject, part: MediaPart, path: string, losses: LossLog): void {
  const audio: JsonObject = {}
  const isNamed = ownExtras(NAME, part)?.spellings?.id !== 'absent'
  if (part.id !== undefined) audio.id = part.id
  else if (part.source.kind === 'file-id' && isNamed) audio.id = part.source.id
  if (part.source.kind === 'base64') audio.data = part.source.data
  if (part.transcript !== undefined) audio.transcript = part.transcript
  message.audio = audio
  finishPart(message, part, path, losses)
}

function writeImage(message: JsonObject, part: MediaPart, path: string, losses: LossLog): void {
  const value = writePart(part, path, losses)
  if (value === undefined) return
  if (Array.isArray(message.images)) message.images.push(value)
  else message.images = [value]
}

function writeCall(message: JsonObject, calls: Json[], part: ToolCallPart, path: string, losses: LossLog): void {
  const spellings = ownExtras(NAME, part)?.spellings
  if (part.signature !== undefined && ownExtras(NAME, part) === undefined) losses.add(`${path}.signature`, 'signature')
  const inner: JsonObject = { name: part.name }
  const key = part.isCustom ? 'input' : 'arguments'
  if (spellings?.arguments === 'object') inner[key] = printedJson(part.argumentsText)
  else if (spellings?.arguments !== 'absent') inner[key] = part.argumentsText
  if (spellings?.place === 'function_call') {
    finishPart({ function: inner }, part, path, losses)
    message.function_call = inner
    return
  }
  const type = part.isCustom ? 'custom' : 'function'
  const call: JsonObject = {}
  if (spellings?.id !== 'absent') call.id = part.id
  if (spellings?.type !== 'absent') call.type = type
  call[type] = inner
  finishPart(call, part, path, losses)
  calls.push(call)
}

function writeResult(turn: Turn, place: PlacedPart<ToolResultPart>, media: PlacedPart[], losses: LossLog): JsonObject {
  const result = place.part
  const extras = ownExtras(NAME, turn)
  const isLegacy = extras?.spellings?.role === 'function'
  const message: JsonObject = isLegacy ? { role: 'function' } : { role: 'tool', tool_call_id: result.toolCallId }
  // A name is no loss: the call that the result answers has it.
  if (result.toolName !== undefined && extras?.spellings?.name === 'given') message.name = result.toolName
  if (result.isError !== undefined) losses.add(`${place.path}.isError`, 'not-expressible')
  const parts: PlacedPart[] = []
  for (const inner of placeParts(result.parts, place.path)) {
    // This dialect's own messages keep what they held, whether or not a vendor takes it.
    if (isMedium(inner.part) && extras?.spellings?.media === undefined) media.push(inner)
    else parts.push(inner)
  }
  writeContent(message, turn.role === 'tool' ? turn : { ...turn, role: 'tool' }, parts, losses)
  nameCitations(parts, losses)
  finishPart(message, result, place.path, losses)
  return message
}

function appendText(message: JsonObject, key: string, text: string): void {
  const before = message[key]
  message[key] = typeof before === 'string' ? before + text : text
}
