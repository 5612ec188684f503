// What answers of Google's models that speak or listen have in common. Source: the types of @google/genai 2.32.0, 2026.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { ReportedError } from '../../openai/error.ts'

/** Ends of an answer that is all there, or as long as it may be. */
const GOOD_ENDS: ReadonlySet<Json | undefined> = new Set(['STOP', 'MAX_TOKENS'])

/** The first candidate, of which there is one; empty where there is none. */
export const candidateOf = ({ candidates }: JsonObject): JsonObject => objects(candidates)[0] ?? {}

/** The parts of a candidate. */
export function partsOf({ content }: JsonObject): JsonObject[] {
  return isObject(content) ? objects(content.parts) : []
}

/**
 * Why a request was not answered, or not to its end.
 * @param failed what did not happen, such as "the text was not spoken"
 */
export function refusalIn(answer: JsonObject, failed: string): ReportedError | undefined {
  const { promptFeedback } = answer
  const blocked = isObject(promptFeedback) ? promptFeedback.blockReason : undefined
  const { finishReason } = candidateOf(answer)
  const reason = blocked ?? (finishReason === undefined || GOOD_ENDS.has(finishReason) ? undefined : finishReason)
  return typeof reason === 'string' ? { message: `${failed}: ${reason}`, code: reason, status: 400 } : undefined
}

const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
