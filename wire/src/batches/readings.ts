// What the readers of batches share.
import type { Json } from '../encoding/json.ts'
import { WireError } from '../wire-error.ts'

/** Requests of one batch, at most. Source: OpenAI, guide "Batch API", 2026; Anthropic takes twice as many. */
export const MAX_BATCH_LINES = 50_000

export const countIn = (value: Json | undefined): number => Math.max(0, Math.floor(Number(value ?? 0)) || 0)

/** @param limit as the caller has it; @param most that a page has */
export function limitIn(limit: string | undefined, usual: number, most: number): number {
  if (limit === undefined) return usual
  const number = Number(limit)
  if (!Number.isInteger(number) || number < 1) throw new WireError('limit', `a whole number from 1 to ${most}`)
  return Math.min(number, most)
}

/** Per cent of requests that are done; 99 at most before the end. */
export function progressOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total))
}

/** Throws WireError where two requests have one id, so that their answers could not be told apart. */
export function assertDistinct(ids: readonly string[], path: (index: number) => string): void {
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw new WireError(path(index), 'an id that no other request of the batch has')
    seen.add(id)
  }
}
