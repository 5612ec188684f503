// Calls and their results in the order that all vendors take: right after a turn that calls tools stand its results, one for each call.
import type { LossLog } from '../chat/loss.ts'
import type { ChatRequest, Part, ToolCallPart, ToolResultPart, Turn } from '../chat/request.ts'

/**
 * Moves results up to their calls, gives an empty one to a call that has none, and turns a result that answers no call into words of the
 * user, which is named. Well-ordered turns stay as they are.
 */
export function pairCalls(request: ChatRequest, losses: LossLog): ChatRequest {
  const { turns } = request
  if (isAllOrdered(turns)) return request
  const paired: Turn[] = []
  let isChanged = false
  for (let at = 0; at < turns.length; ) {
    const turn = turns[at]
    if (turn === undefined) break
    const end = nextAssistant(turns, at + 1)
    const calls = turn.role === 'assistant' ? turn.parts.filter((part) => part.kind === 'tool-call') : []
    const after = turns.slice(calls.length > 0 || turn.role === 'assistant' ? at + 1 : at, end)
    const isOrdered = isWellOrdered(calls, after)
    if (turn.role === 'assistant') paired.push(turn)
    if (isOrdered) paired.push(...after)
    else {
      isChanged = true
      paired.push(...inOrder(calls, after, turns.indexOf(after[0] ?? turn), losses))
    }
    at = end
  }
  return isChanged ? { ...request, turns: paired } : request
}

/** What most conversations are, found without a copy of anything. */
function isAllOrdered(turns: readonly Turn[]): boolean {
  let calls: readonly ToolCallPart[] = []
  for (let at = 0; at < turns.length; ) {
    const turn = turns[at]
    const isAnswer = turn?.role === 'assistant'
    calls = isAnswer && turn.parts.some(isOfTools) ? turn.parts.filter((part) => part.kind === 'tool-call') : []
    const from = isAnswer ? at + 1 : at
    const end = nextAssistant(turns, at + 1)
    if (!isSettled(calls, turns, from, end)) return false
    at = end
  }
  return true
}

/** One call and its one result, or none of either, is what nearly every turn is. */
function isSettled(calls: readonly ToolCallPart[], turns: readonly Turn[], from: number, end: number): boolean {
  const [first, ...others] = turns.slice(from, end)
  if (calls.length === 0) return !first?.parts.some(isResult) && !others.some((turn) => turn.parts.some(isResult))
  const [result] = first?.parts ?? []
  if (calls.length === 1 && result !== undefined && isResult(result) && result.toolCallId === calls[0]?.id)
    return first?.parts.filter(isResult).length === 1 && !others.some((turn) => turn.parts.some(isResult))
  return isWellOrdered(calls, turns.slice(from, end))
}

const isOfTools = ({ kind }: Part) => kind === 'tool-call' || kind === 'tool-result'
const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool-result'

function nextAssistant(turns: readonly Turn[], from: number): number {
  let at = from
  while (at < turns.length && turns[at]?.role !== 'assistant') at += 1
  return at
}

/** Does the segment begin with exactly one result for each call, and have no other? */
function isWellOrdered(calls: readonly ToolCallPart[], after: readonly Turn[]): boolean {
  const open = new Set(calls.map(({ id }) => id))
  if (open.size !== calls.length) return false
  let isPast = false
  for (const turn of after) {
    const results = turn.parts.filter(isResult)
    if (results.length > 0 && isPast) return false
    for (const { toolCallId } of results) if (!open.delete(toolCallId)) return false
    isPast ||= results.length === 0 || results.length < turn.parts.length
  }
  return open.size === 0
}

function inOrder(calls: readonly ToolCallPart[], after: readonly Turn[], first: number, losses: LossLog): Turn[] {
  const results = new Map<string, ToolResultPart[]>()
  for (const part of after.flatMap(({ parts }) => parts).filter(isResult))
    results.set(part.toolCallId, [...(results.get(part.toolCallId) ?? []), part])
  const answers = calls.map(({ id, name }) => results.get(id)?.shift() ?? emptyResult(id, name))
  const isUsed = new Set<Part>(answers)
  const rest = after.flatMap((turn, offset): Turn[] => {
    const parts = turn.parts.flatMap((part, at): readonly Part[] => {
      if (!isResult(part)) return [part]
      if (isUsed.has(part)) return []
      losses.add(`turns[${first + offset}].parts[${at}].toolCallId`, 'not-expressible')
      return part.parts
    })
    if (parts.length === 0) return []
    return [parts.some(isResult) || turn.role !== 'tool' ? { ...turn, parts } : { ...turn, role: 'user', parts }]
  })
  return answers.length === 0 ? rest : [{ role: 'tool', parts: answers }, ...rest]
}

const emptyResult = (toolCallId: string, toolName: string): ToolResultPart => ({ kind: 'tool-result', toolCallId, toolName, parts: [] })
