// Speech of Deepgram's Aura at Cloudflare, which answers with the bytes of a recording. Sources: https://developers.cloudflare.com/workers-ai/models/aura-1 and
// `aura-2-en`, and Deepgram's page "TTS Encoding", 2026.
import type { JsonObject } from '../../encoding/json.ts'
import type { SpeechFormat } from '../format.ts'
import { byFormat, loseInstructions, ownFields, speechComplaints, speedWithin, voiceOf } from '../speech-fields.ts'
import { voicesOf } from '../voices.ts'

/** Of samples; others have rates of their own. */
const SAMPLE_RATE = 24_000
/** By `response_format`. */
const encodings: Readonly<Record<string, JsonObject>> = {
  mp3: { encoding: 'mp3' },
  flac: { encoding: 'flac' },
  aac: { encoding: 'aac' },
  opus: { encoding: 'opus', container: 'ogg' },
  wav: { encoding: 'linear16', container: 'wav', sample_rate: SAMPLE_RATE },
  pcm: { encoding: 'linear16', container: 'none', sample_rate: SAMPLE_RATE },
}
const USUAL = 'mp3'
/** It has no field for the speed. */
const SPEEDS = [1, 1] as const
const voices = voicesOf['workers-ai']

export const workersAiSpeech: SpeechFormat = {
  unsupported: (body, own) => speechComplaints(body, { voices, own, formats: encodings, usual: USUAL }),

  writeRequest(body, _model, losses, own) {
    loseInstructions(body, losses)
    speedWithin(body, SPEEDS, losses)
    return {
      ...ownFields(body, new Set(), losses),
      text: body.input ?? '',
      speaker: voiceOf(body, voices, own) ?? '',
      ...byFormat(body, encodings, USUAL),
    }
  },
}
