// Doors whose address names the model and what to do with it: POST …/models/{model}:{action}. Source: Google's API reference, 2026.
import { AppError } from '@waystation/contract/errors'
import { batchApis } from '@waystation/wire/batches/batch-apis'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../authenticate/authenticate.ts'
import { type SubmitBatchServices, submitBatch } from '../batches/submit-batch.ts'
import { batchEmbedContents, embedContent } from '../operations/embed-content.ts'
import { predict } from '../operations/images/predict.ts'
import { eventStream, jsonArray } from '../stream-back/framing.ts'
import { serveCall, type WalkServices } from '../walk.ts'
import { type CountServices, countTokens } from './count-tokens.ts'
import { generateEndpoint } from './endpoints.ts'

/** The route of actions on a model. */
export interface ActionRoute {
  Params: { readonly '*': string }
  Querystring: { readonly alt?: unknown }
}

/** Serves an action on a model. Throws unknown_path for an unknown action. */
export async function serveAction(
  request: FastifyRequest<ActionRoute>,
  reply: FastifyReply,
  { gateway }: { gateway: WalkServices & CountServices & SubmitBatchServices },
): Promise<void> {
  const { model, action } = actionOf(request)
  const parts = { gateway, authenticate: ({ raw }: FastifyRequest) => authenticate(raw, gateway) }
  const endpoint = { ...generateEndpoint, path: `${generateEndpoint.path}/{model}:${action}` }
  const address = { model, isStream: action === 'streamGenerateContent' }
  switch (action) {
    case 'generateContent':
      return serveCall(endpoint, request, reply, { ...parts, address })
    case 'streamGenerateContent': {
      const framing = request.query.alt === 'sse' ? eventStream : jsonArray()
      return serveCall(endpoint, request, reply, { ...parts, framing, address })
    }
    case 'embedContent':
      return serveCall({ ...endpoint, operation: embedContent }, request, reply, { ...parts, address })
    case 'batchEmbedContents':
      return serveCall({ ...endpoint, operation: batchEmbedContents }, request, reply, { ...parts, address })
    case 'batchGenerateContent':
      await submitBatch(request, reply, { api: batchApis.gemini, path: endpoint.path, model }, gateway)
      return
    case 'predict':
      return serveCall({ ...endpoint, operation: predict }, request, reply, { ...parts, address })
    case 'countTokens':
      return countTokens(endpoint, request, reply, { gateway, address })
    default:
      throw new AppError('unknown_path', { method: request.method, path: request.url.split('?')[0]?.slice(0, 200) ?? '' })
  }
}

/** The two halves of the last part of the address; a model's name may hold colons and slashes itself. */
function actionOf(request: FastifyRequest<ActionRoute>): { model: string; action: string } {
  const text = request.params['*']
  const colon = text.lastIndexOf(':')
  return { model: text.slice(0, Math.max(0, colon)).replace(/^models\//, ''), action: text.slice(colon + 1) }
}
