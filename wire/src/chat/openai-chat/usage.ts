import type { JsonObject } from '../../json.ts'
import type { WireUsage } from '../usage.ts'

/** Usage of any dialect in the words of this one. Tokens; cached and audio input are part of `prompt_tokens` here. */
export function writeUsage(usage: WireUsage): JsonObject {
  const writes = usage.cacheWrite + usage.cacheWriteLong
  const prompt = usage.freshInput + usage.cacheRead + writes + usage.audioInput
  const completion = usage.output + usage.audioOutput
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      audio_tokens: usage.audioInput,
      // OpenRouter's word; OpenAI's reference has none, so it is said only where there is something to say.
      ...(writes > 0 && { cache_write_tokens: writes }),
      ...(usage.cacheWriteLong > 0 && {
        cache_creation: { ephemeral_5m_input_tokens: usage.cacheWrite, ephemeral_1h_input_tokens: usage.cacheWriteLong },
      }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: usage.audioOutput },
  }
}
