// Claude Code begins its instructions with a line for Anthropic's billing, which changes from call to call. Anthropic takes it out again; to
// any other vendor it is the first words of the prompt, by whose beginning caches go, so that none is ever hit (decision D69). Source: Claude
// Code, "LLM gateway configuration", 2026.
import type { LossLog } from '../chat/losses/loss.ts'
import { partPath, turnPath } from '../chat/request/placed-part.ts'
import type { ChatRequest, Part, Turn } from '../chat/request/request.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'

const LINE = /^x-anthropic-billing-header:[^\n]*\n?/

/** The request without the line. */
export function withoutBillingLine(request: ChatRequest, losses: LossLog): ChatRequest {
  const at = request.turns.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const leading = at < 0 ? request.turns : request.turns.slice(0, at)
  if (!leading.some(({ parts }) => parts.some(hasLine))) return request
  const turns = request.turns.map((turn, index): Turn => {
    if (index >= leading.length || !turn.parts.some(hasLine)) return turn
    for (const [place, part] of turn.parts.entries()) if (hasLine(part)) losses.add(partPath(turnPath(index), place), 'not-expressible')
    return { ...turn, parts: turn.parts.flatMap(withoutLine) }
  })
  return { ...request, turns }
}

const hasLine = (part: Part): boolean => part.kind === 'text' && LINE.test(part.text)

function withoutLine(part: Part): Part[] {
  if (part.kind !== 'text' || !LINE.test(part.text)) return [part]
  const text = part.text.replace(LINE, '')
  return text.trim() === '' ? [] : [{ ...part, text }]
}

/** A body of Anthropic's Messages without the line. */
export function bodyWithoutBillingLine(body: JsonObject, losses: LossLog): JsonObject {
  const { system, ...rest } = body
  const kept = contentWithoutLine(system, 'system', losses)
  return kept === system ? body : kept === undefined ? rest : { ...body, system: kept }
}

/** A body of OpenAI's chat without the line: a relay before us may have translated Claude Code's request. */
export function chatBodyWithoutBillingLine(body: JsonObject, losses: LossLog): JsonObject {
  const { messages } = body
  if (!Array.isArray(messages)) return body
  const end = messages.findIndex((message) => !isObject(message) || (message.role !== 'system' && message.role !== 'developer'))
  // Only the instructions before the conversation are looked at: a history may be long.
  const leading = end < 0 ? messages : messages.slice(0, end)
  let isChanged = false
  const kept = leading.flatMap((message, at): Json[] => {
    const instruction = message as JsonObject
    const content = contentWithoutLine(instruction.content, `messages[${at}].content`, losses)
    if (content === instruction.content) return [message]
    isChanged = true
    return content === undefined ? [] : [{ ...instruction, content }]
  })
  return isChanged ? { ...body, messages: [...kept, ...messages.slice(leading.length)] } : body
}

/** A text or a list of blocks; the very same where it has no such line, undefined where nothing else is left. */
function contentWithoutLine(content: Json | undefined, path: string, losses: LossLog): Json | undefined {
  if (typeof content === 'string' && LINE.test(content)) {
    losses.add(path, 'not-expressible')
    const text = content.replace(LINE, '')
    return text.trim() === '' ? undefined : text
  }
  if (!Array.isArray(content) || !content.some(isLineBlock)) return content
  const blocks = content.flatMap((block, at): Json[] => {
    if (!isLineBlock(block)) return [block]
    losses.add(`${path}[${at}]`, 'not-expressible')
    const text = block.text.replace(LINE, '')
    return text.trim() === '' ? [] : [{ ...block, text }]
  })
  return blocks.length === 0 ? undefined : blocks
}

function isLineBlock(block: Json): block is JsonObject & { readonly text: string } {
  return isObject(block) && typeof block.text === 'string' && LINE.test(block.text)
}
