// What earlier turns may hold.

import type { LossLog } from '../../chat/losses/loss.ts'
import { argumentsObject } from '../../chat/request/arguments.ts'
import { nameForeignExtras } from '../../chat/request/extras.ts'
import { freeTextInput } from '../../chat/request/free-text-tool.ts'
import { partPath, turnPath } from '../../chat/request/placed-part.ts'
import { type ChatRequest, isMedium, type Part, type ToolResultPart, type Turn } from '../../chat/request/request.ts'
import { isObject, parseJson } from '../../encoding/json.ts'
import { analysisOf, type ConversationAnalysis, hasMedia } from '../analysis.ts'
import type { TurnsRule } from '../vendors/chat-rules.ts'

export type Change = (turn: Turn, index: number) => Turn

/** The changes of what earlier turns hold that a rule demands, where they hold it, in their order. */
export function changesOfHistory(rule: TurnsRule, losses: LossLog, analysis: ConversationAnalysis): Change[] {
  const { calls, results, kinds } = analysis
  // Calls that had no result have been given an empty one.
  const hasResults = results.length > 0 || calls.length > 0
  const changes: Change[] = []
  if (rule.refusesRefusals && kinds.has('refusal')) changes.push(withSpokenRefusals)
  if (rule.refusesThoughts && kinds.has('reasoning')) changes.push((turn, index) => withoutThoughts(turn, turnPath(index), losses))
  if (rule.refusesCitations) changes.push((turn, index) => withoutCitations(turn, turnPath(index), losses))
  if (rule.standInSignature !== undefined && calls.length > 0) changes.push(withStandIns(rule.standInSignature, losses))
  if (rule.needsThoughtsBesideCalls && calls.length > 0) changes.push(withThoughts)
  if (rule.refusesEmptyResults && hasResults) changes.push(withFilledResults)
  if (rule.needsJsonArguments && calls.length > 0) changes.push(withJsonArguments)
  if (rule.refusesMediaOfAssistant && hasMedia(analysis)) changes.push((turn, index) => withoutMedia(turn, turnPath(index), losses))
  return changes
}

function withSpokenRefusals(turn: Turn): Turn {
  if (!turn.parts.some(({ kind }) => kind === 'refusal')) return turn
  return { ...turn, parts: turn.parts.map((part) => (part.kind === 'refusal' ? { kind: 'text', text: part.text } : part)) }
}

function withoutThoughts(turn: Turn, path: string, losses: LossLog): Turn {
  if (!turn.parts.some(({ kind }) => kind === 'reasoning')) return turn
  for (const [index, part] of turn.parts.entries()) if (part.kind === 'reasoning') losses.add(partPath(path, index), 'not-expressible')
  return { ...turn, parts: turn.parts.filter(({ kind }) => kind !== 'reasoning') }
}

function withoutCitations(turn: Turn, path: string, losses: LossLog): Turn {
  const isCited = (part: Part) => part.kind === 'text' && (part.citations?.length ?? 0) > 0
  if (!turn.parts.some(isCited)) return turn
  for (const [index, part] of turn.parts.entries()) if (isCited(part)) losses.add(`${partPath(path, index)}.citations`, 'not-expressible')
  return { ...turn, parts: turn.parts.map((part) => (isCited(part) ? { ...part, citations: [] } : part)) }
}

/** The first call of a turn carries its signature, in the field of Google's that stands beside the call. */
function withStandIns(signature: string, losses: LossLog): Change {
  return (turn, index) => {
    const first = turn.parts.findIndex(({ kind }) => kind === 'tool-call')
    const call = turn.parts[first]
    if (turn.role !== 'assistant' || call === undefined || call.extras?.fields?.extra_content !== undefined) return turn
    if (call.kind !== 'tool-call') return turn
    nameForeignExtras('openai-chat', call, partPath(turnPath(index), first), losses)
    const fields = { extra_content: { google: { thought_signature: signature } } }
    // With fields of this dialect a call of free text counts as one of its own, and Google knows functions only.
    const { isCustom, ...plain } = call
    const argumentsText = isCustom ? JSON.stringify(freeTextInput(call.argumentsText)) : call.argumentsText
    const signed: Part = { ...plain, argumentsText, extras: { dialect: 'openai-chat', fields } }
    return { ...turn, parts: turn.parts.map((part, at) => (at === first ? signed : part)) }
  }
}

function withFilledResults(turn: Turn): Turn {
  const isEmpty = (part: Part) =>
    part.kind === 'tool-result' && part.parts.every((inner) => inner.kind === 'unknown' || (inner.kind === 'text' && inner.text === ''))
  if (!turn.parts.some(isEmpty)) return turn
  const filled = (part: Part): Part =>
    part.kind === 'tool-result' && isEmpty(part)
      ? { ...part, parts: [...part.parts.filter(({ kind }) => kind !== 'text'), { kind: 'text', text: '(no output)' }] }
      : part
  return { ...turn, parts: turn.parts.map(filled) }
}

function withThoughts(turn: Turn): Turn {
  const calls = turn.role === 'assistant' && turn.parts.some(({ kind }) => kind === 'tool-call')
  if (!calls || turn.parts.some((part) => part.kind === 'reasoning' && part.text !== '')) return turn
  // An empty text counts as none.
  return { ...turn, parts: [...turn.parts.filter(({ kind }) => kind !== 'reasoning'), { kind: 'reasoning', text: ' ' }] }
}

function withJsonArguments(turn: Turn): Turn {
  const isBroken = (part: Part) => part.kind === 'tool-call' && part.isCustom !== true && !isObject(parseJson(part.argumentsText))
  if (!turn.parts.some(isBroken)) return turn
  const repaired = (part: Part): Part =>
    part.kind === 'tool-call' && isBroken(part) ? { ...part, argumentsText: JSON.stringify(argumentsObject(part.argumentsText)) } : part
  return { ...turn, parts: turn.parts.map(repaired) }
}

function withoutMedia(turn: Turn, path: string, losses: LossLog): Turn {
  if (turn.role !== 'assistant' || !turn.parts.some(isMedium)) return turn
  for (const [index, part] of turn.parts.entries()) if (isMedium(part)) losses.add(partPath(path, index), 'not-expressible')
  return { ...turn, parts: turn.parts.flatMap((part): readonly Part[] => (isMedium(part) ? spoken(part) : [part])) }
}

/** A sound that the assistant spoke is what it said. */
function spoken(part: Part): readonly Part[] {
  return part.kind === 'audio' && part.transcript !== undefined ? [{ kind: 'text', text: part.transcript }] : []
}

/** Answers that were spoken, as their words: only the vendor that spoke them has the sound. */
export function withSpokenAnswers(request: ChatRequest, analysis = analysisOf(request.turns)): ChatRequest {
  if (!analysis.kinds.has('audio')) return request
  const isSpoken = ({ role }: Turn, part: Part) => role === 'assistant' && part.kind === 'audio' && part.transcript !== undefined
  if (!request.turns.some((turn) => turn.parts.some((part) => isSpoken(turn, part)))) return request
  const turns = request.turns.map((turn) => ({
    ...turn,
    parts: turn.parts.flatMap((part): readonly Part[] => (isSpoken(turn, part) ? spoken(part) : [part])),
  }))
  return { ...request, turns }
}

/** Instructions after the beginning, said by the user. */
export function withoutLaterInstructions(turns: readonly Turn[], losses: LossLog): readonly Turn[] {
  const isInstruction = ({ role }: Turn) => role === 'system' || role === 'developer'
  const first = turns.findIndex((turn) => !isInstruction(turn))
  if (first < 0 || !turns.slice(first).some(isInstruction)) return turns
  return turns.map((turn, index) => {
    if (index < first || !isInstruction(turn)) return turn
    losses.add(`turns[${index}].role`, 'not-expressible')
    return { ...turn, role: 'user' }
  })
}

/** With a word of the assistant between the results of tools and what the user says next; media of results are said by the user. */
export function withAnsweredResults(turns: readonly Turn[]): readonly Turn[] {
  const answered: Turn[] = []
  let media: Part[] = []
  const answer = () => answered.push({ role: 'assistant', parts: [{ kind: 'text', text: 'I see.' }] })
  const showMedia = () => {
    if (media.length === 0) return
    answer()
    answered.push({ role: 'user', parts: media })
    media = []
  }
  for (const turn of turns) {
    const [results, rest] = [turn.parts.filter(isResult), turn.parts.filter((part) => !isResult(part))]
    if (results.length > 0) {
      media.push(...results.flatMap(({ parts }) => parts.filter(isMedium)))
      answered.push(withoutResultMedia(rest.length > 0 ? { ...turn, role: 'tool', parts: results } : turn))
      if (rest.length === 0) continue
    }
    showMedia()
    if (turn.role !== 'assistant' && hasResult(answered.at(-1))) answer()
    answered.push(results.length > 0 ? { ...turn, role: 'user', parts: rest } : turn)
  }
  showMedia()
  return answered
}

const isResult = (part: Part): part is ToolResultPart => part.kind === 'tool-result'
const hasResult = (turn: Turn | undefined) => turn?.parts.some(isResult) === true

function withoutResultMedia(turn: Turn): Turn {
  if (!turn.parts.some((part) => part.kind === 'tool-result' && part.parts.some(isMedium))) return turn
  const parts = turn.parts.map((part): Part => {
    if (part.kind !== 'tool-result' || !part.parts.some(isMedium)) return part
    const kept = part.parts.filter((inner) => !isMedium(inner))
    return { ...part, parts: kept.length > 0 ? kept : [{ kind: 'text', text: 'See the next message.' }] }
  })
  return { ...turn, parts }
}
