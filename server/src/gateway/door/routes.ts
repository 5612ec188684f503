// The data plane's door. Its bodies are read inside the walk, after the key was looked at, so Fastify leaves them alone here.
import { AppError } from '@waystation/contract/errors'
import { relayWebSocketsEnabled } from '@waystation/contract/options/relay'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asksForSocket } from '../../lib/net/sockets.ts'
import { authenticate } from '../authenticate/authenticate.ts'
import { type BatchServices, mountBatches } from '../batches/batch-doors.ts'
import type { Caller } from '../caller.ts'
import { type FileRouteServices, mountFiles } from '../files/routes.ts'
import { live } from '../operations/live.ts'
import { realtime } from '../operations/realtime.ts'
import type { ResponseServices } from '../responses/response-store.ts'
import { ResponsesSocket } from '../responses/socket/responses-socket.ts'
import { cancelResponse, listInputItems, readResponse, removeResponse, type StoredRoute } from '../responses/stored-responses.ts'
import { type ClientSecretServices, giveClientSecret, givePlaygroundSecret } from '../sessions/give-client-secret.ts'
import { serveLive } from '../sessions/serve-live.ts'
import { type ServeSessionServices, serveSession } from '../sessions/serve-session.ts'
import { type DrawingServices, mountDrawing } from '../tasks/drawings/drawing-doors.ts'
import { type FilmServices, mountFilms } from '../tasks/films/film-doors.ts'
import { mountFilmShapes } from '../tasks/films/film-shapes.ts'
import { type MusicServices, mountMusic } from '../tasks/music-doors.ts'
import { serveOnce } from '../tasks/pictures/serve-once.ts'
import type { RelayEndpoint } from '../types.ts'
import { assertOpen, serveCall, type WalkParts, type WalkServices } from '../walk.ts'
import { type BillingServices, billingPrefixes, billingSubscription, billingUsage } from './billing.ts'
import { type CountServices, countTokens } from './count-tokens.ts'
import {
  countEndpoint,
  deploymentPrefixes,
  generateEndpoint,
  playgroundEndpoints,
  relayEndpoints,
  responsesCountEndpoint,
} from './endpoints.ts'
import { answerFailure, type ErrorForm } from './error-boundary.ts'
import { type ActionRoute, serveAction } from './model-actions.ts'
import { listModels, type ModelListServices, type ModelsRequest, requesterDialect, retrieveModel } from './models.ts'
import { type ConsoleSessions, inGroup, playgroundCaller, regroup } from './playground.ts'
import { readableHeaders } from './readable-headers.ts'
import { mountUnbuilt } from './unbuilt.ts'
import { unknownPath } from './unknown-path.ts'
import { listVoices } from './voices.ts'

/** What all doors together take: what each of them does. */
export type DoorServices = WalkServices &
  CountServices &
  ModelListServices &
  BillingServices &
  ResponseServices &
  FileRouteServices &
  DrawingServices &
  MusicServices &
  FilmServices &
  BatchServices &
  ServeSessionServices &
  ClientSecretServices

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The dialect of error responses at this route; absent where it is detected from the request. */
    dialect?: ClientDialectName
    /** As at an endpoint. */
    hasPlainMessages?: true
    /** Whose form errors have at this route, where it is not that of the dialect. */
    errorForm?: ErrorForm
  }
}

/** Mounts every door of the data plane on its own scope of the server. */
export async function mountGateway(app: FastifyInstance, gateway: DoorServices, consoleSessions: ConsoleSessions): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, dialectAt(request), gateway))
  app.addHook('onRequest', answerPreflight)

  mountCalls(app, gateway, consoleSessions)
  mountModels(app, gateway)
  mountVoices(app, gateway, consoleSessions)
  mountBilling(app, gateway)
  mountStoredResponses(app, gateway)
  mountSessions(app, gateway, consoleSessions)
  mountLive(app, gateway, consoleSessions)
  mountFiles(app, gateway)
  mountDrawing(app, gateway)
  mountMusic(app, gateway)
  mountFilms(app, gateway)
  mountFilmShapes(app, gateway)
  mountBatches(app, gateway)

  mountUnbuilt(app, gateway)
  for (const prefix of ['/v1', '/pg', '/openai']) app.all(`${prefix}/*`, unknownPath)
  app.all('/v2/*', { config: { hasPlainMessages: true } }, unknownPath)
  app.all('/v1beta/*', { config: { dialect: generateEndpoint.dialect } }, unknownPath)
}

/** Allows pages of any origin to call. Not an async function, since it runs before every call. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.method !== 'OPTIONS') {
    done()
    return
  }
  reply
    .code(204)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '86400',
    })
    .send()
}

function mountCalls(app: FastifyInstance, gateway: DoorServices, consoleSessions: ConsoleSessions): void {
  const byToken = { gateway, authenticate: ({ raw }: FastifyRequest) => authenticate(raw, gateway) }
  const bySession = {
    gateway,
    regroup,
    authenticate: (request: FastifyRequest) => playgroundCaller(request, gateway, consoleSessions),
  }
  const mount = (endpoint: RelayEndpoint, parts: WalkParts) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { dialect: endpoint.dialect, ...(endpoint.hasPlainMessages && { hasPlainMessages: true }) },
      handler: (request, reply) =>
        endpoint.isServedOnce && request.headers['idempotency-key'] !== undefined
          ? serveOnce(endpoint, request, reply, { ...parts, claims: gateway.taskClaims })
          : serveCall(endpoint, request, reply, parts),
    })
  for (const endpoint of relayEndpoints(gateway)) mount(endpoint, byToken)
  for (const endpoint of playgroundEndpoints) mount(endpoint, bySession)
  for (const endpoint of [countEndpoint, responsesCountEndpoint(gateway)]) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { dialect: endpoint.dialect },
      handler: (request, reply) => countTokens(endpoint, request, reply, { gateway }),
    })
  }
}

/** The list of models and, as in Google's API, the actions on one. */
function mountModels(app: FastifyInstance, gateway: DoorServices): void {
  // The last is where Google's library calls in its cloud mode, which alone has pictures of Imagen.
  for (const place of ['/v1beta/models', '/v1/models', '/v1beta1/publishers/google/models']) {
    app.route<ActionRoute>({
      method: generateEndpoint.method,
      url: `${place}/*`,
      config: { dialect: generateEndpoint.dialect },
      handler: (request, reply) => serveAction(request, reply, { gateway }),
    })
  }
  for (const prefix of ['/v1beta', '/v1', ...deploymentPrefixes]) {
    app.get(`${prefix}/models`, async (request, reply) => reply.headers(readable(request)).send(await listModels(request, gateway)))
    app.get<ActionRoute>(`${prefix}/models/*`, async (request, reply) =>
      reply.headers(readable(request)).send(await retrieveModel(request, request.params['*'], gateway)),
    )
  }
}

/** The voices of the models that speak, `?model=` names one; for the playground, `?group=` names its group. */
function mountVoices(app: FastifyInstance, gateway: DoorServices, consoleSessions: ConsoleSessions): void {
  const mount = (path: string, callerOf: (request: FastifyRequest, group: string | undefined) => Promise<Caller>) =>
    app.get<VoicesRoute>(path, { config: { dialect: 'openai-chat' } }, async (request, reply) => {
      const { model, group } = request.query
      const caller = await callerOf(request, one(group))
      return reply.headers(readable(request)).send(await listVoices(caller, one(model), gateway))
    })
  const one = (value: unknown) => (typeof value === 'string' ? value : undefined)
  mount('/v1/audio/voices', ({ raw }) => authenticate(raw, gateway))
  mount('/pg/audio/voices', async (request, group) => inGroup(await playgroundCaller(request, gateway, consoleSessions), group, gateway))
}

interface VoicesRoute {
  readonly Querystring: { readonly model?: unknown; readonly group?: unknown }
}

function mountBilling(app: FastifyInstance, gateway: DoorServices): void {
  const config = { dialect: 'openai-chat' } as const
  for (const prefix of billingPrefixes) {
    app.get(`${prefix}/subscription`, { config }, async (request, reply) =>
      reply.headers(readable(request)).send(await billingSubscription(request, gateway)),
    )
    app.get(`${prefix}/usage`, { config }, async (request, reply) =>
      reply.headers(readable(request)).send(await billingUsage(request, gateway)),
    )
  }
}

function mountStoredResponses(app: FastifyInstance, gateway: DoorServices): void {
  const config = { dialect: 'openai-responses' } as const
  const endpoints = relayEndpoints(gateway)
  for (const prefix of ['/v1', ...deploymentPrefixes]) {
    const door = endpoints.find(({ path }) => path === `${prefix}/responses`)
    if (!door) throw new Error(`there is no door for responses below ${prefix}`)
    app.get(door.path, { config }, (request, reply) => openResponsesSocket(request, reply, door, gateway))
    const one = `${prefix}/responses/:id`
    app.get<StoredRoute>(one, { config }, (request, reply) => readResponse(request, reply, readable(request), gateway))
    app.delete<StoredRoute>(one, { config }, async (request, reply) =>
      reply.headers(readable(request)).send(await removeResponse(request, gateway)),
    )
    app.post<StoredRoute>(`${one}/cancel`, { config }, async (request, reply) =>
      reply.headers(readable(request)).send(await cancelResponse(request, gateway)),
    )
    app.get<StoredRoute>(`${one}/input_items`, { config }, async (request, reply) =>
      reply.headers(readable(request)).send(await listInputItems(request, gateway)),
    )
  }
}

/** Sessions of the realtime API, also where clients that call deployments ask for them. The playground opens them by a client secret. */
function mountSessions(app: FastifyInstance, gateway: DoorServices, consoleSessions: ConsoleSessions): void {
  for (const prefix of ['/v1', ...deploymentPrefixes]) {
    const door = { method: 'GET', path: `${prefix}/realtime`, operation: realtime, dialect: 'openai-chat' } as const
    const config = { dialect: door.dialect }
    app.get(door.path, { config }, (request, reply) => serveSession(door, request, reply, { gateway, consoleSessions }))
    app.post(`${door.path}/client_secrets`, { config }, async (request, reply) =>
      reply.headers(readable(request)).send(await giveClientSecret(request, gateway)),
    )
  }
  app.post('/pg/realtime/client_secrets', { config: { dialect: 'openai-chat' } }, async (request, reply) =>
    reply.headers(readable(request)).send(await givePlaygroundSecret(request, gateway, consoleSessions)),
  )
}

/** Sessions of Google's Live API. Its library writes two slashes, and asks for v1 where its caller names no version. */
function mountLive(app: FastifyInstance, gateway: DoorServices, consoleSessions: ConsoleSessions): void {
  for (const slashes of ['/', '//'])
    for (const version of ['v1', 'v1beta', 'v1alpha']) {
      const path = `${slashes}ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`
      const door = { method: 'GET', path, operation: live, dialect: 'gemini-generate', version } as const
      app.get(path, { config: { dialect: door.dialect } }, (request, reply) =>
        serveLive(door, request, reply, { gateway, consoleSessions }),
      )
    }
}

/** A socket for responses. Where there are none, only this refusal sends clients on to plain calls at once (beyond.md C22). */
async function openResponsesSocket(
  request: FastifyRequest,
  reply: FastifyReply,
  door: RelayEndpoint,
  gateway: DoorServices,
): Promise<void> {
  if (!asksForSocket(request.raw)) return unknownPath(request)
  if (!gateway.options.get(relayWebSocketsEnabled)) {
    reply.header('upgrade', 'websocket')
    throw new AppError('upgrade_required')
  }
  assertOpen(gateway)
  const { user } = await authenticate(request.raw, gateway)
  const headers = readable(request)
  const socket = await gateway.sockets.accept(request.raw, { userId: user.id, headers })
  reply.hijack()
  new ResponsesSocket(socket, request, door, gateway)
}

const readable = (request: ModelsRequest) => readableHeaders(requesterDialect(request), request)

/** The dialect of an error response: the route's, or the client's where clients of several dialects share a route. */
function dialectAt(request: FastifyRequest): ClientDialectName {
  return request.routeOptions.config.dialect ?? requesterDialect(request)
}
