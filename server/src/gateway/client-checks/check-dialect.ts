// How clients of one dialect ask, and what they demand of the answers.
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { StreamEvent } from './stream-events.ts'

/** What a turn of a conversation is to show. */
export type Purpose = 'text' | 'tools' | 'schema'

export interface Turn {
  readonly model: string
  /** The longest answer, in tokens. */
  readonly maxTokens: number
  readonly isStream: boolean
  /** Is it asked as an agent does, with all that agents send along, or as plainly as by a library? */
  readonly isAgent: boolean
  /** Does the model think, and is thinking asked for? */
  readonly thinks: boolean
  readonly purpose: Purpose
  /** The reply that called the tool, whose result this turn brings. */
  readonly after?: JudgedReply
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
}

/** A reply as a client has understood it. */
export interface JudgedReply {
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** What the client sends back of it in the next turn. */
  readonly history: readonly JsonObject[]
  /** What the reply is made of, in the words of its dialect. */
  readonly kinds: readonly string[]
}

/** A request without its method and key. */
export interface Asked {
  readonly path: string
  readonly body?: JsonObject
}

/** What follows throws Misfit where a client would not accept the value. */
export interface CheckDialect {
  /** @param key with `sk-` */
  headers(key: string): Readonly<Record<string, string>>
  ask(turn: Turn): Asked
  whole(body: JsonObject): JudgedReply
  stream(events: readonly StreamEvent[]): JudgedReply
  /** What stands in a reply where a tool was called, for the fault of one that called none. */
  readonly callField: string
  readonly models: Asked
  /** The names of the models in a list. */
  listed(body: JsonObject): readonly string[]
  readonly count?: { ask(turn: Turn): Asked; read(body: JsonObject): void }
  readonly embed?: { ask(model: string): Asked; read(body: JsonObject): void }
}

const toolSchema: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city' } },
  required: ['city'],
}

/** The tool that models are to call. */
export const tool = { name: 'get_weather', description: 'The weather in a city.', schema: toolSchema }

/** The shape of a structured answer. */
export const answerSchema: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

export const TOOL_RESULT = '21 °C, sunny'
export const INSTRUCTIONS = 'You help to check a connection. Answer in as few words as possible.'

export const prompts: Readonly<Record<Purpose, string>> = {
  text: 'Say hello in one word.',
  tools: `Call the tool ${tool.name} for Paris. Do not answer before you have its result.`,
  schema: 'Name the capital of France, as JSON.',
}
