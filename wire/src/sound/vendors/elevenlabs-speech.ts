// ElevenLabs, text to speech: the voice and the format of the recording stand in the address, all else in the body. Sources: ElevenLabs' API
// reference, "Stream speech", and the types of @elevenlabs/elevenlabs-js 2.73.0, 2026.
import { isObject, type JsonObject } from '../../encoding/json.ts'
import type { OwnVoices, SpeechFormat } from '../format.ts'
import { byFormat, loseInstructions, ownFields, speechComplaints, speedWithin, voiceOf } from '../speech-fields.ts'
import { voicesOf } from '../voices.ts'

/** By OpenAI's `response_format`: sound of about the same quality that every plan may have; `pcm` is the same at both, 24 kHz of 16 bits. */
const outputFormats: Readonly<Record<string, string>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_64',
  pcm: 'pcm_24000',
  wav: 'wav_24000',
}
const USUAL = 'mp3'

/** The id of the voice that a request names; undefined where it names none. @param voices ids by the names that callers use at this channel */
export const elevenlabsVoice = (body: JsonObject, voices: OwnVoices): string | undefined => voiceOf(body, voicesOf.elevenlabs, voices)

/** The vendor's word for the format of the recording; undefined where it has none like that. */
export const elevenlabsOutputFormat = (body: JsonObject): string | undefined => byFormat(body, outputFormats, USUAL)

/** Fields of its own that go on to it: none of them makes a call dearer or names what its account keeps. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...['voice_settings', 'language_code', 'seed', 'previous_text', 'next_text', 'apply_text_normalization'],
])
/** The speeds that a voice can have; OpenAI's may be from 0.25 to 4. */
const SPEEDS = [0.7, 1.2] as const

export const elevenlabsSpeech: SpeechFormat = {
  unsupported: (body, own) => speechComplaints(body, { voices: voicesOf.elevenlabs, own, formats: outputFormats, usual: USUAL }),

  writeRequest(body, model, losses) {
    loseInstructions(body, losses)
    const settings = isObject(body.voice_settings) ? body.voice_settings : {}
    const speed = speedWithin(body, SPEEDS, losses)
    return {
      ...ownFields(body, OWN_FIELDS, losses),
      text: body.input ?? '',
      model_id: model,
      ...(speed !== undefined && { voice_settings: { ...settings, speed } }),
    }
  },
}
