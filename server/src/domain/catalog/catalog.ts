// Which models exist for whom, and which channels serve them: a snapshot in memory, rebuilt when a channel changes, before the next call
// reads it. There is no separate table of abilities, so the two cannot disagree (docs/decisions).

import { isDeepStrictEqual } from 'node:util'
import type { ReadTraits } from '@waystation/contract/models/traits'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { PriceTable } from '../pricing/price-table.ts'
import { loadChannels } from './catalog-store.ts'
import { type CatalogSnapshot, ChannelIndex } from './channel-index.ts'
import { LostModels } from './lost-models.ts'
import type { RoutableChannel } from './routable-channel.ts'
import type { VirtualModels } from './virtual-models.ts'

export interface Catalog {
  /** The present snapshot. Wait for `upToDate()` first when a change may just have been made. */
  current(): CatalogSnapshot
  /** Answers once every change that has been published is in the snapshot; undefined when nothing is on its way. */
  upToDate(): Promise<void> | undefined
}

export interface CatalogParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly prices: PriceTable
  readonly traits: ReadTraits
  readonly virtualModels: VirtualModels
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** Loads all channels and follows their changes. */
export async function openCatalog(parts: CatalogParts): Promise<Catalog> {
  const catalog = new LiveCatalog(parts)
  await catalog.load(undefined)
  return catalog
}

class LiveCatalog implements Catalog {
  readonly #parts: CatalogParts
  readonly #channels = new Map<number, RoutableChannel>()
  readonly #lost = new LostModels()
  #snapshot: CatalogSnapshot | undefined
  #loading: Promise<void> | undefined
  #wanted: { all: boolean; ids: Set<number> } | undefined

  constructor(parts: CatalogParts) {
    this.#parts = parts
    parts.invalidation.subscribe('channel', (id) => this.#want(id))
  }

  current(): CatalogSnapshot {
    this.#snapshot ??= new ChannelIndex([...this.#channels.values()], this.#parts, this.#lost)
    return this.#snapshot
  }

  upToDate(): Promise<void> | undefined {
    return this.#loading
  }

  /** Loads a channel, or all, again. */
  async load(id: number | undefined): Promise<void> {
    const { database, secrets, onTrouble } = this.#parts
    const found = await loadChannels(database, secrets, id, (channelId, error) =>
      onTrouble(error, { event: 'channel_key_spoiled', channelId }),
    )
    const known = new Map(found.map((channel) => [channel.id, channel]))
    const replaced = id === undefined ? [...this.#channels.values()] : [this.#channels.get(id)]
    for (const before of replaced) if (before) this.#lost.note(before, known.get(before.id))
    // One that is as it was stays the same: conversations go back to it.
    const same = new Map(
      replaced.flatMap((before) => (before && isDeepStrictEqual(before, known.get(before.id)) ? [[before.id, before]] : [])),
    )
    if (id === undefined) this.#channels.clear()
    else this.#channels.delete(id)
    for (const channel of found) this.#channels.set(channel.id, same.get(channel.id) ?? channel)
    this.#snapshot = undefined
  }

  #want(id: number | undefined): void {
    this.#wanted ??= { all: false, ids: new Set() }
    if (id === undefined) this.#wanted.all = true
    else this.#wanted.ids.add(id)
    this.#loading ??= this.#catchUp()
  }

  async #catchUp(): Promise<void> {
    const { invalidation, onTrouble } = this.#parts
    while (this.#wanted) {
      const { all, ids } = this.#wanted
      this.#wanted = undefined
      try {
        if (all) await this.load(undefined)
        else for (const id of ids) await this.load(id)
      } catch (error) {
        // The database is away: the loaded snapshot stays in force, and the change is loaded again later.
        onTrouble(error, { event: 'catalog_not_loaded' })
        setTimeout(() => invalidation.publishHere('channel'), 1000).unref()
      }
    }
    this.#loading = undefined
  }
}
