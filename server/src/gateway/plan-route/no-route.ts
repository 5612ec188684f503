// Why no channel could take a call: a refusal, and what admins read of it in the log.

import type { CandidateFact } from '@waystation/contract/calls/log'
import type { SkipReason } from '@waystation/contract/calls/skip-words'
import { AppError, type ErrorCode, type Facts } from '@waystation/contract/errors'
import type { CatalogSnapshot, NearMiss } from '../../domain/catalog/channel-index.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import type { SkippedChannel } from '../attempt.ts'
import { MAX_NAMED, placeOf, type RouteFacts, SkipCounter } from './route-facts.ts'

/** The inputs of the route search. References only, since most refusals of a runaway client are never logged. */
export interface RouteSearch {
  readonly catalog: CatalogSnapshot
  readonly group: string
  readonly model: string
}

/** No channel can take the call. */
export class NoRoute extends AppError {
  /** Channels that were looked at. */
  readonly skipped: readonly SkippedChannel[]
  /** Undefined where the caller pinned a channel. */
  readonly search: RouteSearch | undefined

  constructor(code: ErrorCode, facts: Facts, { skipped, search }: { skipped: readonly SkippedChannel[]; search: RouteSearch | undefined }) {
    super(code, facts)
    this.skipped = skipped
    this.search = search
  }
}

/**
 * The refusal where every channel is out.
 * @param isPinned one channel alone was asked for, so no other is of interest
 */
export function noRoute(skipped: readonly SkippedChannel[], search: RouteSearch, isPinned = false): NoRoute {
  const facts = { model: search.model, group: search.group, ...waitFact(skipped), ...unsupportedFact(skipped) }
  return new NoRoute(nearest(skipped), facts, { skipped, search: isPinned ? undefined : search })
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

/** Groups of a channel that a row names at most. */
const MAX_GROUPS = 5

/**
 * Every channel that has the model, or nearly has it, and why it is out: those that were looked at first, then those of the caller's group
 * that are disabled, those of other groups, and those that are only close. Made where a row is written.
 */
export function noRouteFacts({ skipped, search }: NoRoute): RouteFacts {
  const named = new Map<number, CandidateFact>()
  const counts = new SkipCounter()
  const add = (reason: SkipReason, fact: () => CandidateFact, id: number) => {
    if (named.has(id)) return
    counts.add(reason)
    if (named.size < MAX_NAMED) named.set(id, fact())
  }
  for (const one of skipped) add(one.reason, () => skippedFact(one), one.channel.id)
  if (search) for (const { id, reason, fact } of elsewhere(search, new Set(skipped.map(({ channel }) => channel.id)))) add(reason, fact, id)
  if (counts.total === 0) return {}
  return {
    candidates: [...named.values()],
    ...(counts.total > named.size ? { candidate_count: counts.total, skip_counts: counts.byReason } : {}),
  }
}

/** A channel that was not looked at, since it does not serve the model in this group. */
export interface Elsewhere {
  readonly id: number
  /** Undefined: it was deleted. */
  readonly channel: RoutableChannel | undefined
  readonly reason: SkipReason
  readonly fact: () => CandidateFact
}

/** The channels of the group that are disabled, those of other groups, and those that nearly have the model. Looks at all. */
export function* elsewhere({ catalog, group, model }: RouteSearch, looked: ReadonlySet<number>): Generator<Elsewhere> {
  const others = catalog.offering(model).flatMap(({ channel }) => (looked.has(channel.id) ? [] : [channel]))
  for (const channel of others)
    if (channel.groups.includes(group)) {
      const reason = channel.autoDisabled ? 'auto_disabled' : 'disabled'
      yield { id: channel.id, channel, reason, fact: () => ({ ...placeOf(channel), skipped: reason, ...channel.autoDisabled }) }
    }
  for (const channel of others)
    if (!channel.groups.includes(group)) yield { id: channel.id, channel, reason: 'not_in_group', fact: () => otherGroupFact(channel) }
  for (const miss of catalog.nearMisses(model))
    yield { id: miss.channelId, channel: miss.channel, reason: nearReason(miss), fact: () => nearMissFact(miss) }
}

function skippedFact({ channel, reason, waitMs }: SkippedChannel): CandidateFact {
  return {
    ...placeOf(channel),
    skipped: reason,
    ...(waitMs === undefined ? {} : { wait_seconds: Math.ceil(waitMs / 1000) }),
    ...(reason === 'context_length_exceeded' ? { input_limit: channel.maxInputTokens } : {}),
    ...(reason === 'auto_disabled' ? channel.autoDisabled : {}),
  }
}

const otherGroupFact = (channel: RoutableChannel): CandidateFact => ({
  ...placeOf(channel),
  skipped: 'not_in_group',
  groups: channel.groups.slice(0, MAX_GROUPS),
})

function nearReason({ channel, servedAs }: NearMiss): SkipReason {
  if (servedAs !== undefined) return 'only_prefixed'
  return channel ? 'not_listed' : 'deleted'
}

function nearMissFact(miss: NearMiss): CandidateFact {
  const { channelId, channel, servedAs, since } = miss
  return {
    ...(channel ? placeOf(channel) : { channel_id: channelId }),
    skipped: nearReason(miss),
    ...(servedAs === undefined ? {} : { served_as: servedAs }),
    ...(since === undefined ? {} : { since }),
  }
}
