import * as contract from '@waystation/contract/api/channels/channel-balance'
import type { ChannelService } from '../../domain/channel/channel-service.ts'
import { type Route, route, withExtra } from '../http/route.ts'

export const channelBalanceRoutes = ({ channels }: { readonly channels: ChannelService }): Route[] => [
  route(contract.updateChannelBalance, async ({ params, audit }) => {
    const { amount, currency } = await channels.balances.update(params.id)
    audit({ target: String(params.id), after: { amount, currency } })
    return withExtra({ amount, currency }, { balance: amount })
  }),
  route(contract.updateAllBalances, ({ caller }) => channels.runs.balances.start(caller)),
  route(contract.balanceRun, () => channels.runs.balances.current()),
  route(contract.stopBalanceRun, () => {
    channels.runs.balances.stop()
    return null
  }),
]
