import type { StopReason } from '../event.ts'

/** What the vendor's word for the end of an answer means. Source: AWS, Bedrock API reference, "ConverseResponse". */
export function stopReason(raw: string): StopReason {
  switch (raw) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop'
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'tool_use':
      return 'tool-calls'
    case 'guardrail_intervened':
    case 'content_filtered':
      return 'content-filter'
    case 'pause_turn':
      return 'pause'
    case 'refusal':
      return 'refusal'
    default:
      return 'unknown'
  }
}
