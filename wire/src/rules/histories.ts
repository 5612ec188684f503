// What earlier turns may hold.
import { argumentsObject } from '../chat/arguments.ts'
import type { LossLog } from '../chat/loss.ts'
import type { Part, Turn } from '../chat/request.ts'
import { isObject, parseJson } from '../json.ts'
import type { TurnsRule } from './chat-rules.ts'

type Change = (turn: Turn, index: number) => Turn

/** The changes of single turns that a rule demands, in their order. */
export function changesOfHistory(rule: TurnsRule, losses: LossLog): Change[] {
  return [
    ...(rule.refusesRefusals ? [withSpokenRefusals] : []),
    ...(rule.refusesThoughts ? [withoutThoughts] : []),
    ...(rule.needsThoughtsBesideCalls ? [withThoughts] : []),
    ...(rule.needsJsonArguments ? [withJsonArguments] : []),
    ...(rule.refusesMediaOfAssistant ? [(turn: Turn, index: number) => withoutMedia(turn, `turns[${index}]`, losses)] : []),
  ]
}

function withSpokenRefusals(turn: Turn): Turn {
  if (!turn.parts.some(({ kind }) => kind === 'refusal')) return turn
  return { ...turn, parts: turn.parts.map((part) => (part.kind === 'refusal' ? { kind: 'text', text: part.text } : part)) }
}

/** Thinking is the model's own: it thinks again. */
function withoutThoughts(turn: Turn): Turn {
  if (!turn.parts.some(({ kind }) => kind === 'reasoning')) return turn
  return { ...turn, parts: turn.parts.filter(({ kind }) => kind !== 'reasoning') }
}

function withThoughts(turn: Turn): Turn {
  const calls = turn.role === 'assistant' && turn.parts.some(({ kind }) => kind === 'tool-call')
  if (!calls || turn.parts.some((part) => part.kind === 'reasoning' && (part.text !== '' || part.encrypted === undefined))) return turn
  return { ...turn, parts: [{ kind: 'reasoning', text: '' }, ...turn.parts.filter(({ kind }) => kind !== 'reasoning')] }
}

function withJsonArguments(turn: Turn): Turn {
  const isBroken = (part: Part) => part.kind === 'tool-call' && part.isCustom !== true && !isObject(parseJson(part.argumentsText))
  if (!turn.parts.some(isBroken)) return turn
  const repaired = (part: Part): Part =>
    part.kind === 'tool-call' && isBroken(part) ? { ...part, argumentsText: JSON.stringify(argumentsObject(part.argumentsText)) } : part
  return { ...turn, parts: turn.parts.map(repaired) }
}

function withoutMedia(turn: Turn, path: string, losses: LossLog): Turn {
  const isMedium = ({ kind }: Part) => kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'file'
  if (turn.role !== 'assistant' || !turn.parts.some(isMedium)) return turn
  for (const [index, part] of turn.parts.entries()) if (isMedium(part)) losses.add(`${path}.parts[${index}]`, 'not-expressible')
  return { ...turn, parts: turn.parts.flatMap((part): readonly Part[] => (isMedium(part) ? spoken(part) : [part])) }
}

/** A sound that the assistant spoke is what it said. */
function spoken(part: Part): readonly Part[] {
  return part.kind === 'audio' && part.transcript !== undefined ? [{ kind: 'text', text: part.transcript }] : []
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

/** With a word of the assistant between the results of tools and what the user says next. */
export function withAnsweredResults(turns: readonly Turn[]): readonly Turn[] {
  const answered: Turn[] = []
  for (const turn of turns) {
    const isResult = (each: Turn | undefined) => each?.parts.some(({ kind }) => kind === 'tool-result') === true
    if (turn.role === 'user' && !isResult(turn) && isResult(answered.at(-1)))
      answered.push({ role: 'assistant', parts: [{ kind: 'text', text: 'I see.' }] })
    answered.push(turn)
  }
  return answered.length === turns.length ? turns : answered
}
