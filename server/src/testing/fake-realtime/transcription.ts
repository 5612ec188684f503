// What was said, written down by a model of its own, with a bill of its own.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { textOf } from '@waystation/wire/testing/strict/openai/refusal'
import { heardTokens, textTokens, wordTokens } from './usage.ts'

/** What is heard in a piece of sound. */
export interface Heard {
  readonly transcript: string
  /** Its transcription fails with this code. */
  readonly failure?: string
}

interface Order {
  readonly itemId: string
  readonly ms: number
  readonly heard: Heard
  /** The session's `audio.input.transcription`. */
  readonly settings: JsonObject
}

/** Sold by the second. Source: reference of the completed event and the prices of the models, 2026-11. */
const timed = /whisper/
/** It tells a transcript at once. Source: guide "Realtime transcription", 2026: "for whisper-1 the delta event will contain full turn transcript". */
const WHOLE = 'whisper-1'
const EVENT = 'conversation.item.input_audio_transcription'

/** The events of a transcription; usage is undefined where it failed. Source: frames recorded with gpt-4o-mini-transcribe, 2026-09-18. */
export function transcribe({ itemId, ms, heard, settings }: Order) {
  const model = textOf(settings.model) || 'gpt-4o-mini-transcribe'
  const at = { item_id: itemId, content_index: 0 }
  if (heard.failure !== undefined) {
    const error = { type: 'transcription_error', code: heard.failure, message: 'The transcription failed.', param: null }
    return { model, usage: undefined, events: [{ type: `${EVENT}.failed`, ...at, error }] }
  }
  const words = model === WHOLE ? [heard.transcript] : (heard.transcript.match(/\s*\S+/g) ?? [])
  const usage = timed.test(model) ? { type: 'duration', seconds: ms / 1000 } : tokensOf(ms, heard.transcript, textOf(settings.prompt))
  return {
    ...{ model, usage },
    events: [
      ...words.map((delta) => ({ type: `${EVENT}.delta`, ...at, delta, obfuscation: 'x' })),
      { type: `${EVENT}.completed`, ...at, transcript: heard.transcript, usage },
    ],
  }
}

function tokensOf(ms: number, transcript: string, prompt: string): JsonObject {
  const [text_tokens, audio_tokens, output_tokens] = [textTokens(prompt), heardTokens(ms), wordTokens(transcript)]
  const input_tokens = text_tokens + audio_tokens
  const input_token_details = { text_tokens, audio_tokens }
  return { type: 'tokens', total_tokens: input_tokens + output_tokens, input_tokens, input_token_details, output_tokens }
}
