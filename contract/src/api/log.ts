import { z } from 'zod'
import { CallContent } from '../calls/call-content.ts'
import { CallLedger, LogEntry, LogPage, LogStats, logOrders } from '../calls/log.ts'
import { endpoint } from '../channels/endpoint.ts'
import { integerParameter, pageParameter } from '../values/page.ts'
import { exactText, keyText, nameText } from '../values/pasted.ts'

const filters = {
  type: integerParameter,
  token_name: nameText().optional(),
  model_name: exactText().optional(),
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  group: nameText().optional(),
  request_id: exactText().optional(),
  /** Quota units: only calls that were charged so much at least. */
  min_quota: integerParameter,
  /** A kind of failure, as the dashboard names it: `upstream_timeout`, `upstream_error 429`. */
  failure: exactText().optional(),
}
const adminFilters = { ...filters, username: nameText().optional(), channel: integerParameter }
const page = { p: pageParameter, page_size: integerParameter, order: z.enum(logOrders).default('time') }

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

export const exportLogs = endpoint({
  method: 'GET',
  path: '/api/log/export',
  summary: "Everybody's log as CSV: all rows that match",
  access: 'admin',
  rate: 'user',
  audit: 'log.export',
  writes: false,
  query: z.object(adminFilters),
  data: z.string(),
  file: 'text/csv',
})

export const exportOwnLogs = endpoint({
  method: 'GET',
  path: '/api/log/self/export',
  summary: "The caller's log as CSV: all rows that match",
  access: 'user',
  owner: 'own',
  rate: 'user',
  query: z.object(filters),
  data: z.string(),
  file: 'text/csv',
})

export const logStats = endpoint({
  method: 'GET',
  path: '/api/log/stat',
  summary: "Sums over everybody's log, without channel tests",
  access: 'admin',
  query: z.object(adminFilters),
  data: LogStats,
})

export const ownLogStats = endpoint({
  method: 'GET',
  path: '/api/log/self/stat',
  summary: "Sums over the caller's log, without channel tests",
  access: 'user',
  owner: 'own',
  query: z.object(filters),
  data: LogStats,
})

/** A number is a type of row, a text a part of a model's, token's or user's name, or a whole request id. */
const searched = z.object({ keyword: nameText().max(190).default('') })

export const searchLogs = endpoint({
  method: 'GET',
  path: '/api/log/search',
  summary: "The last 100 rows of everybody's log that a keyword finds among the last 10 000",
  access: 'admin',
  query: searched,
  data: z.array(LogEntry),
})

export const searchOwnLogs = endpoint({
  method: 'GET',
  path: '/api/log/self/search',
  summary: "The same in the caller's log",
  access: 'user',
  owner: 'own',
  query: searched,
  data: z.array(LogEntry),
})

/** The key of a token is what lets in, and it alone: in `Authorization`, or in the address as the family's tools send it. */
export const listTokenLogs = endpoint({
  method: 'GET',
  path: '/api/log/token',
  summary: 'The last 100 rows of the token whose key is shown, of the last 10 000 of its owner',
  access: 'public',
  csrf: false,
  cors: true,
  query: z.object({ key: keyText().max(300).default('') }),
  data: z.array(LogEntry),
})

const byRequest = z.object({ request_id: z.string().regex(/^[0-9A-Z]{26}$/) })

export const callLedger = endpoint({
  method: 'GET',
  path: '/api/log/ledger/{request_id}',
  summary: 'The hold of a call and what it moved in the ledger',
  access: 'admin',
  params: byRequest,
  data: CallLedger,
})

export const ownCallLedger = endpoint({
  method: 'GET',
  path: '/api/log/self/ledger/{request_id}',
  summary: "The same for one of the caller's calls",
  access: 'user',
  owner: 'own',
  params: byRequest,
  data: CallLedger,
})

export const callContent = endpoint({
  method: 'GET',
  path: '/api/log/content/{request_id}',
  summary: 'What was said in a call, where contents are logged',
  access: 'admin',
  scope: 'users',
  audit: 'log.read-content',
  writes: false,
  params: byRequest,
  data: CallContent,
})

export const ownCallContent = endpoint({
  method: 'GET',
  path: '/api/log/self/content/{request_id}',
  summary: "The same for one of the caller's calls",
  access: 'user',
  owner: 'own',
  params: byRequest,
  data: CallContent,
})

const before = z.object({ target_timestamp: integerParameter })

export const countOldLogs = endpoint({
  method: 'GET',
  path: '/api/log/old',
  summary: 'How many rows a clean-up would remove; counted up to 100 000',
  access: 'admin',
  query: before,
  data: z.number().int(),
})

/** Top-ups, the ledger and the sums of usage stay. One call removes a limited number of rows: repeat it until `is_complete`. */
export const deleteOldLogs = endpoint({
  method: 'DELETE',
  path: '/api/log/',
  summary: 'Remove rows from before a time; answers how many',
  access: 'admin',
  scope: 'settings',
  audit: 'log.clean-up',
  query: before,
  data: z.number().int(),
  extra: z.object({ is_complete: z.boolean() }),
})
