// What a call would be at one channel: its attempt there with its price, or why there can be none. Pure.

import { isNonStreamOnly } from '@waystation/contract/channels/channel-setting'
import { channelType, formatsFor, operationsAt } from '@waystation/contract/channels/channel-type'
import type { ModelTraits } from '@waystation/contract/models/traits'
import type { Candidate } from '../../domain/catalog/channel-index.ts'
import { upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { CompiledPrice } from '../../domain/pricing/price-call.ts'
import type { Operation, Provider } from '../../providers/provider.ts'
import type { Attempt, SkippedChannel, UpstreamFormat } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import { batchOf, givesBytes, isChat } from '../operations/kinds.ts'
import { type ModelOfChannel, rulesOf } from '../prepare/rules.ts'
import { isRewritten } from '../stream-back/rewrite.ts'
import type { Call, RelayEndpoint } from '../types.ts'
import type { PlanParts } from './plan-parts.ts'

/** The attempt at this channel, or why there can be none. */
export function attemptAt(
  candidate: Candidate,
  caller: Caller,
  call: Call,
  promptTokens: number,
  parts: PlanParts,
): Attempt | SkippedChannel {
  const { channel } = candidate
  const provider = parts.providers[channelType(channel.type).id]
  const { operation, dialect } = call.endpoint
  const upstreamModel = upstreamModelOf(channel, candidate.model)
  const far = provider && { formats: formatsFor(provider, upstreamModel), operations: operationsAt(provider, channel.baseUrl) }
  const format = provider && far && operation.formatFor(far, provider.speaks(channel, upstreamModel), dialect)
  if (!format) return { channel, reason: 'cannot_translate' }
  const unsupported = operation.unsupported?.(call.body, format, channel) ?? []
  if (unsupported.length > 0) return { channel, reason: 'cannot_translate', unsupported }
  if (channel.maxInputTokens !== 0 && channel.maxInputTokens < promptTokens) return { channel, reason: 'context_length_exceeded' }
  const isVirtual = parts.catalog.behind(call.facts.model) !== undefined
  const price = parts.prices.priceOf({
    requested: isVirtual && parts.prices.isSet(call.facts.model) ? call.facts.model : candidate.model,
    upstream: upstreamModel,
    channelType: channel.type,
    group: caller.group,
    userGroup: caller.user.group,
    acceptsUnset: caller.user.setting.accept_unset_model_ratio_model,
  })
  if (!price) return { channel, reason: 'model_price_error' }
  const batch = batchOf(operation)
  const attempt = attemptOf(call, {
    ...candidate,
    provider,
    format,
    traits: parts.traits(upstreamModel),
    price: batch?.priced(price) ?? price,
    ...(isVirtual ? { isVirtual: true } : {}),
    passesThrough: parts.passesThrough,
  })
  const verdict = parts.availability.look(channel, attempt.upstreamModel)
  if (verdict.isUsable) return attempt
  const { reason, waitMs } = verdict
  return reason === 'no_key' ? { channel, reason } : { channel, reason, waitMs, attempt }
}

/** What an attempt is made of. */
interface AttemptParts extends Candidate {
  readonly provider: Provider
  readonly format: UpstreamFormat
  readonly price: CompiledPrice
  /** What the model is, by its name upstream. */
  readonly traits: ModelTraits
  /** The option global.pass_through_request_enabled. */
  readonly passesThrough: boolean
  /** Did the caller name another model, which this one stands behind? */
  readonly isVirtual?: true
}

/** One try at one channel: whether it streams, and in which form request and reply go, is decided here for all later steps. */
export function attemptOf({ endpoint, facts }: Call, parts: AttemptParts): Attempt {
  const { channel, model, provider, format, traits, price, passesThrough, isVirtual } = parts
  const upstreamModel = upstreamModelOf(channel, model)
  // The setting applies to conversations only, since only their whole replies can be turned into streams.
  const isOwnDialect = isOwnFormat(endpoint, format)
  const { kind } = endpoint.operation
  // A recording is one in every format.
  const isOwnReply = isOwnDialect || format.keepsReply === true || (kind === 'media' && format.isInEvents !== true)
  const isForeign = (kind === 'translated' || kind === 'form' || kind === 'task') && !isOwnReply
  const mayStream = (!isForeign || format.isRetold === true) && (givesBytes(endpoint.operation) || !isNonStreamOnly(channel.setting))
  const isCollected = !facts.isStream && mayStream && onlyStreams(format.operation, { provider, channel, ...format, upstreamModel })
  const isRelayed = isOwnReply && !isCollected && !isRewritten(format.operation, channel)
  return {
    channel,
    provider,
    operation: format.operation,
    dialect: format.dialect,
    ...(format.format === undefined ? {} : { format: format.format }),
    ...(format.isInEvents ? { isInEvents: true } : {}),
    ...(format.eventFraming ? { eventFraming: format.eventFraming } : {}),
    ...(format.isRetold ? { isRetold: true } : {}),
    requestedModel: model,
    upstreamModel,
    traits,
    ...(isVirtual ? { isVirtual } : {}),
    isMapped: isVirtual === true || upstreamModel !== model,
    price,
    // No vendor knows the name of a virtual model.
    request: isOwnDialect ? (passesThrough && !isVirtual ? 'verbatim' : 'edited') : 'translated',
    isStreamed: (facts.isStream && mayStream) || isCollected,
    reply: isCollected ? 'collect' : isRelayed ? (givesBytes(endpoint.operation) ? 'bytes' : 'relay') : 'rewrite',
  }
}

/** Is the vendor asked in the format of the client? */
function isOwnFormat({ operation, dialect }: RelayEndpoint, format: UpstreamFormat): boolean {
  if (operation.kind === 'translated') return operation.own?.isSpoken(format) ?? false
  // The place of a submission is the client's, and its body is made anew.
  if (operation.kind === 'task') return false
  if (givesBytes(operation) && format.format !== undefined) return false
  return format.operation === operation.name && format.dialect === dialect
}

function onlyStreams(operation: Operation, model: ModelOfChannel): boolean {
  const { provider, upstreamModel } = model
  const converses = provider.converse !== undefined && (provider.conversesFor?.({ operation, model: upstreamModel }) ?? true)
  return isChat(operation) && (converses || rulesOf(model).streamsOnly === true)
}
