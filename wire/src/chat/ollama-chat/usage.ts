import type { Json, JsonObject } from '../../encoding/json.ts'
import { noTokens, type WireUsage } from '../reply/usage.ts'

/** The counts that Ollama reports at the end; durations are nanoseconds. */
const FIELDS = ['prompt_eval_count', 'eval_count', 'total_duration', 'load_duration', 'prompt_eval_duration', 'eval_duration'] as const

/**
 * What Ollama's last message counts, in tokens; undefined where it counts nothing. Never gives anything but whole numbers from 0 up. Thinking
 * is part of the output and is not counted apart; a prompt that was read before is counted whole.
 */
export function readUsage(message: JsonObject): WireUsage | undefined {
  const raw: JsonObject = {}
  for (const key of FIELDS) if (message[key] !== undefined) raw[key] = message[key]
  if (raw.prompt_eval_count === undefined && raw.eval_count === undefined) return undefined
  return {
    ...noTokens,
    freshInput: count(raw.prompt_eval_count),
    output: count(raw.eval_count),
    raw,
  }
}

function count(value: Json | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
