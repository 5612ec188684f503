// A request to Google's OpenAI-compatible address. Google turns it into a Gemini request and answers with the Gemini request's mistakes, so the
// judge looks at it that way too: only as far as a rule needs.
import { anything, closed, decimal, dictionary, flag, integer, list, text as string } from '../shape.ts'
import { schema, thinkingConfig } from './messages.ts'
import { isObject, parseMessage } from './proto.ts'
import type { Content, FunctionDeclaration, GenerateRequest, GenerationConfig, Part, Schema, ThinkingConfig } from './request.ts'

/** Names of OpenAI's own that nobody reported as refused or as taken. */
const UNREPORTED = [
  ...['audio', 'functionCall', 'functions', 'logitBias', 'metadata', 'modalities', 'moderation', 'prediction'],
  ...['promptCacheRetention', 'safetyIdentifier', 'serviceTier', 'user', 'verbosity'],
]

/** The body, read as far as Google is known to read it. Names further inside are not checked: nothing is recorded on them. */
export const chatCompletionRequest = closed({
  model: string(),
  messages: list(anything()),
  stream: flag(),
  temperature: decimal(),
  topP: decimal(),
  maxTokens: integer(),
  maxCompletionTokens: integer(),
  n: integer(),
  tools: list(anything()),
  reasoningEffort: string(),
  presencePenalty: decimal(),
  extraBody: { ...closed({ google: dictionary(anything()) }), named: 'google.ai.generativelanguage.v1main.ExtraBody' },
  ...Object.fromEntries(['streamOptions', 'stop', 'toolChoice', 'responseFormat', ...UNREPORTED].map((name) => [name, anything()])),
})

/** The same as a Gemini request sees it. */
export type ChatCompletion = {
  model: string
  reasoningEffort: string | undefined
  /** Whether a message says that it has no content, instead of not naming it. */
  hasNullContent: boolean
  /** From `extra_body.google`. */
  thinking: ThinkingConfig | undefined
  body: GenerateRequest
}

type Fields = Readonly<Record<string, unknown>>

const objects = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const inside = (value: unknown, ...path: string[]): unknown =>
  path.reduce((found: unknown, name) => (isObject(found) ? found[name] : undefined), value)

/** Reads what the parser left of a body. */
export function readChatCompletion(fields: Fields): ChatCompletion {
  const given = inside(fields.extraBody, 'google', 'thinking_config') ?? inside(fields.extraBody, 'google', 'thinkingConfig')
  // What the parser reads has the message's shape.
  const thinking = isObject(given) ? (parseMessage(thinkingConfig, given).value as ThinkingConfig) : undefined
  const messages = objects(fields.messages)
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const declared = objects(fields.tools).flatMap((tool): FunctionDeclaration[] =>
    isObject(tool.function) ? [declarationOf(tool.function)] : [],
  )
  return {
    model: text(fields.model) ?? '',
    reasoningEffort: text(fields.reasoningEffort),
    hasNullContent: messages.some(({ content }) => content === null),
    thinking,
    body: {
      contents: contentsOf(messages),
      ...(system.length > 0 && { systemInstruction: { parts: system.map(() => ({ text: '' })) } }),
      ...(declared.length > 0 && { tools: [{ functionDeclarations: declared }] }),
      generationConfig: generationOf(fields),
    },
  }
}

function declarationOf(given: Fields): FunctionDeclaration {
  const name = text(given.name)
  const parameters = isObject(given.parameters) ? (parseMessage(schema, given.parameters).value as Schema) : undefined
  return { ...(name !== undefined && { name }), ...(parameters && { parameters }) }
}

function generationOf(fields: Fields): GenerationConfig {
  const { temperature, topP, n, presencePenalty, stop, maxTokens, maxCompletionTokens } = fields
  const numbers = { temperature, topP, presencePenalty, candidateCount: n, maxOutputTokens: maxCompletionTokens ?? maxTokens }
  const isJson = ['json_object', 'json_schema'].includes(String(inside(fields.responseFormat, 'type')))
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    ...(stop !== undefined && { stopSequences: [stop].flat().map(String) }),
    ...(isJson && { responseMimeType: 'application/json' }),
  }
}

/** A content for each message; the answers of one round of calls are one content. */
function contentsOf(messages: readonly Fields[]): Content[] {
  const names = new Map(messages.flatMap(({ tool_calls }) => objects(tool_calls).map((call) => [call.id, nameOfCall(call)] as const)))
  const contents: { role: string; parts: Part[] }[] = []
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'developer') continue
    const last = contents.at(-1)
    const isAnswer = message.role === 'tool'
    const parts = isAnswer ? [responseOf(message, names)] : partsOf(message)
    if (isAnswer && last?.parts.every((part) => part.functionResponse)) last.parts.push(...parts)
    else contents.push({ role: message.role === 'assistant' ? 'model' : 'user', parts })
  }
  return contents
}

const nameOfCall = (call: Fields): string | undefined => text(inside(call, 'function', 'name'))

/** Google takes the function's name from the call that has the id. */
function responseOf(message: Fields, names: ReadonlyMap<unknown, string | undefined>): Part {
  const name = text(message.name) ?? names.get(message.tool_call_id)
  return { functionResponse: { ...(name !== undefined && { name }) } }
}

function partsOf(message: Fields): Part[] {
  const calls = objects(message.tool_calls).map((call): Part => {
    const name = nameOfCall(call)
    const thoughtSignature = text(inside(call, 'extra_content', 'google', 'thought_signature'))
    return { functionCall: { ...(name !== undefined && { name }) }, ...(thoughtSignature !== undefined && { thoughtSignature }) }
  })
  return calls.length > 0 ? calls : [{ text: '' }]
}
