// What a response costs in tokens, by rules that a test can count by: markers in what is asked set a part, else it is counted.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { objects, textOf } from '@waystation/wire/testing/strict/openai/refusal'
import { type Conversation, type Item, picturesOf, textsOf } from './conversation.ts'

/** Tokens by direction and medium; the cached ones are among the input's. */
export interface Tokens {
  readonly textIn: number
  readonly audioIn: number
  readonly imageIn: number
  readonly cachedText: number
  readonly cachedAudio: number
  readonly cachedImage: number
  readonly textOut: number
  readonly audioOut: number
}

/** What a response reads. */
interface ResponseInput {
  readonly settings: JsonObject
  readonly items: readonly Item[]
  readonly conversation: Conversation
}

const BYTES_PER_TOKEN = 4
const TOKENS_PER_IMAGE = 85
/** Source: https://developers.openai.com/api/docs/guides/realtime-costs (2026-11), for what a user says and what the assistant says. */
const MS_PER_TOKEN_IN = 100
const MS_PER_TOKEN_OUT = 50

export const textTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
export const heardTokens = (ms: number): number => Math.ceil(ms / MS_PER_TOKEN_IN)
export const spokenTokens = (ms: number): number => Math.ceil(ms / MS_PER_TOKEN_OUT)
/** A word is a token of what is written or said. */
export const wordTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length

const markers: readonly (readonly [name: string, field: keyof Tokens])[] = [
  ['in', 'textIn'],
  ['audio-in', 'audioIn'],
  ['image-in', 'imageIn'],
  ['cached', 'cachedText'],
  ['cached-audio', 'cachedAudio'],
  ['cached-image', 'cachedImage'],
  ['out', 'textOut'],
  ['audio-out', 'audioOut'],
]

/** What markers set, as `#in:50 #out:7 #cached:20 #audio-in:30 #cached-audio:10 #image-in:85 #cached-image:5 #audio-out:40`. */
export function markedTokens(asked: string): Partial<Tokens> {
  return Object.fromEntries(
    markers.flatMap(([name, field]) => {
      const found = new RegExp(`#${name}:(\\d+)`).exec(asked)
      return found ? [[field, Number(found[1])]] : []
    }),
  )
}

/** The input of a response: the instructions, the tools and all items, of which sound counts as such. */
export function inputTokens({ settings, items, conversation }: ResponseInput): Omit<Tokens, 'textOut' | 'audioOut'> {
  const sounds = items.flatMap((item) => {
    const sound = conversation.soundOf(item.id)
    return sound ? [item.role === 'assistant' ? spokenTokens(sound.ms) : heardTokens(sound.ms)] : []
  })
  const texts = items.flatMap((item) => (conversation.soundOf(item.id) ? [] : textsOf(item, undefined)))
  const tools = objects(settings.tools).map((tool) => JSON.stringify(tool))
  return {
    textIn: textTokens([textOf(settings.instructions), ...tools, ...texts].filter(Boolean).join('\n')),
    audioIn: sounds.reduce((sum, one) => sum + one, 0),
    imageIn: TOKENS_PER_IMAGE * items.reduce((sum, item) => sum + picturesOf(item), 0),
    ...{ cachedText: 0, cachedAudio: 0, cachedImage: 0 },
  }
}

/** The `usage` of a response. Source: `response.done` as recorded at api.openai.com, 2026-09-18. */
export function usageOf({ textIn, audioIn, imageIn, cachedText, cachedAudio, cachedImage, textOut, audioOut }: Tokens): JsonObject {
  const [input_tokens, output_tokens] = [textIn + audioIn + imageIn, textOut + audioOut]
  return {
    total_tokens: input_tokens + output_tokens,
    input_tokens,
    output_tokens,
    input_token_details: {
      ...{ text_tokens: textIn, audio_tokens: audioIn, image_tokens: imageIn },
      cached_tokens: cachedText + cachedAudio + cachedImage,
      cached_tokens_details: { text_tokens: cachedText, audio_tokens: cachedAudio, image_tokens: cachedImage },
    },
    output_token_details: { text_tokens: textOut, audio_tokens: audioOut },
  }
}
