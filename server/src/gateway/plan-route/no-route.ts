// Why no channel could take a call: a refusal, and what admins read of it in the log.

import type { CandidateFact } from '@waystation/contract/calls/log'
import { AppError, type ErrorCode, type Facts } from '@waystation/contract/errors'
import type { CatalogSnapshot, NearMiss } from '../../domain/catalog/channel-index.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import type { SkippedChannel } from '../attempt.ts'
import { MAX_NAMED, placeOf, type RouteFacts } from './route-facts.ts'

/** The inputs of the route search. References only, since most refusals of a runaway client are never logged. */
interface RouteSearch {
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

/** Groups of a channel that a row names at most. */
const MAX_GROUPS = 5

/**
 * Every channel that has the model, or nearly has it, and why it is out: those that were looked at first, then those of the caller's group
 * that are disabled, those of other groups, and those that are only close. Made where a row is written.
 */
export function noRouteFacts({ skipped, search }: NoRoute): RouteFacts {
  const named = new Map<number, CandidateFact>()
  let count = 0
  const add = (id: number, fact: () => CandidateFact) => {
    if (named.has(id)) return
    count += 1
    if (named.size < MAX_NAMED) named.set(id, fact())
  }
  for (const one of skipped) add(one.channel.id, () => skippedFact(one))
  if (search) {
    const { catalog, group, model } = search
    const looked = new Set(skipped.map(({ channel }) => channel.id))
    const others = catalog.offering(model).flatMap(({ channel }) => (looked.has(channel.id) ? [] : [channel]))
    for (const channel of others) if (channel.groups.includes(group)) add(channel.id, () => disabledFact(channel))
    for (const channel of others) if (!channel.groups.includes(group)) add(channel.id, () => otherGroupFact(channel))
    for (const miss of catalog.nearMisses(model)) add(miss.channelId, () => nearMissFact(miss))
  }
  if (count === 0) return {}
  return { candidates: [...named.values()], ...(count > named.size ? { candidate_count: count } : {}) }
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

const disabledFact = (channel: RoutableChannel): CandidateFact => ({
  ...placeOf(channel),
  ...(channel.autoDisabled ? { skipped: 'auto_disabled', ...channel.autoDisabled } : { skipped: 'disabled' }),
})

const otherGroupFact = (channel: RoutableChannel): CandidateFact => ({
  ...placeOf(channel),
  skipped: 'not_in_group',
  groups: channel.groups.slice(0, MAX_GROUPS),
})

function nearMissFact({ channelId, channel, servedAs, since }: NearMiss): CandidateFact {
  return {
    ...(channel ? placeOf(channel) : { channel_id: channelId }),
    skipped: servedAs !== undefined ? 'only_prefixed' : channel ? 'not_listed' : 'deleted',
    ...(servedAs === undefined ? {} : { served_as: servedAs }),
    ...(since === undefined ? {} : { since }),
  }
}
