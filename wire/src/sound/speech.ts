// Text to speech (`/v1/audio/speech`): a JSON request whose reply is the bytes of a recording, or, where the caller requests it, a stream
// of events. What the gateway must know of both is read here. Source: OpenAI's API reference, "Create speech", 2026.

import { isObject, type Json, parseJson } from '../encoding/json.ts'
import { reader } from '../encoding/reader.ts'
import type { Frame } from '../encoding/sse.ts'
import { hasUsage, readUsage } from '../openai/usage.ts'
import { WireError } from '../wire-error.ts'
import { type AudioReading, failureIn, noReading } from './audio-reading.ts'

export interface SpeechCall {
  readonly model: string
  readonly input: string
  /** Instructions on the style of speech, for models that take them; empty where there are none. */
  readonly instructions: string
  /** Requested as events with pieces of the recording, and not as its bytes. */
  readonly isEvents: boolean
}

/** What the gateway must know of a speech's body. Throws WireError, with the field, where it is not what it should be. */
export function readSpeech(body: Json): SpeechCall {
  const r = reader(body, '')
  const model = r.needText('model')
  const input = r.needText('input')
  if (input === '') throw new WireError('input', 'a text that is not empty')
  return { model, input, instructions: r.text('instructions') ?? '', isEvents: r.text('stream_format') === 'sse' }
}

/**
 * Is the model charged by the characters of its input, and not by tokens? Sources: server-behaviour 4.5 for `tts`, ElevenLabs' price list for
 * `eleven_`, MiniMax's for `speech-`, Alibaba's for `qwen3-tts-`, Cloudflare's for `aura-`, 2026; xAI's and
 * Mistral's speech is sold so too.
 */
export function countsCharacters(model: string): boolean {
  return (
    countsChineseTwice(model) ||
    /^(tts|eleven_|grok-tts|voxtral-[\w.-]*tts|(@cf\/deepgram\/)?aura-\d|(@cf\/myshell-ai\/)?melotts)/.test(model)
  )
}

/** Sources: MiniMax's and Alibaba's price lists, 2026. */
const countsChineseTwice = (model: string): boolean => /^(speech-\d|qwen3-tts-)/.test(model)

/** Characters as people count them: a sign beyond the first plane is one. Where a Chinese one is sold as two, it is two. */
export function charactersOf(input: string, model = ''): number {
  let characters = 0
  for (const sign of input) characters += countsChineseTwice(model) && CHINESE.test(sign) ? 2 : 1
  return characters
}

const CHINESE = /\p{Script=Han}/u

/**
 * Tokens of sound for a token of the text, at models that are sold by both: people speak some 900 letters a minute, four to a token, and
 * OpenAI sells a minute of sound as 1250 tokens (0.015 dollars at 12 dollars a million). Google counts 32 tokens a second, which are nine for
 * each of the text. 0 at models that are not. Source of the last: Google's guide "Understand and count tokens", 2026.
 */
export function soundPerToken(model: string): number {
  if (isOfGoogle(model)) return 9
  return model.startsWith('gpt-') ? 6 : 0
}

const isOfGoogle = (model: string): boolean => /^gemini-\d[\w.-]*-tts/.test(model)

/** The reading of one event of a stream. */
export function readSpeechEvent({ data }: Frame): AudioReading {
  const body = data === undefined ? undefined : parseJson(data)
  if (!isObject(body)) return noReading
  const usage = hasUsage(body.usage) ? { usage: readUsage(body.usage) } : {}
  return failureIn(body) ?? { isProduce: true, isEnd: body.type === 'speech.audio.done', ...usage }
}
