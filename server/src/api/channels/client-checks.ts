import { checkChannelClients, checkTokenClients, clientCheckCost } from '@waystation/contract/api/channels/client-checks'
import type { ClientChecks } from '../../domain/channel/client-checks.ts'
import { type Route, route } from '../http/route.ts'

export interface ClientCheckRouteParts {
  readonly clientChecks: ClientChecks
}

export const clientCheckRoutes = ({ clientChecks }: ClientCheckRouteParts): Route[] => [
  route(checkChannelClients, ({ caller, params, body, hasLeft, audit }) => {
    audit({ target: String(params.id), after: body })
    return clientChecks.ofChannel(caller, params.id, { ...body, isWanted: () => !hasLeft() })
  }),
  route(clientCheckCost, async ({ caller, params, query }) => {
    const { calls, mostQuota } = await clientChecks.costOfToken(caller, params.id, query.model)
    return { calls, most_quota: mostQuota }
  }),
  route(checkTokenClients, ({ caller, params, body, hasLeft }) =>
    clientChecks.ofToken(caller, params.id, { ...body, isWanted: () => !hasLeft() }),
  ),
]
