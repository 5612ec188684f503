// Turns as `system` and `messages`. Instructions stand before the conversation, messages of the user and the assistant take turns, results of
// calls stand first in the very next message and all of them together, and no message is empty.
import { CallIds } from '../../../claude/call-ids.ts'
import type { Json, JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { namePartLosses, nameTurnLosses } from '../../losses/name-losses.ts'
import { partPath, turnPath } from '../../request/placed-part.ts'
import type { ChatRequest, Part, ToolResultPart, Turn } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { type BlockTarget, toolInput, withCachePoint, writeBlocks } from './block.ts'
import { documentNamer } from './media.ts'

export interface WrittenConversation {
  readonly system: Json[]
  readonly messages: Json[]
}

/**
 * Instructions in the middle of the conversation become the user's words, at their place, and their role is named; so does the last of them
 * where there is nothing else, since a conversation has at least one message.
 */
export function writeConversation({ turns, model }: ChatRequest, losses: LossLog): WrittenConversation {
  const firstOther = turns.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const leading = firstOther < 0 ? turns.length - 1 : firstOther
  const writer = new ConversationWriter(model, losses)
  for (const [index, turn] of turns.entries()) {
    if (index < leading) writer.addInstructions(turn, turnPath(index))
    else writer.add(turn, turnPath(index))
  }
  return writer.finish()
}

type Role = 'user' | 'assistant'

/** The length of an id that Converse takes; the end of a longer one makes it unique. */
const MAX_ID_LENGTH = 64
/** Room for the number that is added to an id which comes again. */
const ID_NUMBER_LENGTH = 6
const shortId = (id: string) => id.slice(ID_NUMBER_LENGTH - MAX_ID_LENGTH)

class ConversationWriter {
  readonly #model: string
  readonly #losses: LossLog
  readonly #ids = new CallIds()
  readonly #nameDocument = documentNamer()
  readonly #system: Json[] = []
  readonly #messages: Json[] = []
  #open: { readonly role: Role; readonly results: JsonObject[]; readonly others: JsonObject[] } | undefined

  constructor(model: string, losses: LossLog) {
    this.#model = model
    this.#losses = losses
  }

  addInstructions(turn: Turn, path: string): void {
    nameTurnLosses(NAME, turn, path, this.#losses)
    for (const [index, part] of turn.parts.entries()) {
      const place = partPath(path, index)
      // Instructions are text here.
      if (part.kind === 'text' || part.kind === 'refusal') this.#system.push(...this.#blocks(part, place, 'user'))
      else this.#losses.add(place, 'needed')
    }
  }

  add(turn: Turn, path: string): void {
    nameTurnLosses(NAME, turn, path, this.#losses)
    if (turn.role === 'system' || turn.role === 'developer') this.#losses.add(`${path}.role`, 'not-expressible')
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    if (this.#open?.role !== role) this.#close()
    this.#open ??= { role, results: [], others: [] }
    const { results, others } = this.#open
    for (const [index, part] of turn.parts.entries()) {
      const place = partPath(path, index)
      if (part.kind === 'tool-result') this.#addResult(part, place, results, others)
      else others.push(...this.#blocks(part, place, role))
    }
  }

  finish(): WrittenConversation {
    this.#close()
    if (this.#ids.hasUnanswered()) {
      this.#open = { role: 'user', results: [], others: [] }
      this.#close()
    }
    return { system: this.#system, messages: this.#messages }
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (open === undefined) return
    // A call without a result is refused.
    if (open.role === 'user') for (const toolUseId of this.#ids.unanswered()) open.results.push({ toolResult: { toolUseId, content: [] } })
    const content = [...open.results, ...open.others]
    if (content.length > 0) this.#messages.push({ role: open.role, content })
  }

  #blocks(part: Part, path: string, role: Role): JsonObject[] {
    if (part.kind !== 'tool-call') return writeBlocks(part, path, this.#target(role), this.#losses)
    namePartLosses(NAME, part, path, this.#losses, ['cacheMark'])
    const input = toolInput(part, path, this.#losses)
    const block = { toolUse: { toolUseId: this.#ids.call(shortId(part.id)), name: part.name, input } }
    return withCachePoint([block], part, this.#model, path, this.#losses)
  }

  #addResult(part: ToolResultPart, path: string, results: JsonObject[], others: JsonObject[]): void {
    namePartLosses(NAME, part, path, this.#losses, ['cacheMark', 'isError'])
    const toolUseId = this.#ids.result(shortId(part.toolCallId))
    const inner = part.parts.flatMap((each, index) => this.#blocks(each, partPath(path, index), 'user'))
    // A point cannot stand within a result; it stands after it as well.
    const content = inner.filter((block) => block.cachePoint === undefined)
    const points = inner.filter((block) => block.cachePoint !== undefined).slice(-1)
    if (toolUseId === undefined) {
      // A result without its call is refused as a result, so it is sent as text.
      this.#losses.add(`${path}.toolCallId`, 'not-expressible')
      others.push(...content, ...points)
      return
    }
    const block = { toolResult: { toolUseId, content, ...(part.isError && { status: 'error' }) } }
    const written = part.cacheMark === undefined ? [block, ...points] : withCachePoint([block], part, this.#model, path, this.#losses)
    results.push(...written)
  }

  #target(role: Role): BlockTarget {
    return { model: this.#model, isAssistant: role === 'assistant', nameDocument: this.#nameDocument }
  }
}
