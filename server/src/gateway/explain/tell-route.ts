// What was seen of a route, as an answer: bounded, with a sentence for each reason.
import {
  MAX_ROUTE_CANDIDATES,
  MAX_ROUTE_NAMED,
  MAX_ROUTE_TIERS,
  type RouteCandidate,
  type RouteExplanation,
  type RouteFold,
  type RouteTier,
} from '@waystation/contract/calls/route'
import { type SkipReason, skipSentence } from '@waystation/contract/calls/skip-words'
import { type AppError, errorMessage, type Language } from '@waystation/contract/errors'
import { upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { Availability } from '../../domain/channel/availability/availability.ts'
import type { Attempt, SkippedChannel } from '../attempt.ts'
import type { CallFacts } from '../call-facts.ts'
import { WEIGHT_FLOOR } from '../plan-route/draw-order.ts'
import { elsewhere, type RouteSearch } from '../plan-route/no-route.ts'
import type { RouteLook, TierLook } from './look-at-route.ts'

/** What telling takes. */
export interface TellParts {
  readonly facts: Pick<CallFacts, 'model' | 'isStream'>
  readonly availability: Pick<Availability, 'loadOf'>
  readonly language: Language
}

type Named = { readonly id: number; readonly name: string }

const namedAs = ({ id, name }: Named) => ({ channel_id: id, channel_name: name })

/** The tiers as they are told: the first of them, and of each the heaviest channels. */
export function toldTiers({ tiers }: Pick<RouteLook, 'tiers'>, parts: TellParts): Pick<RouteExplanation, 'tiers' | 'tiers_left_out'> {
  const shown = tiers.slice(0, MAX_ROUTE_TIERS)
  const room = Math.floor(MAX_ROUTE_CANDIDATES / Math.max(1, shown.length))
  return { tiers: shown.map((tier) => toldTier(tier, room, parts)), tiers_left_out: tiers.length - shown.length }
}

function toldTier({ priority, usable, skipped }: TierLook, room: number, parts: TellParts): RouteTier {
  // Those that speak the client's dialect come before the others of their tier.
  const own = usable.filter(({ request }) => request !== 'translated')
  const first: readonly Attempt[] = own.length > 0 ? own : usable
  const later = own.length > 0 ? usable.filter(({ request }) => request === 'translated') : []
  const weights = first.reduce((sum, { channel }) => sum + channel.weight + WEIGHT_FLOOR, 0)
  const told = [
    ...heaviest(first, room).map((attempt) => usableCandidate(attempt, shareOf(attempt, weights), parts)),
    ...heaviest(later, room).map((attempt) => usableCandidate(attempt, 0, parts)),
    ...skipped.slice(0, room).map((one) => skippedCandidate(one, parts)),
  ]
  return { priority, usable: usable.length, unusable: skipped.length, candidates: told.slice(0, room) }
}

function heaviest(attempts: readonly Attempt[], count: number): readonly Attempt[] {
  return attempts.toSorted((one, other) => other.channel.weight - one.channel.weight || one.channel.id - other.channel.id).slice(0, count)
}

/** In percent, to a tenth. */
const shareOf = ({ channel }: Attempt, weights: number): number => Math.round(((channel.weight + WEIGHT_FLOOR) / weights) * 1000) / 10

function usableCandidate({ channel, upstreamModel, request }: Attempt, share: number, parts: TellParts): RouteCandidate {
  return {
    ...placeOf(channel, upstreamModel, parts),
    ...{ is_usable: true, is_translated: request === 'translated', share },
    ...{ reason: null, message: null, wait_seconds: null },
  }
}

function skippedCandidate({ channel, attempt, reason, waitMs }: SkippedChannel, parts: TellParts): RouteCandidate {
  const waitSeconds = secondsOf(waitMs)
  return {
    ...placeOf(channel, attempt?.upstreamModel ?? upstreamModelOf(channel, parts.facts.model.slice(channel.prefix.length)), parts),
    ...{ is_usable: false, is_translated: attempt?.request === 'translated', share: null, reason, wait_seconds: waitSeconds ?? null },
    message: skipSentence(reason, waitSeconds, parts.language),
  }
}

function placeOf(channel: Attempt['channel'], upstreamModel: string, { facts, availability }: TellParts) {
  const { underWay, meanMs } = availability.loadOf(channel.id, upstreamModel, facts.isStream)
  return {
    ...namedAs(channel),
    ...{ upstream_model: upstreamModel, weight: channel.weight, under_way: underWay },
    first_ms: meanMs === undefined ? null : Math.round(meanMs),
  }
}

const secondsOf = (waitMs: number | undefined): number | undefined => (waitMs === undefined ? undefined : Math.ceil(waitMs / 1000))

interface Fold {
  count: number
  waitMs: number | undefined
  readonly channels: Named[]
}

/** Everything that is out, by reason: what was looked at, then what serves the model elsewhere or nearly has it. */
export function toldFolds({ tiers }: Pick<RouteLook, 'tiers'>, search: RouteSearch, language: Language): readonly RouteFold[] {
  const folds = new Map<SkipReason, Fold>()
  const add = (reason: SkipReason, channel: Named, waitMs?: number) => {
    const fold = folds.get(reason) ?? { count: 0, waitMs: undefined, channels: [] }
    folds.set(reason, fold)
    fold.count += 1
    if (waitMs !== undefined) fold.waitMs = Math.min(waitMs, fold.waitMs ?? waitMs)
    if (fold.channels.length < MAX_ROUTE_NAMED) fold.channels.push(channel)
  }
  const looked = new Set<number>()
  for (const { usable, skipped } of tiers) {
    for (const { channel } of usable) looked.add(channel.id)
    for (const { channel, reason, waitMs } of skipped) {
      looked.add(channel.id)
      add(reason, channel, waitMs)
    }
  }
  for (const { id, channel, reason } of elsewhere(search, looked)) add(reason, channel ?? { id, name: '' })
  return [...folds].map(([reason, { count, waitMs, channels }]) => ({
    ...{ reason, message: skipSentence(reason, secondsOf(waitMs), language), count, wait_seconds: secondsOf(waitMs) ?? null },
    channels: channels.map(namedAs),
  }))
}

/** What a caller would be told instead of an answer. */
export function toldRefusal(refusal: AppError | undefined, language: Language): RouteExplanation['refusal'] {
  if (!refusal) return null
  const { code, facts } = refusal
  const wait = facts.retry_after
  return { code, message: errorMessage(code, facts, language), retry_after: typeof wait === 'number' ? wait : null }
}
