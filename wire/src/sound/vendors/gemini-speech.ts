// Speech of Google's models: `streamGenerateContent`, whose pieces are plain samples. Sources: Google's guide "Text-to-speech generation", Google
// Cloud's "Generate speech with Gemini TTS", and the types of @google/genai 2.32.0, 2026.
import { readUsage } from '../../chat/gemini-generate/usage.ts'
import { bytesOfBase64 } from '../../chat/media/base64-alphabet.ts'
import type { WireUsage } from '../../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { failureIn } from '../audio-reading.ts'
import type { SpeechFormat, SpokenEvent } from '../format.ts'
import { byFormat, ownFields, speechComplaints, speedWithin, voiceOf } from '../speech-fields.ts'
import { voicesOf } from '../voices.ts'
import { joinedBytes, waveHead } from '../wave.ts'
import { candidateOf, partsOf, refusalIn } from './gemini-answer.ts'

/** By `response_format`: the content type. Google makes samples only, which need no more than a head to be a file. */
const contentTypes: Readonly<Record<string, string>> = { wav: 'audio/wav', pcm: 'audio/pcm' }
/** What a request gets that names no format. */
const USUAL = 'wav'
const USUAL_RATE = 24_000
/** Its voices have one speed, which instructions can change. */
const SPEEDS = [1, 1] as const
/** Of its generations before 3.8, which take the style in the text and not beside it. */
const READS_STYLE_IN_TEXT = /^gemini-(2\.|3\.[0-7])/
const OWN_FIELDS: ReadonlySet<string> = new Set(['temperature'])
const voices = voicesOf.gemini

export const geminiSpeech: SpeechFormat = {
  dialect: 'gemini-generate',
  unsupported: (body, own) => speechComplaints(body, { voices, own, formats: contentTypes, usual: USUAL }),

  writeRequest(body, model, losses, own) {
    speedWithin(body, SPEEDS, losses)
    const voiceName = voiceOf(body, voices, own) ?? ''
    return {
      contents: [{ role: 'user', parts: [partOf(body, model)] }],
      generationConfig: {
        ...ownFields(body, OWN_FIELDS, losses),
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
      },
    }
  },

  events: {
    contentType: (body) => byFormat(body, contentTypes, USUAL) ?? '',
    reader(body) {
      let needsHead = (body.response_format ?? USUAL) === 'wav'
      return (event) => {
        const { samples, rate, ...read } = readEvent(event)
        if (!samples) return read
        const bytes = needsHead ? joinedBytes(waveHead(rate), samples) : samples
        needsHead = false
        return { ...read, bytes }
      }
    },
  },
}

function partOf({ input = '', instructions }: JsonObject, model: string): JsonObject {
  if (typeof instructions !== 'string' || instructions === '') return { text: input }
  if (READS_STYLE_IN_TEXT.test(model)) return { text: `${instructions}: ${String(input)}` }
  return { text: input, speechMetadata: { style: instructions } }
}

interface Samples extends Omit<SpokenEvent, 'bytes'> {
  readonly samples?: Uint8Array
  /** A second. */
  readonly rate: number
}

function readEvent(event: JsonObject): Samples {
  const error = failureIn(event)?.error ?? refusalIn(event, 'the text was not spoken')
  const candidate = candidateOf(event)
  const sounds = partsOf(candidate).flatMap(({ inlineData }) => (isObject(inlineData) ? [inlineData] : []))
  const pieces = sounds.map(({ data }) => bytesOfBase64(typeof data === 'string' ? data : ''))
  const { usageMetadata } = event
  return {
    isEnd: candidate.finishReason !== undefined,
    rate: rateOf(sounds[0]?.mimeType),
    ...(pieces.length > 0 ? { samples: pieces.reduce(joinedBytes) } : {}),
    ...(isObject(usageMetadata) ? { usage: usageOf(usageMetadata) } : {}),
    ...(error ? { error } : {}),
  }
}

/** All that these models give is sound, and their price of output is that of sound. */
function usageOf(reported: JsonObject): WireUsage {
  const usage = readUsage(reported)
  return { ...usage, output: usage.output + usage.audioOutput, audioOutput: 0 }
}

/** Samples a second, as `audio/L16;codec=pcm;rate=24000` has it. */
function rateOf(mimeType: Json | undefined): number {
  const rate = typeof mimeType === 'string' ? /;\s*rate=(\d{4,6})(?:;|$)/.exec(mimeType)?.[1] : undefined
  return rate === undefined ? USUAL_RATE : Number(rate)
}
