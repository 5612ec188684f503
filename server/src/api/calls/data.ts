import { listOwnUsage, listUsage, ownUsageOverview, usageOverview } from '@waystation/contract/api/data'
import type { UsageService } from '../../domain/usage/usage-service.ts'
import { type Route, route } from '../http/route.ts'

export const dataRoutes = ({ usage }: { readonly usage: UsageService }): Route[] => [
  route(listUsage, ({ query }) => usage.rows({ ...spanOf(query), username: query.username })),
  route(listOwnUsage, ({ caller, query }) => usage.ownRows(caller, spanOf(query))),
  route(usageOverview, ({ query }) => usage.overview({ ...spanOf(query), ...query })),
  route(ownUsageOverview, ({ caller, query }) => usage.ownOverview(caller, { ...spanOf(query), step: query.step, order: query.order })),
]

const spanOf = (query: { readonly start_timestamp?: number | undefined; readonly end_timestamp?: number | undefined }) => ({
  from: query.start_timestamp,
  to: query.end_timestamp,
})
