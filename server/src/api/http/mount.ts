// Every console call goes through the same row of hooks before its handler, and is audited after it. The routes come from the contract's
// table, so nothing can be reached that is not declared there (control 20).
import { Readable } from 'node:stream'
import type { RateClass } from '@waystation/contract/channels/endpoint'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { StepUp } from '../../domain/session/step-up.ts'
import { packAnswer } from '../../lib/bodies/packed-answers.ts'
import { type AuditParts, AuditTrail } from '../hooks/audit.ts'
import { endWhenLate, gatherBodies, maxBodyBytes } from '../hooks/body.ts'
import { confirmed } from '../hooks/confirmed.ts'
import { cors, preflightHeaders } from '../hooks/cors.ts'
import { sameSite, userHeader } from '../hooks/csrf.ts'
import { decode } from '../hooks/decode.ts'
import type { Hook, IncomingCall } from '../hooks/hook.ts'
import { path } from '../hooks/path.ts'
import { rank, setupOnly } from '../hooks/rank.ts'
import { consoleRate, criticalRate, type RateParts, userRate } from '../hooks/rate.ts'
import { scope } from '../hooks/scope.ts'
import { type SessionParts, session } from '../hooks/session.ts'
import { pathOf, unknownPath, urlsOf } from './address.ts'
import { type Answer, asAppError, failureAnswer, successAnswer } from './answer.ts'
import { type ConnectionParts, ownCookies } from './cookie.ts'
import { mountOpenApi, type OpenApiParts } from './openapi.ts'
import { type ContextParts, type RequestContext, requestContexts } from './request-context.ts'
import { type FileAnswer, isFile, isText, type Route, type TextAnswer } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which counter of the address limits a console call counts on. */
    rate?: RateClass
    /** The setup: what it refuses has an HTTP status of its own, by which the wizards of this family know it. */
    isSetup?: boolean
    /** Where browsers are sent when the call fails. */
    page?: string | undefined
    /** Are the words of a failure told in `data` too? */
    failsInData?: boolean
  }
}

export interface MountParts extends ContextParts, RateParts, SessionParts, ConnectionParts, AuditParts, OpenApiParts {
  readonly routes: readonly Route[]
  readonly isSetUp: () => boolean
  readonly stepUp: Pick<StepUp, 'demand'>
  readonly bodyDeadlineMs?: number | undefined
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
    scope,
    userRate(parts),
    confirmed(parts),
  ]

  return async (api) => {
    gatherBodies(api)
    api.addHook('onRequest', async (request, reply) => {
      const { requestId, ip } = contextOf(request)
      reply.header('x-request-id', requestId).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
      await countRequest(ip, request.routeOptions.config.rate)
      // Before its body: nothing is read for a path that does not exist.
      if (request.is404) throw unknownPath(request)
      endWhenLate(request, parts.bodyDeadlineMs)
    })
    api.addHook('onSend', packAnswer)
    answerFailures(api, contextOf, parts.log)
    mountOpenApi(api, parts)

    for (const route of parts.routes) {
      const { endpoint } = route
      const callOf = (request: FastifyRequest, reply: FastifyReply) => ({ endpoint, request, reply, context: contextOf(request) })
      for (const url of urlsOf(endpoint)) {
        if (endpoint.cors) api.options(url, (_request, reply) => reply.code(204).headers(preflightHeaders(endpoint)).send())
        api.route({
          method: endpoint.method,
          url,
          exposeHeadRoute: false,
          bodyLimit: maxBodyBytes(endpoint),
          config: {
            ...(endpoint.rate === undefined ? {} : { rate: endpoint.rate }),
            isSetup: endpoint.access === 'setup',
            page: endpoint.page,
            failsInData: endpoint.failsInData === true,
          },
          onRequest: async (request, reply) => {
            const call = callOf(request, reply)
            for (const hook of hooks) await hook(call)
          },
          handler: async (request, reply) => send(reply, await serve(route, callOf(request, reply), parts)),
        })
      }
    }
  }
}

/** What hooks and handlers throw, and paths that are not there, are answered in the caller's language. */
function answerFailures(api: FastifyInstance, contextOf: ReturnType<typeof requestContexts>, log: MountParts['log']): void {
  api.setErrorHandler((error, request, reply) => {
    const { requestId, language } = contextOf(request)
    if (asAppError(error).code === 'internal_error') {
      log.error({ err: error, requestId, method: request.method, path: pathOf(request) }, 'a console call failed')
    }
    const { isSetup, page, failsInData } = request.routeOptions.config
    const failed = failureAnswer(error, language, requestId, request.routeOptions.bodyLimit)
    const answer = failsInData ? { ...failed, body: { ...failed.body, data: failed.body.message } } : failed
    if (page !== undefined && request.headers.accept?.includes('text/html')) return send(reply, sentOn(answer, page))
    return send(reply, answer.status === 200 && isSetup ? { ...answer, status: 400 } : answer)
  })
  api.setNotFoundHandler((request, reply) => {
    const { requestId, language } = contextOf(request)
    return send(reply, failureAnswer(unknownPath(request), language, requestId))
  })
}

/** A failure that a page of the console tells in words. */
function sentOn(answer: Answer, page: string): Answer {
  return { ...answer, status: 302, location: `${page}?link_error=${encodeURIComponent(answer.body.code ?? 'internal_error')}` }
}

/** Decodes the call, hands it to its handler, and audits it. */
async function serve({ handle }: Route, call: IncomingCall, parts: MountParts): Promise<Answer | FileAnswer | TextAnswer> {
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
      signature: String(request.headers['stripe-signature'] ?? ''),
      audit: (facts) => audit.note(facts),
      hasLeft: () => call.reply.raw.destroyed,
    })
    await audit.succeeded()
    await context.loginTry?.succeeded()
    return isFile(returned) || isText(returned) ? returned : successAnswer(returned, context.language, context.requestId)
  } catch (error) {
    await audit.failed(error)
    throw error
  }
}

const shown = ({ caller, tokenScopes, address, ip, language, requestId, sessionId }: RequestContext) => ({
  ...{ caller, tokenScopes, address, ip, language, requestId, sessionId },
})

function send(reply: FastifyReply, answer: Answer | FileAnswer | TextAnswer) {
  if (isText(answer)) return reply.type('text/plain; charset=utf-8').send(answer.text)
  if (isFile(answer)) {
    reply.type(`${answer.type}; charset=utf-8`).header('content-disposition', `attachment; filename="${answer.name}"`)
    return reply.send(Readable.from(answer.parts))
  }
  if (answer.location !== undefined) reply.header('location', consoleRoot(reply) + answer.location)
  if (answer.retrySeconds !== undefined) reply.header('retry-after', String(answer.retrySeconds))
  return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}

/** The path below which the console's pages are: what stands before `/api` in the path of the call. */
function consoleRoot({ request }: FastifyReply): string {
  return request.server.prefix.replace(/\/api$/, '')
}
