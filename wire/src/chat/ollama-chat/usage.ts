import type { Json, JsonObject } from '../../json.ts'
import type { WireUsage } from '../usage.ts'

/** The numbers that Ollama tells at the end; durations are nanoseconds. */
const FIELDS = ['prompt_eval_count', 'eval_count', 'total_duration', 'load_duration', 'prompt_eval_duration', 'eval_duration'] as const

/**
 * What Ollama's last message counts, in tokens; undefined where it counts nothing. Never gives anything but whole numbers from 0 up. Thinking
 * is part of the output, and no number tells how much; a prompt that was read before is counted whole.
 */
export function readUsage(message: JsonObject): WireUsage | undefined {
  const raw: JsonObject = {}
  for (const key of FIELDS) if (message[key] !== undefined) raw[key] = message[key]
  if (raw.prompt_eval_count === undefined && raw.eval_count === undefined) return undefined
  return {
    freshInput: count(raw.prompt_eval_count),
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteLong: 0,
    output: count(raw.eval_count),
    reasoning: 0,
    audioInput: 0,
    audioOutput: 0,
    raw,
  }
}

function count(value: Json | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
