// Balances of channels at their vendors (server-behaviour 3.11): of one, or of all whose vendor reports one.
import { reportsBalance } from '@waystation/contract/channels/channel-type'
import { AppError, errorMessage } from '@waystation/contract/errors'
import { automaticDisableChannelEnabled } from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import type { Balance, Prober } from '../ports.ts'
import { disableUnfundedChannel, findBalanceChannels, noteBalance } from './channel-balance-store.ts'
import { type ChannelRun, channelRun } from './channel-run.ts'
import { type ChannelWithKeyCount, findChannel } from './channel-store.ts'
import { channelTarget } from './channel-test.ts'
import type { KeyCabinet } from './keys/channel-keys.ts'

export interface ChannelBalances {
  /**
   * Reads the balance from the vendor and stores it. Of several keys only the first enabled one is used: keys of one account would be
   * counted twice.
   * @throws AppError not_found, balance_not_offered, balance_fetch_failed or address_blocked
   */
  update(id: number): Promise<Balance>
  /** All whose vendor reports a balance. An enabled channel with nothing left is disabled, where the gateway may disable it. */
  readonly all: ChannelRun
}

export interface BalanceParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly prober: Pick<Prober, 'readBalance'>
  readonly keys: Pick<KeyCabinet, 'list' | 'forTest'>
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
}

export function channelBalances({ database, options, prober, keys, invalidation, now }: BalanceParts): ChannelBalances {
  const read = async (row: ChannelWithKeyCount): Promise<Balance> => {
    const id = Number(row.id)
    if (!reportsBalance(row.type, row.base_url)) throw new AppError('balance_not_offered')
    const first = (await keys.list(id)).find(({ status }) => status === channelStatus.enabled)
    const balance = await prober.readBalance({ ...channelTarget(row), key: await keys.forTest(id, '', first?.id) })
    await database.run(noteBalance, { id, ...balance })
    return balance
  }
  const rowOf = async (id: number): Promise<ChannelWithKeyCount> => {
    const row = await findChannel(database, id)
    if (!row) throw new AppError('not_found', { what: 'channel' })
    return row
  }
  const disableBroke = async (id: number, { amount, currency }: Balance) => {
    const code = 'channel_balance_used_up'
    const facts = { amount: amount.toFixed(2), currency }
    const reason = errorMessage(code, facts, 'en')
    if (await database.run(disableUnfundedChannel, { id, reason, code, facts })) invalidation.publish('channel', id)
  }

  return {
    update: async (id) => read(await rowOf(id)),
    all: channelRun({
      ids: async () => (await findBalanceChannels(database)).filter((row) => reportsBalance(row.type, row.base_url)).map(({ id }) => id),
      busy: 'balance_update_running',
      now,
      async one(_caller, id) {
        try {
          const row = await rowOf(id)
          const balance = await read(row)
          // As for a dead key: only with the switch, and where the channel takes part.
          if (balance.amount <= 0 && row.auto_ban === 1 && options.get(automaticDisableChannelEnabled)) await disableBroke(id, balance)
          return true
        } catch (error) {
          return error instanceof AppError && error.code === 'not_found' ? undefined : false
        }
      },
    }),
  }
}
