// What each family of clients demands of an answer, checked field by field: the names of the checks, and what they found. Shared by the command
// line and the console.
import { z } from 'zod'
import type { Language, Words } from '../errors.ts'
import type { ClientDialect } from './client.ts'

/** Clients that demand the same of an answer. */
export const clientFamilies = ['claude-code', 'codex', 'gemini-cli', 'openai-sdk', 'anthropic-sdk', 'google-sdk'] as const
export type ClientFamily = (typeof clientFamilies)[number]

export const clientFamilyNames: Readonly<Record<ClientFamily, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  'openai-sdk': 'OpenAI SDK',
  'anthropic-sdk': 'Anthropic SDK',
  'google-sdk': 'Google GenAI SDK',
}

export const clientCheckNames = ['whole', 'stream', 'tools', 'tool_result', 'schema', 'embeddings', 'count_tokens', 'models'] as const
export type ClientCheckName = (typeof clientCheckNames)[number]

export const clientCheckWords: Readonly<Record<ClientCheckName, Words>> = {
  whole: { zh: '完整响应', en: 'Whole response' },
  stream: { zh: '流式响应', en: 'Stream' },
  tools: { zh: '工具调用', en: 'Tool call' },
  tool_result: { zh: '工具结果', en: 'Tool result' },
  schema: { zh: 'JSON Schema', en: 'JSON schema' },
  embeddings: { zh: '向量', en: 'Embeddings' },
  count_tokens: { zh: '计算 Token 数', en: 'Count tokens' },
  models: { zh: '模型列表', en: 'Model list' },
}

/** What a family asks for, in which dialect, and whether as an agent: streams only, with instructions and tools each time. */
export interface ClientFamilyFacts {
  readonly dialect: ClientDialect
  readonly isAgent: boolean
  readonly checks: readonly ClientCheckName[]
}

const agent = (dialect: ClientDialect, ...more: ClientCheckName[]): ClientFamilyFacts => ({
  ...{ dialect, isAgent: true },
  checks: ['stream', 'tools', 'tool_result', ...more],
})
const library = (dialect: ClientDialect, ...more: ClientCheckName[]): ClientFamilyFacts => ({
  ...{ dialect, isAgent: false },
  checks: ['whole', 'stream', 'tools', 'tool_result', 'schema', ...more, 'models'],
})

export const clientFamilyFacts: Readonly<Record<ClientFamily, ClientFamilyFacts>> = {
  'claude-code': agent('anthropic-messages', 'count_tokens', 'models'),
  codex: agent('openai-responses', 'models'),
  'gemini-cli': agent('gemini-generate', 'count_tokens'),
  'openai-sdk': library('openai-chat', 'embeddings'),
  'anthropic-sdk': library('anthropic-messages', 'count_tokens'),
  'google-sdk': library('gemini-generate', 'embeddings', 'count_tokens'),
}

const MAX_SHOWN = 300

const FieldFault = z.object({
  kind: z.literal('field'),
  /** The event of a stream by its name, or one of the places that have words here. */
  where: z.string().max(MAX_SHOWN),
  /** Names from the outside in, joined by dots. */
  field: z.string().max(MAX_SHOWN),
  /** What was there instead, as JSON; null: nothing. */
  found: z.string().max(MAX_SHOWN).nullable(),
  /** Beside a field that is missing: the fields that were there. */
  beside: z.array(z.string().max(MAX_SHOWN)).max(20),
})

const RefusedFault = z.object({ kind: z.literal('refused'), status: z.number().int(), message: z.string().max(MAX_SHOWN) })

/** Why a check is red, or what the vendor does not offer. */
export const ClientFault = z.discriminatedUnion('kind', [FieldFault, RefusedFault])
export type ClientFault = z.infer<typeof ClientFault>

export const ClientCheckRow = z.object({
  family: z.enum(clientFamilies),
  check: z.enum(clientCheckNames),
  /** `not_offered`: the model or its vendor cannot do that, for no client. */
  state: z.enum(['good', 'bad', 'not_offered']),
  fault: ClientFault.nullable(),
  took_ms: z.number().int(),
})
export type ClientCheckRow = z.infer<typeof ClientCheckRow>

const places: Readonly<Record<string, Words>> = {
  answer: { zh: '响应', en: 'the answer' },
  stream: { zh: '流', en: 'the stream' },
  chunk: { zh: '流的分块', en: 'a chunk' },
  list: { zh: '模型列表', en: 'the model list' },
}

/** A fault in one line, such as `usage.output_tokens missing in message_delta`. */
export function clientFaultText(fault: ClientFault, language: Language): string {
  const isChinese = language === 'zh'
  if (fault.kind === 'refused') {
    const { status, message } = fault
    return isChinese ? `状态码 ${status}：${message}` : `status ${status}: ${message}`
  }
  const { field, found, beside } = fault
  const place = places[fault.where]?.[language] ?? fault.where
  if (found !== null) return isChinese ? `${place} 中的 ${field} 为 ${found}` : `${field} in ${place} is ${found}`
  const missing = isChinese ? `${place} 中缺少 ${field}` : `${field} missing in ${place}`
  if (beside.length === 0) return missing
  return isChinese ? `${missing}（仅有 ${beside.join('、')}）` : `${missing} (there: ${beside.join(', ')})`
}
