// Reading and deleting kept answers of the Responses API. Source: OpenAI's API reference, 2026.
import { AppError } from '@waystation/contract/errors'
import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/json'
import type { FastifyRequest } from 'fastify'
import type { StoredResponse } from '../domain/response/response-store.ts'
import { authenticate } from './authenticate.ts'
import type { Gateway } from './gateway.ts'

const MOST_ITEMS = 100
const USUAL_ITEMS = 20

/** GET /v1/responses/{id}. Throws response_not_found. */
export async function readResponse(request: FastifyRequest, gateway: Gateway): Promise<Json> {
  return parseJson((await stored(request, gateway)).body) ?? null
}

/** DELETE /v1/responses/{id}. Throws response_not_found. */
export async function removeResponse(request: FastifyRequest, gateway: Gateway): Promise<JsonObject> {
  const { user } = await authenticate(request.raw, gateway)
  const id = idOf(request)
  if (!(await gateway.responses.delete(user.id, id))) throw new AppError('response_not_found', { id: id.slice(0, 100) })
  return { id, object: 'response', deleted: true }
}

/** POST /v1/responses/{id}/cancel: every answer that is kept here is finished. Throws response_not_found, response_not_cancellable. */
export async function cancelResponse(request: FastifyRequest, gateway: Gateway): Promise<never> {
  await stored(request, gateway)
  throw new AppError('response_not_cancellable')
}

/** GET /v1/responses/{id}/input_items: newest first unless asked otherwise, in pages. Throws response_not_found. */
export async function listInputItems(request: FastifyRequest, gateway: Gateway): Promise<JsonObject> {
  const one = await stored(request, gateway)
  const query = request.query as { limit?: string; order?: string; after?: string }
  const input = parseJson(one.input)
  const items = (Array.isArray(input) ? input : []).filter(isObject).map((item, at): JsonObject => ({ id: `item_${at}`, ...item }))
  const ordered = query.order === 'asc' ? items : items.toReversed()
  const begin = query.after === undefined ? 0 : ordered.findIndex((item) => item.id === query.after) + 1
  const limit = Math.min(MOST_ITEMS, Math.max(1, Number(query.limit) || USUAL_ITEMS))
  const data = ordered.slice(begin, begin + limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: begin + limit < ordered.length,
  }
}

async function stored(request: FastifyRequest, gateway: Gateway): Promise<StoredResponse> {
  const { user } = await authenticate(request.raw, gateway)
  const id = idOf(request)
  const found = await gateway.responses.find(user.id, id)
  if (!found) throw new AppError('response_not_found', { id: id.slice(0, 100) })
  return found
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
