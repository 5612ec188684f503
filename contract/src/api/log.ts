import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LogPage, LogStats } from '../log.ts'
import { integerParameter, pageParameter } from '../page.ts'

const filters = {
  type: integerParameter,
  token_name: z.string().optional(),
  model_name: z.string().optional(),
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  group: z.string().optional(),
  request_id: z.string().optional(),
}
const adminFilters = { ...filters, username: z.string().optional(), channel: integerParameter }
const page = { p: pageParameter, page_size: integerParameter }

export const listLogs = endpoint({
  method: 'GET',
  path: '/api/log/',
  summary: "Everybody's log",
  access: 'admin',
  query: z.object({ ...page, ...adminFilters }),
  data: LogPage,
})

export const listOwnLogs = endpoint({
  method: 'GET',
  path: '/api/log/self',
  summary: "The caller's log",
  access: 'user',
  owner: 'own',
  query: z.object({ ...page, ...filters }),
  data: LogPage,
})

export const logStats = endpoint({
  method: 'GET',
  path: '/api/log/stat',
  summary: "Sums over everybody's log",
  access: 'admin',
  query: z.object(adminFilters),
  data: LogStats,
})

export const ownLogStats = endpoint({
  method: 'GET',
  path: '/api/log/self/stat',
  summary: "Sums over the caller's log",
  access: 'user',
  owner: 'own',
  query: z.object(filters),
  data: LogStats,
})
