import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import { partLoss } from '../../losses/part-loss.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { partPath, turnPath } from '../../request/placed-part.ts'
import type { Part, Turn } from '../../request/request.ts'
import { putField } from '../fields.ts'
import { NAME } from '../name.ts'
import { STAND_IN } from '../signature.ts'
import { type KnownCall, KnownCalls } from './known-calls.ts'
import { type WriteContext, writePart } from './part.ts'
import { writeResult } from './result.ts'

interface DraftResponse {
  readonly order: number
  readonly value: JsonObject
}

interface Draft {
  readonly role: 'user' | 'model'
  readonly parts: Json[]
  readonly calls: KnownCall[]
  /** Results first: Google wants them right after their calls, and in the same order. */
  readonly responses: DraftResponse[]
  readonly turn: Turn
  readonly path: string
}

/**
 * The turns as contents, and the leading instructions as the system instruction. Of a request of another dialect neighbours of one side
 * become one content; of our own nothing is changed.
 */
export function writeContents(turns: readonly Turn[], context: WriteContext): { system: JsonObject | undefined; contents: Json[] } {
  const calls = new KnownCalls(turns)
  const drafts: Draft[] = []
  let system: JsonObject | undefined
  let isLeading = true

  for (const [index, turn] of turns.entries()) {
    const path = turnPath(index)
    const isInstruction = turn.role === 'system' || turn.role === 'developer'
    if (isInstruction && isLeading) {
      system = addInstruction(system, turn, path, context)
      continue
    }
    isLeading = false
    const draft = openDraft(drafts, turn, path, context)
    for (const [at, part] of turn.parts.entries()) addPart(draft, part, partPath(path, at), calls, context)
  }

  const contents = context.isOwn ? drafts.map(closeOwn) : closeAll(answerAll(drafts), context)
  if (contents.length > 0 || context.isOwn || system === undefined) return { system, contents }
  // Google wants something to answer: instructions alone are it.
  return { system: undefined, contents: [{ role: 'user', parts: system.parts }] }
}

/** Google refuses a call without a result, so an empty one is added right after such a call. */
function answerAll(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.every(isAnswered)) return drafts
  return drafts.flatMap((draft, at) => {
    const open = draft.calls.filter((call) => !call.isAnswered)
    if (open.length === 0) return [draft]
    const responses = open.map(({ id, name, order }) => {
      const response = { ...(id !== undefined && { id }), name, response: { output: '' } }
      return { order, value: { functionResponse: response } }
    })
    const next = drafts[at + 1]
    if (next === undefined) return [draft, { ...draft, role: 'user' as const, parts: [], calls: [], responses }]
    next.responses.push(...responses)
    return [draft]
  })
}

const isAnswered = ({ calls }: Draft) => calls.every((call) => call.isAnswered)

function addInstruction(before: JsonObject | undefined, turn: Turn, path: string, context: WriteContext): JsonObject {
  const parts: Json[] = []
  for (const [at, part] of turn.parts.entries()) {
    const place = partPath(path, at)
    const isText = part.kind === 'text' || part.kind === 'refusal'
    if (!isText && ownExtras(NAME, turn) === undefined) {
      // Most parts that only their own dialect knows are not needed for the answer.
      context.losses.add(place, part.kind === 'unknown' ? partLoss(part) : 'needed')
      continue
    }
    const value = writePart(part, place, context)
    if (value !== undefined) parts.push(value)
  }
  nameTurn(turn, path, context)
  const extras = ownExtras(NAME, turn)
  const system = before ?? {}
  const all = Array.isArray(system.parts) ? system.parts : []
  all.push(...parts)
  const role = extras?.spellings?.role
  if (role !== undefined && role !== 'absent') system.role = role
  if (extras === undefined || turn.parts.length > 0 || extras.spellings?.parts !== undefined)
    putField(system, extras?.spellings, 'parts', all)
  putMissing(system, extras?.fields)
  return system
}

function openDraft(drafts: Draft[], turn: Turn, path: string, context: WriteContext): Draft {
  const role = turn.role === 'assistant' ? 'model' : 'user'
  const last = drafts.at(-1)
  nameTurn(turn, path, context)
  if (!context.isOwn && last?.role === role) return last
  const draft: Draft = { role, parts: [], calls: [], responses: [], turn, path }
  drafts.push(draft)
  return draft
}

function nameTurn(turn: Turn, path: string, { losses }: WriteContext): void {
  if (turn.name !== undefined) losses.add(`${path}.name`, 'not-expressible')
  nameForeignExtras(NAME, turn, path, losses)
}

function addPart(draft: Draft, part: Part, path: string, calls: KnownCalls, context: WriteContext): void {
  if (part.kind !== 'tool-result') {
    const value = writePart(part, path, context)
    if (value !== undefined) draft.parts.push(value)
    const call = part.kind === 'tool-call' ? calls.written(part) : undefined
    if (call !== undefined) draft.calls.push(call)
    return
  }
  const call = calls.answered(part.toolCallId)
  const { response, beside } = writeResult(part, call, path, context)
  if (response !== undefined && context.isOwn) draft.parts.push(response)
  else if (response !== undefined) draft.responses.push({ order: call?.order ?? 0, value: response })
  draft.parts.push(...beside)
}

/** Newer models refuse a content that has other parts after its results, so that those follow in a content of their own. */
function closeAll(drafts: readonly Draft[], { family }: WriteContext): Json[] {
  const contents: Json[] = []
  for (const { role, parts, responses } of drafts) {
    if (role === 'model' && family.isThird) signFirstCall(parts)
    if (responses.length > 0) contents.push({ role, parts: responses.sort(byOrder).map(({ value }) => value) })
    if (parts.length > 0) contents.push({ role, parts })
  }
  return contents
}

const byOrder = (one: DraftResponse, other: DraftResponse) => one.order - other.order

function closeOwn(draft: Draft): JsonObject {
  const extras = ownExtras(NAME, draft.turn)
  const content: JsonObject = {}
  const role = extras?.spellings?.role ?? draft.role
  if (role !== 'absent') content.role = role
  if (extras?.spellings?.parts !== 'absent') putField(content, extras?.spellings, 'parts', draft.parts)
  putMissing(content, extras?.fields)
  return content
}

/** The first call of a step must be signed; Google documents what to write for one that its model did not make. */
function signFirstCall(parts: readonly Json[]): void {
  const call = parts.find((part) => isObject(part) && part.functionCall !== undefined)
  if (isObject(call) && call.thoughtSignature === undefined) call.thoughtSignature = STAND_IN
}
