// Calls and their results in the order that all vendors take: right after a turn that calls tools stand its results, one for each call.
import type { LossLog } from '../../chat/losses/loss.ts'
import { partPath, turnPath } from '../../chat/request/placed-part.ts'
import type { ChatRequest, Part, ToolCallPart, ToolResultPart, Turn } from '../../chat/request/request.ts'
import { Queues } from '../../encoding/queue.ts'
import { analysisOf } from '../analysis.ts'

/**
 * Moves results up to their calls, gives an empty one to a call that has none, and turns a result that answers no call into words of the
 * user, which is named. Well-ordered turns stay as they are.
 */
export function pairCalls(request: ChatRequest, losses: LossLog, analysis = analysisOf(request.turns)): ChatRequest {
  const { turns } = request
  if (analysis.isPaired) return request
  const paired: Turn[] = []
  let isChanged = false
  for (let at = 0; at < turns.length; ) {
    const turn = turns[at]
    if (turn === undefined) break
    const end = nextAssistant(turns, at + 1)
    const isAnswer = turn.role === 'assistant'
    const calls = isAnswer ? turn.parts.filter(isCall) : []
    const first = isAnswer ? at + 1 : at
    const after = turns.slice(first, end)
    const isOrdered = isWellOrdered(calls, after)
    if (isAnswer) paired.push(turn)
    if (isOrdered) paired.push(...after)
    else {
      isChanged = true
      paired.push(...inOrder(calls, after, first, losses))
    }
    at = end
  }
  return isChanged ? { ...request, turns: paired } : request
}

const isCall = (part: Part): part is ToolCallPart => part.kind === 'tool-call'
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
  const results = new Queues<ToolResultPart>()
  for (const { parts } of after) for (const part of parts) if (isResult(part)) results.add(part.toolCallId, part)
  const answers = calls.map(({ id, name }) => results.take(id) ?? emptyResult(id, name))
  const isUsed = new Set<Part>(answers)
  const rest = after.flatMap((turn, offset): Turn[] => {
    const parts = turn.parts.flatMap((part, at): readonly Part[] => {
      if (!isResult(part)) return [part]
      if (isUsed.has(part)) return []
      losses.add(`${partPath(turnPath(first + offset), at)}.toolCallId`, 'not-expressible')
      return part.parts
    })
    if (parts.length === 0) return []
    return [parts.some(isResult) || turn.role !== 'tool' ? { ...turn, parts } : { ...turn, role: 'user', parts }]
  })
  return answers.length === 0 ? rest : [{ role: 'tool', parts: answers }, ...rest]
}

const emptyResult = (toolCallId: string, toolName: string): ToolResultPart => ({ kind: 'tool-result', toolCallId, toolName, parts: [] })
