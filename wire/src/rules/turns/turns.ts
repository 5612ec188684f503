import type { LossLog } from '../../chat/losses/loss.ts'
import { partLoss } from '../../chat/losses/part-loss.ts'
import { partPath, turnPath } from '../../chat/request/placed-part.ts'
import type { ChatRequest, Part, Turn } from '../../chat/request/request.ts'
import { analysisOf, type ConversationAnalysis } from '../analysis.ts'
import { byIndicesBefore } from '../places.ts'
import type { TurnsRule } from '../vendors/chat-rules.ts'
import { type Change, changesOfHistory, withAnsweredResults, withoutLaterInstructions } from './histories.ts'

const GO_ON = 'Go on exactly where your last message ends, without repeating it.'

/** Between these stand the visible characters of ASCII. */
const SPACE = 0x20
const DELETE = 0x7f

/** Roles, names and contents as the vendor takes them. */
export function limitTurns(request: ChatRequest, rule: TurnsRule, losses: LossLog, analysis = analysisOf(request.turns)): ChatRequest {
  let turns = changed(request.turns, [...changesOfTurns(rule, losses, analysis), ...changesOfHistory(rule, losses, analysis)])
  if (rule.refusesEmpty) turns = withoutEmpty(turns, rule.refusesEmpty, losses)
  const before = () => byIndicesBefore(request.turns, turns, losses)
  if (rule.refusesInstructions) turns = withoutInstructions(turns, before())
  if (rule.refusesLaterInstructions) turns = withoutLaterInstructions(turns, before())
  if (rule.needsUser && turns.every(isInstruction)) turns = turns.map((turn) => ({ ...turn, role: 'user' }))
  if (rule.beginsWithUser) turns = begunByUser(turns)
  if (rule.answersResults) turns = withAnsweredResults(turns)
  if (rule.trimsPrefill) turns = trimmedPrefill(turns)
  if (rule.refusesPrefill && turns.at(-1)?.role === 'assistant' && !callsTools(turns.at(-1))) {
    before().add(`turns[${turns.length - 1}].role`, 'not-expressible')
    turns = [...turns, { role: 'user', parts: [{ kind: 'text', text: GO_ON }] }]
  }
  return turns === request.turns ? request : { ...request, turns }
}

function changed(turns: readonly Turn[], changes: readonly Change[]): readonly Turn[] {
  if (changes.length === 0) return turns
  let isChanged = false
  const all = turns.map((turn, index) => {
    let next = turn
    for (const change of changes) next = change(next, index)
    isChanged ||= next !== turn
    return next
  })
  return isChanged ? all : turns
}

/** The changes of single turns that a rule demands, where the conversation has what they change, in their order. */
function changesOfTurns(rule: TurnsRule, losses: LossLog, { calls, kinds }: ConversationAnalysis): Change[] {
  const changes: Change[] = []
  if (rule.refusesDeveloper) changes.push((turn) => (turn.role === 'developer' ? { ...turn, role: 'system' } : turn))
  if (rule.refusesNames) changes.push((turn, index) => withoutName(turn, `turns[${index}].name`, losses))
  if (rule.needsFileNames && kinds.has('file')) changes.push(withFileNames)
  if (rule.needsContent && calls.length > 0) changes.push(withContent)
  return changes
}

const isInstruction = ({ role }: Turn) => role === 'system' || role === 'developer'
const callsTools = (turn: Turn | undefined) => turn?.parts.some((part) => part.kind === 'tool-call') === true

function withoutName(turn: Turn, path: string, losses: LossLog): Turn {
  if (turn.name === undefined) return turn
  losses.add(path, 'not-expressible')
  const { name: _, ...rest } = turn
  return rest
}

function withFileNames(turn: Turn): Turn {
  if (!turn.parts.some(holdsFile)) return turn
  const parts = withNamedFiles(turn.parts)
  return parts === turn.parts ? turn : { ...turn, parts }
}

const holdsFile = (part: Part): boolean => part.kind === 'file' || (part.kind === 'tool-result' && part.parts.some(holdsFile))

function withNamedFiles(parts: readonly Part[]): readonly Part[] {
  const named = parts.map((part): Part => {
    if (part.kind === 'file' && part.fileName === undefined && part.source.kind === 'base64') return { ...part, fileName: fileNameOf(part) }
    if (part.kind !== 'tool-result') return part
    const inner = withNamedFiles(part.parts)
    return inner === part.parts ? part : { ...part, parts: inner }
  })
  return named.every((part, index) => part === parts[index]) ? parts : named
}

function withContent(turn: Turn): Turn {
  if (turn.role !== 'assistant' || !callsTools(turn) || turn.parts.some((part) => part.kind === 'text')) return turn
  return { ...turn, parts: [...turn.parts, { kind: 'text', text: '' }] }
}

function fileNameOf(part: Part): string {
  const type = part.kind === 'file' ? (part.mediaType ?? '') : ''
  if (type === '' || type === 'application/pdf') return 'file.pdf'
  return `file.${type === 'text/plain' ? 'txt' : type.slice(type.lastIndexOf('/') + 1).replaceAll(/[^\w]/g, '') || 'bin'}`
}

/** Without turns that say nothing, and without empty texts beside others. A conversation of nothing but those stays as it is. */
function withoutEmpty(turns: readonly Turn[], which: true | 'unsigned', losses: LossLog): readonly Turn[] {
  const isEmpty = (part: Part) => part.kind === 'text' && isBlank(part.text) && (which === true || part.signature === undefined)
  // Another vendor's own items have no place in this dialect, so a turn of nothing but those says nothing here.
  const isSilent = ({ role, parts }: Turn) =>
    role !== 'tool' && parts.length > 0 && parts.every((part) => isEmpty(part) || part.kind === 'unknown')
  if (!turns.some((turn) => turn.parts.length === 0 || turn.parts.some(isEmpty) || isSilent(turn))) return turns
  for (const [index, turn] of turns.entries())
    if (isSilent(turn)) for (const [at, part] of turn.parts.entries()) losses.add(partPath(turnPath(index), at), partLoss(part))
  const kept = turns
    .filter((turn) => !isSilent(turn))
    .map((turn) => (turn.parts.some(isEmpty) ? { ...turn, parts: turn.parts.filter((part) => !isEmpty(part)) } : turn))
    .filter((turn) => turn.parts.length > 0)
  return kept.some((turn) => turn.role === 'user') ? kept : turns
}

function isBlank(text: string): boolean {
  // Most texts begin with a letter; to trim a long one takes a copy of it.
  return !(text.charCodeAt(0) > SPACE && text.charCodeAt(0) < DELETE) && text.trim() === ''
}

/** Instructions as the beginning of the user's first words. */
function withoutInstructions(turns: readonly Turn[], losses: LossLog): readonly Turn[] {
  if (!turns.some(isInstruction)) return turns
  for (const [index, turn] of turns.entries()) {
    if (!isInstruction(turn)) continue
    losses.add(turnPath(index), 'not-expressible')
  }
  const words = turns.filter(isInstruction).flatMap(({ parts }) => parts)
  const others = turns.filter((turn) => !isInstruction(turn))
  return [{ role: 'user', parts: words }, ...others]
}

/** With words of the user before an assistant who would speak first. */
function begunByUser(turns: readonly Turn[]): readonly Turn[] {
  const first = turns.findIndex((turn) => !isInstruction(turn))
  if (turns[first]?.role !== 'assistant') return turns
  return [...turns.slice(0, first), { role: 'user', parts: [{ kind: 'text', text: 'Hello.' }] }, ...turns.slice(first)]
}

function trimmedPrefill(turns: readonly Turn[]): readonly Turn[] {
  const last = turns.at(-1)
  const text = last?.parts.at(-1)
  if (last?.role !== 'assistant' || text?.kind !== 'text' || text.text === text.text.trimEnd()) return turns
  const trimmed = { ...text, text: text.text.trimEnd() }
  const parts = trimmed.text === '' ? last.parts.slice(0, -1) : [...last.parts.slice(0, -1), trimmed]
  return parts.length === 0 ? turns.slice(0, -1) : [...turns.slice(0, -1), { ...last, parts }]
}
