import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { noTokens, type WireUsage } from '../reply/usage.ts'

/**
 * Cohere's usage object, in tokens. Never throws and never gives anything but whole numbers from 0 up.
 *
 * `billed_units` is what is charged. `tokens` also counts what Cohere itself adds to the prompt and the response, free of charge, and
 * `cached_tokens` is a part of these, so that both stand in `raw` only. Without billed units, as in private deployments, `tokens` counts.
 * Source: Cohere docs, "How Does Cohere's Pricing Work", and its recorded answers.
 */
export function readUsage(usage: JsonObject): WireUsage {
  const counted = isBilled(usage.billed_units) ? usage.billed_units : isObject(usage.tokens) ? usage.tokens : {}
  return {
    ...noTokens,
    freshInput: count(counted.input_tokens),
    // Thinking is part of the output and is not counted apart.
    output: count(counted.output_tokens),
    raw: usage,
  }
}

function isBilled(units: Json | undefined): units is JsonObject {
  return isObject(units) && (units.input_tokens !== undefined || units.output_tokens !== undefined)
}

/** A count of tokens: whole, from 0 up. */
function count(value: Json | undefined): number {
  if (typeof value !== 'number' || !(value > 0) || value > Number.MAX_SAFE_INTEGER) return 0
  return Math.trunc(value)
}
