import {
  callContent,
  callLedger,
  countOldLogs,
  deleteOldLogs,
  exportLogs,
  exportOwnLogs,
  listLogs,
  listOwnLogs,
  listTokenLogs,
  logStats,
  ownCallContent,
  ownCallLedger,
  ownLogStats,
  searchLogs,
  searchOwnLogs,
} from '@waystation/contract/api/log'
import { pageOf } from '@waystation/contract/values/page'
import type { CallContents } from '../../domain/content/call-contents.ts'
import type { LogFilter } from '../../domain/log/log-filter-store.ts'
import type { LogService } from '../../domain/log/log-service.ts'
import type { TokenLookup } from '../../domain/token/token-lookup.ts'
import { tokenOfKey } from '../../domain/token/token-standing.ts'
import { asFile, type Route, route, withExtra } from '../http/route.ts'

const ADMIN_PAGE_SIZE_MAX = 1000
const OWN_PAGE_SIZE_MAX = 100

interface LogServices {
  readonly logs: LogService
  readonly contents: CallContents
  readonly keys: TokenLookup
}

export const logRoutes = ({ logs, contents, keys }: LogServices): Route[] => [
  route(listLogs, async ({ query, language }) => {
    const page = pageOf({ number: query.p, size: query.page_size }, { first: 1, maxSize: ADMIN_PAGE_SIZE_MAX })
    const filter = { ...filterOf(query), username: query.username, channelId: query.channel }
    const found = await logs.list(filter, { offset: page.offset, limit: page.size, order: query.order }, { language, isOwn: false })
    return { ...found, page: page.number, page_size: page.size }
  }),
  route(listOwnLogs, async ({ caller, query, language }) => {
    const page = pageOf({ number: query.p, size: query.page_size }, { first: 1, maxSize: OWN_PAGE_SIZE_MAX })
    const filter = { ...filterOf(query), userId: caller.id }
    const found = await logs.list(filter, { offset: page.offset, limit: page.size, order: query.order }, { language, isOwn: true })
    return { ...found, page: page.number, page_size: page.size }
  }),
  route(exportLogs, ({ query, language, audit }) => {
    audit({ after: query })
    const filter = { ...filterOf(query), username: query.username, channelId: query.channel }
    return logFile(logs.csv(filter, { language, isOwn: false }))
  }),
  route(exportOwnLogs, ({ caller, query, language }) =>
    logFile(logs.csv({ ...filterOf(query), userId: caller.id }, { language, isOwn: true })),
  ),
  route(searchLogs, ({ query, language }) => logs.search(query, { language, isOwn: false })),
  route(searchOwnLogs, ({ caller, query, language }) => logs.search({ ...query, userId: caller.id }, { language, isOwn: true })),
  route(listTokenLogs, async ({ authorization, query, address, language }) => {
    const { user, token } = await tokenOfKey(keys, [authorization, query.key], address)
    return logs.search({ userId: user.id, tokenId: token.id }, { language, isOwn: true })
  }),
  route(logStats, ({ query }) => logs.stats({ ...filterOf(query), username: query.username, channelId: query.channel })),
  route(ownLogStats, ({ caller, query }) => logs.stats({ ...filterOf(query), userId: caller.id })),
  route(callLedger, ({ params }) => logs.ledgerOf(params.request_id)),
  route(ownCallLedger, ({ caller, params }) => logs.ledgerOf(params.request_id, caller.id)),
  route(callContent, async ({ params, audit }) => {
    const content = await contents.find(params.request_id)
    audit({ target: params.request_id })
    return content
  }),
  route(ownCallContent, ({ caller, params }) => contents.find(params.request_id, caller.id)),
  route(countOldLogs, ({ query }) => logs.countOld(query.target_timestamp)),
  route(deleteOldLogs, async ({ query, audit }) => {
    const { count, isComplete } = await logs.removeOld(query.target_timestamp)
    audit({ after: { before: query.target_timestamp, count } })
    return withExtra(count, { is_complete: isComplete })
  }),
]

const logFile = (parts: AsyncIterable<string>) =>
  asFile({ name: `logs-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv', parts })

interface LogQuery {
  readonly type?: number | undefined
  readonly token_name?: string | undefined
  readonly model_name?: string | undefined
  readonly start_timestamp?: number | undefined
  readonly end_timestamp?: number | undefined
  readonly group?: string | undefined
  readonly request_id?: string | undefined
  readonly min_quota?: number | undefined
  readonly failure?: string | undefined
}

function filterOf(query: LogQuery): LogFilter {
  return {
    type: query.type,
    tokenName: query.token_name,
    modelName: query.model_name,
    from: query.start_timestamp,
    to: query.end_timestamp,
    group: query.group,
    requestId: query.request_id,
    minQuota: query.min_quota,
    failure: query.failure,
  }
}
