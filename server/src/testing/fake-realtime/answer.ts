// What is answered: it follows from the text that is asked, as at the other fakes, and a test may change any part of it.
import type { Json, JsonObject } from '@waystation/wire/encoding/json'
import { inside, objects, textOf } from '@waystation/wire/testing/strict/openai/refusal'
import { askOf, type FakeCall } from '../fakes/fake-provider-ask.ts'
import { type Conversation, type Item, textsOf } from './conversation.ts'
import { markedTokens, type Tokens, wordTokens } from './usage.ts'

/** A response, as the fake will give it. */
export interface Answer {
  /** What is written or said, in the pieces it is streamed in; none where tools are called only. `#chunks:20x10ms` */
  readonly pieces: readonly string[]
  /** Milliseconds before each piece. */
  readonly pauseMs: number
  /** Before the first one: `#wait:50`. */
  readonly waitMs: number
  /** Nothing more is sent before this is there; a queue sets it. */
  readonly until: Promise<unknown> | undefined
  /** How long it is spoken, where it is: `#sound:2s`. */
  readonly soundMs: number
  /** `#tool`, `#tool #parallel`, `#tool:3` */
  readonly calls: readonly FakeCall[]
  /** `#stop:length`, `#stop:filter`, `#error`, `#error:rate_limit_exceeded`; `hang`, for `#hang`: it never ends by itself. */
  readonly end: 'completed' | 'max_output_tokens' | 'content_filter' | 'failed' | 'hang'
  /** Of what failed. */
  readonly errorCode: string
  /** `#close:1011`: the socket is closed with this code after half of the pieces; `#cut` without one. */
  readonly leaves: { readonly code: number | undefined } | undefined
  /** What is billed in place of what is counted: `#in:50 #out:7`. */
  readonly tokens: Partial<Tokens>
  /** The `usage` that is told in place of the one that is billed: null for `#usage:missing`. */
  readonly told: JsonObject | null | undefined
  /** Events of no known type, sent after the first piece: `#stray`. */
  readonly strays: readonly JsonObject[]
}

/** What is asked: a conversation or another list of items, and the settings that hold for its answer. */
export interface Asked {
  readonly settings: JsonObject
  readonly items: readonly Item[]
  readonly conversation: Conversation
  /** What only this response is told to do. */
  readonly instructions: string
}

const MS_PER_WORD = 400
const SERVER_ERROR = 'server_error'

/** The answer to the last message of a user and to the instructions of the response. Nothing here throws. */
export function answerTo({ settings, items, conversation, instructions }: Asked): Answer {
  const lastAt = items.findLastIndex((one) => one.role === 'user')
  const last = items[lastAt]
  const texts = [...(last ? textsOf(last, conversation.soundOf(last.id)) : []), instructions].filter((one) => one !== '')
  const results = items.slice(lastAt + 1).filter((one) => one.type === 'function_call_output')
  const ask = askOf({
    ...{ model: textOf(settings.model), texts, images: 0, messages: 1, isStream: true },
    ...{ tools: toolsOf(settings), toolChoice: choiceOf(settings.tool_choice), toolRounds: results.length },
  })
  const asked = ask.promptText
  const pieces = ask.calls.length > 0 ? [] : ask.pieces
  const words = wordTokens(pieces.join(''))
  const failure = /#error(?::(\w+))?/.exec(asked)
  const close = /#close:(\d{4})/.exec(asked)
  const seconds = /#sound:(\d+(?:\.\d+)?)s/.exec(asked)
  const end = failure ? 'failed' : asked.includes('#hang') ? 'hang' : asked.includes('#stop:filter') ? 'content_filter' : 'completed'
  return {
    ...{ pieces, pauseMs: ask.pauseMs, waitMs: ask.waitMs, until: undefined, calls: ask.calls },
    soundMs: seconds ? Number(seconds[1]) * 1000 : words * MS_PER_WORD,
    end: ask.isCutShort ? 'max_output_tokens' : end,
    errorCode: failure?.[1] ?? SERVER_ERROR,
    leaves: close ? { code: Number(close[1]) } : asked.includes('#cut') ? { code: undefined } : undefined,
    tokens: markedTokens(asked),
    told: asked.includes('#usage:missing') ? null : undefined,
    strays: asked.includes('#stray') ? [{ type: 'response.novelty.delta', novelty: { nested: [1] } }] : [],
  }
}

/** An answer cut off where the limit of the settings is. */
export function limited(answer: Answer, limit: Json | undefined): Answer {
  if (typeof limit !== 'number' || wordTokens(answer.pieces.join('')) <= limit) return answer
  let left = limit
  const pieces = answer.pieces.flatMap((piece) => {
    const words = piece.match(/\s*\S+/g)?.slice(0, left) ?? []
    left -= words.length
    return words.length > 0 ? [words.join('')] : []
  })
  const soundMs = (answer.soundMs * limit) / wordTokens(answer.pieces.join(''))
  return { ...answer, pieces, soundMs, end: 'max_output_tokens', tokens: { ...answer.tokens, textOut: limit } }
}

const toolsOf = (settings: JsonObject) =>
  objects(settings.tools)
    .filter((tool) => tool.type === 'function')
    .map(({ name, parameters }) => ({ name: textOf(name), parameters }))

function choiceOf(choice: Json | undefined): { readonly name: string } | 'any' | 'none' | undefined {
  if (choice === 'required') return 'any'
  if (choice === 'none') return choice
  const { type, name } = inside(choice)
  return type === 'function' ? { name: textOf(name) } : undefined
}
