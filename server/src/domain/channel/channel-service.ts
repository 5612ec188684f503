// Channels as admins manage them. Keys are sealed before they travel to the database and are in no answer but the one that reveals them.
import type { ChannelDraft, TestResult } from '@waystation/contract/channel'
import { AppError } from '@waystation/contract/errors'
import { isRoot } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { LogDraft } from '../ledger/operation.ts'
import type { Prober } from '../ports.ts'
import type { PriceTable } from '../pricing/price-table.ts'
import type { Caller } from '../session/caller.ts'
import type { StepUp } from '../session/step-up.ts'
import { type ChannelActivity, channelActivity } from './channel-activity.ts'
import { type BalanceParts, type ChannelBalances, channelBalances } from './channel-balance.ts'
import { assertChannel, type ChannelJson, channelColumns, channelJson, originOf, splitKeys, type Whereabouts } from './channel-draft.ts'
import type { ChannelHours } from './channel-hours.ts'
import { type ChannelKeys, channelKeys } from './channel-keys.ts'
import { type ManyChannels, manyChannels } from './channel-many.ts'
import { withStoredPassword } from './channel-proxy.ts'
import type { ChannelRun } from './channel-run.ts'
import {
  type ChannelColumns,
  type ChannelFilter,
  type ChannelPage,
  type ChannelWithKeyCount,
  changeChannel,
  countChannels,
  createChannel,
  deleteChannel,
  findChannel,
  findChannels,
  findChannelsByTag,
} from './channel-store.ts'
import { channelSweep } from './channel-sweep.ts'
import { type ChannelTests, channelTarget, channelTests } from './channel-test.ts'
import type { KeyRing } from './key-ring.ts'

export interface ChannelParts {
  readonly options: BalanceParts['options']
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly stepUp: StepUp
  readonly prober: Prober
  readonly prices: Pick<PriceTable, 'isPriced'>
  readonly ledger: { note(id: string, log: LogDraft): void }
  readonly hours: ChannelHours
  readonly ring: KeyRing
  readonly isLogWhole: () => boolean
  /** Unix milliseconds. */
  readonly now: () => number
}

type Sent = Readonly<Record<string, unknown>>

export interface ChannelService {
  /** A page of channels; with `byTag` a page of tags with all their channels, and no others. */
  list(asked: { filter: ChannelFilter; page: ChannelPage; byTag: boolean }): Promise<{ items: ChannelJson[]; total: number }>
  search(asked: ChannelSearch): Promise<{ items: ChannelJson[]; total: number }>
  /** @throws AppError not_found */
  get(id: number): Promise<ChannelJson>
  /** @param copyFrom whose keys it takes when it brings none @throws AppError for what is wrong in the draft */
  create(caller: Caller, draft: ChannelDraft, sent: Sent, copyFrom: number | undefined): Promise<ChannelJson>
  /** Changes the given fields; an empty key keeps the keys. @throws AppError not_found, or for what is wrong in them */
  change(caller: Caller, id: number, draft: Partial<ChannelDraft>, sent: Sent, how?: { keepsKeys: boolean }): Promise<ChannelJson>
  /** @throws AppError not_found */
  remove(id: number): Promise<void>
  /**
   * Puts keys behind those of a channel. @param text one per line or comma
   * @throws AppError not_found, channel_key_required, or channel_key_known without a new one
   */
  addKeys(id: number, text: string): ReturnType<ChannelKeys['list']>
  /** All keys of a channel, in order, for whoever gives their password again. @throws AppError wrong_password, login_throttled or not_found */
  reveal(caller: Caller, id: number, given: { password: string; ip: string }): Promise<string[]>
  /**
   * The key that a channel which is not saved is tried with: its own, else the next one of the stored channel `id`; empty without any.
   * @throws AppError channel_key_again when it would go to another host than the stored channel's and the caller may not see it
   */
  keyFor(caller: Caller, draft: Whereabouts & { key: string }, id: number | undefined): Promise<string>
  /**
   * The setting that a channel which is not saved is tried with: a masked password of its proxy is that of the stored channel `id`.
   * @throws AppError not_found or channel_proxy_password
   */
  settingFor(setting: ChannelDraft['setting'], id: number | undefined): Promise<ChannelDraft['setting']>
  readonly keys: ChannelKeys
  readonly tests: ChannelTests
  readonly many: ManyChannels
  readonly sweep: ChannelRun
  readonly balances: ChannelBalances
  readonly activity: ChannelActivity
}

interface ChannelSearch {
  readonly keyword: string
  readonly group: string
  readonly model: string
  readonly status: number | undefined
  readonly tested?: TestResult | undefined
  readonly page: ChannelPage
  readonly byTag: boolean
}

export function channelService({
  options,
  database,
  secrets,
  invalidation,
  stepUp,
  prober,
  prices,
  ledger,
  hours,
  ring,
  isLogWhole,
  now,
}: ChannelParts): ChannelService {
  const row = async (id: number): Promise<ChannelWithKeyCount> => {
    const found = await findChannel(database, id)
    if (!found) throw new AppError('not_found', { what: 'channel' })
    return found
  }
  const keys = channelKeys({ database, secrets, invalidation, ring })

  const list: ChannelService['list'] = async ({ filter, page, byTag }) => {
    if (byTag) {
      const { rows, total } = await findChannelsByTag(database, filter, page)
      return { items: rows.map(channelJson), total }
    }
    const [rows, total] = await Promise.all([findChannels(database, filter, page), countChannels(database, filter)])
    return { items: rows.map(channelJson), total }
  }

  const stored = async (id: number) => channelTarget(await row(id))
  const tests = channelTests({ database, prober, prices, invalidation, ledger, stored, keys })

  return {
    list,
    keys,
    tests,
    many: manyChannels({ database, invalidation }),
    sweep: channelSweep({ database, tests, now }),
    balances: channelBalances({ database, options, prober, keys, invalidation, now }),
    activity: channelActivity({ database, hours, now, isLogWhole }),
    search: ({ keyword, group, model, status, tested, page, byTag }) => {
      const text = keyword.trim()
      // `null` is what the family's clients send for "any group".
      const wanted = group === 'null' ? '' : group.trim()
      return list({
        filter: { keyword: { text, keyHash: secrets.lookupHash(text) }, group: wanted, model: model.trim(), status, tested },
        page,
        byTag,
      })
    },
    async get(id) {
      return channelJson(await row(id))
    },
    async create(caller, asked, asSent, copyFrom) {
      assertChannel(asked, undefined)
      const { draft, sent } = unmasked(asked, asSent, copyFrom === undefined ? undefined : (await row(copyFrom)).setting)
      let given = splitKeys(draft.key, draft.type)
      if (given.length === 0 && copyFrom !== undefined) {
        const source = await row(copyFrom)
        assertSameHost(caller, source, draft)
        given = await keys.open(copyFrom)
      }
      if (given.length === 0) throw new AppError('channel_key_required', {}, { fields: { key: 'channel_key_required' } })
      // A whole draft gives every column but the note on its status.
      const columns = { other_info: '', group_names: 'default', ...channelColumns(draft, sent) } as ChannelColumns
      const id = await database.run(createChannel, { columns, keys: keys.seal(given) })
      invalidation.publish('channel', id)
      return channelJson(await row(id))
    },
    async change(caller, id, asked, asSent, { keepsKeys } = { keepsKeys: false }) {
      const stored = await row(id)
      assertChannel(asked, stored)
      const { draft, sent } = unmasked(asked, asSent, stored.setting)
      const given = splitKeys(draft.key ?? '', draft.type ?? stored.type)
      if (given.length === 0 && stored.key_count > 0) {
        assertSameHost(caller, stored, {
          type: draft.type ?? stored.type,
          base_url: draft.base_url ?? stored.base_url,
          setting: draft.setting ?? stored.setting,
        })
      }
      await database.run(changeChannel, {
        id,
        columns: channelColumns(draft, sent),
        keepsKeys,
        ...(given.length > 0 ? { keys: keys.seal(given) } : {}),
      })
      invalidation.publish('channel', id)
      return channelJson(await row(id))
    },
    async remove(id) {
      await database.run(deleteChannel, { id })
      invalidation.publish('channel', id)
    },
    async addKeys(id, text) {
      const given = splitKeys(text, (await row(id)).type)
      if (given.length === 0) throw new AppError('channel_key_required', {}, { fields: { key: 'channel_key_required' } })
      return keys.add(id, given)
    },
    async reveal(caller, id, { password, ip }) {
      await stepUp.confirm(caller, password, ip)
      await row(id)
      return keys.open(id)
    },
    async keyFor(caller, draft, id) {
      const [given] = splitKeys(draft.key, draft.type)
      if (given !== undefined || id === undefined || id === 0) return given ?? ''
      assertSameHost(caller, await row(id), draft)
      return keys.forTest(id, '')
    },
    settingFor: async (setting, id) => withStoredPassword(setting, id === undefined || id === 0 ? undefined : (await row(id)).setting),
  }
}

/** A draft whose masked password of a proxy is the stored one again. @throws AppError channel_proxy_password */
function unmasked<Draft extends Partial<ChannelDraft>>(draft: Draft, sent: Sent, stored: string | undefined): { draft: Draft; sent: Sent } {
  if (draft.setting === undefined) return { draft, sent }
  const setting = withStoredPassword(draft.setting, stored)
  if (setting === draft.setting) return { draft, sent }
  return { draft: { ...draft, setting }, sent: { ...sent, setting: JSON.stringify(setting) } }
}

/**
 * Stored keys go to the host they were entered for. Otherwise an admin could read them, which is the super admin's alone, by pointing
 * the channel at a host of their own (control 19).
 */
function assertSameHost(caller: Caller, stored: Whereabouts, wanted: Whereabouts): void {
  if (isRoot(caller.role) || originOf(stored) === originOf(wanted)) return
  throw new AppError('channel_key_again', {}, { fields: { key: 'channel_key_again' } })
}
