// Where each provider of the recordings says what it counts, by its documentation.
import type { DialectName } from '@waystation/wire/chat/dialects'
import { awsEvent } from '@waystation/wire/testing/aws-event-stream'
import type { Billed, Json, Vendor } from './vendor.ts'

export interface Source extends Pick<Vendor, 'asks'> {
  readonly folder: string
  readonly type: number
  readonly model: string
  readonly dialect?: DialectName
  readonly key?: string
  /** One chunk as it is sent. */
  printed(chunk: string): Uint8Array
  readonly streamType?: string
  /** How an answer begins: some recordings have several in a row, of which the first is played. */
  readonly begins?: RegExp
  /** What ends a stream. */
  readonly last?: string
  /** What a whole answer, or the chunks of a stream, are billed; undefined: they are no answer, or count nothing. */
  billed(pieces: readonly Json[]): Billed | undefined
}

type Usage = Readonly<Record<string, number>> & { readonly [detail in `${string}_details`]?: Readonly<Record<string, number>> }

type TokenField = 'input_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens' | 'output_tokens'
type MessagesTokens = { readonly [field in TokenField]?: number }
interface MessagesUsage extends MessagesTokens {
  readonly iterations?: readonly (MessagesTokens & { readonly type: string })[]
}

const data = (chunk: string) => Buffer.from(`data: ${chunk}\n\n`)
const named = (chunk: string) => Buffer.from(`event: ${(JSON.parse(chunk) as { type: string }).type}\ndata: ${chunk}\n\n`)
const at = (piece: Json | undefined, ...path: readonly string[]) =>
  path.reduce<unknown>((value, key) => (value as Json | undefined | null)?.[key], piece)
const lastAt = (pieces: readonly Json[], ...path: readonly string[]) =>
  pieces.map((piece) => at(piece, ...path)).findLast((usage) => usage !== undefined && usage !== null) as Usage | undefined

const inChat = (pieces: readonly Json[]): Billed | undefined => {
  const usage = lastAt(pieces, 'usage')
  return (
    usage && {
      prompt: usage.prompt_tokens ?? 0,
      cached: usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0,
      output: usage.completion_tokens ?? 0,
    }
  )
}
/** Thinking is counted beside the answer. */
const atXai = (pieces: readonly Json[]): Billed | undefined => {
  const usage = inChat(pieces)
  return usage && { ...usage, output: usage.output + (lastAt(pieces, 'usage')?.completion_tokens_details?.reasoning_tokens ?? 0) }
}
const inResponses = (pieces: readonly Json[]): Billed | undefined => {
  const usage = lastAt(pieces, 'usage') ?? lastAt(pieces, 'response', 'usage')
  return (
    usage && {
      prompt: usage.input_tokens ?? 0,
      cached: usage.input_tokens_details?.cached_tokens ?? 0,
      output: usage.output_tokens ?? 0,
    }
  )
}
/**
 * What the end of a stream counts replaces what its beginning did; cached tokens stand beside the prompt, and those of a model that gave advice
 * beside both. A stream without an end is no answer.
 */
const inMessages = (pieces: readonly Json[]): Billed | undefined => {
  if (pieces.length > 1 && pieces.at(-1)?.type !== 'message_stop') return undefined
  const usage: MessagesUsage = { ...lastAt(pieces, 'message', 'usage'), ...lastAt(pieces, 'usage') }
  if (usage.input_tokens === undefined) return undefined
  const counted = [usage, ...(usage.iterations ?? []).filter(({ type }) => type === 'advisor_message')]
  const sum = (field: TokenField) => counted.reduce((total, one) => total + (one[field] ?? 0), 0)
  const cached = sum('cache_read_input_tokens')
  return { prompt: sum('input_tokens') + cached + sum('cache_creation_input_tokens'), cached, output: sum('output_tokens') }
}
const inGenerate = (pieces: readonly Json[]): Billed | undefined => {
  const usage = lastAt(pieces, 'usageMetadata')
  return (
    usage && {
      prompt: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
      cached: usage.cachedContentTokenCount ?? 0,
      output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
    }
  )
}
/** Billed are other counts than those of the tokens. */
const atCohere = (pieces: readonly Json[]): Billed | undefined => {
  const units = lastAt(pieces, 'usage', 'billed_units') ?? lastAt(pieces, 'delta', 'usage', 'billed_units')
  return units && { prompt: units.input_tokens ?? 0, cached: 0, output: units.output_tokens ?? 0 }
}
const inConverse = (pieces: readonly Json[]): Billed | undefined => {
  const usage = lastAt(pieces, 'usage') ?? lastAt(pieces, 'metadata', 'usage')
  const cached = usage?.cacheReadInputTokens ?? 0
  return (
    usage && { prompt: (usage.inputTokens ?? 0) + cached + (usage.cacheWriteInputTokens ?? 0), cached, output: usage.outputTokens ?? 0 }
  )
}
const awsChunk = (chunk: string) => {
  const [type = '', payload] = Object.entries(JSON.parse(chunk) as Json)[0] ?? []
  return awsEvent(type, payload)
}

const chat = { dialect: 'openai-chat', printed: data, last: 'data: [DONE]\n\n', billed: inChat } as const
const responses = { dialect: 'openai-responses', printed: named, billed: inResponses, begins: /"type":"response.created"/ } as const

export const recorded: readonly Source[] = [
  { ...chat, folder: 'openai-chat', type: 1, model: 'gpt-4.1' },
  { ...chat, folder: 'deepseek-chat', type: 43, model: 'deepseek-v4-flash' },
  { ...chat, folder: 'mistral', type: 42, model: 'mistral-small-2603' },
  { ...chat, folder: 'moonshotai', type: 25, model: 'moonshot-v1-8k' },
  { ...chat, folder: 'alibaba', type: 17, model: 'qwen3.6-flash' },
  { ...chat, folder: 'xai', type: 48, model: 'grok-4.3', billed: atXai },
  { ...responses, folder: 'openai-responses', type: 1, model: 'gpt-4.1' },
  { ...responses, folder: 'xai-responses', type: 48, model: 'grok-4.3' },
  { folder: 'anthropic', type: 14, model: 'claude-haiku-4-5', printed: named, billed: inMessages, begins: /"type":"message_start"/ },
  { folder: 'google', type: 24, model: 'gemini-2.0-flash', asks: 'chat', printed: data, billed: inGenerate },
  { folder: 'cohere', type: 34, model: 'command-a-03-2025', printed: named, billed: atCohere },
  {
    ...{ folder: 'amazon-bedrock', type: 33, model: 'amazon.nova-lite-v1:0', key: 'ABSKQmVkcm9ja0FQSUtleS1one|us-east-1' },
    ...{ printed: awsChunk, streamType: 'application/vnd.amazon.eventstream', billed: inConverse },
  },
]
