import type { StopReason } from '../reply/event.ts'

/** What the vendor's word for the end of an answer means. */
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
    case 'pause_turn':
    case 'compaction':
      return 'pause'
    case 'refusal':
      return 'refusal'
    default:
      // A word that came into use later: the answer may not be whole.
      return 'length'
  }
}

/** What an answer held: it decides the stop reason where another vendor's word does not fit. */
export interface AnswerShape {
  readonly hasCall: boolean
  readonly hasRefusal: boolean
}

/**
 * The vendor's word for another's reason. Clients of this dialect run tools when the word is `tool_use`, and only then: some vendors end an
 * answer with calls by `stop`, and one without any by `tool_calls`.
 */
export function stopWord(reason: StopReason | undefined, stopSequence: string | undefined, shape: AnswerShape): string {
  switch (reason) {
    case 'length':
      return 'max_tokens'
    case 'refusal':
    case 'content-filter':
      return 'refusal'
    case 'pause':
      return 'pause_turn'
    default:
      if (shape.hasCall) return 'tool_use'
      if (shape.hasRefusal) return 'refusal'
      return stopSequence === undefined ? 'end_turn' : 'stop_sequence'
  }
}
