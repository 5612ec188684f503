// GET /v1/models: what this key may call, in OpenAI's shape (server-behaviour 2.7).
import { AppError } from '@waystation/contract/errors'
import type { FastifyRequest } from 'fastify'
import { authenticate } from './authenticate.ts'
import type { Gateway } from './gateway.ts'

interface ModelObject {
  readonly id: string
  readonly object: 'model'
  /** The family's fixed time, in Unix seconds. */
  readonly created: 1626777600
  readonly owned_by: string
}

async function namesFor(request: FastifyRequest, gateway: Gateway): Promise<string[]> {
  const caller = await authenticate(request.raw, gateway)
  await gateway.catalog.settled()
  const served = gateway.catalog.current().view.modelsOf([caller.group])
  const allowed = caller.token?.models
  return allowed ? served.filter((name) => allowed.has(name)) : served
}

const modelObject = (id: string): ModelObject => ({ id, object: 'model', created: 1626777600, owned_by: 'waystation' })

/** The list, with `success` beside it as the family's tools expect. */
export async function listModels(
  request: FastifyRequest,
  gateway: Gateway,
): Promise<{ object: 'list'; success: true; data: ModelObject[] }> {
  return { object: 'list', success: true, data: (await namesFor(request, gateway)).map(modelObject) }
}

/** One model. Throws model_not_found. */
export async function retrieveModel(request: FastifyRequest, model: string, gateway: Gateway): Promise<ModelObject> {
  if (!(await namesFor(request, gateway)).includes(model)) throw new AppError('model_not_found', { model: model.slice(0, 100) })
  return modelObject(model)
}
