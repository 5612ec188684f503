import type { Json, JsonArray } from '../../../encoding/json.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { Part, ReasoningPart, Role, Turn } from '../../request/request.ts'
import type { CallHistory } from '../call-ids.ts'
import { carried, Fields } from '../fields.ts'
import { NAME, OWN } from '../name.ts'
import { readPart } from './part.ts'
import { plainContent, plainPart } from './plain.ts'

/** The system instruction as a turn. Its role, if it has one, means nothing. */
export function readSystem(f: Fields, history: CallHistory): Turn {
  const role = f.text('role') ?? 'absent'
  const parts = readParts(f.list('parts'), () => f, history)
  const isEmpty = parts.length === 0 && f.peek('parts') !== undefined
  const words = { ...f.words, place: 'systemInstruction', role, parts: isEmpty ? 'empty' : f.words?.parts }
  return { role: 'system', parts, extras: keep(NAME, f.rest(), {}, words) ?? OWN }
}

/**
 * A content as a turn. One that holds nothing but results of tools is the tool's, whatever its role is called.
 *
 * Throws WireError for an unknown role.
 */
export function readContent(value: Json, body: Fields, index: number, history: CallHistory): Turn {
  const at = (): Fields => new Fields(value, body, `contents[${index}]`)
  const plain = plainContent(value)
  if (plain === undefined) return readUnusual(at(), history)
  const parts = readParts(plain.parts, at, history)
  return { role: roleOf(plain.role, parts) ?? 'user', parts }
}

function readUnusual(f: Fields, history: CallHistory): Turn {
  const given = f.text('role')
  const isParts = f.peek('parts') !== undefined && f.peek('parts') !== null
  const parts = readParts(f.list('parts'), () => f, history)
  const role = roleOf(given, parts)
  if (role === undefined) throw new WireError(`${f.path}.role`, 'user, model or function')
  const usual = role === 'assistant' ? 'model' : 'user'
  const words = { role: given === usual ? undefined : (given ?? 'absent'), parts: isParts ? f.words?.parts : 'absent' }
  const extras = carried(f, undefined, words)
  return { role, parts, ...(extras && { extras }) }
}

/** @param at what the parts stand in, for those that are not read in place */
function readParts(list: JsonArray | undefined, at: () => Fields, history: CallHistory): Part[] {
  const parts: Part[] = []
  let above: Fields | undefined
  for (const [index, value] of (list ?? []).entries()) {
    const plain = plainPart(value, history)
    if (plain === undefined) above ??= at()
    parts.push(plain ?? readPart(new Fields(value, above, `parts[${index}]`), history))
  }
  return parts
}

/** Undefined for an unknown role. */
function roleOf(given: string | undefined, parts: readonly Part[]): Role | undefined {
  switch (given) {
    case 'model':
      return 'assistant'
    case undefined:
    case '':
    case 'user':
    case 'function':
    case 'tool':
      return parts.length > 0 && parts.every((part) => part.kind === 'tool-result') ? 'tool' : 'user'
    default:
      return undefined
  }
}

/**
 * Joins another vendor's signature to the thinking that it signs. In a stream of this dialect the two come apart, a library keeps every
 * frame's part, even as a content of its own, and the vendor wants one block back.
 */
export function joinForeignThinking(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some((turn) => turn.parts.some(isSignatureOnly))) return turns
  const result: { turn: Turn; parts: Part[] }[] = []
  for (const turn of turns) {
    const parts: Part[] = []
    for (const part of turn.parts) parts.push(isSignatureOnly(part) ? { ...part, text: takeThinking(parts, result, turn.role) } : part)
    result.push({ turn, parts })
  }
  return result.map(({ turn, parts }) => ({ ...turn, parts }))
}

function isSignatureOnly(part: Part): part is ReasoningPart {
  return part.kind === 'reasoning' && part.text === '' && part.signedBy !== undefined && part.signedBy !== NAME
}

/** Takes away the unsigned thinking that comes last, over contents of the same speaker that hold nothing else, and gives its text. */
function takeThinking(parts: Part[], before: { turn: Turn; parts: Part[] }[], role: Role): string {
  let text = takeTail(parts)
  for (let last = before.at(-1); parts.length === 0 && last !== undefined && last.turn.role === role; last = before.at(-1)) {
    const had = last.parts.length
    text = takeTail(last.parts) + text
    if (last.parts.length > 0 || had === 0) break
    before.pop()
  }
  return text
}

function takeTail(parts: Part[]): string {
  let text = ''
  for (let last = parts.at(-1); last?.kind === 'reasoning' && last.signedBy === undefined; last = parts.at(-1)) {
    text = last.text + text
    parts.pop()
  }
  return text
}
