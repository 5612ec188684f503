// Speech of xAI, whose address takes no model. Source: https://docs.x.ai/developers/model-capabilities/audio/text-to-speech, 2026.
import type { JsonObject } from '../../encoding/json.ts'
import type { SpeechFormat } from '../format.ts'
import { byFormat, loseInstructions, ownFields, speechComplaints, speedWithin, voiceOf } from '../speech-fields.ts'
import { voicesOf } from '../voices.ts'

const SAMPLE_RATE = 24_000
/** By `response_format`. */
const outputFormats: Readonly<Record<string, JsonObject>> = {
  mp3: { codec: 'mp3', sample_rate: SAMPLE_RATE, bit_rate: 128_000 },
  wav: { codec: 'wav', sample_rate: SAMPLE_RATE },
  pcm: { codec: 'pcm', sample_rate: SAMPLE_RATE },
}
const USUAL = 'mp3'
/** The page names no field for the speed. */
const SPEEDS = [1, 1] as const
const OWN_FIELDS: ReadonlySet<string> = new Set(['language'])
const voices = voicesOf.xai

export const xaiSpeech: SpeechFormat = {
  unsupported: (body, own) => speechComplaints(body, { voices, own, formats: outputFormats, usual: USUAL }),

  writeRequest(body, _model, losses, own) {
    loseInstructions(body, losses)
    speedWithin(body, SPEEDS, losses)
    return {
      language: 'auto',
      ...ownFields(body, OWN_FIELDS, losses),
      text: body.input ?? '',
      voice_id: voiceOf(body, voices, own) ?? '',
      output_format: byFormat(body, outputFormats, USUAL) ?? {},
    }
  },
}
