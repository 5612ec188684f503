// What channels have left at their vendors. Source: specification §3 Channel and §7 Channels, server-behaviour 3.11.
import { z } from 'zod'
import { ChannelBalance } from '../../channels/channel.ts'
import { endpoint } from '../../channels/endpoint.ts'
import { TestRun } from '../../channels/state/test-run.ts'
import { byId } from '../../values/id.ts'

export const updateChannelBalance = endpoint({
  method: 'GET',
  path: '/api/channel/update_balance/{id}/',
  summary: 'Ask the provider what the account of a channel has left',
  access: 'admin',
  scope: 'channels',
  csrf: true,
  writes: true,
  audit: 'channel.balance',
  params: byId,
  data: ChannelBalance,
  /** The family's clients read it there. */
  extra: z.object({ balance: z.number() }),
})

/** Returns at once; `balanceRun` reports the progress. One run at a time, over the channels whose balance can be queried. */
export const updateAllBalances = endpoint({
  method: 'GET',
  path: '/api/channel/update_balance',
  summary: 'Start updating the balances of all channels',
  access: 'admin',
  scope: 'channels',
  csrf: true,
  writes: true,
  audit: 'channel.balance',
  data: TestRun,
})

export const balanceRun = endpoint({
  method: 'GET',
  path: '/api/channel/update_balance/run',
  summary: 'How far the update of all balances is, or how the last one ended',
  access: 'admin',
  data: TestRun.nullable(),
})

export const stopBalanceRun = endpoint({
  method: 'DELETE',
  path: '/api/channel/update_balance/run',
  summary: 'Leave the rest of the balances as they are',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.balance',
  data: z.null(),
})
