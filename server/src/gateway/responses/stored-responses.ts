// Reading, cancelling and deleting stored responses of the Responses API. Source: OpenAI's API reference, 2026.
import { AppError } from '@waystation/contract/errors'
import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import { RelayReply } from '../stream-back/relay-reply.ts'
import { replay } from './replay.ts'
import { findStored, type ResponseServices } from './response-store.ts'

/** The routes of one stored response. */
export interface StoredRoute {
  Params: { readonly id: string }
  Querystring: {
    readonly stream?: string
    readonly starting_after?: string
    readonly limit?: string
    readonly order?: string
    readonly after?: string
  }
}

type StoredRequest = FastifyRequest<StoredRoute>

const MAX_ITEMS = 100
const USUAL_ITEMS = 20

/** GET /v1/responses/{id}, with `stream=true` as the events of a stream after `starting_after`. Throws response_not_found. */
export async function readResponse(
  request: StoredRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
  gateway: AuthenticateServices & ResponseServices,
) {
  const { caller, body } = await stored(request, gateway)
  const { query } = request
  if (query.stream !== 'true') return reply.headers(headers).send(body)
  const after = Number(query.starting_after ?? -1)
  return replay(new RelayReply(reply, headers, gateway.clock), idOf(request), caller, gateway, Number.isFinite(after) ? after : -1)
}

/** DELETE /v1/responses/{id}. Throws response_not_found. */
export async function removeResponse(request: StoredRequest, gateway: AuthenticateServices & ResponseServices): Promise<JsonObject> {
  const { caller } = await stored(request, gateway)
  const id = idOf(request)
  await gateway.background.cancel(caller.user.id, id)
  if (!(await gateway.responses.delete(caller, id))) throw new AppError('response_not_found', { id: id.slice(0, 100) })
  return { id, object: 'response', deleted: true }
}

/**
 * POST /v1/responses/{id}/cancel: ends a call that runs in the background; one that has ended stays as it is. Throws response_not_found,
 * response_not_cancellable.
 */
export async function cancelResponse(request: StoredRequest, gateway: AuthenticateServices & ResponseServices): Promise<Json> {
  const { caller, body } = await stored(request, gateway)
  if (body.background !== true) throw new AppError('response_not_cancellable')
  const id = idOf(request)
  await gateway.background.cancel(caller.user.id, id)
  return (await storedOr404(id, caller, gateway)).body
}

/** GET /v1/responses/{id}/input_items: newest first by default, in pages. Throws response_not_found. */
export async function listInputItems(request: StoredRequest, gateway: AuthenticateServices & ResponseServices): Promise<JsonObject> {
  const one = await stored(request, gateway)
  const { query } = request
  const input = parseJson(one.link.input)
  const items = (Array.isArray(input) ? input : []).filter(isObject).map((item, at): JsonObject => ({ id: `item_${at}`, ...item }))
  const ordered = query.order === 'asc' ? items : items.toReversed()
  const begin = query.after === undefined ? 0 : ordered.findIndex((item) => item.id === query.after) + 1
  const limit = Math.min(MAX_ITEMS, Math.max(1, Number(query.limit) || USUAL_ITEMS))
  const data = ordered.slice(begin, begin + limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: begin + limit < ordered.length,
  }
}

async function stored(request: StoredRequest, gateway: AuthenticateServices & ResponseServices) {
  const caller = await authenticate(request.raw, gateway)
  return { caller, ...(await storedOr404(idOf(request), caller, gateway)) }
}

async function storedOr404(...query: Parameters<typeof findStored>) {
  const found = await findStored(...query)
  if (!found) throw new AppError('response_not_found', { id: query[0].slice(0, 100) })
  return found
}

const idOf = (request: StoredRequest) => request.params.id
