// Speech of MiniMax: a stream of pieces in hexadecimal digits. Source: https://platform.minimax.io/docs/api-reference/speech-t2a-http, 2026.

import { noTokens, type WireUsage } from '../../chat/reply/usage.ts'
import { isObject, type JsonObject } from '../../encoding/json.ts'
import { reportedError } from '../../openai/error.ts'
import type { SpeechFormat, SpokenEvent } from '../format.ts'
import { byFormat, loseInstructions, ownFields, speechComplaints, speedWithin, voiceOf } from '../speech-fields.ts'
import { voicesOf } from '../voices.ts'
import { joinedBytes, waveHead } from '../wave.ts'

/** As OpenAI's samples are. */
const SAMPLE_RATE = 24_000

interface SoundFormat {
  readonly type: string
  readonly setting: JsonObject
}

const samples: JsonObject = { format: 'pcm', sample_rate: SAMPLE_RATE, channel: 1 }
/** By `response_format`. It streams no WAVE, which is samples with a head. */
const formats: Readonly<Record<string, SoundFormat>> = {
  mp3: { type: 'audio/mpeg', setting: { format: 'mp3', sample_rate: 32_000, bitrate: 128_000, channel: 1 } },
  flac: { type: 'audio/flac', setting: { format: 'flac', sample_rate: 32_000, channel: 1 } },
  pcm: { type: 'audio/pcm', setting: samples },
  wav: { type: 'audio/wav', setting: samples },
}
const USUAL = 'mp3'
const SPEEDS = [0.5, 2] as const
/** Fields of its own that go on to it: none of them makes a call dearer or names what its account keeps. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['language_boost', 'pronunciation_dict', 'voice_modify'])
const VOICE_FIELDS = ['vol', 'pitch', 'emotion'] as const
const voices = voicesOf.minimax

export const minimaxSpeech: SpeechFormat = {
  unsupported: (body, own) => speechComplaints(body, { voices, own, formats, usual: USUAL }),

  writeRequest(body, model, losses, own) {
    loseInstructions(body, losses)
    const { voice_setting: given, ...rest } = body
    const setting = isObject(given) ? given : {}
    const speed = speedWithin(body, SPEEDS, losses)
    return {
      ...ownFields(rest, OWN_FIELDS, losses),
      model,
      text: body.input ?? '',
      stream: true,
      // The last event would else have the whole recording once more.
      stream_options: { exclude_aggregated_audio: true },
      voice_setting: {
        ...Object.fromEntries(VOICE_FIELDS.flatMap((name) => (setting[name] === undefined ? [] : [[name, setting[name]]]))),
        voice_id: voiceOf(body, voices, own) ?? '',
        ...(speed === undefined ? {} : { speed }),
      },
      audio_setting: byFormat(body, formats, USUAL)?.setting ?? {},
    }
  },

  events: {
    contentType: (body) => byFormat(body, formats, USUAL)?.type ?? '',
    reader(body) {
      let hasBegun = false
      return (event): SpokenEvent => {
        const error = reportedError(event)
        if (error) return { isEnd: false, error }
        const { data, extra_info: extra } = event
        const { audio, status } = isObject(data) ? data : {}
        const isEnd = status === DONE
        const usage = usageOf(extra)
        const piece = typeof audio === 'string' ? bytesOfHex(audio) : undefined
        // Where the end has the whole recording all the same, only one that came in no pieces is taken from there.
        if (!piece || piece.length === 0 || (isEnd && hasBegun)) return { isEnd, ...usage }
        const bytes = !hasBegun && body.response_format === 'wav' ? joinedBytes(waveHead(SAMPLE_RATE), piece) : piece
        hasBegun = true
        return { bytes, isEnd, ...usage }
      }
    },
  },
}

/** `status` of the last event; 1 is of those before. */
const DONE = 2

/** Characters as MiniMax sells them: a Chinese one is two. */
function usageOf(extra: JsonObject[string] | undefined): { usage?: WireUsage } {
  const characters = isObject(extra) ? extra.usage_characters : undefined
  if (typeof characters !== 'number' || !Number.isSafeInteger(characters) || characters <= 0) return {}
  return { usage: { ...noTokens, freshInput: characters, raw: { usage_characters: characters } } }
}

function bytesOfHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)
  return bytes
}
