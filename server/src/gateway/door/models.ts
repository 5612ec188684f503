// Which models a key may call, in the shape of the client's dialect: OpenAI's, Anthropic's or Google's (server-behaviour 2.7).
import { AppError } from '@waystation/contract/errors'
import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyRequest } from 'fastify'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import type { Gateway } from '../gateway.ts'

/** What the lists of models take. */
export type ModelListServices = AuthenticateServices & Pick<Gateway, 'catalog'>

/** A request for models, at any route. */
export type ModelsRequest = Pick<FastifyRequest, 'id' | 'url' | 'headers' | 'raw'>

/** The client's dialect: known by the route, or by the header that every client of that dialect sends. */
export function requesterDialect(request: ModelsRequest): ClientDialectName {
  if (request.url.startsWith('/v1beta/') || request.headers['x-goog-api-key'] !== undefined) return 'gemini-generate'
  return request.headers['anthropic-version'] === undefined ? 'openai-chat' : 'anthropic-messages'
}

async function namesFor(request: ModelsRequest, gateway: ModelListServices): Promise<string[]> {
  const caller = await authenticate(request.raw, gateway)
  await gateway.catalog.upToDate()
  const served = gateway.catalog.current().view.modelsOf([caller.group], caller.user.setting.accept_unset_model_ratio_model)
  const allowed = caller.token?.models
  return allowed ? served.filter((name) => allowed.has(name)) : served
}

/** The list. Throws what authenticate throws. */
export async function listModels(request: ModelsRequest, gateway: ModelListServices): Promise<JsonObject> {
  return clientDialects[requesterDialect(request)].models.list(await namesFor(request, gateway))
}

/** One model. Throws model_not_found. */
export async function retrieveModel(request: ModelsRequest, model: string, gateway: ModelListServices): Promise<JsonObject> {
  const id = model.replace(/^models\//, '')
  if (!(await namesFor(request, gateway)).includes(id)) throw new AppError('model_not_found', { model: id.slice(0, 100) })
  return clientDialects[requesterDialect(request)].models.one(id)
}
