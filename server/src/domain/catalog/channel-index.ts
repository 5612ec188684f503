// The channels by what calls request: a group and a public model name. Rebuilt when a channel has changed.
import { isCallable } from '@waystation/contract/models/callable'
import type { ActualModel } from '@waystation/contract/models/model-mapping'
import type { ReadTraits } from '@waystation/contract/models/traits'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { CatalogView } from '../ports.ts'
import { type Offer, priceList } from '../pricing/price-list.ts'
import type { PriceTable } from '../pricing/price-table.ts'
import type { LostModels } from './lost-models.ts'
import { isOffered, priceNames } from './offered.ts'
import { type RoutableChannel, upstreamModelOf } from './routable-channel.ts'
import { sharedName } from './shared-name.ts'
import type { VirtualModels } from './virtual-models.ts'

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
  /** Are they of several types? */
  readonly isMixed: boolean
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
  /** Enabled channels of a group that serve this name, best priority first; of a virtual model those of each model behind it in turn. */
  tiers(group: string, publicName: string): readonly Tier[]
  /** The models behind a virtual one, by descending priority; undefined: it is no virtual model. */
  behind(publicName: string): readonly ActualModel[] | undefined
  /** Channels of a group that would serve this name, had the gateway not disabled them. */
  autoDisabled(group: string, publicName: string): readonly Candidate[]
  /** All channels that offer this name, enabled or not, in any group; best priority first. */
  offering(publicName: string): readonly Candidate[]
  /** Channels that do not offer this name and are close to it: by a longer name, or by having had it. For refused calls: looks at all. */
  nearMisses(publicName: string): readonly NearMiss[]
  channel(id: number): RoutableChannel | undefined
  /** Enabled channels of a group, whatever they serve; best priority first. For what names no model: looks at all. */
  inGroup(group: string): readonly RoutableChannel[]
  /** All of them, enabled or not, best priority first. */
  readonly channels: readonly RoutableChannel[]
  readonly view: CatalogView
}

type CandidatesByName = Map<string, Candidate[]>

interface IndexParts {
  readonly prices: PriceTable
  readonly traits: ReadTraits
  readonly virtualModels: VirtualModels
}

export class ChannelIndex implements CatalogSnapshot {
  readonly view: CatalogView
  readonly #parts: IndexParts
  readonly #lost: LostModels
  readonly channels: readonly RoutableChannel[]
  readonly #byId: ReadonlyMap<number, RoutableChannel>
  readonly #byName: CandidatesByName = new Map()
  readonly #byGroup = new Map<string, CandidatesByName>()
  readonly #autoDisabledByGroup = new Map<string, CandidatesByName>()
  // Built when a model is first looked up, and cached as long as the snapshot.
  readonly #tiers = new Map<readonly Candidate[], readonly Tier[]>()

  constructor(channels: readonly RoutableChannel[], parts: IndexParts, lost: LostModels) {
    const { prices, traits } = parts
    this.#parts = parts
    this.#lost = lost
    this.#byId = new Map(channels.map((channel) => [channel.id, channel]))
    this.channels = channels.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
    for (const channel of this.channels) this.#add(channel)
    this.view = {
      modelsOf: (groups, acceptsUnset) => this.#offersOf(groups, acceptsUnset).map(({ model }) => model),
      enabledModels: () => this.#namesOf(this.#byGroup.keys()),
      servedBy: () => this.#servedBy(),
      unpriced: (models, types) => models.filter((model) => !this.#isPriced(model, types)),
      uncallable: (models, type) => models.filter((model) => !prices.isSet(model) && !isCallable(type, traits(model))),
      ending: (models) =>
        models.flatMap((model) => {
          const { end } = traits(model)
          return end ? [{ model, ...end }] : []
        }),
      unpricedRule: () => prices.unpricedRule(),
      priceList: (groups, acceptsUnset) => priceList(this.#offersOf(groups, acceptsUnset), parts, acceptsUnset),
    }
  }

  tiers(group: string, publicName: string): readonly Tier[] {
    return this.#ofEach(publicName, (name) => this.#tiersOf(group, name))
  }

  behind(publicName: string): readonly ActualModel[] | undefined {
    return this.#parts.virtualModels.behind(publicName)
  }

  /** What there is of a name, or of each model behind a virtual one. */
  #ofEach<Found>(publicName: string, find: (name: string) => readonly Found[]): readonly Found[] {
    const behind = this.behind(publicName)
    return behind ? behind.flatMap(({ model }) => find(model)) : find(publicName)
  }

  #tiersOf(group: string, publicName: string): readonly Tier[] {
    const models = this.#byGroup.get(group)
    const candidates = models?.get(publicName)
    if (!candidates) return tiersOf(sharedBy(models, publicName))
    let made = this.#tiers.get(candidates)
    if (!made) {
      made = tiersOf(candidates)
      this.#tiers.set(candidates, made)
    }
    return made
  }

  autoDisabled(group: string, publicName: string): readonly Candidate[] {
    const models = this.#autoDisabledByGroup.get(group)
    return this.#ofEach(publicName, (name) => models?.get(name) ?? sharedBy(models, name))
  }

  offering(publicName: string): readonly Candidate[] {
    return this.#ofEach(publicName, (name) => this.#byName.get(name) ?? sharedBy(this.#byName, name))
  }

  nearMisses(publicName: string): readonly NearMiss[] {
    return nearMisses(publicName, this.channels, this.#byId, this.#lost)
  }

  channel(id: number): RoutableChannel | undefined {
    return this.#byId.get(id)
  }

  inGroup(group: string): readonly RoutableChannel[] {
    return this.channels.filter(({ status, groups }) => status === channelStatus.enabled && groups.includes(group))
  }

  #add(channel: RoutableChannel): void {
    const isEnabled = channel.status === channelStatus.enabled
    const side = isEnabled ? this.#byGroup : channel.autoDisabled ? this.#autoDisabledByGroup : undefined
    for (const model of channel.models) {
      const publicName = channel.prefix + model
      const candidate: Candidate = { channel, model }
      addTo(this.#byName, publicName, candidate)
      if (!side) continue
      for (const group of channel.groups) {
        const models: CandidatesByName = side.get(group) ?? new Map()
        side.set(group, models)
        addTo(models, publicName, candidate)
      }
    }
  }

  #namesOf(groups: Iterable<string>): string[] {
    return [...new Set([...groups].flatMap((group) => [...(this.#byGroup.get(group)?.keys() ?? [])]))].sort()
  }

  #servedBy(): ReadonlyMap<string, number> {
    const isEnabled = ({ channel }: Candidate) => channel.status === channelStatus.enabled
    const served = [...this.#byName].map(([name, serving]) => [name, serving.filter(isEnabled).length] as const)
    return new Map(served.filter(([, channels]) => channels > 0))
  }

  #isPriced(name: string, types: readonly number[] | undefined): boolean {
    const serving = [...this.#byGroup.values()].flatMap((models) => models.get(name) ?? [])
    if (types || serving.length === 0) return this.#parts.prices.isPriced(name, types ?? [])
    return serving.some((one) =>
      [one.model, upstreamModelOf(one.channel, one.model)].some((each) => this.#parts.prices.isPriced(each, [one.channel.type])),
    )
  }

  /** What these groups may call. A name that several channels serve has the price of the first one that would be tried. */
  #offersOf(groups: readonly string[], acceptsUnset: boolean): Offer[] {
    const { prices, virtualModels } = this.#parts
    const names = new Set([...this.#namesOf(groups), ...virtualModels.names])
    return [...names].sort().flatMap((name) => {
      const serving = groups.flatMap((group) => {
        const models = this.#byGroup.get(group)
        const offered = (each: string) => models?.get(each)?.filter((one) => isOffered(one, this.#parts, acceptsUnset)) ?? []
        const [first] = this.#ofEach(name, (each) => offered(each).slice(0, 1))
        return first ? [{ group, first }] : []
      })
      const first = serving[0]?.first
      if (!first) return []
      const own = this.behind(name) && prices.isSet(name) ? { requested: name } : {}
      return [{ model: name, ...priceNames(first), ...own, groups: serving.map(({ group }) => group) }]
    })
  }
}

function addTo(models: CandidatesByName, name: string, candidate: Candidate): void {
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

/** The channels that offer a model by a name that it shares with others of its kind. */
function sharedBy(models: CandidatesByName | undefined, publicName: string): readonly Candidate[] {
  const shared = sharedName(publicName)
  const candidates = shared === undefined ? [] : (models?.get(shared) ?? [])
  return candidates.map(({ channel }) => ({ channel, model: publicName.slice(channel.prefix.length) }))
}

const tiersOf = (candidates: readonly Candidate[]): readonly Tier[] =>
  [...Map.groupBy(candidates, ({ channel }) => channel.priority).values()].map(tierOf)

/** A tier of these channels. */
export function tierOf(candidates: readonly Candidate[]): Tier {
  const heaviest = candidates.reduce((most, { channel }) => Math.max(most, channel.weight), 0)
  return { candidates, heaviest, isMixed: candidates.some(({ channel }) => channel.type !== candidates[0]?.channel.type) }
}
