import type { Json, JsonObject } from '../../encoding/json.ts'
import type { LossLog } from '../losses/loss.ts'
import { nameLostPart, namePartLosses, nameTurnLosses } from '../losses/name-losses.ts'
import { argumentsObject } from '../request/arguments.ts'
import { type PlacedPart, placeParts, turnPath } from '../request/placed-part.ts'
import type { ToolResultPart, Turn } from '../request/request.ts'
import { splitTurn } from '../request/split-turn.ts'
import { NAME } from './name.ts'

/** Turns as messages, whose content is one text, with a separate list of images. An empty message is left out. */
export function writeMessages(turns: readonly Turn[], losses: LossLog): JsonObject[] {
  const toolNames = new Map<string, string>()
  return turns.flatMap((turn, index) => writeTurn(turn, turnPath(index), toolNames, losses))
}

/** @param toolNames the tools that were called so far, by the ids of the calls */
function writeTurn(turn: Turn, path: string, toolNames: Map<string, string>, losses: LossLog): JsonObject[] {
  nameTurnLosses(NAME, turn, path, losses)
  const { results, others, role } = splitTurn(turn, path)
  const messages = results.map((result) => writeResult(result, toolNames, losses))
  const calls: Json[] = []
  const thoughts: string[] = []
  const rest: PlacedPart[] = []
  for (const { part, path: place } of others) {
    if (part.kind === 'tool-call') {
      toolNames.set(part.id, part.name)
      calls.push({ id: part.id, function: { name: part.name, arguments: argumentsObject(part.argumentsText) } })
      namePartLosses(NAME, part, place, losses)
    } else if (part.kind === 'reasoning' && role === 'assistant') {
      thoughts.push(part.text)
      namePartLosses(NAME, part, place, losses)
    } else rest.push({ part, path: place })
  }
  const thinking = thoughts.join('\n')
  const { content, images } = writeContent(rest, losses)
  if (content === undefined && images.length === 0 && thinking === '' && calls.length === 0) return messages
  return [
    ...messages,
    {
      role,
      content: content ?? '',
      ...(thinking !== '' && { thinking }),
      ...(images.length > 0 && { images }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ]
}

/** A result carries the name of its tool too: the templates of most models put that before it, not the id. */
function writeResult({ part, path }: PlacedPart<ToolResultPart>, toolNames: ReadonlyMap<string, string>, losses: LossLog): JsonObject {
  namePartLosses(NAME, part, path, losses)
  const { content, images } = writeContent(placeParts(part.parts, path), losses)
  const name = part.toolName ?? toolNames.get(part.toolCallId)
  return {
    role: 'tool',
    content: content ?? '',
    ...(images.length > 0 && { images }),
    ...(name !== undefined && { tool_name: name }),
    tool_call_id: part.toolCallId,
  }
}

/** The texts as one, undefined where there is none, and the data of pictures; Ollama fetches none. Anything else is named as lost. */
function writeContent(parts: readonly PlacedPart[], losses: LossLog): { content: string | undefined; images: string[] } {
  const texts: string[] = []
  const images: string[] = []
  for (const { part, path } of parts) {
    if (part.kind === 'text' || part.kind === 'refusal') texts.push(part.text)
    else if (part.kind === 'image' && part.source.kind === 'base64') images.push(part.source.data)
    else {
      nameLostPart(part, path, losses)
      continue
    }
    namePartLosses(NAME, part, path, losses)
  }
  return { content: texts.length === 0 ? undefined : texts.join('\n'), images }
}
