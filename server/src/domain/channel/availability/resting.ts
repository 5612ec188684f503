// Which channels get no calls for now, as lists of channels tell it.
import type { ChannelRest } from '@waystation/contract/channels/channel-list'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Catalog } from '../../catalog/catalog.ts'
import { type RoutableChannel, upstreamModelOf } from '../../catalog/routable-channel.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { Availability, Rest } from './availability.ts'

export interface RestSource {
  /** By the ids of the channels that rest, wholly or for some of their models. */
  all(): Promise<ReadonlyMap<number, ChannelRest>>
}

export interface RestParts {
  readonly catalog: Catalog
  readonly availability: Pick<Availability, 'restOf' | 'troubled'>
  readonly keys: Pick<KeyRing, 'coolingKeys'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Looks only at channels that something was noted about: where all is well, at none. */
export function restSource({ catalog, availability, keys, now }: RestParts): RestSource {
  return {
    async all() {
      await catalog.upToDate()
      const troubled = availability.troubled()
      const keyIds = new Set([...troubled.keyIds, ...keys.coolingKeys()])
      const isTroubled = (channel: RoutableChannel) =>
        troubled.channelIds.has(channel.id) || (keyIds.size > 0 && channel.keys.some(({ id }) => keyIds.has(id)))
      const rests = new Map<number, ChannelRest>()
      if (troubled.channelIds.size + keyIds.size === 0) return rests
      for (const channel of catalog.current().channels) {
        if (channel.status !== channelStatus.enabled || !isTroubled(channel)) continue
        const rest = restOf(channel, availability, now())
        if (rest) rests.set(channel.id, rest)
      }
      return rests
    },
  }
}

function restOf(channel: RoutableChannel, availability: RestParts['availability'], nowMs: number): ChannelRest | undefined {
  const found = channel.models.flatMap((model): { model: string; rest: Rest }[] => {
    const rest = availability.restOf(channel, upstreamModelOf(channel, model))
    return rest ? [{ model, rest }] : []
  })
  const [first] = found
  if (!first) return undefined
  const longestMs = Math.max(...found.map(({ rest }) => rest.forMs))
  return {
    reason: first.rest.reason,
    since: longestMs > 0 ? Math.floor((nowMs - longestMs) / 1000) : 0,
    until: Math.ceil((nowMs + Math.min(...found.map(({ rest }) => rest.waitMs))) / 1000),
    models: found.length === channel.models.length ? [] : found.map(({ model }) => model),
  }
}
