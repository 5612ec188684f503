// Which models a key may call, in the shape of the client's dialect: OpenAI's, Anthropic's or Google's (server-behaviour 2.7).

import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import type { ListedModel } from '@waystation/wire/chat/dialect'
import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyRequest } from 'fastify'
import { upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import { mayUseModel } from '../../domain/token/model-limit.ts'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'

/** What the lists of models take. */
export type ModelListServices = AuthenticateServices & Pick<Gateway, 'catalog' | 'prices' | 'traits'>

/** A request for models, at any route. */
export type ModelsRequest = Pick<FastifyRequest, 'id' | 'url' | 'headers' | 'raw'>

/** The client's dialect: known by the route, or by the header that every client of that dialect sends. */
export function requesterDialect(request: ModelsRequest): ClientDialectName {
  if (request.url.startsWith('/v1beta/') || request.headers['x-goog-api-key'] !== undefined) return 'gemini-generate'
  return request.headers['anthropic-version'] === undefined ? 'openai-chat' : 'anthropic-messages'
}

/** The names of the models that a caller may call, with the aliases of the token. */
export async function callableModels(caller: Caller, gateway: ModelListServices): Promise<readonly string[]> {
  await gateway.catalog.upToDate()
  const served = gateway.catalog.current().view.modelsOf([caller.group], caller.user.setting.accept_unset_model_ratio_model)
  const limit = caller.token?.models ?? null
  const callable = served.filter((name) => mayUseModel(limit, name))
  const aliases = [...(caller.token?.aliases ?? [])].filter(([, model]) => callable.includes(model))
  return aliases.length === 0 ? callable : [...new Set([...callable, ...aliases.map(([name]) => name)])].toSorted()
}

/** The models that the request's caller may call, and what is known of each. Throws what authenticate throws. */
async function modelsFor(request: ModelsRequest, gateway: ModelListServices) {
  const caller = await authenticate(request.raw, gateway)
  const names = await callableModels(caller, gateway)
  return { names, describe: (name: string) => described(name, caller, gateway) }
}

/** As the first channel serves it that calls go to. */
function described(id: string, { group, token }: Caller, { catalog, prices, traits }: ModelListServices): ListedModel {
  const first = catalog.current().tiers(group, token?.aliases?.get(id) ?? id)[0]?.candidates[0]
  if (!first) return { id, owner: 'custom' }
  const { channel, model } = first
  const upstream = upstreamModelOf(channel, model)
  const { contextTokens, maxOutputTokens: longestAnswerTokens } = prices.limitsOf([upstream, model], channel.type)
  const owner = channelType(channel.type).name.toLowerCase().replaceAll(' ', '-')
  return { id, owner, contextTokens, longestAnswerTokens, endsOn: traits(upstream).end?.on }
}

/** The list. Throws what authenticate throws. */
export async function listModels(request: ModelsRequest, gateway: ModelListServices): Promise<JsonObject> {
  const { names, describe } = await modelsFor(request, gateway)
  return clientDialects[requesterDialect(request)].models.list(names.map(describe))
}

/** One model. Throws model_not_found. */
export async function retrieveModel(request: ModelsRequest, model: string, gateway: ModelListServices): Promise<JsonObject> {
  const id = model.replace(/^models\//, '')
  const { names, describe } = await modelsFor(request, gateway)
  if (!names.includes(id)) throw new AppError('model_not_found', { model: id.slice(0, 100) })
  return clientDialects[requesterDialect(request)].models.one(describe(id))
}
