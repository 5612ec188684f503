import * as contract from '@waystation/contract/api/channels/channel-health'
import type { ChannelService } from '../../domain/channel/channel-service.ts'
import { type Route, route } from '../http/route.ts'

export const channelHealthRoutes = ({ channels }: { readonly channels: ChannelService }): Route[] => [
  route(contract.listChannelHealth, ({ query }) => channels.activity.health(query.ids)),
  route(contract.getChannelHealth, ({ params }) => channels.activity.hour(params.id)),
  route(contract.getChannelUsage, ({ params, query }) => channels.activity.usage(params.id, query)),
]
