import { type EndMeaning, type EndWords, meaningOf } from '../reply/end-meaning.ts'
import type { StopReason } from '../reply/event.ts'

/**
 * Google's words for the end of an answer. A filter's verdict is told as such; what only says that nothing usable came is a failure, which
 * another try may not meet. Source: Gemini API reference, `Candidate.FinishReason`; Vertex AI reference, the same enumeration; 2026-09.
 */
const words: EndWords = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  LANGUAGE: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  OTHER: { failure: 'the model stopped for a reason that its vendor does not name' },
  MALFORMED_FUNCTION_CALL: { failure: 'the model wrote a tool call that cannot be read' },
  MALFORMED_RESPONSE: { failure: 'the model wrote an answer that cannot be read' },
  UNEXPECTED_TOOL_CALL: { failure: 'the model called a tool that it was not given' },
  TOO_MANY_TOOL_CALLS: { failure: 'the model called too many tools one after another' },
  MISSING_THOUGHT_SIGNATURE: { failure: 'the vendor misses a signature of the model in the conversation' },
  NO_IMAGE: { failure: 'the model made no image' },
  IMAGE_OTHER: { failure: 'the model made no image, for a reason that its vendor does not name' },
}

/**
 * What Google's word for the end of an answer means. It has none for calls: an answer that holds some has stopped for them. A word that came
 * into use later says that the answer may not be whole.
 */
export function endMeaning(raw: string, hasCalls: boolean): EndMeaning {
  const meaning = meaningOf(words, raw) ?? 'length'
  return meaning === 'stop' && hasCalls ? 'tool-calls' : meaning
}

/** Google's word for a reason of another dialect. */
export const reasonWords: Readonly<Record<StopReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
  refusal: 'SAFETY',
  // The answer is to be continued, as one that reached its limit.
  pause: 'MAX_TOKENS',
  unknown: 'OTHER',
}
