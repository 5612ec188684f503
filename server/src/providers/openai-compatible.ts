// A vendor that speaks OpenAI's chat dialect is a name and an address.
import type { DialectName } from '@waystation/wire/chat/dialect'
import type { JsonObject } from '@waystation/wire/json'
import type { ChannelTarget, Operation, Provider, UpstreamCall } from './provider.ts'

export interface OpenAICompatible {
  readonly name: string
  readonly baseUrl: string
  readonly operations?: readonly Operation[]
  readonly tellsUsageWhenAsked?: boolean
  readonly speaks?: (channel: Pick<ChannelTarget, 'setting'>) => readonly DialectName[]
  /** Takes the whole of a base address as the address where it says so. */
  readonly fullUrl?: (base: string, call: UpstreamCall) => string | undefined
  readonly headers?: (channel: ChannelTarget) => Readonly<Record<string, string>>
  readonly adapt?: (body: JsonObject, call: UpstreamCall) => JsonObject
}

const paths: Readonly<Record<Operation, string>> = {
  chat: '/v1/chat/completions',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  models: '/v1/models',
}

/** A provider from what is different about it. */
export function openAICompatible(vendor: OpenAICompatible): Provider {
  return {
    name: vendor.name,
    baseUrl: vendor.baseUrl,
    speaks: vendor.speaks ?? (() => ['openai-chat']),
    operations: vendor.operations ?? ['chat', 'completions', 'embeddings', 'models'],
    tellsUsageWhenAsked: vendor.tellsUsageWhenAsked ?? true,
    address(call, channel) {
      const base = (channel.baseUrl || vendor.baseUrl).replace(/\/+$/, '')
      const url = vendor.fullUrl?.(base, call) ?? joined(base, paths[call.operation])
      return {
        url: new URL(url),
        headers: { ...call.clientHeaders, authorization: `Bearer ${channel.key}`, ...vendor.headers?.(channel) },
      }
    },
    ...(vendor.adapt ? { adapt: vendor.adapt } : {}),
  }
}

/** People give the base with and without `/v1`; both mean the same. */
function joined(base: string, path: string): string {
  return base.endsWith('/v1') ? base + path.slice('/v1'.length) : base + path
}
