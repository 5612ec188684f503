// The items of a request as turns. What the assistant made one after the other (thoughts, messages, calls) is one turn, as other vendors
// demand it; every other message and every result of a call is a turn of its own.
import type { Json, JsonArray } from '../../../encoding/json.ts'
import { type Reader, reader } from '../../../encoding/reader.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { Part, Role, Turn } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { envelope, readContent, readItem, readMessage, unknownItem } from './item.ts'
import { readParts } from './part.ts'
import { continuesMessage, plainItem } from './plain.ts'

/** Another vendor's signature that stands in an item of its own, right before the part that it belongs to. */
type Signature = Required<Pick<Part, 'signature' | 'signedBy'>>

/**
 * The turns of a list of items.
 *
 * Throws WireError, with the path, where something is no item: no object, no type, an unknown role, a field of the wrong type.
 */
export function readInput(list: JsonArray): Turn[] {
  const input = new InputReader()
  for (const [index, value] of list.entries()) input.push(value, `input[${index}]`)
  return input.end()
}

class InputReader {
  readonly #turns: Turn[] = []
  /** The parts of the assistant's turn that is open. */
  #open: Part[] | undefined
  #signature: Signature | undefined
  /**
   * Items of types that we do not know, outside the assistant's turn. They stand with the message after them, so that no turn is left empty
   * where another dialect loses them.
   */
  #unknown: Part[] = []

  push(value: Json, path: string): void {
    if (this.#unknown.length === 0 && this.#pushPlain(value)) return
    const r = reader(value, path)
    const kind = kindOf(r)
    if (this.#open === undefined && (kind === 'unknown' || (kind === 'item' && isForeignItem(r)))) {
      this.#unknown.push(unknownItem(r.source))
      return
    }
    if (kind !== 'message') this.#joinUnknown()
    if (kind === 'assistant') this.#join(plainly(readMessage(r, 'request'), this.#open?.at(-1)))
    else if (kind === 'message') this.#pushMessage(readTurn(r))
    else if (kind === 'result') this.#pushTurn(readResult(r))
    else this.#join(kind === 'item' ? readItem(r.source, path, 'request') : [unknownItem(r.source)])
  }

  end(): Turn[] {
    this.#joinUnknown()
    this.#endAssistant()
    return this.#turns
  }

  /** @returns false where the item needs the slower reading */
  #pushPlain(value: Json): boolean {
    const part = plainItem(value)
    if (part?.kind === 'tool-result') this.#pushTurn({ role: 'tool', parts: [part] })
    else if (part !== undefined && (part.kind === 'tool-call' || continuesMessage(part.text, this.#open?.at(-1)))) this.#join([part])
    else return false
    return true
  }

  #pushMessage(turn: Turn): void {
    const unknown = this.#unknown
    this.#unknown = []
    this.#pushTurn(unknown.length === 0 ? turn : { ...turn, parts: [...unknown, ...turn.parts] })
  }

  #pushTurn(turn: Turn): void {
    this.#endAssistant()
    this.#turns.push(turn)
  }

  #joinUnknown(): void {
    if (this.#unknown.length === 0) return
    this.#join(this.#unknown)
    this.#unknown = []
  }

  /** Adds parts to the assistant's turn, which begins with the first of them. */
  #join(parts: readonly Part[]): void {
    const open = this.#open ?? this.#beginAssistant()
    for (const part of parts) {
      const signature = signatureOfNext(part)
      if (signature !== undefined) this.#signature = signature
      else {
        open.push(this.#signature === undefined ? part : { ...part, ...this.#signature })
        this.#signature = undefined
      }
    }
  }

  #beginAssistant(): Part[] {
    const parts: Part[] = []
    this.#open = parts
    this.#turns.push({ role: 'assistant', parts })
    return parts
  }

  /** A signature with nothing after it is a part without text, as its vendor gave it. */
  #endAssistant(): void {
    if (this.#signature !== undefined) this.#open?.push({ kind: 'text', text: '', ...this.#signature })
    this.#open = undefined
    this.#signature = undefined
  }
}

/** A message's parts without the mark that it begins here, where that is plain: other dialects write a text without extras more simply. */
function plainly(parts: Part[], before: Part | undefined): Part[] {
  const [first, ...others] = parts
  if (first?.kind !== 'text' || !continuesMessage(first.text, before)) return parts
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

function signatureOfNext(part: Part): Signature | undefined {
  if (part.kind !== 'reasoning' || part.extras?.spellings?.use !== 'next') return undefined
  return part.encrypted === undefined || part.signedBy === undefined ? undefined : { signature: part.encrypted, signedBy: part.signedBy }
}

/** The role of a message; results of calls are items of their own here. */
function readRole(r: Reader): Role {
  const role = r.needText('role')
  if (role === 'system' || role === 'developer' || role === 'user' || role === 'assistant') return role
  throw new WireError(`${r.path}.role`, 'user, assistant, system or developer')
}

function readTurn(r: Reader): Turn {
  const type = r.peek('type') === undefined ? 'absent' : undefined
  r.take('type')
  const role = readRole(r)
  const { parts, form } = readContent(r, 'input_text')
  const words = { type, form: form === 'text' ? form : undefined, ...envelope(r, 'request', undefined) }
  return { role, parts, extras: keep(NAME, r.rest(), undefined, words) ?? { dialect: NAME } }
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
  const ids = new Set<string>()
  for (const { parts } of turns) for (const part of parts) if (part.kind === 'tool-call' && part.isCustom) ids.add(part.id)
  return ids
}
