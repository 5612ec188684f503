// What a provider is handed to say where a call goes and as whom: it knows no options, no catalogue and no key ring itself (house 1.5).
import type { Option } from '@waystation/contract/options/option'
import type { BareName } from '../domain/pricing/price-table.ts'
import type { ChannelTarget, Operation, Provider, UpstreamCall } from '../providers/provider.ts'
import type { Gateway } from './gateway.ts'
import type { Attempt, Call } from './types.ts'

const none: Readonly<Record<string, unknown>> = Object.freeze({})

/** The values of the options that a provider named, by its own names. */
export function settingsOf(provider: Provider, options: Gateway['options']): Readonly<Record<string, unknown>> {
  if (!provider.options) return none
  return Object.fromEntries(
    Object.entries(provider.options).map(([name, option]: [string, Option<unknown>]) => [name, options.get(option)]),
  )
}

/** What models are sold under at the vendors of each channel type, for the price table. */
export function bareNames({ providers, options }: Pick<Gateway, 'providers' | 'options'>): BareName {
  return (model, channelType) => {
    const provider = providers[channelType]
    return provider?.bareName?.(model, settingsOf(provider, options))
  }
}

/** Is the vendor asked just what the client asked? Then frames and bodies go through as they are. */
export function isPassedThrough({ endpoint }: Call, { operation, dialect }: Attempt): boolean {
  return operation === endpoint.operation.name && dialect === endpoint.dialect
}

/** A call as one attempt asks it. */
export function upstreamCallOf(call: Call, attempt: Attempt, operation: Operation, options: Gateway['options']): UpstreamCall {
  return {
    operation,
    dialect: attempt.dialect,
    model: attempt.upstreamModel,
    asked: attempt.askedModel,
    isStream: call.facts.isStream,
    clientHeaders: call.clientHeaders,
    settings: settingsOf(attempt.provider, options),
  }
}

/** A channel with the one of its keys that is used. */
export function targetOf(channel: Omit<ChannelTarget, 'key'>, key: string): ChannelTarget {
  const { baseUrl, organization, other, setting } = channel
  return { baseUrl, key, organization, other, setting }
}
