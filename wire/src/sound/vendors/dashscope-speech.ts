// Speech of Qwen at DashScope: a stream whose pieces are plain samples. Sources: Alibaba Cloud Model Studio, "Qwen-TTS API reference" and "Speech
// synthesis - Qwen", 2026.
import { bytesOfBase64 } from '../../chat/media/base64-alphabet.ts'
import { noTokens, type WireUsage } from '../../chat/reply/usage.ts'
import { isObject, type Json } from '../../encoding/json.ts'
import { reportedError } from '../../openai/error.ts'
import { hasUsage, readUsage } from '../../openai/usage.ts'
import type { SpeechFormat, SpokenEvent } from '../format.ts'
import { byFormat, loseInstructions, ownFields, speechComplaints, speedWithin, voiceOf } from '../speech-fields.ts'
import { voicesOf } from '../voices.ts'
import { joinedBytes, waveHead } from '../wave.ts'

/** By `response_format`: the content type. Its streams have samples only. */
const contentTypes: Readonly<Record<string, string>> = { wav: 'audio/wav', pcm: 'audio/pcm' }
/** What a request gets that names no format. */
const USUAL = 'wav'
const SAMPLE_RATE = 24_000
/** It has no field for the speed. */
const SPEEDS = [1, 1] as const
const TAKES_INSTRUCTIONS = /-instruct-/
const OWN_FIELDS: ReadonlySet<string> = new Set(['language_type', 'optimize_instructions'])
const voices = voicesOf.dashscope

export const dashscopeSpeech: SpeechFormat = {
  unsupported: (body, own) => speechComplaints(body, { voices, own, formats: contentTypes, usual: USUAL }),

  writeRequest(body, model, losses, own) {
    const takesInstructions = TAKES_INSTRUCTIONS.test(model)
    if (!takesInstructions) loseInstructions(body, losses)
    speedWithin(body, SPEEDS, losses)
    const { instructions = '' } = body
    return {
      model,
      input: {
        ...ownFields(body, OWN_FIELDS, losses),
        text: body.input ?? '',
        voice: voiceOf(body, voices, own) ?? '',
        ...(takesInstructions && instructions !== '' ? { instructions } : {}),
      },
    }
  },

  events: {
    contentType: (body) => byFormat(body, contentTypes, USUAL) ?? '',
    reader(body) {
      let needsHead = (body.response_format ?? USUAL) === 'wav'
      return ({ output, usage, ...rest }): SpokenEvent => {
        const { audio, finish_reason: reason } = isObject(output) ? output : {}
        const error = isObject(output) ? undefined : reportedError(rest)
        const data = isObject(audio) && typeof audio.data === 'string' ? bytesOfBase64(audio.data) : new Uint8Array(0)
        const more = { isEnd: reason === 'stop', ...usageOf(usage), ...(error ? { error } : {}) }
        if (data.length === 0) return more
        const bytes = needsHead ? joinedBytes(waveHead(SAMPLE_RATE), data) : data
        needsHead = false
        return { ...more, bytes }
      }
    },
  },
}

/** Characters, of which a Chinese one counts as two, at the models that are sold by these; tokens at the older ones. */
function usageOf(usage: Json | undefined): { usage?: WireUsage } {
  const characters = isObject(usage) ? usage.characters : undefined
  if (typeof characters === 'number' && Number.isSafeInteger(characters) && characters > 0)
    return { usage: { ...noTokens, freshInput: characters, raw: { characters } } }
  return hasUsage(usage) ? { usage: readUsage(usage) } : {}
}
