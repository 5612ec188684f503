// What a provider gets to decide a call's address and credentials, since it has no access to options, catalog or key ring itself.
import { channelType as vendorOf } from '@waystation/contract/channels/channel-type'
import type { Option } from '@waystation/contract/options/option'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import type { FramingName } from '@waystation/wire/encoding/framing'
import type { BareName } from '../../domain/pricing/price-table.ts'
import type { ChannelTarget, Operation, Provider, UpstreamCall } from '../../providers/provider.ts'
import type { Attempt } from '../attempt.ts'
import type { OptionReader } from '../caller.ts'
import type { Call } from '../types.ts'

const none: Readonly<Record<string, unknown>> = Object.freeze({})

/** The values of the options that a provider named, by its own names. */
export function settingsOf(provider: Provider, options: OptionReader): Readonly<Record<string, unknown>> {
  if (!provider.options) return none
  return Object.fromEntries(
    Object.entries(provider.options).map(([name, option]: [string, Option<unknown>]) => [name, options.get(option)]),
  )
}

interface NamingParts {
  readonly providers: Readonly<Record<number, Provider>>
  readonly options: OptionReader
}

/** What models are sold under at the vendors of each channel type, for the price table. */
export function bareNames({ providers, options }: NamingParts): BareName {
  return (model, channelType) => {
    const provider = providers[vendorOf(channelType).id]
    return provider?.bareName?.(model, settingsOf(provider, options))
  }
}

/** A call as one attempt requests it. */
export function upstreamCallOf(call: Call, attempt: Attempt, operation: Operation, options: OptionReader): UpstreamCall {
  return {
    operation,
    dialect: attempt.dialect,
    model: attempt.upstreamModel,
    requestedModel: attempt.requestedModel,
    thinking: attempt.traits.thinking,
    isStream: attempt.isStreamed,
    apiVersion: call.apiVersion,
    clientHeaders: headersFor(call, attempt),
    settings: settingsOf(attempt.provider, options),
    asked: call.body,
    ...(call.facts.place === undefined ? {} : { place: call.facts.place }),
  }
}

/** The version that a client names is that of its own body: a body that the gateway writes is in the gateway's. */
function headersFor({ clientHeaders }: Call, { request, dialect }: Attempt): Call['clientHeaders'] {
  const { versionHeader } = vendorDialects[dialect]
  if (request !== 'translated' || versionHeader === undefined || clientHeaders[versionHeader] === undefined) return clientHeaders
  const { [versionHeader]: _, ...rest } = clientHeaders
  return rest
}

/** How the frames of this attempt's stream stand in its bytes. */
export function framingOf(call: Call, attempt: Attempt): FramingName {
  const { dialect, provider, isInEvents, eventFraming = 'sse' } = attempt
  if (isInEvents) return eventFraming
  return call.facts.replyFraming ?? provider.framings?.[dialect] ?? vendorDialects[dialect].framing
}

/** A channel with the one of its keys that is used. */
export function targetOf(channel: Omit<ChannelTarget, 'key'>, key: string): ChannelTarget {
  const { baseUrl, organization, other, setting } = channel
  return { baseUrl, key, organization, other, setting }
}
