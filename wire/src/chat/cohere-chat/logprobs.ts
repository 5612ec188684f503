import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'

/**
 * Log probabilities in the canonical form, of one piece of text or a list; undefined where there are none. Cohere sends the text of a piece
 * and a number for each of its tokens, but not their texts: a piece of several tokens is one entry with the sum, the probability of its text.
 */
export function readLogprobs(value: Json | undefined): JsonObject | undefined {
  const pieces = (Array.isArray(value) ? value : [value]).filter(isObject)
  const content = pieces.flatMap(({ text, logprobs }): JsonObject[] => {
    if (typeof text !== 'string' || !Array.isArray(logprobs)) return []
    const logprob = logprobs.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0)
    return [{ token: text, logprob, bytes: null, top_logprobs: [] }]
  })
  return content.length === 0 ? undefined : { content, refusal: null }
}
