import { type EndMeaning, type EndWords, meaningOf } from '../../reply/end-meaning.ts'

/** The vendor's words for the end of an answer. Source: AWS, Bedrock API reference, "ConverseResponse", `stopReason`, 2026-09. */
const words: EndWords = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
  pause_turn: 'pause',
  refusal: 'refusal',
  malformed_model_output: { failure: 'the model wrote an answer that cannot be read' },
  malformed_tool_use: { failure: 'the model wrote a tool call that cannot be read' },
}

/** What the vendor's word for the end of an answer means. A word that came into use later says that it may not be whole. */
export const endMeaning = (raw: string): EndMeaning => meaningOf(words, raw) ?? 'length'
