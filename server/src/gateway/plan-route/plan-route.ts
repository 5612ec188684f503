// Step 4: which channels, in which order, at which price? Pure: everything it looks at is handed in.

import type { SkipReason } from '@waystation/contract/calls/log'
import { isNonStreamOnly } from '@waystation/contract/channels/channel-setting'
import { channelType, formatsFor, operationsAt } from '@waystation/contract/channels/channel-type'
import { AppError, type ErrorCode, type Facts } from '@waystation/contract/errors'
import type { ModelTraits, ReadTraits } from '@waystation/contract/models/traits'
import { passThroughRequestEnabled } from '@waystation/contract/options/global'
import { relayConversationAffinity } from '@waystation/contract/options/relay'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Candidate, CatalogSnapshot, Tier } from '../../domain/catalog/channel-index.ts'
import { servedAs, upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { Affinity, Home } from '../../domain/channel/availability/affinity.ts'
import type { Availability } from '../../domain/channel/availability/availability.ts'
import { typicalTokens } from '../../domain/pricing/hold-policy.ts'
import type { CompiledPrice } from '../../domain/pricing/price-call.ts'
import type { PriceTable } from '../../domain/pricing/price-table.ts'
import type { VendorPlace } from '../../domain/vendor-file/vendor-files.ts'
import type { Operation, Provider } from '../../providers/provider.ts'
import type { Attempt, RoutePlan, SkippedChannel, UpstreamFormat } from '../attempt.ts'
import type { Gateway } from '../gateway.ts'
import { givesBytes, isChat } from '../operations/kinds.ts'
import { type ModelOfChannel, rulesOf } from '../prepare/rules.ts'
import { isRewritten } from '../stream-back/rewrite.ts'
import type { Call, Caller, RelayEndpoint } from '../types.ts'
import { inTurn, lookedAt, ownDialectFirst, spares } from './draw-order.ts'
import { NoRoute } from './no-route.ts'

export interface PlanParts {
  readonly catalog: CatalogSnapshot
  readonly prices: Pick<PriceTable, 'priceOf'>
  readonly traits: ReadTraits
  readonly providers: Readonly<Record<number, Provider>>
  /** When a channel may be used. */
  readonly availability: Pick<Availability, 'look' | 'force' | 'isTried' | 'loadOf'>
  /** Where conversations were answered last. */
  readonly affinity: Pick<Affinity, 'of'>
  /** Are requests sent as they came, where the vendor speaks their dialect? */
  readonly passesThrough: boolean
  /** How many channels may be tried; no more are drawn. */
  readonly maxAttempts: number
  /** From 0 up to 1. */
  readonly random: () => number
}

/** What planning takes. */
export type PlanServices = Pick<Gateway, 'options' | 'catalog' | 'prices' | 'traits' | 'providers' | 'availability' | 'affinity' | 'random'>

/** What a plan of so many attempts is made of, as things stand now. */
export function planParts(services: PlanServices, maxAttempts: number): PlanParts {
  const { options, catalog, prices, traits, providers, availability, affinity, random } = services
  const passesThrough = options.get(passThroughRequestEnabled)
  return {
    catalog: catalog.current(),
    prices,
    traits,
    providers,
    availability,
    random,
    affinity: options.get(relayConversationAffinity) ? affinity : noHomes,
    passesThrough,
    maxAttempts,
  }
}

/** Conversations go wherever each of their calls is drawn to. */
const noHomes: PlanParts['affinity'] = { of: () => undefined }

/**
 * The attempts in order, at most so many: channels of the best priority, drawn by weight, then the next priority (decision D26).
 * Channels are drawn one by one and looked at only then, so a model that a thousand channels serve costs no more than one of ten. Of the same
 * priority those come first that speak the client's dialect. A channel whose keys all cool is skipped.
 * @throws AppError model_not_found, get_channel_failed, upstream_saturated, model_price_error, context_length_exceeded, cannot_translate,
 *   untranslatable, file_elsewhere, file_channel_gone or pinned_channel_…
 */
export function planRoute(caller: Caller, call: Call, parts: PlanParts): RoutePlan {
  const { model } = call.facts
  const isPinned = caller.pinnedChannelId !== undefined
  const tiers = isPinned ? [] : offered(caller, model, parts)
  const boundTo = call.extension?.boundTo
  const home = call.conversation === undefined ? undefined : parts.affinity.of(caller.user.id, call.conversation)
  const first = isPinned ? undefined : near(caller, call, tiers, home, parts)
  const wanted = lookedAt(tiers, parts.maxAttempts)
  const all = isPinned ? [pinned(caller.pinnedChannelId, model, parts)] : preferred(inTurn(tiers, call.facts, parts), first)
  const candidates = boundTo ? bound(all, boundTo, model, parts) : all
  const promptTokens = typicalTokens(call.facts.size.textBytes)

  const drawn: Attempt[] = []
  const skipped: SkippedChannel[] = []
  for (const candidate of candidates) {
    const attempt = attemptAt(candidate, caller, call, promptTokens, parts)
    if (isSkipped(attempt)) skipped.push(attempt)
    else if (drawn.push(attempt) >= wanted + spares(drawn)) break
  }
  const attempts = ownDialectFirst(drawn, first?.channel, parts.maxAttempts)
  // With every channel out, one call at a time tries the one that comes back first.
  const forced = attempts.length === 0 ? forcedAttempt(skipped, parts) : undefined
  if (forced) attempts.push(forced)
  if (attempts.length === 0) {
    const search = isPinned ? undefined : { catalog: parts.catalog, group: caller.group, model }
    const facts = { model, group: caller.group, ...waitFact(skipped), ...unsupportedFact(skipped) }
    throw new NoRoute(nearest(skipped), facts, { skipped, search })
  }
  return {
    attempts,
    isPinned,
    ...(home ? { home } : {}),
    considered: { tiers, autoDisabled: isPinned ? [] : parts.catalog.autoDisabled(caller.group, model), skipped },
  }
}

function forcedAttempt(skipped: readonly SkippedChannel[], { availability }: Pick<PlanParts, 'availability'>): Attempt | undefined {
  const failing = skipped.filter(({ reason }) => reason === 'failing').toSorted((one, other) => (one.waitMs ?? 0) - (other.waitMs ?? 0))
  // Whoever tries a vendor that is silent waits for as long as it may take: one caller is enough.
  if (failing.some(({ channel, attempt }) => attempt && availability.isTried(channel, attempt.upstreamModel))) return undefined
  return failing.find(({ channel, attempt }) => attempt && availability.force(channel, attempt.upstreamModel))?.attempt
}

/** Reasons why a channel cannot serve, the one that is nearest to serving first, with the caller's error. */
const errorsByReason: readonly (readonly [SkipReason, ErrorCode])[] = [
  ['failing', 'channels_resting'],
  ['silent', 'channels_resting'],
  ['keys_cooling', 'upstream_saturated'],
  ['full', 'upstream_saturated'],
  ['no_key', 'get_channel_failed'],
  ['model_price_error', 'model_price_error'],
  ['context_length_exceeded', 'context_length_exceeded'],
]

function nearest(skipped: readonly SkippedChannel[]): ErrorCode {
  const found = errorsByReason.find(([reason]) => skipped.some((one) => one.reason === reason))?.[1]
  return found ?? (skipped.some((one) => one.unsupported) ? 'untranslatable' : 'cannot_translate')
}

/** What the first vendor that has such an endpoint cannot do of the request. */
function unsupportedFact(skipped: readonly SkippedChannel[]): Facts {
  const fields = skipped.find((one) => one.unsupported)?.unsupported
  return fields ? { fields: fields.join(', ') } : {}
}

/** Seconds until the first of the cooling channels may be tried again. */
function waitFact(skipped: readonly SkippedChannel[]): Facts {
  const waits = skipped.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]))
  return waits.length === 0 ? {} : { retry_after: Math.ceil(Math.min(...waits) / 1000) }
}

const isSkipped = (found: Attempt | SkippedChannel): found is SkippedChannel => 'reason' in found

/** The attempt at this channel, or why there can be none. */
function attemptAt(candidate: Candidate, caller: Caller, call: Call, promptTokens: number, parts: PlanParts): Attempt | SkippedChannel {
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
  const price = parts.prices.priceOf({
    requested: candidate.model,
    upstream: upstreamModel,
    channelType: channel.type,
    group: caller.group,
    userGroup: caller.user.group,
    acceptsUnset: caller.user.setting.accept_unset_model_ratio_model,
  })
  if (!price) return { channel, reason: 'model_price_error' }
  const attempt = attemptOf(call, {
    ...candidate,
    provider,
    format,
    traits: parts.traits(upstreamModel),
    price,
    passesThrough: parts.passesThrough,
  })
  const verdict = parts.availability.look(channel, attempt.upstreamModel)
  if (verdict.isUsable) return attempt
  const { reason, waitMs } = verdict
  return reason === 'no_key' ? { channel, reason } : { channel, reason, waitMs, attempt }
}

function offered(caller: Caller, model: string, { catalog }: PlanParts): readonly Tier[] {
  const tiers = catalog.tiers(caller.group, model)
  if (tiers.length > 0) return tiers
  // 404 where no channel offers it, so that clients do not try again; 503 where it exists and is out of reach now (decision D27).
  const code = catalog.offering(model).length > 0 ? 'get_channel_failed' : 'model_not_found'
  throw new NoRoute(code, { model, group: caller.group }, { skipped: [], search: { catalog, group: caller.group, model } })
}

/** A channel pinned by an admin's key serves any request. */
function pinned(id: number, model: string, { catalog }: PlanParts): Candidate {
  const channel = catalog.channel(id)
  if (!channel) throw new AppError('pinned_channel_unknown')
  if (channel.status !== channelStatus.enabled) {
    const reason = channel.autoDisabled ? 'auto_disabled' : 'disabled'
    throw new NoRoute('pinned_channel_disabled', {}, { skipped: [{ channel, reason }], search: undefined })
  }
  return { channel, model: channel.prefix !== '' && model.startsWith(channel.prefix) ? model.slice(channel.prefix.length) : model }
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
}

/** One try at one channel: whether it streams, and in which form request and reply go, is decided here for all later steps. */
export function attemptOf({ endpoint, facts }: Call, parts: AttemptParts): Attempt {
  const { channel, model, provider, format, traits, price, passesThrough } = parts
  const upstreamModel = upstreamModelOf(channel, model)
  // The setting applies to conversations only, since only their whole replies can be turned into streams.
  const isOwnDialect = isOwnFormat(endpoint, format)
  const { kind } = endpoint.operation
  // A recording is one in every format.
  const isOwnReply = isOwnDialect || format.keepsReply === true || (kind === 'media' && format.isInEvents !== true)
  const isForeign = (kind === 'translated' || kind === 'form') && !isOwnReply
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
    isMapped: upstreamModel !== model,
    price,
    request: isOwnDialect ? (passesThrough ? 'verbatim' : 'edited') : 'translated',
    isStreamed: (facts.isStream && mayStream) || isCollected,
    reply: isCollected ? 'collect' : isRelayed ? (givesBytes(endpoint.operation) ? 'bytes' : 'relay') : 'rewrite',
  }
}

/** Is the vendor asked in the format of the client? */
function isOwnFormat({ operation, dialect }: RelayEndpoint, format: UpstreamFormat): boolean {
  if (operation.kind === 'translated') return operation.own?.isSpoken(format) ?? false
  if (givesBytes(operation) && format.format !== undefined) return false
  return format.operation === operation.name && format.dialect === dialect
}

function onlyStreams(operation: Operation, model: ModelOfChannel): boolean {
  return isChat(operation) && (model.provider.converse !== undefined || rulesOf(model).streamsOnly === true)
}

/** The channel that comes before all others: the one that has what the call names, else the one that answered its conversation last. */
function near(
  { group }: Caller,
  { facts: { model }, extension }: Call,
  tiers: readonly Tier[],
  home: Home | undefined,
  { catalog }: PlanParts,
): Candidate | undefined {
  const id = extension?.boundTo?.channelId ?? extension?.preferredChannelId
  if (id) return tiers.flatMap((tier) => tier.candidates).find(({ channel }) => channel.id === id)
  // Edited since, it is another one: what is cached there may be of no use.
  if (!home || catalog.channel(home.channel.id) !== home.channel || home.channel.status !== channelStatus.enabled) return undefined
  const name = home.channel.groups.includes(group) ? servedAs(home.channel, model) : undefined
  return name === undefined ? undefined : { channel: home.channel, model: name }
}

function* preferred(inTurn: Iterable<Candidate>, first: Candidate | undefined): Generator<Candidate> {
  if (first) yield first
  for (const candidate of inTurn) if (candidate.channel !== first?.channel) yield candidate
}

/** Only where the call's files are, and with the key whose account has them. Throws AppError file_elsewhere, file_channel_gone. */
function bound(
  candidates: Iterable<Candidate>,
  { channelId, keyId }: VendorPlace,
  model: string,
  { catalog }: Pick<PlanParts, 'catalog'>,
): readonly Candidate[] {
  const home = catalog.channel(channelId)
  if (home?.status !== channelStatus.enabled || !home.keys.some(({ id }) => id === keyId)) throw new AppError('file_channel_gone')
  const [found] = candidates
  if (found?.channel.id !== channelId) throw new AppError('file_elsewhere', { model })
  const { channel } = found
  return [{ model: found.model, channel: { ...channel, keys: channel.keys.filter((key) => key.id === keyId) } }]
}
