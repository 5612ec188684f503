// Turns as items: messages, thoughts, calls and results are siblings here.
import type { Json, JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { partLoss } from '../../losses/part-loss.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { type PlacedPart, partPath, placeParts } from '../../request/placed-part.ts'
import type { Part, ReasoningPart, ToolResultPart, Turn } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { callItem, imageItem, messageItem, reasoningItem } from './item.ts'
import { namePartLosses, writeExtras, writePart } from './part.ts'

/**
 * The items of a turn, in the order of its parts.
 *
 * @param custom the ids of calls of custom tools, whose results are items of another type
 */
export function writeTurn(turn: Turn, path: string, custom: ReadonlySet<string>, losses: LossLog): Json[] {
  if (turn.name !== undefined) losses.add(`${path}.name`, 'not-expressible')
  if (turn.role === 'assistant') return writeAnswer(turn, path, losses)
  const items: Json[] = []
  let said: PlacedPart[] = []
  const flush = (): void => {
    const item = said.length === 0 ? undefined : writeMessage(turn, said, losses)
    if (item !== undefined) items.push(item)
    said = []
  }
  for (const place of placeParts(turn.parts, path)) {
    if (place.part.kind === 'tool-result') {
      flush()
      items.push(writeResult(place.part, place.path, custom.has(place.part.toolCallId), losses))
    } else if (place.part.kind === 'unknown' && isItem(place.part)) {
      flush()
      items.push(place.part.value)
    } else said.push(place)
  }
  // A message without content came so, if it is ours.
  if (said.length > 0 || (turn.parts.every(isItem) && ownExtras(NAME, turn) !== undefined)) {
    const item = writeMessage(turn, said, losses)
    if (item !== undefined) {
      writeExtras(item, turn, path, losses)
      items.push(item)
      return items
    }
  }
  nameForeignExtras(NAME, turn, path, losses)
  return items
}

/** An item of its own that stood before the message. */
function isItem(part: Part): boolean {
  return part.kind === 'unknown' && ownExtras(NAME, part)?.spellings?.place === 'item'
}

function writeMessage(turn: Turn, places: readonly PlacedPart[], losses: LossLog): JsonObject | undefined {
  const own = ownExtras(NAME, turn)
  const words = own?.spellings
  const item: JsonObject = words?.type === 'absent' ? {} : { type: 'message' }
  if (words?.itemId !== undefined) item.id = words.itemId
  item.role = turn.role === 'tool' ? 'user' : turn.role
  if (words?.itemStatus !== undefined) item.status = words.itemStatus
  const only = places[0]?.part
  if (words?.form === 'text' && places.length === 1 && only?.kind === 'text') {
    item.content = only.text
    return item
  }
  const content = writeContent(places, losses, own !== undefined)
  if (content.length === 0 && own === undefined) return undefined
  item.content = content
  return item
}

function writeContent(places: readonly PlacedPart[], losses: LossLog, keepsEmpty: boolean): JsonObject[] {
  const list: JsonObject[] = []
  for (const place of places) {
    // Vendors refuse an empty text.
    if (place.part.kind === 'text' && place.part.text === '' && !keepsEmpty && places.length > 1) continue
    const value = writePart(place, 'input_text', 'needed', losses)
    if (value !== undefined) list.push(value)
  }
  return list
}

function writeResult(part: ToolResultPart, path: string, isCustomCall: boolean, losses: LossLog): JsonObject {
  const words = ownExtras(NAME, part)?.spellings
  const isCustom = words === undefined ? isCustomCall : words.type === 'custom'
  const item: JsonObject = { type: isCustom ? 'custom_tool_call_output' : 'function_call_output' }
  if (words?.itemId !== undefined) item.id = words.itemId
  item.call_id = part.toolCallId
  if (words?.itemStatus !== undefined) item.status = words.itemStatus
  if (part.isError !== undefined) losses.add(`${path}.isError`, 'not-expressible')
  item.output = writeOutput(part, path, words?.form, losses)
  namePartLosses({ part, path }, losses)
  writeExtras(item, part, path, losses)
  return item
}

/** One text is written as such, which every vendor of this dialect takes; anything else as a list. */
function writeOutput(part: ToolResultPart, path: string, form: string | undefined, losses: LossLog): Json {
  const only = part.parts[0]
  if (part.parts.length <= 1 && form !== 'list' && (only === undefined || only.kind === 'text')) {
    if (only !== undefined) namePartLosses({ part: only, path: partPath(path, 0) }, losses)
    return only?.kind === 'text' ? only.text : ''
  }
  return writeContent(placeParts(part.parts, path), losses, form !== undefined)
}

/** An assistant's turn: adjacent texts and refusals are one message, every thought and call an item of its own. */
function writeAnswer(turn: Turn, path: string, losses: LossLog): Json[] {
  const items: Json[] = []
  let said: PlacedPart[] = []
  const flush = (): void => {
    const item = said.length === 0 ? undefined : writeSaid(said, losses)
    if (item !== undefined) items.push(item)
    said = []
  }
  for (const place of withTokens(placeParts(turn.parts, path))) {
    if (isSaid(place.part)) {
      if (ownExtras(NAME, place.part)?.spellings?.item !== undefined) flush()
      said.push(place)
      continue
    }
    flush()
    const item = writeMade(place, losses)
    if (item !== undefined) items.push(item)
  }
  flush()
  nameForeignExtras(NAME, turn, path, losses)
  return items
}

/** Another dialect has a thought of ours in two parts, its words and its token; here they are one item again. */
function withTokens(places: readonly PlacedPart[]): readonly PlacedPart[] {
  if (!places.some(({ part }) => isOwnThought(part))) return places
  const joined: PlacedPart[] = []
  for (const place of places) {
    const before = joined.at(-1)
    const words = before?.part
    const { part } = place
    const isToken = isOwnThought(part) && part.text === '' && tokenOf(part) !== ''
    if (before !== undefined && isToken && words !== undefined && isOwnThought(words) && words.text !== '' && tokenOf(words) === '') {
      joined[joined.length - 1] = { path: before.path, part: { ...words, encrypted: tokenOf(part) } }
    } else joined.push(place)
  }
  return joined
}

/** A thought of our own vendor that a client of another dialect returned. */
function isOwnThought(part: Part): part is ReasoningPart {
  return part.kind === 'reasoning' && part.signedBy === NAME && ownExtras(NAME, part) === undefined
}

function tokenOf(part: ReasoningPart): string {
  return part.encrypted || part.signature || ''
}

function isSaid(part: Part): boolean {
  return (
    part.kind === 'text' || part.kind === 'refusal' || (part.kind === 'unknown' && ownExtras(NAME, part)?.spellings?.place === 'content')
  )
}

function writeSaid(places: readonly PlacedPart[], losses: LossLog): JsonObject | undefined {
  const first = places[0]?.part
  if (first === undefined) return undefined
  const words = ownExtras(NAME, first)?.spellings
  if (words?.form === 'text' && first.kind === 'text') return messageItem(first, first.text, {})
  const content: JsonObject[] = []
  for (const place of places) {
    if (place.part.kind === 'text' && place.part.text === '' && ownExtras(NAME, place.part) === undefined && words === undefined) continue
    const value = writePart(place, 'output_text', 'not-expressible', losses)
    if (value !== undefined) content.push(value)
  }
  return content.length === 0 && words === undefined ? undefined : messageItem(first, content, {})
}

function writeMade(place: PlacedPart, losses: LossLog): Json | undefined {
  const { part, path } = place
  const own = ownExtras(NAME, part)
  switch (part.kind) {
    case 'tool-call':
      namePartLosses(place, losses)
      return callItem(part, {})
    case 'reasoning': {
      // Thinking is taken back with its own vendor's signature only, or as it came from this dialect.
      const isOurs = own === undefined ? isOwnThought(part) && tokenOf(part) !== '' : part.signedBy === undefined || part.signedBy === NAME
      if (isOurs) {
        namePartLosses(place, losses)
        return reasoningItem(part, {})
      }
      losses.add(path, 'not-expressible')
      return undefined
    }
    case 'unknown':
      if (own !== undefined) return part.value
      break
    case 'image':
      if (own?.spellings?.place === 'item') return imageItem(part, {})
  }
  losses.add(path, partLoss(part))
  return undefined
}
