// Turns as `system` and `messages`. Three things are the vendor's own: instructions stand before the conversation, the results of calls
// stand first in the very next message and all of them together, and no message is empty. What was read in this dialect is given back as it
// came; what comes from another is put into this order.
import { CallIds } from '../../../claude/call-ids.ts'
import type { Json, JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { ownExtras } from '../../request/extras.ts'
import { partPath, turnPath } from '../../request/placed-part.ts'
import type { Part, ToolCallPart, ToolResultPart, Turn } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { usualContent } from '../read/block.ts'
import { type BlockTarget, finished, loseSignature, toolInput, writeBlocks } from './block.ts'
import { writeExtras } from './extras.ts'

/** The turns of a request in the vendor's two fields. */
export interface WrittenTurns {
  readonly system: Json | undefined
  readonly messages: Json[]
}

/**
 * Later instructions of another dialect become the user's words, at their place, and their role is named as lost: only some of the vendor's
 * models take a `system` message there.
 */
export function writeTurns(turns: readonly Turn[], losses: LossLog): WrittenTurns {
  const leading = countLeading(turns)
  const system = writeSystem(turns.slice(0, leading), losses)
  const writer = new MessageWriter(losses)
  for (const [index, turn] of turns.entries()) {
    if (index < leading) continue
    if (ownExtras(NAME, turn) !== undefined) writer.addOwn(turn, turnPath(index))
    else writer.addForeign(turn, turnPath(index))
  }
  return { system, messages: writer.finish() }
}

/** A message in which turns of another dialect are gathered. */
interface OpenMessage {
  readonly role: 'user' | 'assistant'
  readonly results: JsonObject[]
  readonly others: JsonObject[]
  readonly extras: JsonObject
}

class MessageWriter {
  readonly #losses: LossLog
  readonly #messages: Json[] = []
  readonly #ids = new CallIds()
  #open: OpenMessage | undefined

  constructor(losses: LossLog) {
    this.#losses = losses
  }

  /** Adds a turn of another dialect to the message of its speaker. */
  addForeign(turn: Turn, path: string): void {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    if (turn.role === 'system' || turn.role === 'developer') this.#losses.add(`${path}.role`, 'not-expressible')
    if (turn.name !== undefined) this.#losses.add(`${path}.name`, 'not-expressible')
    if (this.#open?.role !== role) this.#close()
    this.#open ??= { role, results: [], others: [], extras: {} }
    const target: BlockTarget = { isReply: false, isOwn: false, isAssistant: role === 'assistant' }
    for (const [index, part] of turn.parts.entries()) {
      const place = partPath(path, index)
      if (part.kind === 'tool-call') this.#open.others.push(this.#foreignCall(part, place))
      else if (part.kind === 'tool-result') this.#addResult(this.#open, part, place)
      else this.#open.others.push(...writeBlocks(part, place, target, this.#losses))
    }
    writeExtras(this.#open.extras, turn, path, this.#losses)
  }

  /** Adds a turn of this dialect as the message that it was. */
  addOwn(turn: Turn, path: string): void {
    this.#close()
    const target: BlockTarget = { isReply: false, isOwn: true, isAssistant: turn.role === 'assistant' }
    const content = turn.parts.flatMap((part, index) => this.#ownBlocks(part, partPath(path, index), target))
    const message: JsonObject = { role: turn.role === 'tool' ? 'user' : turn.role, content: ownContent(turn, content) }
    writeExtras(message, turn, path, this.#losses)
    this.#messages.push(message)
  }

  finish(): Json[] {
    const isUnanswered = this.#open === undefined && this.#ids.hasUnanswered() && this.#messages.length > 0
    if (isUnanswered) this.#open = { role: 'user', results: [], others: [], extras: {} }
    this.#close()
    return this.#messages
  }

  #close(): void {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    // The vendor refuses a call without a result.
    if (open.role === 'user') for (const id of this.#ids.unanswered()) open.results.push({ type: 'tool_result', tool_use_id: id })
    const content = open.results.length === 0 ? open.others : [...open.results, ...open.others]
    if (content.length > 0) this.#messages.push({ role: open.role, content: simplified(content), ...open.extras })
  }

  #foreignCall(part: ToolCallPart, path: string): JsonObject {
    loseSignature(part, path, this.#losses)
    const input = toolInput(part, path, this.#losses)
    return finished({ type: 'tool_use', id: this.#ids.call(part.id), name: part.name, input }, part, path, this.#losses)
  }

  #addResult(message: OpenMessage, part: ToolResultPart, path: string): void {
    const id = this.#ids.result(part.toolCallId)
    if (id !== undefined) {
      const marked = markedWhole(part)
      message.results.push(this.#resultBlock(marked, id, this.#resultContent(marked, path, false), path))
      return
    }
    const content = this.#resultContent(part, path, false)
    // The vendor refuses a result that answers no call; as the user's words it is taken.
    this.#losses.add(`${path}.toolCallId`, 'not-expressible')
    message.others.push(...content)
    writeExtras({}, part, path, this.#losses)
  }

  #resultBlock(part: ToolResultPart, id: string, content: JsonObject[], path: string): JsonObject {
    const block: JsonObject = { type: 'tool_result', tool_use_id: id }
    if (content.length > 0) block.content = simplified(content)
    if (part.isError) block.is_error = true
    loseSignature(part, path, this.#losses)
    return finished(block, part, path, this.#losses)
  }

  #resultContent(part: ToolResultPart, path: string, isOwn: boolean): JsonObject[] {
    const target: BlockTarget = { isReply: false, isOwn, isAssistant: false }
    const content: JsonObject[] = []
    for (const [index, inner] of part.parts.entries()) content.push(...writeBlocks(inner, partPath(path, index), target, this.#losses))
    return content
  }

  #ownBlocks(part: Part, path: string, target: BlockTarget): JsonObject[] {
    if (part.kind === 'tool-call') return [this.#ownCall(part, path)]
    if (part.kind === 'tool-result') return [this.#ownResult(part, path)]
    return writeBlocks(part, path, target, this.#losses)
  }

  #ownCall(part: ToolCallPart, path: string): JsonObject {
    this.#ids.ownCall(part.id)
    const block: JsonObject = { type: 'tool_use', id: part.id, name: part.name }
    if (ownExtras(NAME, part)?.spellings?.input !== 'absent') block.input = toolInput(part, path, this.#losses)
    return finished(block, part, path, this.#losses)
  }

  #ownResult(part: ToolResultPart, path: string): JsonObject {
    this.#ids.result(part.toolCallId)
    const spellings = ownExtras(NAME, part)?.spellings
    const block = this.#resultBlock(part, part.toolCallId, [], path)
    const content = this.#resultContent(part, path, true)
    if (spellings?.content === 'list') block.content = content
    else if (content.length > 0) block.content = usualContent(part.parts) === 'text' ? simplified(content) : content
    if (spellings?.isError === 'false') block.is_error = false
    return block
  }
}

/** A cache mark on a piece of a result marks the result: the vendor refuses one inside, and the history keeps it for ever. */
function markedWhole(part: ToolResultPart): ToolResultPart {
  const inner = part.parts.findLast(({ cacheMark }) => cacheMark !== undefined)?.cacheMark
  if (inner === undefined) return part
  const parts = part.parts.map(({ cacheMark: _, ...rest }): Part => rest)
  return { ...part, parts, cacheMark: part.cacheMark ?? inner }
}

/** How many turns stand before the conversation: all instructions at the beginning, but one of them where there is nothing else. */
function countLeading(turns: readonly Turn[]): number {
  let count = 0
  for (const turn of turns) {
    if (turn.role !== 'system' && turn.role !== 'developer') return count
    const own = ownExtras(NAME, turn)
    // A message of the role `system` was written as one on purpose.
    if (own !== undefined && own.spellings?.place !== 'system') return count
    count += 1
  }
  // The vendor wants at least one message; what was read in this dialect is left as it was.
  const last = turns.at(-1)
  return last !== undefined && ownExtras(NAME, last) === undefined ? count - 1 : count
}

function writeSystem(turns: readonly Turn[], losses: LossLog): Json | undefined {
  if (turns.length === 0) return undefined
  const blocks: JsonObject[] = []
  for (const [index, turn] of turns.entries()) {
    const path = turnPath(index)
    const isOwn = ownExtras(NAME, turn) !== undefined
    if (turn.name !== undefined) losses.add(`${path}.name`, 'not-expressible')
    if (!isOwn) writeExtras({}, turn, path, losses)
    for (const [at, part] of turn.parts.entries()) {
      const place = partPath(path, at)
      const target: BlockTarget = { isReply: false, isOwn, isAssistant: false }
      for (const block of writeBlocks(part, place, target, losses)) {
        // Instructions are text here.
        if (isOwn || block.type === 'text') blocks.push(block)
        else losses.add(place, 'needed')
      }
    }
  }
  const only = turns.length === 1 ? turns[0] : undefined
  if (only !== undefined && ownExtras(NAME, only) !== undefined) return ownContent(only, blocks)
  return blocks.length === 0 ? undefined : simplified(blocks)
}

/** Content in the form in which the turn was read. */
function ownContent(turn: Turn, content: JsonObject[]): Json {
  const form = ownExtras(NAME, turn)?.spellings?.content ?? usualContent(turn.parts)
  return form === 'text' ? simplified(content) : content
}

/** A single block that is nothing but text as that text. */
function simplified(content: JsonObject[]): Json {
  const only = content.length === 1 ? content[0] : undefined
  return only?.type === 'text' && typeof only.text === 'string' && isBare(only) ? only.text : content
}

function isBare(block: JsonObject): boolean {
  for (const key in block) if (key !== 'type' && key !== 'text') return false
  return true
}
