// A vendor that speaks OpenAI's chat dialect is a name and an address.
import type { UsualAddress } from '@waystation/wire/chat/dialect'
import { type DialectName, vendorDialects } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/json'
import type { BalanceReader } from './balance.ts'
import { withLimit } from './messages-limit.ts'
import { type ChannelTarget, forwarded, type Operation, type Provider, type UpstreamCall } from './provider.ts'

export interface OpenAICompatible {
  readonly name: string
  readonly baseUrl: string
  readonly operations?: readonly Operation[]
  readonly tellsUsageWhenAsked?: boolean
  readonly speaks?: (channel: Pick<ChannelTarget, 'setting'>) => readonly DialectName[]
  /** Takes the whole of a base address as the address where it says so. */
  readonly fullUrl?: (base: string, call: UpstreamCall) => string | undefined
  /** Paths that differ from the usual ones; `/v1` in front of them is the base's. */
  readonly path?: (call: UpstreamCall) => string | undefined
  readonly headers?: (channel: ChannelTarget) => Readonly<Record<string, string>>
  readonly adapt?: (body: JsonObject, call: UpstreamCall) => JsonObject
  readonly bareName?: (model: string) => string | undefined
  readonly balance?: BalanceReader
}

const FORWARDED = ['openai-beta', 'anthropic-beta', 'anthropic-version']

/** The words for what is done with a model, in Gemini's addresses. */
const actions: Readonly<Partial<Record<Operation, string>>> = {
  chat: 'generateContent',
  count: 'countTokens',
  'embed-content': 'embedContent',
  'batch-embed-contents': 'batchEmbedContents',
}

/** Gemini's address below its version: the model and what to do with it stand in it. */
export function actionPath({ model, operation, isStream }: UpstreamCall): string {
  return `/models/${encodeURIComponent(model)}:${isStream ? 'streamGenerateContent?alt=sse' : actions[operation]}`
}

const geminiPath = (call: UpstreamCall) => `/v1beta${actionPath(call)}`

/** Where servers that only speak a dialect take it. Throws TypeError on a dialect that only its own vendor speaks. */
function usualOf(dialect: DialectName): UsualAddress {
  const { usual } = vendorDialects[dialect]
  if (!usual) throw new TypeError(`only its own vendor speaks ${dialect}`)
  return usual
}

const paths: Readonly<Record<Operation, (call: UpstreamCall) => string>> = {
  chat: (call) => usualOf(call.dialect).chatPath(call),
  completions: () => '/v1/completions',
  embeddings: () => '/v1/embeddings',
  'embed-content': geminiPath,
  'batch-embed-contents': geminiPath,
  compact: () => '/v1/responses/compact',
  count: (call) => usualOf(call.dialect).countPath?.(call) ?? '',
  models: () => '/v1/models',
}

/** A provider from what is different about it. */
export function openAICompatible(vendor: OpenAICompatible): Provider {
  return {
    name: vendor.name,
    baseUrl: vendor.baseUrl,
    speaks: vendor.speaks ?? (() => ['openai-chat']),
    operations: vendor.operations ?? ['chat', 'completions', 'embeddings', 'models'],
    tellsUsageWhenAsked: vendor.tellsUsageWhenAsked ?? true,
    forwardedHeaders: FORWARDED,
    ...(vendor.bareName ? { bareName: vendor.bareName } : {}),
    ...(vendor.balance ? { balance: vendor.balance } : {}),
    address(call, channel) {
      const base = (channel.baseUrl || vendor.baseUrl).replace(/\/+$/, '')
      const url = vendor.fullUrl?.(base, call) ?? joined(base, vendor.path?.(call) ?? paths[call.operation](call))
      return {
        url: new URL(url),
        headers: { ...forwarded(FORWARDED, call), ...usualOf(call.dialect).keyHeaders(channel.key), ...vendor.headers?.(channel) },
      }
    },
    adapt(body, call) {
      const limited = call.operation === 'chat' && call.dialect === 'anthropic-messages' ? withLimit(body) : body
      return vendor.adapt?.(limited, call) ?? limited
    },
  }
}

/** People give the base with and without `/v1`; both mean the same. */
function joined(base: string, path: string): string {
  return base.endsWith('/v1') && path.startsWith('/v1/') ? base + path.slice('/v1'.length) : base + path
}
