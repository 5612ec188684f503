import type { Json, JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { nameLostPart, namePartLosses, nameTurnLosses } from '../losses/name-losses.ts'
import { typeOfData } from '../media/type-of-data.ts'
import { type PlacedPart, placeParts, turnPath } from '../request/placed-part.ts'
import type { MediaPart, ToolResultPart, Turn } from '../request/request.ts'
import { splitTurn } from '../request/split-turn.ts'
import { NAME } from './name.ts'

/**
 * Turns as messages. Only a user's message takes pictures, so those of a tool's result follow in one; what the assistant says next to its
 * calls is their plan. A message that nothing is left of is left out: Cohere refuses it.
 */
export function writeMessages(turns: readonly Turn[], losses: LossLog): JsonObject[] {
  return turns.flatMap((turn, index) => writeTurn(turn, turnPath(index), losses))
}

function writeTurn(turn: Turn, path: string, losses: LossLog): JsonObject[] {
  nameTurnLosses(NAME, turn, path, losses)
  const { results, others, role } = splitTurn(turn, path)
  const beside: PlacedPart[] = []
  const messages = results.map((result) => writeResult(result, beside, losses))
  if (role === 'assistant') return [...messages, ...writeAnswer([...beside, ...others], losses)]
  const content = writeContent([...beside, ...others], role === 'user', losses)
  return content.length === 0 ? messages : [...messages, { role, content: simplified(content) }]
}

function writeResult({ part, path }: PlacedPart<ToolResultPart>, beside: PlacedPart[], losses: LossLog): JsonObject {
  namePartLosses(NAME, part, path, losses)
  const inside: PlacedPart[] = []
  for (const inner of placeParts(part.parts, path)) (inner.part.kind === 'image' ? beside : inside).push(inner)
  return { role: 'tool', tool_call_id: part.toolCallId, content: simplified(writeContent(inside, false, losses)) }
}

function writeAnswer(parts: readonly PlacedPart[], losses: LossLog): JsonObject[] {
  const content: JsonObject[] = []
  const calls: Json[] = []
  const rest: PlacedPart[] = []
  for (const { part, path } of parts) {
    if (part.kind === 'tool-call') {
      calls.push({ id: part.id, type: 'function', function: { name: part.name, arguments: part.argumentsText } })
      namePartLosses(NAME, part, path, losses)
    } else if (part.kind === 'reasoning') {
      // What only another vendor can read has no text.
      if (part.text !== '') content.push({ type: 'thinking', thinking: part.text })
      namePartLosses(NAME, part, path, losses)
    } else rest.push({ part, path })
  }
  const texts = writeContent(rest, false, losses)
  if (calls.length === 0) {
    content.push(...texts)
    return content.length === 0 ? [] : [{ role: 'assistant', content: simplified(content) }]
  }
  const plan = texts.map(({ text }) => text).join('\n')
  return [{ role: 'assistant', ...(content.length > 0 && { content }), ...(plan !== '' && { tool_plan: plan }), tool_calls: calls }]
}

/** Texts, and pictures where they may stand; anything else is named as lost. */
function writeContent(parts: readonly PlacedPart[], takesImages: boolean, losses: LossLog): JsonObject[] {
  const content: JsonObject[] = []
  for (const { part, path } of parts) {
    const url = part.kind === 'image' && takesImages ? imageUrl(part) : undefined
    if (part.kind === 'text' || part.kind === 'refusal') {
      content.push({ type: 'text', text: part.text })
      namePartLosses(NAME, part, path, losses)
    } else if (part.kind === 'image' && url !== undefined) {
      content.push({ type: 'image_url', image_url: { url, ...(part.detail !== undefined && { detail: part.detail }) } })
      namePartLosses(NAME, part, path, losses, ['detail'])
    } else nameLostPart(part, path, losses)
  }
  return content
}

/** An address, or one that holds the data; undefined for a file of another vendor and for data of an unknown type. */
function imageUrl({ source, mediaType }: MediaPart): string | undefined {
  if (source.kind !== 'base64') return source.kind === 'url' ? source.url : undefined
  const type = mediaType ?? typeOfData(source.data)
  return type === undefined ? undefined : `data:${type};base64,${source.data}`
}

/** A single text, and no content at all, as text. */
function simplified(content: readonly JsonObject[]): Json {
  const only = content[0]
  if (only === undefined) return ''
  return content.length === 1 && only.type === 'text' && typeof only.text === 'string' ? only.text : [...content]
}
