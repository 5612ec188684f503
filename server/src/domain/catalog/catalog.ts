// Which models exist for whom, and which channels serve them. A snapshot in memory, made again when a channel changes; a call that comes
// after the change sees it. There is no table of abilities beside the channels, so the two cannot disagree (docs/decisions).
import { channelStatus } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { CatalogView } from '../ports.ts'
import { type Offer, priceList } from '../pricing/price-list.ts'
import type { PriceTable } from '../pricing/price-table.ts'
import { loadChannels } from './catalog-store.ts'
import { LostModels } from './lost-models.ts'
import { type RoutableChannel, upstreamModelOf } from './routable-channel.ts'

/** A channel that serves a public model name, and what it calls it. */
export interface Candidate {
  readonly channel: RoutableChannel
  /** The model's name without the channel's prefix. */
  readonly model: string
}

/** Channels of one priority. */
export interface Tier {
  readonly candidates: readonly Candidate[]
  /** The greatest weight among them. */
  readonly heaviest: number
}

/** A channel that does not offer a name and is close to it. */
export interface NearMiss {
  readonly channelId: number
  /** Undefined: it was deleted. */
  readonly channel: RoutableChannel | undefined
  /** The name under which it serves the model. */
  readonly servedAs?: string
  /** Unix seconds since when it does not list the name any more, where that is known. */
  readonly since?: number
}

export interface CatalogSnapshot {
  /** Enabled channels of a group that serve this name, best priority first. */
  tiers(group: string, publicName: string): readonly Tier[]
  /** Channels of a group that would serve this name, had the gateway not disabled them. */
  autoDisabled(group: string, publicName: string): readonly Candidate[]
  /** All channels that offer this name, enabled or not, in any group; best priority first. */
  offering(publicName: string): readonly Candidate[]
  /** Channels that do not offer this name and are close to it: by a longer name, or by having had it. For refused calls: looks at all. */
  nearMisses(publicName: string): readonly NearMiss[]
  channel(id: number): RoutableChannel | undefined
  readonly view: CatalogView
}

export interface Catalog {
  /** The snapshot in force. Wait for `upToDate()` first when a change may just have been made. */
  current(): CatalogSnapshot
  /** Answers once every change that has been published is in the snapshot; undefined when nothing is on its way. */
  upToDate(): Promise<void> | undefined
}

export interface CatalogParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly prices: PriceTable
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** Loads all channels and keeps up with their changes. */
export async function openCatalog(parts: CatalogParts): Promise<Catalog> {
  const { database, secrets, invalidation, prices, onTrouble } = parts
  const channels = new Map<number, RoutableChannel>()
  const lost = new LostModels()
  let snapshot: CatalogSnapshot | undefined
  let loading: Promise<void> | undefined
  let wanted: { all: boolean; ids: Set<number> } | undefined

  const load = async (id: number | undefined) => {
    const found = await loadChannels(database, secrets, id, (channelId, error) =>
      onTrouble(error, { event: 'channel_key_spoiled', channelId }),
    )
    const known = new Map(found.map((channel) => [channel.id, channel]))
    for (const before of id === undefined ? channels.values() : [channels.get(id)]) if (before) lost.note(before, known.get(before.id))
    if (id === undefined) channels.clear()
    else channels.delete(id)
    for (const channel of found) channels.set(channel.id, channel)
    snapshot = undefined
  }

  const work = async () => {
    while (wanted) {
      const { all, ids } = wanted
      wanted = undefined
      try {
        if (all) await load(undefined)
        else for (const id of ids) await load(id)
      } catch (error) {
        // The database is away: what is known stays in force, and the change is asked for again.
        onTrouble(error, { event: 'catalog_not_loaded' })
        setTimeout(() => invalidation.publish('channel'), 1000).unref()
      }
    }
    loading = undefined
  }

  invalidation.subscribe('channel', (id) => {
    wanted ??= { all: false, ids: new Set() }
    if (id === undefined) wanted.all = true
    else wanted.ids.add(id)
    loading ??= work()
  })

  await load(undefined)

  return {
    current() {
      snapshot ??= indexOf([...channels.values()], prices, lost)
      return snapshot
    },
    upToDate: () => loading,
  }
}

function indexOf(channels: readonly RoutableChannel[], prices: PriceTable, lost: LostModels): CatalogSnapshot {
  const byGroup = new Map<string, Map<string, Candidate[]>>()
  const autoDisabledByGroup = new Map<string, Map<string, Candidate[]>>()
  const byName = new Map<string, Candidate[]>()
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  const inOrder = channels.toSorted((a, b) => b.priority - a.priority || a.id - b.id)

  for (const channel of inOrder) {
    for (const model of channel.models) {
      const publicName = channel.prefix + model
      const candidate: Candidate = { channel, model }
      addTo(byName, publicName, candidate)
      const side = channel.status === channelStatus.enabled ? byGroup : channel.autoDisabled ? autoDisabledByGroup : undefined
      if (!side) continue
      for (const group of channel.groups) {
        const models = side.get(group) ?? new Map<string, Candidate[]>()
        side.set(group, models)
        addTo(models, publicName, candidate)
      }
    }
  }

  // Made when a model is first asked for, and kept as long as the snapshot.
  const tiers = new Map<readonly Candidate[], readonly Tier[]>()
  const tiersOf = (candidates: readonly Candidate[] | undefined): readonly Tier[] => {
    if (!candidates) return []
    let made = tiers.get(candidates)
    if (!made) {
      made = [...Map.groupBy(candidates, ({ channel }) => channel.priority).values()].map(tierOf)
      tiers.set(candidates, made)
    }
    return made
  }

  const namesOf = (groups: Iterable<string>) => [...new Set([...groups].flatMap((group) => [...(byGroup.get(group)?.keys() ?? [])]))].sort()
  const servingOf = (name: string) => [...byGroup.values()].flatMap((models) => models.get(name) ?? [])
  const isPriced = (name: string, types: readonly number[] | undefined): boolean => {
    const serving = servingOf(name)
    if (types || serving.length === 0) return prices.isPriced(name, types ?? [])
    return serving.some((one) =>
      [one.model, upstreamModelOf(one.channel, one.model)].some((each) => prices.isPriced(each, [one.channel.type])),
    )
  }
  // A name that several channels serve has the price of the first one that would be tried.
  const offersOf = (groups: readonly string[]): Offer[] =>
    namesOf(groups).map((name) => {
      const serving = groups.filter((group) => byGroup.get(group)?.has(name))
      const first = byGroup.get(serving[0] ?? '')?.get(name)?.[0]
      const asked = first?.model ?? name
      return {
        model: name,
        asked,
        upstream: first ? upstreamModelOf(first.channel, first.model) : '',
        channelType: first?.channel.type ?? 0,
        groups: serving,
      }
    })

  return {
    tiers: (group, publicName) => tiersOf(byGroup.get(group)?.get(publicName)),
    autoDisabled: (group, publicName) => autoDisabledByGroup.get(group)?.get(publicName) ?? [],
    offering: (publicName) => byName.get(publicName) ?? [],
    nearMisses: (publicName) => nearMisses(publicName, inOrder, byId, lost),
    channel: (id) => byId.get(id),
    view: {
      modelsOf: namesOf,
      enabledModels: () => namesOf(byGroup.keys()),
      unpriced: (models, types) => models.filter((model) => !isPriced(model, types)),
      unpricedRule: () => prices.unpricedRule(),
      priceList: (groups, acceptsUnset) => priceList(offersOf(groups), prices, acceptsUnset),
    },
  }
}

function addTo(models: Map<string, Candidate[]>, name: string, candidate: Candidate): void {
  const candidates = models.get(name)
  if (candidates) candidates.push(candidate)
  else models.set(name, [candidate])
}

function nearMisses(
  name: string,
  channels: readonly RoutableChannel[],
  byId: ReadonlyMap<number, RoutableChannel>,
  lost: LostModels,
): readonly NearMiss[] {
  const offers = (channel: RoutableChannel) => channel.models.some((model) => channel.prefix + model === name)
  const found = new Map<number, NearMiss>()
  for (const channel of channels)
    if (channel.prefix !== '' && channel.models.includes(name) && !offers(channel))
      found.set(channel.id, { channelId: channel.id, channel, servedAs: channel.prefix + name })
  for (const { channelId, since } of lost.of(name)) {
    const channel = byId.get(channelId)
    if (!found.has(channelId) && !(channel && offers(channel))) found.set(channelId, { channelId, channel, since })
  }
  // A mapping of a name that is not listed is of no use, and a trace of a list that was cut.
  for (const channel of channels)
    if (!found.has(channel.id) && Object.hasOwn(channel.modelMapping, name) && !channel.models.includes(name))
      found.set(channel.id, { channelId: channel.id, channel })
  return [...found.values()]
}

/** A tier of these channels. */
export function tierOf(candidates: readonly Candidate[]): Tier {
  return { candidates, heaviest: candidates.reduce((most, { channel }) => Math.max(most, channel.weight), 0) }
}
