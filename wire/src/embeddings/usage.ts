import { noTokens, type WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { hasUsage, readUsage } from '../openai/usage.ts'

/** The usage of a reply in OpenAI's shape; undefined where the vendor reports none. Vectors are no output. */
export function embeddingUsage(reply: Json): WireUsage | undefined {
  if (!isObject(reply) || !hasUsage(reply.usage)) return undefined
  const usage = reply.usage
  // Several vendors report the total only, and all of it is input.
  const isTotalOnly = usage.prompt_tokens === undefined && usage.input_tokens === undefined
  return { ...readUsage(isTotalOnly ? { ...usage, prompt_tokens: usage.total_tokens } : usage), raw: usage }
}

/** Cohere's: what it bills, tokens of pictures among them. Source: https://docs.cohere.com/reference/embed, 2026. */
export function billedUsage(reply: Json): WireUsage | undefined {
  const meta = isObject(reply) && isObject(reply.meta) ? reply.meta : {}
  const billed: JsonObject = isObject(meta.billed_units) ? meta.billed_units : {}
  const tokens = [billed.input_tokens, billed.image_tokens].reduce<number>((sum, count) => sum + tokensIn(count), 0)
  // A number that cannot be a count is told apart by whoever bills.
  const isOdd = Object.values(billed).some((count) => typeof count === 'number' && count < 0)
  return tokens > 0 || isOdd ? { ...noTokens, freshInput: tokens, raw: billed } : undefined
}

const tokensIn = (count: Json | undefined): number => readUsage({ prompt_tokens: count ?? 0 }).freshInput
