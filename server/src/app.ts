// One server with two doors: the data plane and the console, and the pages behind them.
import { endpoints } from '@waystation/contract/api/endpoints'
import { AppError } from '@waystation/contract/errors'
import { openapiDocument } from '@waystation/contract/openapi'
import { chats } from '@waystation/contract/options/appearance'
import { logConsumeEnabled, logErrorEnabled } from '@waystation/contract/options/operation'
import { serverAddress } from '@waystation/contract/options/payment'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { readSession } from './api/cookie.ts'
import { assertSameSite, assertUserHeader } from './api/guard.ts'
import { apiPlugin, type MountParts } from './api/mount.ts'
import { apiRoutes } from './api/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { auditService } from './domain/audit/audit-service.ts'
import { channelService } from './domain/channel/channel-service.ts'
import { oneTimeCodes } from './domain/code/one-time-codes.ts'
import { logService } from './domain/log/log-service.ts'
import type { OptionService } from './domain/option/option-service.ts'
import { devices } from './domain/session/device.ts'
import { loginService } from './domain/session/login-service.ts'
import { sessionService } from './domain/session/session-service.ts'
import { stepUp } from './domain/session/step-up.ts'
import { publicStatus } from './domain/setup/public-status.ts'
import { openSetup } from './domain/setup/setup-service.ts'
import { openThrottle } from './domain/throttle/throttle.ts'
import { findPayingUser } from './domain/token/token-lookup.ts'
import { tokenService } from './domain/token/token-service.ts'
import { usageService } from './domain/usage/usage-service.ts'
import { openPasswords } from './domain/user/password.ts'
import { userService } from './domain/user/user-service.ts'
import { mountGateway } from './gateway/door/routes.ts'
import type { Gateway } from './gateway/gateway.ts'
import { prober } from './gateway/probe/prober.ts'
import { mountHealth } from './health.ts'
import type { Job } from './jobs/job.ts'
import { keeperJobs } from './jobs/keeper-jobs.ts'
import { sessionJobs } from './jobs/session-jobs.ts'
import type { Invalidation } from './lib/invalidation.ts'
import { newRequestId } from './lib/request-id.ts'
import type { Secrets } from './lib/secret.ts'
import { mountPages, plainOrigins } from './pages.ts'

export interface AppParts {
  readonly config: Config
  readonly log: Logger
  readonly version: string
  readonly consoleFolder: string | undefined
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly options: OptionService
  readonly registry: Registry
  readonly gateway: Gateway
  readonly forwardedProto: MountParts['forwardedProto']
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export interface App {
  /** What the doors leave to be done every so often. */
  readonly jobs: readonly Job[]
  isSetUp(): boolean
  /** Answers with the address that people open. */
  listen(): Promise<string>
  /** Takes no new connection from now on. */
  stopListening(): void
  close(): Promise<void>
}

/** Headers of a request, in bytes, and how long they may take (control 40, R8). */
const MAX_HEADER_BYTES = 16 * 1024
const HEADERS_TIMEOUT_MS = 15_000
/** At the end, answers of the console that are under way get this long. */
const LAST_ANSWERS_MS = 500

/** Mounts everything on one server. */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, log, database, secrets, invalidation, options, gateway, onTrouble } = parts
  const now = () => Date.now()
  const passwords = await openPasswords()
  const setup = await openSetup({ database, options, passwords, version: parts.version })
  const throttle = openThrottle({ database, now })
  const sessions = sessionService({ database, invalidation, now, onTrouble })
  const users = userService({ database, options, invalidation })
  const startTime = Math.floor(now() / 1000)

  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Nothing logs per request through Fastify; a child of the logger for each costs more than the call's own arithmetic.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    trustProxy: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
  })
  // A body that comes in slowly is the walk's to judge; a limit on the whole request would cut long uploads.
  app.server.requestTimeout = 0

  mountHealth(app, { database, registry: parts.registry, metricsToken: config.metricsToken, isDraining: () => gateway.live.isClosed })

  const services = {
    setup,
    status: () => publicStatus(options, { version: parts.version, startTime: startTime, isSetUp: setup.isSetUp() }),
    logins: loginService({ database, options, passwords, sessions, throttle, devices: devices({ secrets, now }) }),
    sessions,
    users,
    catalog: gateway.catalog,
    tokens: tokenService({ database, secrets, options, invalidation, now }),
    channels: channelService({
      database,
      secrets,
      invalidation,
      prober: prober(gateway),
      options,
      prices: gateway.prices,
      ledger: gateway.ledger,
      stepUp: stepUp({ database, passwords, throttle }),
      hours: gateway.hours,
      ring: gateway.keys,
      isLogWhole: () => options.get(logConsumeEnabled) && options.get(logErrorEnabled),
      now,
    }),
    options,
    logs: logService({ database, options, now }),
    usage: usageService({ database, options, now }),
    keys: gateway.tokens,
    ping: () => database.ping(),
  }
  await app.register(
    apiPlugin({
      routes: apiRoutes(services),
      sessions,
      options,
      audit: auditService(database),
      isSetUp: setup.isSetUp,
      clientIp: gateway.clientIp,
      forwardedProto: parts.forwardedProto,
      rates: gateway.rates,
      throttle,
      log,
      openApi: () => openapiDocument({ endpoints, version: parts.version, serverUrl: options.get(serverAddress) }),
    }),
    { prefix: `${config.basePath}/api` },
  )
  await app.register(
    (scope) =>
      mountGateway(scope, gateway, async (request) => {
        const address = options.get(serverAddress)
        assertSameSite(request.headers, address)
        const proto = parts.forwardedProto(request.socket.remoteAddress ?? '', request.headers)
        const caller = await sessions.find(readSession(request.headers, { serverAddress: address, forwardedProto: proto }))
        if (!caller) throw new AppError('not_logged_in')
        assertUserHeader(request.headers, caller.id)
        return findPayingUser(database, caller.id)
      }),
    { prefix: config.basePath },
  )
  await app.register(
    (scope) =>
      mountPages(scope, {
        folder: parts.consoleFolder,
        basePath: config.basePath,
        frameOrigins: () => plainOrigins(options.get(chats).flatMap((chat) => Object.values(chat))),
      }),
    { prefix: config.basePath },
  )

  return {
    jobs: [...sessionJobs(sessions), ...keeperJobs({ throttle, codes: oneTimeCodes({ database, secrets, now }) })],
    isSetUp: setup.isSetUp,
    async listen() {
      await app.listen({ host: config.host, port: config.port })
      const address = app.server.address()
      const port = typeof address === 'object' && address ? address.port : config.port
      return `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${port}${config.basePath}`
    },
    stopListening() {
      app.server.close()
      app.server.closeIdleConnections()
    },
    async close() {
      // A connection that was opened and never used (browsers keep such) is not idle to Node, and would keep the server for ever.
      const timer = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS)
      await app.close()
      clearTimeout(timer)
    },
  }
}
