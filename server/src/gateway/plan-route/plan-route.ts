// Step 4: which channels, in which order, at which price? Pure: everything it looks at is handed in.

import { AppError } from '@waystation/contract/errors'
import { relayConversationAffinity } from '@waystation/contract/options/relay'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Candidate, Tier } from '../../domain/catalog/channel-index.ts'
import { type RoutableChannel, servedAs } from '../../domain/catalog/routable-channel.ts'
import type { Home } from '../../domain/channel/availability/affinity.ts'
import { typicalTokens } from '../../domain/pricing/hold-policy.ts'
import type { VendorPlace } from '../../domain/vendor-file/vendor-files.ts'
import type { Attempt, RoutePlan, SkippedChannel } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { Call } from '../types.ts'
import { attemptAt } from './attempt-at.ts'
import { inTurn, lookedAt, ownDialectFirst, spares } from './draw-order.ts'
import { NoRoute, noRoute } from './no-route.ts'
import type { PlanParts, PlanServices } from './plan-parts.ts'
import { drawnBehind, fitBehind, isBest } from './virtual-model.ts'

/** The channels of a model: the one that was asked for, or one of those behind it. */
interface Source {
  readonly model: string
  readonly tiers: readonly Tier[]
}

/**
 * The attempts in order, at most so many: channels of the best priority, drawn by weight, then the next priority (decision D26).
 * Channels are drawn one by one and looked at only then, so a model that a thousand channels serve costs no more than one of ten. Of the same
 * priority those come first that speak the client's dialect. A channel whose keys all cool is skipped. Of a virtual model all attempts at one
 * model behind it come before those at the next, for which one more may be made.
 * @throws AppError model_not_found, get_channel_failed, virtual_model_unfit, upstream_saturated, model_price_error, context_length_exceeded,
 *   cannot_translate, untranslatable, file_elsewhere, file_channel_gone or pinned_channel_…
 */
export function planRoute(caller: Caller, call: Call, parts: PlanParts): RoutePlan {
  const { model } = call.facts
  const isPinned = caller.pinnedChannelId !== undefined
  const offers = isPinned ? [{ model, tiers: [] }] : offered(caller, call, parts)
  const tiers = offers.flatMap((source) => source.tiers)
  const home = isPinned || hasChoice(tiers) ? knownHome(caller, call, parts) : undefined
  const first = isPinned ? undefined : near(caller, call, tiers, home, parts)
  const skipped: SkippedChannel[] = []
  const attempts: Attempt[] = []
  const sources = first ? nearFirst(offers, first) : offers
  for (const [at, source] of sources.entries()) {
    const maxAttempts = Math.max(1, parts.maxAttempts + at - attempts.length)
    attempts.push(...drawn(source, at === 0 ? first : undefined, { caller, call, skipped }, { ...parts, maxAttempts }))
    // Its files are there alone.
    if (call.extension?.boundTo) break
  }
  // With every channel out, one call at a time tries the one that comes back first.
  const { availability } = parts
  const forced = attempts.length === 0 ? trialOf(skipped, availability, (channel, name) => availability.force(channel, name)) : undefined
  if (forced) attempts.push(forced)
  if (attempts.length === 0) {
    throw noRoute(skipped, { catalog: parts.catalog, group: caller.group, model }, isPinned)
  }
  return {
    attempts,
    isPinned,
    ...(home ? { home } : {}),
    ...(sources.length > 1 ? { modelCount: sources.length } : {}),
    considered: { tiers, autoDisabled: isPinned ? [] : parts.catalog.autoDisabled(caller.group, model), skipped },
  }
}

/** Where the call's conversation was answered last; undefined: it is none, or a new one. */
export function knownHome(caller: Caller, { conversation }: Call, { affinity }: Pick<PlanParts, 'affinity'>): Home | undefined {
  const mark = conversation?.()
  return mark === undefined ? undefined : affinity.of(caller.user.id, mark)
}

/** What other nodes know of the conversation, to be waited for before the route is planned; undefined: there is nothing to ask. */
export function recallHome(
  { user, group, pinnedChannelId }: Caller,
  { facts: { model }, conversation }: Call,
  { affinity, catalog, options }: Pick<PlanServices, 'affinity' | 'catalog' | 'options'>,
): Promise<void> | undefined {
  if (!affinity.isShared || pinnedChannelId !== undefined || !conversation || !options.get(relayConversationAffinity)) return undefined
  const snapshot = catalog.current()
  const names = snapshot.behind(model)?.map((one) => one.model) ?? [model]
  if (!hasChoice(names.flatMap((name) => snapshot.tiers(group, name)))) return undefined
  const mark = conversation()
  return mark === undefined ? undefined : affinity.recall(user.id, mark)
}

/** Is there more than one channel, or more than one key? Otherwise a conversation has nowhere else to go, and nothing is remembered of it. */
export function hasChoice(tiers: readonly Tier[]): boolean {
  const [tier, next] = tiers
  const [first, other] = tier?.candidates ?? []
  return next !== undefined || other !== undefined || (first?.channel.keys.length ?? 0) > 1
}

/** What a call is drawn for, and where channels are noted that are passed over. */
interface Drawing {
  readonly caller: Caller
  readonly call: Call
  readonly skipped: SkippedChannel[]
}

/** The attempts at the channels of one model, in order. */
function drawn(
  { model, tiers }: Source,
  first: Candidate | undefined,
  { caller, call, skipped }: Drawing,
  parts: PlanParts,
): readonly Attempt[] {
  const { pinnedChannelId } = caller
  const boundTo = call.extension?.boundTo
  const wanted = lookedAt(tiers, parts.maxAttempts)
  const all = pinnedChannelId === undefined ? preferred(inTurn(tiers, call.facts, parts), first) : [pinned(pinnedChannelId, model, parts)]
  const candidates = boundTo ? bound(all, boundTo, model, parts) : all
  const promptTokens = typicalTokens(call.facts.size.textBytes)
  const found: Attempt[] = []
  for (const candidate of candidates) {
    const attempt = attemptAt(candidate, caller, call, promptTokens, parts)
    if (isSkipped(attempt)) skipped.push(attempt)
    else if (found.push(attempt) >= wanted + spares(found)) break
  }
  return ownDialectFirst(found, first?.channel, parts.maxAttempts)
}

/** The model of the channel that comes before all others goes first with it. */
function nearFirst(sources: readonly Source[], { channel, model }: Candidate): readonly Source[] {
  if (sources.length === 1) return sources
  const isNear = (source: Source) => source.model === channel.prefix + model
  return [...sources.filter(isNear), ...sources.filter((source) => !isNear(source))]
}

/**
 * Where every channel is out, the attempt that may be made before its time: at the one that comes back first, unless one is tried now.
 * @param mayTry may this channel be tried for this model?
 */
export function trialOf(
  skipped: readonly SkippedChannel[],
  availability: Pick<PlanParts['availability'], 'isTried'>,
  mayTry: (channel: RoutableChannel, model: string) => boolean,
): Attempt | undefined {
  const resting = skipped
    .filter(({ reason }) => reason === 'failing')
    .toSorted((one, other) => (one.waitMs ?? 0) - (other.waitMs ?? 0))
    .flatMap(({ attempt }) => attempt ?? [])
  // Whoever tries a vendor that is silent waits for as long as it may take: one caller is enough.
  if (resting.some(({ channel, upstreamModel }) => availability.isTried(channel, upstreamModel))) return undefined
  return resting.find(({ channel, upstreamModel }) => mayTry(channel, upstreamModel))
}

/** Can there be no attempt? */
export const isSkipped = (found: Attempt | SkippedChannel): found is SkippedChannel => 'reason' in found

/**
 * The channels of the model in the caller's group, or of each model behind it that has any.
 * Throws model_not_found, get_channel_failed where it exists elsewhere, or virtual_model_unfit.
 */
export function offered(caller: Caller, call: Call, { catalog, random }: Pick<PlanParts, 'catalog' | 'random'>): readonly Source[] {
  const { model } = call.facts
  const behind = drawnBehind(caller, call, { catalog, random })
  if (behind?.length === 0) throw new AppError('virtual_model_unfit', { model })
  const sources = (behind ?? [model])
    .map((name) => ({ model: name, tiers: catalog.tiers(caller.group, name) }))
    .filter(({ tiers }) => tiers.length > 0)
  if (sources.length > 0) return sources
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
  const behind = catalog.behind(model)
  const served = behind?.flatMap((one) => servedAs(channel, one.model) ?? [])[0] ?? behind?.[0]?.model ?? model
  return { channel, model: channel.prefix !== '' && served.startsWith(channel.prefix) ? served.slice(channel.prefix.length) : served }
}

/** The channel that comes before all others: the one that has what the call names, else the one that answered its conversation last. */
export function near(
  caller: Caller,
  call: Call,
  tiers: readonly Tier[],
  home: Home | undefined,
  { catalog }: Pick<PlanParts, 'catalog'>,
): Candidate | undefined {
  const { extension } = call
  const id = extension?.boundTo?.channelId ?? extension?.preferredChannelId
  if (id) return tiers.flatMap((tier) => tier.candidates).find(({ channel }) => channel.id === id)
  // Edited since, it is another one: what is cached there may be of no use.
  if (!home || catalog.channel(home.channel.id) !== home.channel || home.channel.status !== channelStatus.enabled) return undefined
  const model = homeModel(caller, call, home, { catalog })
  const name = home.channel.groups.includes(caller.group) && model !== undefined ? servedAs(home.channel, model) : undefined
  return name === undefined ? undefined : { channel: home.channel, model: name }
}

/** The model that a conversation goes on with; undefined: a better one is to be tried first, or its conditions do not hold any more. */
function homeModel(caller: Caller, call: Call, { model }: Home, { catalog }: Pick<PlanParts, 'catalog'>): string | undefined {
  const fit = fitBehind(caller, call, { catalog })
  if (!fit) return call.facts.model
  return isBest(model, fit) ? model : undefined
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
