// The data plane's door. Its bodies are read inside the walk, after the key was looked at, so Fastify leaves them alone here.
import { AppError } from '@waystation/contract/errors'
import type { FastifyInstance } from 'fastify'
import { authenticate } from './authenticate.ts'
import { playgroundEndpoint, relayEndpoints } from './endpoints.ts'
import { answerFailure } from './error-boundary.ts'
import type { Gateway } from './gateway.ts'
import { keyRing } from './key-ring.ts'
import { listModels, retrieveModel } from './models.ts'
import { type FindSession, playgroundCaller, regroup } from './playground.ts'
import { serveCall } from './walk.ts'

/** Mounts every door of the data plane on its own scope of the server. */
export async function mountGateway(app: FastifyInstance, gateway: Gateway, findSession: FindSession): Promise<void> {
  const keys = keyRing()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, 'openai-chat', gateway))
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

  for (const endpoint of relayEndpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) =>
        serveCall(endpoint, request, reply, { gateway, keys, authenticate: ({ raw }) => authenticate(raw, gateway) }),
    })
  }
  app.route({
    method: playgroundEndpoint.method,
    url: playgroundEndpoint.path,
    handler: (request, reply) =>
      serveCall(playgroundEndpoint, request, reply, {
        gateway,
        keys,
        regroup,
        authenticate: (asked) => playgroundCaller(asked, gateway, findSession),
      }),
  })
  app.get('/v1/models', async (request, reply) =>
    reply
      .header('x-request-id', request.id)
      .header('access-control-allow-origin', '*')
      .send(await listModels(request, gateway)),
  )
  app.get('/v1/models/*', async (request, reply) => {
    const model = (request.params as { '*': string })['*']
    return reply
      .header('x-request-id', request.id)
      .header('access-control-allow-origin', '*')
      .send(await retrieveModel(request, model, gateway))
  })
  app.options('/*', async () => '')

  const unknown = (request: { method: string; url: string }) => {
    throw new AppError('unknown_path', { method: request.method, path: request.url.split('?')[0]?.slice(0, 200) ?? '' })
  }
  for (const prefix of ['/v1', '/pg']) app.all(`${prefix}/*`, unknown)
}
