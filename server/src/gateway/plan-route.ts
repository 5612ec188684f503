// Step 4: which channels, in which order, at which price? Pure: everything it looks at is handed in.
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/status-table'
import type { Candidate, CatalogSnapshot } from '../domain/catalog/catalog.ts'
import { typicalTokens } from '../domain/pricing/hold-policy.ts'
import type { PriceTable } from '../domain/pricing/price-table.ts'
import type { Provider } from '../providers/provider.ts'
import type { Attempt, Call, Caller, RoutePlan } from './types.ts'

export interface PlanParts {
  readonly catalog: CatalogSnapshot
  readonly prices: PriceTable
  readonly providers: Readonly<Record<number, Provider>>
  /** From 0 up to 1. */
  readonly random: () => number
}

/** A weight of 0 still gets its share (server-behaviour 3.2). */
const WEIGHT_FLOOR = 10

/**
 * The attempts in order: all channels of the best priority, drawn by weight, then the next priority (decision D26).
 * @throws AppError model_not_found, no_available_channel, model_price_error, context_length_exceeded, cannot_translate or pinned_channel_…
 */
export function planRoute(caller: Caller, call: Call, parts: PlanParts): RoutePlan {
  const { model } = call.facts
  const candidates =
    caller.pinnedChannelId === undefined
      ? byPriority(offered(caller, model, parts), parts.random)
      : [pinned(caller.pinnedChannelId, model, parts)]

  const speaking = candidates.filter(({ channel }) => canServe(channel, call, parts))
  if (speaking.length === 0) throw new AppError('cannot_translate', { model })

  const promptTokens = typicalTokens(call.facts.size.textBytes)
  const fitting = speaking.filter(({ channel }) => channel.maxInputTokens === 0 || channel.maxInputTokens >= promptTokens)
  if (fitting.length === 0) throw new AppError('context_length_exceeded')

  const attempts = fitting.map((candidate) => attemptOf(candidate, caller, parts)).filter((attempt) => attempt !== undefined)
  if (attempts.length === 0) throw new AppError('model_price_error', { model })
  return { attempts, isPinned: caller.pinnedChannelId !== undefined }
}

function offered(caller: Caller, model: string, { catalog }: PlanParts): readonly Candidate[] {
  const candidates = catalog.candidates(caller.group, model)
  if (candidates.length > 0) return candidates
  // 404 where nobody offers it, so that clients do not try again; 503 where it exists and is out of reach now (decision D27).
  throw catalog.isKnown(model)
    ? new AppError('no_available_channel', { model, group: caller.group })
    : new AppError('model_not_found', { model })
}

/** A channel that an admin's key names serves whatever it is asked for. */
function pinned(id: number, model: string, { catalog }: PlanParts): Candidate {
  const channel = catalog.channel(id)
  if (!channel) throw new AppError('pinned_channel_unknown')
  if (channel.status !== channelStatus.enabled) throw new AppError('pinned_channel_disabled')
  return { channel, model: channel.prefix !== '' && model.startsWith(channel.prefix) ? model.slice(channel.prefix.length) : model }
}

function canServe(channel: Candidate['channel'], call: Call, { providers }: PlanParts): boolean {
  const provider = providers[channel.type]
  return provider?.operations.includes(call.endpoint.operation.name) === true && provider.speaks(channel).includes(call.endpoint.dialect)
}

function attemptOf({ channel, model }: Candidate, caller: Caller, { prices, providers }: PlanParts): Attempt | undefined {
  const provider = providers[channel.type]
  const mapped = Object.hasOwn(channel.modelMapping, model) ? channel.modelMapping[model] : undefined
  const upstreamModel = mapped || model
  const price = prices.priceOf({
    asked: model,
    upstream: upstreamModel,
    group: caller.group,
    acceptsUnset: caller.user.setting.accept_unset_model_ratio_model,
  })
  return provider && price ? { channel, provider, upstreamModel, isMapped: upstreamModel !== model, price } : undefined
}

function byPriority(candidates: readonly Candidate[], random: () => number): readonly Candidate[] {
  if (candidates.length === 1) return candidates
  const tiers = Map.groupBy(candidates, ({ channel }) => channel.priority)
  return [...tiers.keys()].sort((a, b) => b - a).flatMap((priority) => drawn(tiers.get(priority) ?? [], random))
}

/** All of a tier in random order, the heavier the sooner. */
function drawn(tier: readonly Candidate[], random: () => number): Candidate[] {
  const left = [...tier]
  const order: Candidate[] = []
  while (left.length > 1) {
    let point = random() * left.reduce((sum, { channel }) => sum + channel.weight + WEIGHT_FLOOR, 0)
    let at = left.findIndex(({ channel }) => {
      point -= channel.weight + WEIGHT_FLOOR
      return point < 0
    })
    if (at < 0) at = left.length - 1
    order.push(...left.splice(at, 1))
  }
  return [...order, ...left]
}
