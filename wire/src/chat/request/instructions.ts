import type { ChatRequest, Turn } from './request.ts'

const isInstruction = ({ role }: Turn) => role === 'system' || role === 'developer'

/** The request with this text in place of the instructions that it begins with; before all turns where it begins with none. */
export function withInstructions(request: ChatRequest, text: string): ChatRequest {
  const firstOther = request.turns.findIndex((turn) => !isInstruction(turn))
  const rest = firstOther < 0 ? [] : request.turns.slice(firstOther)
  const role = request.turns.find(isInstruction)?.role ?? 'system'
  return { ...request, turns: [{ role, parts: [{ kind: 'text', text }] }, ...rest] }
}
