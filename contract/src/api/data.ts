// The dashboard's queries. All but that of what needs attention are refused while the option DataExportEnabled is off.
import { z } from 'zod'
import { UsageOverview, UsageRow, usageOrders, usageSteps } from '../calls/data.ts'
import { CallsHealth } from '../calls/health.ts'
import { endpoint } from '../channels/endpoint.ts'
import { Attention } from '../channels/state/attention.ts'
import { integerParameter } from '../values/page.ts'
import { nameText } from '../values/pasted.ts'

const rowsQuery = {
  /** Unix seconds, both included; by default the last 30 days. */
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  /** Sent by the family's dashboards and ignored: rows are always hourly. */
  default_time: z.string().optional(),
}

const overviewQuery = {
  /** Unix seconds, the end not included; by default the last 24 hours, by the day or week the last 30 days. */
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  step: z.enum(usageSteps).default('hour'),
  order: z.enum(usageOrders).default('quota'),
}

/** A whole name; empty: everybody. */
const username = nameText().max(190).optional()

export const listUsage = endpoint({
  method: 'GET',
  path: '/api/data/',
  summary: 'What was used by model and hour: by one user, or by all of them together',
  access: 'admin',
  query: z.object({ ...rowsQuery, username }),
  data: z.array(UsageRow),
})

export const listOwnUsage = endpoint({
  method: 'GET',
  path: '/api/data/self',
  summary: 'What the caller used by model and hour; at most 30 days',
  access: 'user',
  owner: 'own',
  query: z.object(rowsQuery),
  data: z.array(UsageRow),
})

export const usageOverview = endpoint({
  method: 'GET',
  path: '/api/data/overview',
  summary: "Everybody's dashboard: sums over time, the span before, models, users and channels",
  access: 'admin',
  query: z.object({ ...overviewQuery, username }),
  data: UsageOverview,
})

export const ownUsageOverview = endpoint({
  method: 'GET',
  path: '/api/data/self/overview',
  summary: "The caller's dashboard: sums over time, the span before, and models; at most 30 days",
  access: 'user',
  owner: 'own',
  query: z.object(overviewQuery),
  data: UsageOverview,
})

export const callsHealth = endpoint({
  method: 'GET',
  path: '/api/data/health',
  summary: "How everybody's calls, or one user's, ended: the share that was answered, failures by kind, percentiles of their times",
  access: 'admin',
  query: z.object({ ...overviewQuery, username }),
  data: CallsHealth,
})

export const ownCallsHealth = endpoint({
  method: 'GET',
  path: '/api/data/self/health',
  summary: "How the caller's calls ended: the share that was answered, and failures by kind; at most 30 days",
  access: 'user',
  owner: 'own',
  query: z.object(overviewQuery),
  data: CallsHealth,
})

export const siteAttention = endpoint({
  method: 'GET',
  path: '/api/data/attention',
  summary: 'What will break next: channels, keys, balances, and models without a price or about to end',
  access: 'admin',
  data: Attention,
})
