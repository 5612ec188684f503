// Channels as admins manage them. Keys are sealed before they travel to the database and are in no answer but the one that reveals them.

import type { ChannelDraft, ChannelPatch } from '@waystation/contract/channels/channel'
import { keyReading, splitKeys } from '@waystation/contract/channels/channel-key'
import type { ReadTraits } from '@waystation/contract/models/traits'
import { timeZone } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { AuditService } from '../audit/audit-service.ts'
import type { LogDraft } from '../ledger/operation.ts'
import type { RootNotices } from '../notice/root-notices.ts'
import type { Prober } from '../ports.ts'
import type { BareName, PriceTable } from '../pricing/price-table.ts'
import type { Caller } from '../session/caller.ts'
import type { Asker, StepUp } from '../session/step-up.ts'
import type { RestSource } from './availability/resting.ts'
import { type ChannelBalances, channelBalances } from './channel-balance.ts'
import { assertKeys, assertOther, type ChannelJson, channelJson } from './channel-draft.ts'
import { type ManyChannels, manyChannels } from './channel-many.ts'
import { openSetting } from './channel-proxy.ts'
import { type ChannelWithKeyCount, deleteChannel } from './channel-store.ts'
import { type ChannelTests, channelTarget, channelTests } from './channel-test.ts'
import { type ChannelWriter, channelRow, channelWriter, noKey } from './channel-writer.ts'
import { type DraftProbe, draftProbe } from './draft-probe.ts'
import type { AutoStatus } from './health/auto-status.ts'
import { type ChannelActivity, channelActivity } from './health/channel-activity.ts'
import type { ChannelHours } from './health/channel-hours.ts'
import type { ChannelNotices } from './health/channel-notices.ts'
import { type ChannelKeys, channelKeys, type KeyCabinet } from './keys/channel-keys.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { ChannelList } from './list/channel-list.ts'
import { type ChannelRuns, channelRuns } from './runs/channel-runs.ts'
import { channelSweep } from './runs/channel-sweep.ts'
import { UpstreamWatch } from './watch/upstream-watch.ts'

export interface ChannelParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly stepUp: Pick<StepUp, 'demand'>
  readonly prober: Prober
  readonly prices: Pick<PriceTable, 'isPriced'>
  readonly traits: ReadTraits
  readonly ledger: { note(id: string, log: LogDraft): void }
  readonly hours: ChannelHours
  readonly ring: KeyRing
  readonly rests: RestSource
  readonly auto: AutoStatus
  readonly notices: Pick<ChannelNotices, 'lowBalance' | 'runEnded' | 'wake'>
  readonly roots: Pick<RootNotices, 'tellNew'>
  readonly audit: Pick<AuditService, 'write'>
  readonly bareName: BareName
  readonly isLogWhole: () => boolean
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** The password of the caller, or empty, and where they call from. */
interface Revealing extends Pick<Asker, 'sessionId' | 'ip'> {
  readonly password: string
}

export interface ChannelService extends ChannelWriter {
  /** @throws AppError not_found */
  get(id: number): Promise<ChannelJson>
  /** @throws AppError not_found */
  remove(id: number): Promise<void>
  /**
   * Puts keys behind those of a channel. @param text one per line or comma
   * @throws AppError not_found, channel_key_required, channel_key_format, or channel_key_known without a new one
   */
  addKeys(id: number, text: string): ReturnType<ChannelKeys['list']>
  /** All keys of a channel, in order, once the caller has confirmed that it is them. @throws AppError not_found, or those of `StepUp.demand` */
  reveal(caller: Caller, id: number, given: Revealing): Promise<string[]>
  /** Tests of unsaved drafts. */
  readonly drafts: DraftProbe
  readonly keys: ChannelKeys
  readonly tests: ChannelTests
  readonly lists: ChannelList
  readonly many: ManyChannels
  readonly runs: ChannelRuns
  readonly balances: ChannelBalances
  readonly upstream: UpstreamWatch
  readonly activity: ChannelActivity
}

export function channelService(parts: ChannelParts): ChannelService {
  return new Channels(parts)
}

class Channels implements ChannelService {
  readonly keys: KeyCabinet
  readonly tests: ChannelTests
  readonly drafts: DraftProbe
  readonly lists: ChannelList
  readonly many: ManyChannels
  readonly runs: ChannelRuns
  readonly balances: ChannelBalances
  readonly upstream: UpstreamWatch
  readonly activity: ChannelActivity
  readonly #parts: ChannelParts
  readonly #writer: ChannelWriter

  constructor(parts: ChannelParts) {
    const {
      options,
      database,
      secrets,
      invalidation,
      prober,
      prices,
      traits,
      ledger,
      hours,
      ring,
      rests,
      auto,
      notices,
      roots,
      audit,
      bareName,
      isLogWhole,
      now,
      onTrouble,
    } = parts
    const row = async (id: number) => {
      const found = await this.#row(id)
      return { ...found, setting: openSetting(found.setting, secrets) }
    }
    const stored = async (id: number) => channelTarget(await row(id))
    this.#parts = parts
    this.keys = channelKeys({ database, secrets, invalidation, ring })
    this.#writer = channelWriter({ database, secrets, invalidation, keys: this.keys })
    this.tests = channelTests({ database, prober, prices, traits, invalidation, ledger, stored, keys: this.keys })
    this.drafts = draftProbe({ row, keys: this.keys, tests: this.tests, prober })
    this.many = manyChannels({ database, invalidation, rests })
    this.balances = channelBalances({ database, prober, keys: this.keys, auto, options, notices })
    const sweep = channelSweep({ database, options, tests: this.tests, keys: this.keys, auto })
    this.upstream = new UpstreamWatch({
      ...{ database, traits, bareName, tests: this.tests, audit, roots, now },
      change: (caller, id, patch) => this.change(caller, id, patch),
    })
    this.runs = channelRuns({ database, options, sweep, balances: this.balances, watch: this.upstream, notices, now, onTrouble })
    this.activity = channelActivity({ database, hours, now, zone: () => options.get(timeZone), isLogWhole })
    this.lists = new ChannelList({ database, secrets, rests, activity: this.activity })
  }

  async get(id: number) {
    return channelJson(await this.#row(id))
  }

  create(caller: Caller, draft: ChannelDraft, copyFrom?: number) {
    return this.#writer.create(caller, draft, copyFrom)
  }

  change(caller: Caller, id: number, patch: ChannelPatch, how?: { keepsKeys: boolean }) {
    return this.#writer.change(caller, id, patch, how)
  }

  async remove(id: number) {
    await this.#parts.database.run(deleteChannel, { id })
    this.#parts.invalidation.publish('channel', id)
  }

  async addKeys(id: number, text: string) {
    const row = await this.#row(id)
    const given = splitKeys(text, keyReading(row.type))
    if (given.length === 0) throw noKey()
    assertKeys(row.type, given)
    assertOther(row, given)
    return this.keys.add(id, given)
  }

  async reveal(caller: Caller, id: number, { password, ip, sessionId }: Revealing) {
    await this.#parts.stepUp.demand('channel_keys', { id: caller.id, sessionId, ip }, { password })
    await this.#row(id)
    return this.keys.open(id)
  }

  #row(id: number): Promise<ChannelWithKeyCount> {
    return channelRow(this.#parts.database, id)
  }
}
