import { type EndMeaning, type EndWords, meaningOf } from '../../reply/end-meaning.ts'

/**
 * The words of the vendors that speak this dialect for the end of an answer. Sources, 2026-09: OpenAI's, DeepSeek's, Mistral's, Zhipu's and
 * OpenRouter's API references, "finish_reason"; vLLM, "FinishReason".
 */
const words: EndWords = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  // Mistral: the whole context is full, where `length` is the limit that was requested.
  model_length: 'length',
  // DeepSeek: "interrupted due to insufficient resource of the inference system".
  insufficient_system_resource: { failure: 'the vendor ran out of resources while the model answered' },
  // OpenRouter and Mistral: the model failed while it answered.
  error: { failure: 'the model failed while it answered' },
  // Zhipu.
  sensitive: 'content-filter',
  network_error: { failure: 'the model failed while it answered' },
  model_context_window_exceeded: 'length',
  // vLLM and SGLang: somebody stopped the request on the server.
  abort: { failure: 'the vendor stopped the answer' },
  // Words of other dialects that relays pass on.
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  pause_turn: 'pause',
  refusal: 'refusal',
  safety: 'content-filter',
  recitation: 'content-filter',
  blocklist: 'content-filter',
  prohibited_content: 'content-filter',
  spii: 'content-filter',
  language: 'content-filter',
  malformed_function_call: { failure: 'the model wrote a tool call that cannot be read' },
  unexpected_tool_call: { failure: 'the model called a tool that it was not given' },
  other: { failure: 'the model stopped for a reason that its vendor does not name' },
}

/** Google's address for this dialect puts its own word behind one of these. */
const prefixes: readonly (readonly [string, EndMeaning])[] = [
  ['content_filter:', 'content-filter'],
  ['function_call_filter:', { failure: 'the model wrote a tool call that its vendor refused' }],
]

/** What the vendor's word for the end of a choice means. There are many servers with words of their own, most of them for a usual end. */
export function endMeaning(raw: string): EndMeaning {
  const word = raw.toLowerCase()
  return meaningOf(words, word) ?? prefixes.find(([prefix]) => word.startsWith(prefix))?.[1] ?? 'unknown'
}
