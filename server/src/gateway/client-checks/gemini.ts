// Gemini's generateContent, as Gemini CLI and Google's library ask and read it. Source: Google's API reference ("Generating content", "Counting
// tokens", "Embeddings", "Models") and the accessors of the library `@google/genai`, 2026.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import { answerSchema, type CheckDialect, INSTRUCTIONS, type JudgedReply, prompts, TOOL_RESULT, type Turn, tool } from './check-dialect.ts'
import { demand, missing, wrong } from './fault.ts'
import { count, filled, inputOf, json } from './shapes.ts'
import type { StreamEvent } from './stream-events.ts'

const usage = z.looseObject({ promptTokenCount: count, totalTokenCount: count })
const content = z.looseObject({ role: z.literal('model'), parts: z.array(json) })
const candidate = z.looseObject({ content: content.optional(), finishReason: filled.optional() })
/** Before the end it may hold other facts than the counts. */
const piece = z.looseObject({ candidates: z.array(candidate).optional(), usageMetadata: json.optional(), modelVersion: filled })
const reply = z.looseObject({
  candidates: z.array(z.looseObject({ content, finishReason: filled })).min(1),
  usageMetadata: usage,
  modelVersion: filled,
})
const functionCall = z.looseObject({ name: filled, args: json.optional() })

export const gemini: CheckDialect = {
  headers: (key) => ({ 'x-goog-api-key': key }),
  callField: 'candidates.0.content.parts.functionCall',
  models: { path: '/v1beta/models?pageSize=1000' },

  ask(turn) {
    const action = turn.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'
    return { path: `/v1beta/models/${turn.model}:${action}`, body: { ...bodyOf(turn), generationConfig: settingsOf(turn) } }
  },

  whole(body) {
    const [first] = demand(reply, body, 'answer').candidates
    return replyOf(first?.content.parts ?? [], 'answer')
  },

  stream(list) {
    const parts: JsonObject[] = []
    let reason: string | undefined
    let counted: JsonObject | undefined
    for (const event of list) {
      const { candidates: [first] = [], usageMetadata } = demand(piece, dataOf(event), 'chunk')
      counted = usageMetadata ?? counted
      reason = first?.finishReason ?? reason
      parts.push(...(first?.content?.parts ?? []))
    }
    if (reason === undefined) throw missing('candidates.0.finishReason', 'stream')
    if (!counted) throw missing('usageMetadata', 'stream')
    demand(usage, counted, 'chunk', 'usageMetadata')
    return replyOf(parts, 'chunk')
  },

  listed(body) {
    const model = z.looseObject({ name: filled, supportedGenerationMethods: z.array(filled) })
    return demand(z.looseObject({ models: z.array(model) }), body, 'list').models.map(({ name }) => name.replace(/^models\//, ''))
  },

  count: {
    ask: (turn) => ({ path: `/v1beta/models/${turn.model}:countTokens`, body: { contents: contentsOf(turn) } }),
    read: (body) => void demand(z.looseObject({ totalTokens: count.min(1) }), body, 'answer'),
  },

  embed: {
    ask: (model) => ({
      path: `/v1beta/models/${model}:batchEmbedContents`,
      body: { requests: [{ model: `models/${model}`, content: { parts: [{ text: 'hello world' }] } }] },
    }),
    read(body) {
      const vector = z.looseObject({ values: z.array(z.number()).min(1) })
      demand(z.looseObject({ embeddings: z.array(vector).min(1) }), body, 'answer')
    },
  },
}

function dataOf({ name, data }: StreamEvent): JsonObject {
  if (data === undefined) throw wrong('data', 'stream', '[DONE]')
  if (name !== '') throw wrong('event', 'chunk', name)
  if (data.error !== undefined) throw wrong('error', 'stream', data.error)
  return data
}

function contentsOf({ purpose, after }: Turn): JsonObject[] {
  const results = after?.calls.map(({ id, name }) => ({
    functionResponse: { ...(id === '' ? {} : { id }), name, response: { output: TOOL_RESULT } },
  }))
  return [
    { role: 'user', parts: [{ text: prompts[purpose] }] },
    ...(after?.history ?? []),
    ...(results && results.length > 0 ? [{ role: 'user', parts: results }] : []),
  ]
}

function bodyOf(turn: Turn): JsonObject {
  const { isAgent, purpose } = turn
  const declared = { name: tool.name, description: tool.description, parametersJsonSchema: tool.schema }
  return {
    contents: contentsOf(turn),
    ...(isAgent ? { systemInstruction: { role: 'user', parts: [{ text: INSTRUCTIONS }] } } : {}),
    ...(isAgent || purpose === 'tools' ? { tools: [{ functionDeclarations: [declared] }] } : {}),
  }
}

const settingsOf = ({ maxTokens, purpose, isAgent, thinks }: Turn): JsonObject => ({
  maxOutputTokens: maxTokens,
  ...(isAgent && thinks ? { thinkingConfig: { includeThoughts: true } } : {}),
  ...(purpose === 'schema' ? { responseMimeType: 'application/json', responseJsonSchema: answerSchema } : {}),
})

function replyOf(parts: readonly JsonObject[], where: string): JudgedReply {
  const at = 'candidates.0.content.parts'
  const calls = parts.flatMap((part) => {
    if (part.functionCall === undefined) return []
    const { name, args, id } = demand(functionCall, part.functionCall, where, `${at}.functionCall`)
    return [{ id: typeof id === 'string' ? id : '', name, input: inputOf(args ?? {}, `${at}.functionCall.args`, where) }]
  })
  const spoken = parts.filter(({ thought }) => thought !== true)
  return {
    text: spoken.map(({ text }) => (typeof text === 'string' ? text : '')).join(''),
    calls,
    history: [{ role: 'model', parts: [...parts] }],
    kinds: [...new Set(parts.flatMap((part) => Object.keys(part)))],
  }
}
