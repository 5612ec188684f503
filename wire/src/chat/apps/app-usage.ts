import type { Json } from '../../encoding/json.ts'
import { noTokens, type WireUsage } from '../reply/usage.ts'

/** The usage that an app reports, in tokens, from the fields of any vendor: a total beyond both sides is prompt that was read on the way, as by the steps of an agent. */
export function appUsage(input: Json | undefined, output: Json | undefined, total: Json | undefined, raw: Json): WireUsage {
  const outputTokens = countOf(output)
  return { ...noTokens, freshInput: Math.max(countOf(input), countOf(total) - outputTokens), output: outputTokens, raw }
}

/** A count of tokens; 0 where it is none. */
export function countOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
