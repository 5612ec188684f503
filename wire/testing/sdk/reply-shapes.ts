// Shapes of replies made from the types of a client's SDK.
import type { Shape } from '../strict/shape.ts'
import type { Declarations } from './declarations.ts'
import { type Addition, each, type Rules, sdkShapes } from './shapes.ts'

/** Fields that the types do not name are taken, and every whole number is a count or a place. */
export function replyShapes(all: Declarations, rules: Omit<Rules, 'others'>): (name: string) => Shape {
  const decimals = [
    ...['logprob', 'temperature', 'top_p', 'logProbability', 'avgLogprobs', 'confidenceScores'],
    ...['score', 'score_threshold', 'text_weight', 'embedding_weight'],
  ]
  return sdkShapes(all, { others: 'ignored', least: 0, decimals, ...rules })
}

/** Texts that are never empty, as additions to the types. */
export function filled(...fields: string[]): Record<string, Addition> {
  return each(fields, (shape) => (shape.is === 'text' ? { ...shape, min: 1 } : shape))
}

/** Fields that are never absent, as additions to the types. */
export function demanded(...fields: string[]): Record<string, Addition> {
  return each(fields, { required: true })
}
