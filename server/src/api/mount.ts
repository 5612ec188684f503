// The reception desk: what every console call goes through before and after its handler. The routes come from the contract's table, so
// nothing can be reached that is not declared there (control 20).
import { bodySchema, type EndpointSpec, isWrite } from '@waystation/contract/endpoint'
import { AppError, type Language, languageOf } from '@waystation/contract/errors'
import { withoutNulls } from '@waystation/contract/nulls'
import { demoSiteEnabled } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import { isAdmin, isRoot } from '@waystation/contract/status-table'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditService } from '../domain/audit/audit-service.ts'
import type { Caller } from '../domain/session/caller.ts'
import { DEVICE_SECONDS } from '../domain/session/device.ts'
import { SESSION_ABSOLUTE_SECONDS, type SessionService } from '../domain/session/session-service.ts'
import { criticalRules } from '../domain/throttle/rules.ts'
import type { Throttle } from '../domain/throttle/throttle.ts'
import { limitKey } from '../lib/client-ip.ts'
import type { RateWindow } from '../lib/rate-window.ts'
import { newRequestId } from '../lib/request-id.ts'
import { pathOf, queryOf, readParams, unknownPath, urlsOf } from './address.ts'
import { type Answer, asAppError, failureAnswer, successAnswer } from './answer.ts'
import { type ConnectionFacts, isByHttps, ownCookie, readOwnCookie, readSession } from './cookie.ts'
import { decodeForm } from './decode.ts'
import { assertSameSite, assertUserHeader, isCsrfChecked, isUserHeaderDemanded } from './guard.ts'
import { readJson } from './read-json.ts'
import type { ApiCall, AuditFacts, Route } from './route.ts'

/** Largest body of a console call (control 40). */
const BODY_LIMIT_BYTES = 1024 * 1024

/** A body must be in by then: whoever sends a byte at a time would hold a connection for ever. */
const BODY_DEADLINE_MS = 30_000

/** How many calls an address may make, and within which time (decision D32). */
export interface RateLimits {
  readonly console: { readonly count: number; readonly windowMs: number }
  /** Shared by all calls that are critical, such as logging in. */
  readonly critical: { readonly count: number; readonly windowMs: number }
}

const RATE_LIMITS: RateLimits = { console: { count: 1200, windowMs: 180_000 }, critical: { count: 20, windowMs: 1_200_000 } }

export interface MountParts {
  readonly routes: readonly Route[]
  readonly sessions: SessionService
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly audit: AuditService
  readonly isSetUp: () => boolean
  /** The caller's address, by the proxy options. */
  readonly clientIp: (peer: string, headers: Readonly<Record<string, string | string[] | undefined>>) => string
  /** Whether the caller came by https, where a trusted proxy says so. */
  readonly forwardedProto: (peer: string, headers: Readonly<Record<string, string | string[] | undefined>>) => 'http' | 'https' | undefined
  readonly rates: RateWindow
  /** Counts critical calls, across restarts. */
  readonly throttle: Pick<Throttle, 'take'>
  readonly limits?: RateLimits
  readonly bodyDeadlineMs?: number
  readonly log: { error(facts: object, message: string): void }
  /** What is served at /api/openapi.json. */
  readonly openApi: () => object
}

/** What is known of a call before its body is read. */
interface Desk {
  readonly requestId: string
  readonly ip: string
  language: Language
  caller: Caller | undefined
  sessionId: string
  /** The path's parameters, decoded. */
  params: unknown
}

/** All console calls as a plugin: `app.register(apiPlugin(parts), { prefix: '/api' })`. */
export function apiPlugin(parts: MountParts): FastifyPluginAsync {
  const limits = parts.limits ?? RATE_LIMITS
  const desks = new WeakMap<FastifyRequest, Desk>()
  const deskOf = (request: FastifyRequest): Desk => {
    const desk = desks.get(request) ?? newDesk(request, parts)
    desks.set(request, desk)
    return desk
  }

  const take = (ip: string) => {
    const { count, windowMs } = limits.console
    const verdict = parts.rates.take(`console ${limitKey(ip)}`, count, windowMs)
    if (!verdict.isAllowed) throw new AppError('too_many_requests', { seconds: verdict.retrySeconds })
  }
  const takeCritical = async (ip: string) => {
    const verdict = await parts.throttle.take(criticalRules(ip, limits.critical))
    if ('retrySeconds' in verdict) throw new AppError('too_many_requests', { seconds: verdict.retrySeconds })
  }

  const send = (reply: FastifyReply, answer: Answer) => {
    if (answer.retrySeconds !== undefined) reply.header('retry-after', String(answer.retrySeconds))
    return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
  }

  return async (api) => {
    // The body is only gathered here; it is read once it is known who sends it.
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body))

    api.addHook('onRequest', async (request, reply) => {
      const desk = deskOf(request)
      reply.header('x-request-id', desk.requestId).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
      take(desk.ip)
      if (hasBody(request)) endWhenLate(request, parts.bodyDeadlineMs ?? BODY_DEADLINE_MS)
    })

    api.setErrorHandler((error, request, reply) => {
      const { requestId, language } = deskOf(request)
      if (asAppError(error).code === 'internal_error') {
        parts.log.error({ err: error, requestId, method: request.method, path: pathOf(request) }, 'a console call failed')
      }
      return send(reply, failureAnswer(error, language, requestId))
    })

    api.setNotFoundHandler((request, reply) => {
      const { requestId, language } = deskOf(request)
      return send(reply, failureAnswer(unknownPath(request), language, requestId))
    })

    // Printing all schemas takes a while, and they change only with the address that stands in them.
    let printed: { readonly address: string; readonly text: string } | undefined
    api.get('/openapi.json', { exposeHeadRoute: false }, (_request, reply) => {
      const address = parts.options.get(serverAddress)
      if (printed?.address !== address) printed = { address, text: JSON.stringify(parts.openApi()) }
      return reply.type('application/json; charset=utf-8').send(printed.text)
    })

    // An app that ignores trailing slashes takes both spellings for one.
    const ignoresSlash = api.initialConfig.routerOptions?.ignoreTrailingSlash === true
    for (const { endpoint, handle } of parts.routes) {
      for (const url of ignoresSlash ? urlsOf(endpoint).slice(0, 1) : urlsOf(endpoint)) {
        if (endpoint.cors) api.options(url, (_request, reply) => reply.code(204).headers(openToAll(endpoint)).send())
        api.route({
          method: endpoint.method,
          url,
          exposeHeadRoute: false,
          onRequest: async (request, reply) => {
            const desk = deskOf(request)
            if (endpoint.cors) reply.header('access-control-allow-origin', '*')
            desk.params = readParams(endpoint, request)
            if (endpoint.rate === 'critical') await takeCritical(desk.ip)
            await admit(endpoint, request, desk, parts)
          },
          handler: async (request, reply) => {
            const desk = deskOf(request)
            return send(reply, await serve({ endpoint, handle }, request, reply, desk, parts))
          },
        })
      }
    }
  }
}

function newDesk(request: FastifyRequest, parts: MountParts): Desk {
  return {
    // The app may have given the request a ULID of ours already; one that a client sent is not taken.
    requestId: /^[0-9A-HJKMNP-TV-Z]{26}$/.test(request.id) ? request.id : newRequestId(),
    ip: parts.clientIp(request.socket.remoteAddress ?? '', request.headers),
    language: languageOf(request.headers['accept-language'], 'zh'),
    caller: undefined,
    sessionId: '',
    params: undefined,
  }
}

function connectionFacts(request: FastifyRequest, parts: Pick<MountParts, 'options' | 'forwardedProto'>): ConnectionFacts {
  const proto = parts.forwardedProto(request.socket.remoteAddress ?? '', request.headers)
  return { serverAddress: parts.options.get(serverAddress), forwardedProto: proto }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function endWhenLate({ raw }: FastifyRequest, deadlineMs: number): void {
  const late = setTimeout(() => raw.destroy(), deadlineMs)
  raw.once('end', () => clearTimeout(late))
  raw.once('close', () => clearTimeout(late))
}

/** @throws AppError database_unavailable: where sessions cannot be read, nothing else can be */
async function findCaller({ sessionId, requestId }: Desk, parts: MountParts): Promise<Caller | undefined> {
  try {
    return await parts.sessions.find(sessionId)
  } catch (error) {
    parts.log.error({ err: error, requestId }, 'a session could not be read')
    throw new AppError('database_unavailable', {}, { cause: error })
  }
}

/** What a page of another origin is told beforehand. Cookies do not travel with `*`. */
function openToAll({ method }: EndpointSpec): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'authorization, content-type, accept-language',
    'access-control-max-age': '86400',
  }
}

/** Who is it, and may they? Throws the reason if not. */
async function admit(endpoint: EndpointSpec, request: FastifyRequest, desk: Desk, parts: MountParts): Promise<void> {
  const address = parts.options.get(serverAddress)
  if (isCsrfChecked(endpoint)) assertSameSite(request.headers, address)
  if (endpoint.access === 'setup' && parts.isSetUp()) throw new AppError('setup_done')

  desk.sessionId = readSession(request.headers, connectionFacts(request, parts))
  const caller = desk.sessionId === '' ? undefined : await findCaller(desk, parts)
  desk.caller = caller
  if (caller) desk.language = languageOf(request.headers['accept-language'], caller.language === 'en' ? 'en' : 'zh')
  if (caller && isUserHeaderDemanded(endpoint)) assertUserHeader(request.headers, caller.id)
  if (endpoint.access === 'public' || endpoint.access === 'setup') return

  if (!caller) throw new AppError('not_logged_in')
  const mayCall = endpoint.access === 'user' || (endpoint.access === 'admin' ? isAdmin(caller.role) : isRoot(caller.role))
  if (!mayCall) throw new AppError('no_permission')
  if (isWrite(endpoint) && parts.options.get(demoSiteEnabled) && !isRoot(caller.role)) throw new AppError('demo_site')
}

/** Decodes, calls the handler, and writes the deed down. */
async function serve(route: Route, request: FastifyRequest, reply: FastifyReply, desk: Desk, parts: MountParts): Promise<Answer> {
  const { endpoint } = route
  const json = endpoint.body ? readJson(request.body as Buffer | undefined) : undefined
  const query = endpoint.query ? decodeForm(endpoint.query, queryOf(request)) : undefined
  const schema = bodySchema(endpoint, query ?? {})
  const sent = isRecord(json) ? json : {}
  let facts: AuditFacts = {}
  const call: ApiCall = {
    // What an endpoint's schemas give is what its handler takes; here, where all endpoints meet, that cannot be said in types.
    params: desk.params as never,
    query: query as never,
    body: (schema ? decodeForm(schema, withoutNulls(schema, json)) : undefined) as never,
    // The access of this endpoint was checked in `admit`.
    caller: desk.caller as Caller,
    ip: desk.ip,
    agent: String(request.headers['user-agent'] ?? ''),
    authorization: request.headers.authorization ?? '',
    language: desk.language,
    requestId: desk.requestId,
    sessionId: desk.sessionId,
    device: readOwnCookie('device', request.headers, connectionFacts(request, parts)),
    setDevice(value) {
      setCookie('device', value, DEVICE_SECONDS)
    },
    setSession(id) {
      setCookie('session', id, SESSION_ABSOLUTE_SECONDS)
    },
    audit(more) {
      facts = { ...facts, ...more }
    },
  }

  function setCookie(name: 'session' | 'device', value: string | null, maxAgeSeconds: number): void {
    reply.header('set-cookie', ownCookie(name, value, isByHttps(request.headers, connectionFacts(request, parts)), maxAgeSeconds))
  }

  const record = async (action: string) => {
    const actor = facts.actor ?? (desk.caller ? { id: desk.caller.id, name: desk.caller.username } : { id: 0, name: '' })
    const { before, after } = facts
    const detail = before === undefined && after === undefined ? { params: call.params, sent } : { before, after }
    const target = facts.target ?? targetOf(call.params, sent)
    await parts.audit.write({
      actorId: actor.id,
      actorName: actor.name,
      clientIp: desk.ip,
      action,
      target,
      detail,
      requestId: desk.requestId,
    })
  }

  try {
    const returned = await route.handle(call)
    // What nobody did (logging out without a session) is no deed. A deed is done: that it could not be written down must not make the caller do it again.
    if (endpoint.audit && (desk.caller || facts.actor)) await record(endpoint.audit).catch((error) => lost(error))
    return successAnswer(returned, desk.language, desk.requestId)
  } catch (error) {
    if (endpoint.audit === 'login' && error instanceof AppError) await record('login.failed').catch((failure) => lost(failure))
    throw error
  }

  function lost(error: unknown): void {
    parts.log.error({ err: error, requestId: desk.requestId, action: endpoint.audit }, 'an audit row could not be written')
  }
}

function targetOf(params: unknown, sent: Readonly<Record<string, unknown>>): string {
  const id = isRecord(params) ? (params.id ?? sent.id) : sent.id
  return typeof id === 'number' || typeof id === 'string' ? String(id) : ''
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
