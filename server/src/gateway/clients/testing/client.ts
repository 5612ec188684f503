// What a client of the matrix can be made to request, and what it reports: the same types for all clients, so that one scenario serves all.

import { parseJson } from '@waystation/wire/encoding/json'

/** The prompt scripts the fake vendor's answer; the other fields are what the client requests. */
export interface Question {
  readonly model: string
  readonly prompt: string
  readonly isStream: boolean
  readonly hasTools?: boolean
  /** In which form thinking is requested, where the client has two: newer models refuse the older form, and older ones the newer. */
  readonly thinks?: 'by-budget' | 'by-effort'
  readonly hasImage?: boolean
  readonly hasSchema?: boolean
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** As the client understood them. */
  readonly input: unknown
}

export interface ToolResult extends Pick<ToolCall, 'id' | 'name'> {
  readonly text: string
}

/** Tokens as the client reports them, brought to one way of counting: all input with what was cached, all output with the thinking. */
export interface ClientUsage {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly reasoning: number
}

/** One answer as the client reports it. */
export interface ReportedAnswer {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ToolCall[]
  readonly finish: string
  readonly usage: ClientUsage
}

/** A conversation in the client's own types: answers are sent back as the client's documentation demands. */
export interface Conversation {
  ask(): Promise<ReportedAnswer>
  /** Goes on after the tools that the last answer called. */
  answer(results: readonly ToolResult[]): Promise<ReportedAnswer>
}

export interface Client {
  readonly name: string
  /** The dialect of the gateway's endpoint that it calls. */
  readonly dialect: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini-generate'
  /** The beginning of the models' names: clients look there for what a model can do. */
  readonly flavour: 'gpt-5' | 'claude-sonnet-4-5' | 'gemini-3-pro'
  /** Its finish reasons for an answer that ended by itself, that calls tools, and that reached its limit. */
  readonly finishes: { readonly stop: string; readonly tools: string; readonly length: string }
  /** The class of its error for a request that is wrong, and where the status stands if not in `status`. */
  readonly refusal: {
    readonly kind: string
    readonly status?: (error: unknown) => unknown
    /** Absent: the words of the refusal are its message. */
    readonly words?: (error: unknown) => string
  }
  /** The class of the error for an answer that was cut off in its stream. */
  readonly cutError: string
  /** Does its API have no field for thinking? */
  readonly hidesThinking?: true
  /** Does it count thinking among the output without saying how much of it? */
  readonly hidesThinkingTokens?: true
  /** At which upstreams its streams report usage; absent: at all of them. */
  readonly streamUsageAt?: readonly string[]
  /** At which upstreams of the matrix it is tried; absent: at all of them. */
  readonly upstreams?: readonly string[]
  open(place: { readonly url: string; readonly key: string }): (question: Question) => Conversation
}

/** The tools that questions come with: one with an argument, one without. */
export const tools = [
  {
    name: 'weather',
    description: 'The weather of a city',
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  },
  { name: 'clock', description: 'The time', schema: { type: 'object', properties: {}, required: [], additionalProperties: false } },
] as const

/** The JSON schema of a structured answer. */
export const answerSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, degrees: { type: 'integer' } },
  required: ['city', 'degrees'],
  additionalProperties: false,
} as const

/** The smallest picture: one point. */
export const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A conversation that adds to its history what `ask` answers, and what the tools gave. */
export function conversationOf<Message>(
  history: Message[],
  ask: () => Promise<ReportedAnswer>,
  messagesOf: (results: readonly ToolResult[]) => readonly Message[],
): Conversation {
  return {
    ask,
    answer(results) {
      history.push(...messagesOf(results))
      return ask()
    },
  }
}

/** The object of a text of JSON; the text where it is none. */
export const parsed = (text: string): unknown => parseJson(text) ?? text
