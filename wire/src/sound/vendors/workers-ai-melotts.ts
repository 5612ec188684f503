// Speech of MeloTTS at Cloudflare, which answers with JSON and the recording in it. Source:
// https://developers.cloudflare.com/workers-ai/models/melotts, 2026.
import { bytesOfBase64 } from '../../chat/media/base64-alphabet.ts'
import { isObject } from '../../encoding/json.ts'
import { reportedError } from '../../openai/error.ts'
import { described, type SpeechFormat } from '../format.ts'
import { loseInstructions, ownFields, speedWithin } from '../speech-fields.ts'

/** The only one that it makes. */
const FORMAT = 'mp3'
/** It has no field for the speed. */
const SPEEDS = [1, 1] as const
/** The language, of which each has one voice. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['lang'])

export const workersAiMelotts: SpeechFormat = {
  unsupported: ({ response_format: format = FORMAT, stream_format: stream }) => [
    ...(format === FORMAT ? [] : [described('response_format', format)]),
    ...(stream === 'sse' ? [described('stream_format', stream)] : []),
  ],

  writeRequest(body, _model, losses) {
    loseInstructions(body, losses)
    speedWithin(body, SPEEDS, losses)
    losses.add('voice', 'not-expressible')
    return { ...ownFields(body, OWN_FIELDS, losses), prompt: body.input ?? '' }
  },

  events: {
    framing: 'whole-json',
    contentType: () => 'audio/mpeg',
    reader: () => (answer) => {
      const { audio } = isObject(answer.result) ? answer.result : {}
      if (typeof audio === 'string' && audio !== '') return { bytes: bytesOfBase64(audio), isEnd: true }
      return { isEnd: false, error: reportedError(answer) ?? { message: 'the text was not spoken' } }
    },
  },
}
