import type { JsonObject } from '../../encoding/json.ts'
import { inputTokensOf, outputTokensOf, type WireUsage } from '../reply/usage.ts'

/** Usage of any dialect in the words of this one. Tokens; cached and written input are part of `input_tokens` here. */
export function writeUsage(usage: WireUsage): JsonObject {
  const writes = usage.cacheWrite + usage.cacheWriteLong
  const input = inputTokensOf(usage)
  const output = outputTokensOf(usage)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cacheRead,
      // Only newer models report it, so it is written where it counts anything.
      ...(writes > 0 && { cache_write_tokens: writes }),
      ...(usage.cacheWriteLong > 0 && {
        cache_creation: { ephemeral_5m_input_tokens: usage.cacheWrite, ephemeral_1h_input_tokens: usage.cacheWriteLong },
      }),
      ...(usage.audioInput > 0 && { audio_tokens: usage.audioInput }),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning, ...(usage.audioOutput > 0 && { audio_tokens: usage.audioOutput }) },
    total_tokens: input + output,
  }
}
