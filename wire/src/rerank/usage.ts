import { noTokens, type WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { readUsage } from '../openai/usage.ts'

/**
 * What a ranking used: tokens in `usage` (Jina, and most who follow it) or in `meta.tokens` (SiliconFlow, Xinference), and what Cohere sells,
 * searches, in `meta.billed_units`. A ranking has no output: where a total is reported, all of it is input. Undefined: nothing is reported.
 */
export function readRerankUsage(reply: Json): WireUsage | undefined {
  if (!isObject(reply)) return undefined
  const meta = object(reply.meta)
  const billed = object(meta.billed_units)
  const usage = object(reply.usage)
  const tokens = [usage, object(meta.tokens), billed].map(inputOf).find((count) => count > 0) ?? 0
  const searches = count(billed.search_units)
  const raw = isObject(reply.usage) ? reply.usage : isObject(reply.meta) ? reply.meta : undefined
  // An object full of zeros beside a ranking is no report; one with a number that cannot be a count is told apart by whoever bills.
  if (raw === undefined || (tokens === 0 && searches === 0 && !hasOddCount(raw))) return undefined
  return { ...noTokens, freshInput: tokens, ...(searches > 0 && { searches }), raw }
}

function inputOf(usage: JsonObject): number {
  const counts = [usage.total_tokens, usage.prompt_tokens, usage.input_tokens]
  return counts.map((each) => readUsage({ prompt_tokens: each ?? 0 }).freshInput).find((each) => each > 0) ?? 0
}

function count(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 && Number.isSafeInteger(value) ? value : 0
}

/** Is there a count of tokens below zero? */
function hasOddCount(usage: JsonObject): boolean {
  return Object.values(usage).some((value) => typeof value === 'number' && value < 0)
}

const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
