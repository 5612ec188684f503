// What a key may call, in the shape that its asker knows: OpenAI's, Anthropic's or Google's (server-behaviour 2.7).
import { AppError } from '@waystation/contract/errors'
import type { DialectName } from '@waystation/wire/chat/dialect'
import type { JsonObject } from '@waystation/wire/json'
import type { FastifyRequest } from 'fastify'
import { authenticate } from './authenticate.ts'
import type { Gateway } from './gateway.ts'

/** The family's fixed time, in Unix seconds. */
const CREATED = 1626777600
const CREATED_TEXT = new Date(CREATED * 1000).toISOString()

interface ModelShape {
  one(id: string): JsonObject
  list(ids: readonly string[]): JsonObject
}

const openai: ModelShape = {
  one: (id) => ({ id, object: 'model', created: CREATED, owned_by: 'waystation' }),
  // `success` stands beside the list, as the family's tools expect.
  list: (ids) => ({ object: 'list', success: true, data: ids.map(openai.one) }),
}

const messages: ModelShape = {
  one: (id) => ({ type: 'model', id, display_name: id, created_at: CREATED_TEXT }),
  // All of them at once: there is never another page.
  list: (ids) => ({ data: ids.map(messages.one), has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null }),
}

const generate: ModelShape = {
  one: (id) => ({
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  }),
  list: (ids) => ({ models: ids.map(generate.one) }),
}

const shapes: Readonly<Record<DialectName, ModelShape>> = {
  'openai-chat': openai,
  'openai-responses': openai,
  'anthropic-messages': messages,
  'gemini-generate': generate,
}

/** Which dialect the asker of a list speaks: its address says so, or the header that every client of the dialect sends. */
export function askerDialect(request: FastifyRequest): DialectName {
  if (request.url.startsWith('/v1beta/') || request.headers['x-goog-api-key'] !== undefined) return 'gemini-generate'
  return request.headers['anthropic-version'] === undefined ? 'openai-chat' : 'anthropic-messages'
}

async function namesFor(request: FastifyRequest, gateway: Gateway): Promise<string[]> {
  const caller = await authenticate(request.raw, gateway)
  await gateway.catalog.settled()
  const served = gateway.catalog.current().view.modelsOf([caller.group])
  const allowed = caller.token?.models
  return allowed ? served.filter((name) => allowed.has(name)) : served
}

/** The list. Throws what authenticate throws. */
export async function listModels(request: FastifyRequest, gateway: Gateway): Promise<JsonObject> {
  return shapes[askerDialect(request)].list(await namesFor(request, gateway))
}

/** One model. Throws model_not_found. */
export async function retrieveModel(request: FastifyRequest, model: string, gateway: Gateway): Promise<JsonObject> {
  const id = model.replace(/^models\//, '')
  if (!(await namesFor(request, gateway)).includes(id)) throw new AppError('model_not_found', { model: id.slice(0, 100) })
  return shapes[askerDialect(request)].one(id)
}
