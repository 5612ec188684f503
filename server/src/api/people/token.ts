import {
  createToken,
  deleteToken,
  getToken,
  listEndingTokenModels,
  listTokenLabels,
  listTokens,
  readTokenUsage,
  revealToken,
  searchTokens,
  updateToken,
} from '@waystation/contract/api/people/token'
import { pageOf } from '@waystation/contract/values/page'
import type { EndingModels } from '../../domain/channel/watch/ending-models.ts'
import type { TokenLookup } from '../../domain/token/token-lookup.ts'
import type { TokenService } from '../../domain/token/token-service.ts'
import { readableTokenOfKey } from '../../domain/token/token-standing.ts'
import { type Route, route, withExtra } from '../http/route.ts'

const PAGE_SIZE_MAX = 100

export interface TokenRouteParts {
  readonly tokens: TokenService
  readonly keys: TokenLookup
  readonly endings: Pick<EndingModels, 'ofTokens'>
}

export const tokenRoutes = ({ tokens, keys, endings }: TokenRouteParts): Route[] => [
  route(listEndingTokenModels, ({ caller }) => endings.ofTokens(caller.id)),
  route(listTokens, async ({ caller, query }) => {
    const page = pageOf({ number: query.p, size: query.size ?? query.page_size }, { first: 0, maxSize: PAGE_SIZE_MAX })
    const { status, keyword, label, sort } = query
    const place = { offset: page.offset, limit: page.size }
    const { items, total, statusCounts } = await tokens.list(caller, { ...place, status, keyword, label, sort })
    return withExtra(items, { total, page: page.number, page_size: page.size, status_counts: statusCounts })
  }),
  route(listTokenLabels, ({ caller }) => tokens.labels(caller)),
  route(searchTokens, ({ caller, query }) => tokens.search(caller, { name: query.keyword, key: query.token })),
  route(getToken, ({ caller, params }) => tokens.get(caller, params.id)),
  route(createToken, async ({ caller, body, audit }) => {
    const token = await tokens.create(caller, body)
    audit({ target: String(token.id), after: token })
    return token
  }),
  route(updateToken, async ({ caller, body: { id, ...body }, audit }) => {
    const { before, after } = await ('status' in body ? tokens.setStatus(caller, id, body.status) : tokens.change(caller, id, body))
    audit({ target: String(id), before, after })
    return after
  }),
  route(deleteToken, async ({ caller, params, audit }) => {
    const before = await tokens.get(caller, params.id)
    await tokens.remove(caller, params.id)
    audit({ before })
    return null
  }),
  route(revealToken, ({ caller, params }) => tokens.reveal(caller, params.id)),
  route(readTokenUsage, async ({ authorization, address }) => {
    const { token } = await readableTokenOfKey(keys, [authorization], address)
    return withExtra(await tokens.usage(token), { code: true }, { zh: 'ok', en: 'ok' })
  }),
]
