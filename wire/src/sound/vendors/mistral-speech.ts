// Speech of Mistral: a stream of pieces in base64. Sources: https://docs.mistral.ai/studio/audio/text-to-speech/generate-speech and the types of
// @mistralai/mistralai 2.7.0, 2026.
import { bytesOfBase64 } from '../../chat/media/base64-alphabet.ts'
import { failureIn } from '../audio-reading.ts'
import type { SpeechFormat } from '../format.ts'
import { byFormat, loseInstructions, ownFields, speechComplaints, speedWithin, voiceOf } from '../speech-fields.ts'
import { voicesOf } from '../voices.ts'

/** By `response_format`: the content type. Its `pcm` is left out: the reference does not say of how many bits its samples are. */
const contentTypes: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', wav: 'audio/wav', flac: 'audio/flac', opus: 'audio/ogg' }
const USUAL = 'mp3'
/** It has no field for the speed. */
const SPEEDS = [1, 1] as const
const voices = voicesOf.mistral

export const mistralSpeech: SpeechFormat = {
  unsupported: (body, own) => speechComplaints(body, { voices, own, formats: contentTypes, usual: USUAL }),

  writeRequest(body, model, losses, own) {
    loseInstructions(body, losses)
    speedWithin(body, SPEEDS, losses)
    return {
      ...ownFields(body, new Set(), losses),
      model,
      input: body.input ?? '',
      voice_id: voiceOf(body, voices, own) ?? '',
      response_format: body.response_format ?? USUAL,
      stream: true,
    }
  },

  events: {
    contentType: (body) => byFormat(body, contentTypes, USUAL) ?? '',
    reader: () => (event) => {
      const error = failureIn(event)?.error
      const { type, audio_data: data } = event
      return {
        isEnd: type === 'speech.audio.done',
        ...(typeof data === 'string' && data !== '' ? { bytes: bytesOfBase64(data) } : {}),
        ...(error ? { error } : {}),
      }
    },
  },
}
