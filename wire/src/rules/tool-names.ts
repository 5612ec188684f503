// Names of tools as the vendor takes them, and back again in its replies.

import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatEvent } from '../chat/reply/event.ts'
import type { ChatRequest, Part, Tool, ToolChoice, ToolResultPart } from '../chat/request/request.ts'
import { analysisOf } from './analysis.ts'
import { shortHash } from './short-hash.ts'
import type { NameRule } from './vendors/chat-rules.ts'

/** The name as the vendor takes it: itself where it fits, else its beginning with a hash of the whole. */
export function takenName(name: string, { maxLength, refused, begins }: NameRule): string {
  if (name.length <= maxLength && !refused.test(name) && (begins?.test(name) ?? true)) return name
  const plain = name.replaceAll(new RegExp(refused, 'g'), '_')
  const begun = begins === undefined || begins.test(plain) ? plain : `tool_${plain}`
  const hash = shortHash(name)
  return `${begun.slice(0, maxLength - hash.length - 1)}_${hash}`
}

/** Does a reply have a name that `takenName` may have made? */
const MADE = /_[\da-f]{10}$/

/** The request with all its names as the vendor takes them. Nothing is lost by it: `originalNames` has the way back. */
export function limitToolNames(request: ChatRequest, rule: NameRule, _: LossLog, analysis = analysisOf(request.turns)): ChatRequest {
  const { tools, turns, toolChoice } = request
  // An agent's history has the names of a few tools many times.
  const fitting = new Set<string>()
  const isFitting = (name: string) => {
    if (fitting.has(name)) return true
    const isTaken = takenName(name, rule) === name
    if (isTaken) fitting.add(name)
    return isTaken
  }
  const hasTools = tools?.some((tool) => tool.kind !== 'vendor' && !isFitting(tool.name)) === true
  const isRenamed = ({ toolName }: ToolResultPart) => toolName !== undefined && !isFitting(toolName)
  if (!hasTools && analysis.calls.every(({ name }) => isFitting(name)) && !analysis.results.some(isRenamed)) return request
  const isNamed = (part: Part) => (part.kind === 'tool-call' && !isFitting(part.name)) || (part.kind === 'tool-result' && isRenamed(part))
  const renamedTool = (tool: Tool): Tool => (tool.kind === 'vendor' ? tool : { ...tool, name: takenName(tool.name, rule) })
  return {
    ...request,
    ...(tools && { tools: tools.map(renamedTool) }),
    ...(toolChoice && { toolChoice: renamedChoice(toolChoice, rule) }),
    turns: turns.map((turn) => (turn.parts.some(isNamed) ? { ...turn, parts: turn.parts.map((part) => renamedPart(part, rule)) } : turn)),
  }
}

function renamedPart(part: Part, rule: NameRule): Part {
  if (part.kind === 'tool-call') return { ...part, name: takenName(part.name, rule) }
  if (part.kind === 'tool-result' && part.toolName !== undefined) return { ...part, toolName: takenName(part.toolName, rule) }
  return part
}

function renamedChoice(choice: ToolChoice, rule: NameRule): ToolChoice {
  if (choice.kind === 'tool') return { ...choice, name: takenName(choice.name, rule) }
  if (choice.kind === 'some') return { ...choice, names: choice.names.map((name) => takenName(name, rule)) }
  return choice
}

/**
 * Gives calls in a reply the names that the caller knows.
 * @param conversation the caller's request, read only once a name appears that may have been made here
 */
export function originalNames(conversation: () => ChatRequest, rule: NameRule): (events: readonly ChatEvent[]) => readonly ChatEvent[] {
  let originals: ReadonlyMap<string, string> | undefined
  const original = (event: ChatEvent): ChatEvent => {
    if (event.kind !== 'part-started' || event.initial.kind !== 'tool-call' || !MADE.test(event.initial.name)) return event
    originals ??= namesOf(conversation(), rule)
    const name = originals.get(event.initial.name)
    return name === undefined ? event : { ...event, initial: { ...event.initial, name } }
  }
  return (events) => events.map(original)
}

function namesOf({ tools = [] }: ChatRequest, rule: NameRule): ReadonlyMap<string, string> {
  return new Map(tools.flatMap((tool) => (tool.kind === 'vendor' ? [] : [[takenName(tool.name, rule), tool.name]])))
}
