// Every console call goes through the same row of hooks before its handler, and is audited after it. The routes come from the contract's
// table, so nothing can be reached that is not declared there (control 20).
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { pathOf, unknownPath, urlsOf } from './address.ts'
import { type Answer, asAppError, failureAnswer, successAnswer } from './answer.ts'
import { type ConnectionParts, ownCookies } from './cookie.ts'
import { type AuditParts, AuditTrail } from './hooks/audit.ts'
import { endWhenLate, gatherBodies } from './hooks/body.ts'
import { cors, preflightHeaders } from './hooks/cors.ts'
import { sameSite, userHeader } from './hooks/csrf.ts'
import { decode } from './hooks/decode.ts'
import type { Hook, IncomingCall } from './hooks/hook.ts'
import { path } from './hooks/path.ts'
import { rank, setupOnly } from './hooks/rank.ts'
import { consoleRate, criticalRate, type RateParts } from './hooks/rate.ts'
import { type SessionParts, session } from './hooks/session.ts'
import { mountOpenApi, type OpenApiParts } from './openapi.ts'
import { type ContextParts, type RequestContext, requestContexts } from './request-context.ts'
import type { Route } from './route.ts'

export interface MountParts extends ContextParts, RateParts, SessionParts, ConnectionParts, AuditParts, OpenApiParts {
  readonly routes: readonly Route[]
  readonly isSetUp: () => boolean
  readonly bodyDeadlineMs?: number
}

/** All console calls as a plugin: `app.register(apiPlugin(parts), { prefix: '/api' })`. */
export function apiPlugin(parts: MountParts): FastifyPluginAsync {
  const contextOf = requestContexts(parts)
  const countRequest = consoleRate(parts)
  const hooks: readonly Hook[] = [
    cors,
    path,
    criticalRate(parts),
    sameSite(parts),
    setupOnly(parts),
    session(parts),
    userHeader,
    rank(parts),
  ]

  return async (api) => {
    gatherBodies(api)

    api.addHook('onRequest', async (request, reply) => {
      const { requestId, ip } = contextOf(request)
      reply.header('x-request-id', requestId).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
      countRequest(ip)
      endWhenLate(request, parts.bodyDeadlineMs)
    })

    api.setErrorHandler((error, request, reply) => {
      const { requestId, language } = contextOf(request)
      if (asAppError(error).code === 'internal_error') {
        parts.log.error({ err: error, requestId, method: request.method, path: pathOf(request) }, 'a console call failed')
      }
      return send(reply, failureAnswer(error, language, requestId))
    })

    api.setNotFoundHandler((request, reply) => {
      const { requestId, language } = contextOf(request)
      return send(reply, failureAnswer(unknownPath(request), language, requestId))
    })

    mountOpenApi(api, parts)

    // An app that ignores trailing slashes takes both spellings for one.
    const ignoresSlash = api.initialConfig.routerOptions?.ignoreTrailingSlash === true
    for (const route of parts.routes) {
      const { endpoint } = route
      for (const url of ignoresSlash ? urlsOf(endpoint).slice(0, 1) : urlsOf(endpoint)) {
        if (endpoint.cors) api.options(url, (_request, reply) => reply.code(204).headers(preflightHeaders(endpoint)).send())
        api.route({
          method: endpoint.method,
          url,
          exposeHeadRoute: false,
          onRequest: async (request, reply) => {
            const call = { endpoint, request, reply, context: contextOf(request) }
            for (const hook of hooks) await hook(call)
          },
          handler: async (request, reply) => {
            const call = { endpoint, request, reply, context: contextOf(request) }
            return send(reply, await serve(route, call, parts))
          },
        })
      }
    }
  }
}

/** Decodes the call, hands it to its handler, and audits it. */
async function serve({ handle }: Route, call: IncomingCall, parts: MountParts): Promise<Answer> {
  const { endpoint, request, context } = call
  const { rawBody, ...decoded } = decode(call)
  const audit = new AuditTrail(endpoint, context, { ...decoded, rawBody }, parts)
  try {
    const returned = await handle({
      ...decoded,
      ...shown(context),
      ...ownCookies(call, parts),
      agent: String(request.headers['user-agent'] ?? ''),
      authorization: request.headers.authorization ?? '',
      audit: (facts) => audit.note(facts),
    })
    await audit.succeeded()
    return successAnswer(returned, context.language, context.requestId)
  } catch (error) {
    await audit.failed(error)
    throw error
  }
}

const shown = ({ caller, ip, language, requestId, sessionId }: RequestContext) => ({ caller, ip, language, requestId, sessionId })

function send(reply: FastifyReply, answer: Answer) {
  if (answer.retrySeconds !== undefined) reply.header('retry-after', String(answer.retrySeconds))
  return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}
