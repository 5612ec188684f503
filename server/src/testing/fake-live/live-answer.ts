// What is answered in a live session: it follows from what is asked, as at the other fakes.
import { isObject } from '@waystation/wire/testing/strict/gemini/proto'
import { markedTokens, type Tokens, textTokens, wordTokens } from '../fake-realtime/usage.ts'
import { askOf, type FakeCall } from '../fakes/fake-provider-ask.ts'
import type { LiveObject } from './live-messages.ts'

/** A turn of the model. */
export interface LiveAnswer {
  /** `#chunks:20x10ms` */
  readonly pieces: readonly string[]
  readonly pauseMs: number
  readonly waitMs: number
  /** How long it is spoken, where it is: `#sound:2s`. */
  readonly soundMs: number
  /** `#tool` */
  readonly calls: readonly FakeCall[]
  /** `#hang`: it never ends by itself. */
  readonly isHanging: boolean
  /** `#close:1011`: after half of the pieces. */
  readonly closeCode: number | undefined
  /** `#usage:missing` */
  readonly isUsageMissing: boolean
  /** What is billed in place of what is counted: `#in:50 #audio-in:30 #out:7 #audio-out:40`. */
  readonly tokens: Partial<Tokens>
}

const MS_PER_WORD = 400
/** Source: https://ai.google.dev/gemini-api/docs/live (2026): sound is counted with 25 tokens a second. */
const MS_PER_TOKEN = 40

export const soundTokens = (ms: number): number => Math.ceil(ms / MS_PER_TOKEN)

/** The answer to these texts. @param toolRounds how often tools were answered since the user's last turn */
export function liveAnswer(setup: LiveObject, texts: readonly string[], toolRounds: number): LiveAnswer {
  const tools = objectsOf(setup.tools).flatMap((tool) =>
    objectsOf(tool.functionDeclarations).map(({ name, parameters, parametersJsonSchema }) => ({
      name: String(name),
      parameters: parametersJsonSchema ?? parameters,
    })),
  )
  const ask = askOf({ model: String(setup.model), texts, images: 0, messages: 1, isStream: true, tools, toolRounds })
  const asked = ask.promptText
  const pieces = ask.calls.length > 0 ? [] : ask.pieces
  const seconds = /#sound:(\d+(?:\.\d+)?)s/.exec(asked)
  const close = /#close:(\d{4})/.exec(asked)
  return {
    ...{ pieces, pauseMs: ask.pauseMs, waitMs: ask.waitMs, calls: ask.calls, tokens: markedTokens(asked) },
    soundMs: seconds ? Number(seconds[1]) * 1000 : wordTokens(pieces.join('')) * MS_PER_WORD,
    isHanging: asked.includes('#hang'),
    closeCode: close ? Number(close[1]) : undefined,
    isUsageMissing: asked.includes('#usage:missing'),
  }
}

export const objectsOf = (value: unknown): LiveObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** What the setup and the turns hold in text tokens. */
export const readTokens = (setup: LiveObject, texts: readonly string[]): number =>
  textTokens(
    [...objectsOf(isObject(setup.systemInstruction) ? setup.systemInstruction.parts : []).map(({ text }) => text), ...texts].join('\n'),
  )

/** The `usageMetadata` of a turn, whose sums fit. Source: https://ai.google.dev/api/live#UsageMetadata (2026). */
export function usageMetadata({ textIn, audioIn, textOut, audioOut }: Pick<Tokens, 'textIn' | 'audioIn' | 'textOut' | 'audioOut'>) {
  const details = (TEXT: number, AUDIO: number) =>
    Object.entries({ TEXT, AUDIO }).flatMap(([modality, tokenCount]) => (tokenCount > 0 ? [{ modality, tokenCount }] : []))
  const [promptTokenCount, responseTokenCount] = [textIn + audioIn, textOut + audioOut]
  return {
    ...{ promptTokenCount, responseTokenCount, totalTokenCount: promptTokenCount + responseTokenCount },
    promptTokensDetails: details(textIn, audioIn),
    responseTokensDetails: details(textOut, audioOut),
  }
}
