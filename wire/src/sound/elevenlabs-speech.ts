// ElevenLabs, text to speech: the voice and the format of the recording stand in the address, all else in the body. Sources: ElevenLabs' API
// reference, "Stream speech", and the types of @elevenlabs/elevenlabs-js 2.73.0, 2026.
import { isObject, type JsonObject } from '../encoding/json.ts'
import { described, type SpeechFormat } from './format.ts'

/**
 * The vendor's default voices under the names of OpenAI's, each like that in sex and pitch, so that clients that know no others are heard.
 * Source: public clients of ElevenLabs that name these ids, 2026; its own page of default voices could not be read.
 */
const defaultVoices: Readonly<Record<string, string>> = {
  // River, neutral
  alloy: 'SAz9YHcvj6GT2YYXdXww',
  // Liam
  ash: 'TX3LPaxmHKxFdv7VOQHJ',
  // Daniel, British
  ballad: 'onwK4e9ZLuTAKqWW03F9',
  // Jessica
  coral: 'cgSgspJ2msm6clMCkdW9',
  // Chris
  echo: 'iP95p4xoKVk53GoZ742B',
  // George, British
  fable: 'JBFqnCBsd6RMkjVDRZzb',
  // Brian, deep
  onyx: 'nPczCjzI2devNBz1zQrb',
  // Sarah
  nova: 'EXAVITQu4vr4xnSDxMaL',
  // Alice
  sage: 'Xb7hH8MSUJpSbSDYk0k2',
  // Lily
  shimmer: 'pFZP5JQG7iQjIQuC4Bku',
  // Charlie
  verse: 'IKne3meq5aSn9XLyUdCD',
  // Matilda
  marin: 'XrExE9yKIg1WjnnlVkGX',
  // Bill
  cedar: 'pqHfZKP75CvOlQylNhV4',
}

/** By OpenAI's `response_format`: sound of about the same quality that every plan may have; `pcm` is the same at both, 24 kHz of 16 bits. */
const outputFormats: Readonly<Record<string, string>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_64',
  pcm: 'pcm_24000',
  wav: 'wav_24000',
}

/** Ids are letters and digits, and maybe dashes; whatever else would change the address that it stands in. */
const VOICE_ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The id of the voice that a request names: by the channel's name for it, by a name of OpenAI's, or by the id itself. Undefined: it is none.
 * @param voices ids by the names that callers use at this channel
 */
export function elevenlabsVoice({ voice }: JsonObject, voices: Readonly<Record<string, unknown>>): string | undefined {
  const named = isObject(voice) ? voice.id : voice
  if (typeof named !== 'string') return undefined
  for (const names of [voices, defaultVoices]) if (Object.hasOwn(names, named)) return validId(names[named])
  return validId(named)
}

const validId = (id: unknown) => (typeof id === 'string' && VOICE_ID.test(id) ? id : undefined)

/** The vendor's word for the format of the recording; undefined where it has none like that. */
export function elevenlabsOutputFormat({ response_format: format }: JsonObject): string | undefined {
  const name = format ?? 'mp3'
  return typeof name === 'string' && Object.hasOwn(outputFormats, name) ? outputFormats[name] : undefined
}

/** Fields of its own that go on to it: none of them makes a call dearer or names what its account keeps. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...['voice_settings', 'language_code', 'seed', 'previous_text', 'next_text', 'apply_text_normalization'],
])
const IN_ADDRESS: ReadonlySet<string> = new Set(['model', 'input', 'voice', 'response_format', 'speed'])
/** The speeds that a voice can have; OpenAI's may be from 0.25 to 4. */
const [SLOWEST, FASTEST] = [0.7, 1.2]

export const elevenlabsSpeech: SpeechFormat = {
  unsupported(body, voices) {
    const found: string[] = []
    if (elevenlabsVoice(body, voices) === undefined) found.push(described('voice', body.voice))
    if (elevenlabsOutputFormat(body) === undefined) found.push(described('response_format', body.response_format))
    if (body.stream_format === 'sse') found.push(described('stream_format', body.stream_format))
    return found
  },

  writeRequest(body, model, losses) {
    const settings = isObject(body.voice_settings) ? body.voice_settings : {}
    const extras: JsonObject = {}
    for (const [name, value] of Object.entries(body)) {
      if (OWN_FIELDS.has(name)) extras[name] = value
      else if (name === 'instructions' && value !== '') losses.add(name, 'not-expressible')
      else if (!IN_ADDRESS.has(name) && name !== 'instructions' && name !== 'stream_format') losses.add(name, 'unknown-field')
    }
    const speed = typeof body.speed === 'number' ? Math.min(Math.max(body.speed, SLOWEST), FASTEST) : undefined
    if (speed !== undefined && speed !== body.speed) losses.add('speed', 'not-expressible')
    return {
      ...extras,
      text: body.input ?? '',
      model_id: model,
      ...(speed !== undefined && { voice_settings: { ...settings, speed } }),
    }
  },
}
