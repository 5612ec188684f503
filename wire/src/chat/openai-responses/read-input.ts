// The items of a request as turns. What the assistant made one after the other (thoughts, messages, calls) is one turn, as other vendors
// demand it; every other message and every result of a call is a turn of its own.
import type { JsonArray } from '../../json.ts'
import { type Reader, reader } from '../../reader.ts'
import { WireError } from '../../wire-error.ts'
import { keep } from '../extras.ts'
import type { Part, Role, ToolCallPart, Turn } from '../request.ts'
import { NAME } from './name.ts'
import { envelope, readContent, readItem, readMessage, unknownItem } from './read-item.ts'
import { readParts } from './read-part.ts'
import { beginsPlainly, plainItem } from './read-plain.ts'

const roles: readonly string[] = ['system', 'developer', 'user', 'assistant'] satisfies Role[]

/**
 * The turns of a list of items.
 *
 * Throws WireError, with the path, where something is no item: no object, no type, an unknown role, a field of the wrong type.
 */
export function readInput(list: JsonArray): Turn[] {
  const turns: Turn[] = []
  let open: Part[] | undefined
  let proof: { signature: string; signedBy: NonNullable<Part['signedBy']> } | undefined

  function join(parts: readonly Part[]): void {
    if (open === undefined) {
      open = []
      turns.push({ role: 'assistant', parts: open })
    }
    for (const part of parts) {
      const token = nextProof(part)
      if (token !== undefined) proof = token
      else {
        open.push(proof === undefined ? part : { ...part, ...proof })
        proof = undefined
      }
    }
  }

  /** Ends the assistant's turn. A proof that nothing came after is a part without words, as its vendor gave it. */
  function leave(): void {
    if (proof !== undefined) open?.push({ kind: 'text', text: '', ...proof })
    open = undefined
    proof = undefined
  }

  /** Items of no kind that we know, before a message that is not the assistant's: with it, so that losing them leaves no empty turn. */
  let before: Part[] = []

  for (const [index, value] of list.entries()) {
    const plain = before.length === 0 ? plainItem(value) : undefined
    if (plain?.kind === 'tool-result') {
      leave()
      turns.push({ role: 'tool', parts: [plain] })
      continue
    }
    if (plain !== undefined && (plain.kind === 'tool-call' || beginsPlainly(plain.text, open?.at(-1)))) {
      join([plain])
      continue
    }
    const path = `input[${index}]`
    const r = reader(value, path)
    const kind = kindOf(r)
    if (open === undefined && (kind === 'unknown' || (kind === 'item' && isForeignItem(r)))) {
      before.push(unknownItem(r.source))
      continue
    }
    if (before.length > 0 && kind !== 'message') {
      join(before)
      before = []
    }
    if (kind === 'assistant') join(plainly(readMessage(r, 'request'), open?.at(-1)))
    else if (kind === 'message') {
      leave()
      const turn = readTurn(r)
      turns.push(before.length === 0 ? turn : { ...turn, parts: [...before, ...turn.parts] })
      before = []
    } else if (kind === 'result') {
      leave()
      turns.push(readResult(r))
    } else if (kind === 'item') join(readItem(r.source, path, 'request'))
    else join([unknownItem(r.source)])
  }
  if (before.length > 0) join(before)
  leave()
  return turns
}

/** A message's parts without the mark that it begins here, where that is plain: other dialects write a text without extras more simply. */
function plainly(parts: Part[], before: Part | undefined): Part[] {
  const [first, ...others] = parts
  if (first?.kind !== 'text' || !beginsPlainly(first.text, before)) return parts
  const { fields, nested, spellings } = first.extras ?? {}
  if (fields !== undefined || nested !== undefined) return parts
  if (spellings === undefined || Object.keys(spellings).length > 1) return parts
  const { extras: _, ...bare } = first
  return [bare, ...others]
}

function kindOf(r: Reader): 'assistant' | 'message' | 'result' | 'item' | 'unknown' {
  const type = r.peek('type')
  switch (type) {
    case 'message':
      return isAssistant(r) ? 'assistant' : 'message'
    case 'function_call_output':
    case 'custom_tool_call_output':
      return 'result'
    case undefined:
    case null:
      if (r.peek('role') !== undefined) return isAssistant(r) ? 'assistant' : 'message'
      // A reference may leave its type out.
      if (typeof r.peek('id') === 'string') return 'unknown'
      throw new WireError(`${r.path}.type`, 'a string')
    default:
      if (typeof type !== 'string') throw new WireError(`${r.path}.type`, 'a string')
      return 'item'
  }
}

function isForeignItem(r: Reader): boolean {
  const type = r.peek('type')
  return type !== 'reasoning' && type !== 'function_call' && type !== 'custom_tool_call' && type !== 'image_generation_call'
}

function isAssistant(r: Reader): boolean {
  return r.peek('role') === 'assistant'
}

/** A proof that stands on the part after it; it came from another vendor by way of a client of this dialect. */
function nextProof(part: Part): { signature: string; signedBy: NonNullable<Part['signedBy']> } | undefined {
  if (part.kind !== 'reasoning' || part.extras?.spellings?.use !== 'next') return undefined
  return part.encrypted === undefined || part.signedBy === undefined ? undefined : { signature: part.encrypted, signedBy: part.signedBy }
}

function readTurn(r: Reader): Turn {
  const type = r.peek('type') === undefined ? 'absent' : undefined
  r.take('type')
  const role = r.needText('role')
  if (!roles.includes(role)) throw new WireError(`${r.path}.role`, 'user, assistant, system or developer')
  const { parts, form } = readContent(r, 'input_text')
  const words = { type, form: form === 'text' ? form : undefined, ...envelope(r, 'request', undefined) }
  // Sound: the role was just found among the roles.
  return { role: role as Role, parts, extras: keep(NAME, r.rest(), undefined, words) ?? { dialect: NAME } }
}

/** What a tool of the caller's gave back: a text or a list of parts. */
function readResult(r: Reader): Turn {
  const isCustom = r.peek('type') === 'custom_tool_call_output'
  r.take('type')
  const toolCallId = r.needText('call_id')
  const found = r.peek('output')
  r.take('output')
  let parts: Part[]
  if (typeof found === 'string') parts = [{ kind: 'text', text: found }]
  else if (Array.isArray(found)) parts = readParts(found, `${r.path}.output`, 'input_text')
  else throw new WireError(`${r.path}.output`, 'a string or a list of parts')
  const words = {
    form: typeof found === 'string' ? 'text' : 'list',
    type: isCustom ? 'custom' : undefined,
    ...envelope(r, 'request', undefined),
  }
  const extras = keep(NAME, r.rest(), undefined, words)
  return { role: 'tool', parts: [{ kind: 'tool-result', toolCallId, parts, ...(extras && { extras }) }] }
}

/** The ids of calls of custom tools among these turns, for their results are items of another type. */
export function customCallIds(turns: readonly Turn[]): Set<string> {
  const calls = turns.flatMap((turn) => turn.parts.filter((part): part is ToolCallPart => part.kind === 'tool-call'))
  return new Set(calls.filter((call) => call.isCustom).map((call) => call.id))
}
