import {
  callsHealth,
  listOwnUsage,
  listUsage,
  ownCallsHealth,
  ownUsageOverview,
  siteAttention,
  usageOverview,
} from '@waystation/contract/api/data'
import type { SiteAttention } from '../../domain/channel/watch/attention.ts'
import type { HealthService } from '../../domain/usage/health-service.ts'
import type { UsageService } from '../../domain/usage/usage-service.ts'
import { type Route, route } from '../http/route.ts'

export interface DataRouteParts {
  readonly usage: UsageService
  readonly health: HealthService
  readonly attention: SiteAttention
}

export const dataRoutes = ({ usage, health, attention }: DataRouteParts): Route[] => [
  route(listUsage, ({ query }) => usage.rows({ ...spanOf(query), username: query.username })),
  route(listOwnUsage, ({ caller, query }) => usage.ownRows(caller, spanOf(query))),
  route(usageOverview, ({ query }) => usage.overview({ ...spanOf(query), ...query })),
  route(ownUsageOverview, ({ caller, query }) => usage.ownOverview(caller, { ...spanOf(query), step: query.step, order: query.order })),
  route(callsHealth, ({ query }) => health.health({ ...spanOf(query), ...query })),
  route(ownCallsHealth, ({ caller, query }) => health.ownHealth(caller.id, { ...spanOf(query), step: query.step, order: query.order })),
  route(siteAttention, ({ caller }) => attention.look(caller)),
]

const spanOf = (query: { readonly start_timestamp?: number | undefined; readonly end_timestamp?: number | undefined }) => ({
  from: query.start_timestamp,
  to: query.end_timestamp,
})
