// What a provider is handed to say where a call goes and as whom: it knows no options, no catalogue and no key ring itself (house 1.5).
import { isNonStreamOnly } from '@waystation/contract/channel-setting'
import type { Option } from '@waystation/contract/options/option'
import type { BareName } from '../../domain/pricing/price-table.ts'
import type { ChannelTarget, Operation, Provider, UpstreamCall } from '../../providers/provider.ts'
import type { Gateway } from '../gateway.ts'
import { isRewritten } from '../translate/rewrite.ts'
import type { Attempt, Call } from '../types.ts'

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

/** Is the vendor asked just what the client asked, in the same dialect? */
export function isPassedThrough({ endpoint }: Call, { operation, dialect }: Attempt): boolean {
  return operation === endpoint.operation.name && dialect === endpoint.dialect
}

/** Is the vendor asked for a stream? A channel may ask for whole answers only, whatever its clients want. */
export function isStreamed({ facts }: Pick<Call, 'facts'>, { channel }: Pick<Attempt, 'channel'>): boolean {
  return facts.isStream && !isNonStreamOnly(channel.setting)
}

/** Does the client get the vendor's own frames and bodies as they are? */
export function isUntouched(call: Call, attempt: Attempt): boolean {
  return isPassedThrough(call, attempt) && !isRewritten(attempt)
}

/** A call as one attempt asks it. */
export function upstreamCallOf(call: Call, attempt: Attempt, operation: Operation, options: Gateway['options']): UpstreamCall {
  return {
    operation,
    dialect: attempt.dialect,
    model: attempt.upstreamModel,
    asked: attempt.askedModel,
    isStream: isStreamed(call, attempt),
    clientHeaders: call.clientHeaders,
    settings: settingsOf(attempt.provider, options),
  }
}

/** A channel with the one of its keys that is used. */
export function targetOf(channel: Omit<ChannelTarget, 'key'>, key: string): ChannelTarget {
  const { baseUrl, organization, other, setting } = channel
  return { baseUrl, key, organization, other, setting }
}
