import type { JsonObject } from '../../encoding/json.ts'
import { inputTokensOf, outputTokensOf, type WireUsage } from '../reply/usage.ts'

/** Usage of any dialect in the words of this one. Tokens; cached and audio input are part of `prompt_tokens` here. */
export function writeUsage(usage: WireUsage): JsonObject {
  const writes = usage.cacheWrite + usage.cacheWriteLong
  const prompt = inputTokensOf(usage)
  const completion = outputTokensOf(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      audio_tokens: usage.audioInput,
      // OpenRouter's word; OpenAI's reference has none, so it is written only where it counts anything.
      ...(writes > 0 && { cache_write_tokens: writes }),
      ...(usage.cacheWriteLong > 0 && {
        cache_creation: { ephemeral_5m_input_tokens: usage.cacheWrite, ephemeral_1h_input_tokens: usage.cacheWriteLong },
      }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: usage.audioOutput },
  }
}
