// Channels as admins manage them. Keys are sealed before they travel to the database and are in no answer but the one that reveals them.
import type { ChannelDraft, ChannelPatch, TestResult } from '@waystation/contract/channel'
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
import { assertChannel, assertSameHost, type ChannelJson, channelColumns, channelJson, keyReading, splitKeys } from './channel-draft.ts'
import { editChannel } from './channel-edit.ts'
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
  countChannels,
  createChannel,
  deleteChannel,
  findChannel,
  findChannels,
  findChannelsByTag,
} from './channel-store.ts'
import { channelSweep } from './channel-sweep.ts'
import { type ChannelTests, channelTarget, channelTests } from './channel-test.ts'
import { type DraftProbe, draftProbe } from './draft-probe.ts'
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

export interface ChannelService {
  /** A page of channels; with `byTag` a page of tags with all their channels, and no others. */
  list(asked: { filter: ChannelFilter; page: ChannelPage; byTag: boolean }): Promise<{ items: ChannelJson[]; total: number }>
  search(asked: ChannelSearch): Promise<{ items: ChannelJson[]; total: number }>
  /** @throws AppError not_found */
  get(id: number): Promise<ChannelJson>
  /** @param copyFrom whose keys it takes when it brings none @throws AppError for what is wrong in the draft */
  create(caller: Caller, draft: ChannelDraft, copyFrom?: number): Promise<ChannelJson>
  /**
   * Changes the fields of the patch; an empty key keeps the keys.
   * @throws AppError not_found, channel_key_again, channel_proxy_password, channel_last_key, or for what is wrong in the fields
   */
  change(
    caller: Caller,
    id: number,
    patch: ChannelPatch,
    how?: { keepsKeys: boolean },
  ): Promise<{ before: ChannelJson; after: ChannelJson }>
  /** @throws AppError not_found */
  remove(id: number): Promise<void>
  /**
   * Puts keys behind those of a channel. @param text one per line or comma
   * @throws AppError not_found, channel_key_required, or channel_key_known without a new one
   */
  addKeys(id: number, text: string): ReturnType<ChannelKeys['list']>
  /** All keys of a channel, in order, for whoever gives their password again. @throws AppError wrong_password, login_throttled or not_found */
  reveal(caller: Caller, id: number, given: { password: string; ip: string }): Promise<string[]>
  /** Trying what stands in a drawer. */
  readonly drafts: DraftProbe
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
    drafts: draftProbe({ row, keys, tests }),
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
    async create(caller, draft, copyFrom) {
      assertChannel(draft, undefined)
      const source = copyFrom === undefined ? undefined : await row(copyFrom)
      const setting = withStoredPassword(draft.setting, source?.setting)
      let given = splitKeys(draft.key, keyReading(draft.type))
      if (given.length === 0 && source) {
        if (!isRoot(caller.role)) assertSameHost(source, { ...draft, setting: setting.value })
        given = await keys.open(Number(source.id))
      }
      if (given.length === 0) throw noKey()
      // A whole draft gives every column but the note on its status.
      const columns = { other_info: '', group_names: 'default', ...channelColumns({ ...draft, setting }) } as ChannelColumns
      const made = await database.run(createChannel, { columns, keys: keys.seal(given) })
      invalidation.publish('channel', made.id)
      return channelJson(made)
    },
    async change(caller, id, { key = '', ...patch }, { keepsKeys } = { keepsKeys: false }) {
      const sealed = { document: keys.seal(splitKeys(key, 'document')), list: keys.seal(splitKeys(key, 'list')) }
      const edited = await database.run(editChannel, { id, patch, keys: sealed, keepsKeys, mayMoveKeys: isRoot(caller.role) })
      invalidation.publish('channel', id)
      return { before: channelJson(edited.before), after: channelJson(edited.after) }
    },
    async remove(id) {
      await database.run(deleteChannel, { id })
      invalidation.publish('channel', id)
    },
    async addKeys(id, text) {
      const given = splitKeys(text, keyReading((await row(id)).type))
      if (given.length === 0) throw noKey()
      return keys.add(id, given)
    },
    async reveal(caller, id, { password, ip }) {
      await stepUp.confirm(caller, password, ip)
      await row(id)
      return keys.open(id)
    },
  }
}

const noKey = () => new AppError('channel_key_required', {}, { fields: { key: 'channel_key_required' } })
