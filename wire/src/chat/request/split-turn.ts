import { type PlacedPart, placeParts } from './placed-part.ts'
import type { ToolResultPart, Turn } from './request.ts'

/** A turn for a dialect in which each tool result is a message of its own. */
export interface SplitTurn {
  /** To be written first: results stand right after the calls that they answer. */
  readonly results: readonly PlacedPart<ToolResultPart>[]
  readonly others: readonly PlacedPart[]
  /** Whose words `others` are. */
  readonly role: 'system' | 'user' | 'assistant'
}

/** Takes the tool results out of a turn. @param path the turn's place */
export function splitTurn(turn: Turn, path: string): SplitTurn {
  const results: PlacedPart<ToolResultPart>[] = []
  const others: PlacedPart[] = []
  for (const { part, path: place } of placeParts(turn.parts, path)) {
    if (part.kind === 'tool-result') results.push({ part, path: place })
    else others.push({ part, path: place })
  }
  const { role } = turn
  return { results, others, role: role === 'developer' ? 'system' : role === 'tool' ? 'user' : role }
}
