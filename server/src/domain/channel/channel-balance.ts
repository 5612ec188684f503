// Balances of channels at their vendors (server-behaviour 3.11): of one, or of all whose vendor reports one.
import { reportsBalance } from '@waystation/contract/channels/channel-type'
import { AppError, errorMessage } from '@waystation/contract/errors'
import { channelBalanceBelow } from '@waystation/contract/options/notices'
import type { Option } from '@waystation/contract/options/option'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { Balance, Prober } from '../ports.ts'
import { findBalanceChannels, noteBalance } from './channel-balance-store.ts'
import { type ChannelWithKeyCount, findChannel } from './channel-store.ts'
import { channelTarget } from './channel-test.ts'
import type { AutoStatus } from './health/auto-status.ts'
import type { ChannelNotices } from './health/channel-notices.ts'
import type { KeyCabinet } from './keys/channel-keys.ts'
import type { RunStep } from './runs/channel-run.ts'

export interface ChannelBalances {
  /**
   * Reads the balance from the vendor and stores it. Of several keys only the first enabled one is used: keys of one account would be
   * counted twice.
   * @throws AppError not_found, balance_not_offered, balance_fetch_failed or address_blocked
   */
  update(id: number): Promise<Balance>
  /** The channels whose vendor reports a balance, best priority first. */
  ids(): Promise<number[]>
  /** Updates a balance in a run over all. An enabled channel with nothing left is auto-disabled, whatever its settings (server-behaviour 3.10). */
  updateInRun(id: number): Promise<RunStep>
}

export interface BalanceParts {
  readonly database: Database
  readonly prober: Pick<Prober, 'readBalance'>
  readonly keys: Pick<KeyCabinet, 'list' | 'forTest'>
  readonly auto: Pick<AutoStatus, 'disable'>
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly notices: Pick<ChannelNotices, 'lowBalance' | 'wake'>
}

export function channelBalances({ database, prober, keys, auto, options, notices }: BalanceParts): ChannelBalances {
  const read = async (row: ChannelWithKeyCount): Promise<Balance> => {
    const id = Number(row.id)
    if (!reportsBalance(row.type, row.base_url)) throw new AppError('balance_not_offered')
    const first = (await keys.list(id)).find(({ status }) => status === channelStatus.enabled)
    const key = await keys.forTest(id, '', first?.id)
    const balance = await prober.readBalance({ ...channelTarget(row), key: key.secret, keyId: key.id })
    const least = options.get(channelBalanceBelow)
    const telling = balance.amount < least ? await notices.lowBalance({ id, name: row.name }, balance) : null
    await database.run(noteBalance, { id, ...balance, telling })
    if (telling) notices.wake()
    return balance
  }
  const rowOf = async (id: number): Promise<ChannelWithKeyCount> => {
    const row = await findChannel(database, id)
    if (!row) throw new AppError('not_found', { what: 'channel' })
    return row
  }
  const disableBroke = (id: number, { amount, currency }: Balance): Promise<boolean> => {
    const code = 'channel_balance_used_up'
    const facts = { amount: amount.toFixed(2), currency }
    return auto.disable(id, { reason: errorMessage(code, facts, 'en'), error: { code, facts } })
  }

  return {
    update: async (id) => read(await rowOf(id)),
    ids: async () => (await findBalanceChannels(database)).filter((row) => reportsBalance(row.type, row.base_url)).map(({ id }) => id),
    async updateInRun(id) {
      try {
        const balance = await read(await rowOf(id))
        return { change: balance.amount <= 0 && (await disableBroke(id, balance)) ? 'disabled' : undefined }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { isFailed: error.code !== 'not_found' }
      }
    },
  }
}
