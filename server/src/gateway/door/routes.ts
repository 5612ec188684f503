// The data plane's door. Its bodies are read inside the walk, after the key was looked at, so Fastify leaves them alone here.
import { AppError } from '@waystation/contract/errors'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate } from '../authenticate/authenticate.ts'
import type { Gateway } from '../gateway.ts'
import { cancelResponse, listInputItems, readResponse, removeResponse } from '../responses/stored-responses.ts'
import { serveCall } from '../walk.ts'
import { billingPrefixes, billingSubscription, billingUsage } from './billing.ts'
import { countTokens } from './count-tokens.ts'
import { countEndpoint, generateEndpoint, playgroundEndpoint, relayEndpoints } from './endpoints.ts'
import { answerFailure, idHeaders } from './error-boundary.ts'
import { serveAction } from './model-actions.ts'
import { askerDialect, listModels, retrieveModel } from './models.ts'
import { type FindSession, playgroundCaller, regroup } from './playground.ts'
import { mountUnbuilt } from './unbuilt.ts'

/** Mounts every door of the data plane on its own scope of the server. */
export async function mountGateway(app: FastifyInstance, gateway: Gateway, findSession: FindSession): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, dialectAt(request), gateway))
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return
    await reply
      .code(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '86400',
      })
      .send()
  })

  const byToken = { gateway, authenticate: ({ raw }: FastifyRequest) => authenticate(raw, gateway) }
  for (const endpoint of relayEndpoints(gateway)) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { dialect: endpoint.dialect },
      handler: (request, reply) => serveCall(endpoint, request, reply, byToken),
    })
  }
  app.route({
    method: playgroundEndpoint.method,
    url: playgroundEndpoint.path,
    config: { dialect: playgroundEndpoint.dialect },
    handler: (request, reply) =>
      serveCall(playgroundEndpoint, request, reply, {
        gateway,
        regroup,
        authenticate: (asked) => playgroundCaller(asked, gateway, findSession),
      }),
  })
  app.route({
    method: countEndpoint.method,
    url: countEndpoint.path,
    config: { dialect: countEndpoint.dialect },
    handler: (request, reply) => countTokens(countEndpoint, request, reply, { gateway }),
  })
  for (const version of ['/v1beta', '/v1']) {
    app.route({
      method: generateEndpoint.method,
      url: `${version}/models/*`,
      config: { dialect: generateEndpoint.dialect },
      handler: (request, reply) => serveAction(request, reply, { gateway }),
    })
    app.get(`${version}/models`, async (request, reply) => reply.headers(readable(request)).send(await listModels(request, gateway)))
    app.get(`${version}/models/*`, async (request, reply) => {
      const model = (request.params as { '*': string })['*']
      return reply.headers(readable(request)).send(await retrieveModel(request, model, gateway))
    })
  }
  for (const prefix of billingPrefixes) {
    const asOpenai = { config: { dialect: 'openai-chat' as const } }
    app.get(`${prefix}/subscription`, asOpenai, async (request, reply) =>
      reply.headers(readable(request)).send(await billingSubscription(request, gateway)),
    )
    app.get(`${prefix}/usage`, asOpenai, async (request, reply) =>
      reply.headers(readable(request)).send(await billingUsage(request, gateway)),
    )
  }
  // Clients of the Responses API try a socket first: only this answer sends them on to plain calls at once (beyond.md C22).
  app.get('/v1/responses', async (request, reply) => {
    if (request.headers.upgrade === undefined) return unknown(request)
    return reply
      .code(426)
      .headers({ ...readable(request), upgrade: 'websocket' })
      .send({ error: { message: 'WebSocket is not served here', type: 'invalid_request_error', param: null, code: 'upgrade_required' } })
  })
  const kept = { config: { dialect: 'openai-responses' as const } }
  app.get('/v1/responses/:id', kept, (request, reply) => readResponse(request, reply, readable(request), gateway))
  app.delete('/v1/responses/:id', kept, async (request, reply) =>
    reply.headers(readable(request)).send(await removeResponse(request, gateway)),
  )
  app.post('/v1/responses/:id/cancel', kept, async (request, reply) =>
    reply.headers(readable(request)).send(await cancelResponse(request, gateway)),
  )
  app.get('/v1/responses/:id/input_items', kept, async (request, reply) =>
    reply.headers(readable(request)).send(await listInputItems(request, gateway)),
  )

  mountUnbuilt(app, gateway)
  const unknown = (request: { method: string; url: string }) => {
    throw new AppError('unknown_path', { method: request.method, path: request.url.split('?')[0]?.slice(0, 200) ?? '' })
  }
  for (const prefix of ['/v1', '/pg']) app.all(`${prefix}/*`, unknown)
  app.all('/v1beta/*', { config: { dialect: generateEndpoint.dialect } }, unknown)
}

/** Headers of an answer that a page of another origin may read. */
function readable(request: FastifyRequest): Record<string, string> {
  return { ...idHeaders(askerDialect(request), request.id), 'access-control-allow-origin': '*' }
}

/** In which dialect a refusal is told: the door's, or the asker's where many come through one. */
function dialectAt(request: FastifyRequest): ClientDialectName {
  return (request.routeOptions.config as { dialect?: ClientDialectName }).dialect ?? askerDialect(request)
}
