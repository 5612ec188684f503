import { createToken, deleteToken, getToken, listTokens, revealToken, searchTokens, updateToken } from '@waystation/contract/api/token'
import { pageOf } from '@waystation/contract/page'
import { emptyTokenFields, TokenDraft } from '@waystation/contract/token'
import type { TokenService } from '../domain/token/token-service.ts'
import { decodeSent } from './decode.ts'
import { type Route, route, withExtra } from './route.ts'

const PAGE_SIZE_MAX = 100

export const tokenRoutes = ({ tokens }: { tokens: TokenService }): Route[] => [
  route(listTokens, async ({ caller, query }) => {
    const page = pageOf({ number: query.p, size: query.size ?? query.page_size }, { first: 0, maxSize: PAGE_SIZE_MAX })
    const { status, keyword, sort } = query
    const { items, total, statusCounts } = await tokens.list(caller, { offset: page.offset, limit: page.size, status, keyword, sort })
    return withExtra(items, { total, page: page.number, page_size: page.size, status_counts: statusCounts })
  }),
  route(searchTokens, ({ caller, query }) => tokens.search(caller, { name: query.keyword, key: query.token })),
  route(getToken, ({ caller, params }) => tokens.get(caller, params.id)),
  route(createToken, async ({ caller, body, sent, audit }) => {
    const token = await tokens.create(caller, body, sent.allow_ips)
    audit({ target: String(token.id), after: token })
    return token
  }),
  route(updateToken, async ({ caller, query, body, sent, audit }) => {
    const before = await tokens.get(caller, body.id)
    const after =
      query.status_only === undefined
        ? await tokens.change(caller, body.id, sentDraft(sent), sent.allow_ips)
        : await tokens.setStatus(caller, body.id, Number(sent.status))
    audit({ target: String(body.id), before, after })
    return after
  }),
  route(deleteToken, async ({ caller, params, audit }) => {
    const before = await tokens.get(caller, params.id)
    await tokens.remove(caller, params.id)
    audit({ before })
    return null
  }),
  route(revealToken, ({ caller, params }) => tokens.reveal(caller, params.id)),
]

/** The fields of a token that were sent. A balance below zero is what a whole record tells of an overdrawn token: it is left as it is. */
function sentDraft(sent: Readonly<Record<string, unknown>>): Partial<TokenDraft> {
  const { remain_quota, ...rest } = sent
  return decodeSent(TokenDraft.shape, typeof remain_quota === 'number' && remain_quota < 0 ? rest : sent, emptyTokenFields)
}
