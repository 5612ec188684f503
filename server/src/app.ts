// One server with two doors: the data plane and the console, and the pages behind them.
import type { Server } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import { serverAddress } from '@waystation/contract/options/payment'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type ConnectionParts, connectionFacts, readSession } from './api/http/cookie.ts'
import { assertSameSite, assertUserHeader } from './api/http/guard.ts'
import { apiPlugin } from './api/http/mount.ts'
import type { Config } from './config.ts'
import { examineRunning } from './doctor/examine.ts'
import type { AutoStatus } from './domain/channel/health/auto-status.ts'
import type { Outgoing } from './domain/outbox/outgoing.ts'
import type { SessionService } from './domain/session/session-service.ts'
import { findPayingUser } from './domain/token/token-lookup.ts'
import { openFastify } from './front-door.ts'
import { clientChecker } from './gateway/client-checks/client-checker.ts'
import type { ConsoleSessions } from './gateway/door/playground.ts'
import { mountGateway } from './gateway/door/routes.ts'
import type { Gateway } from './gateway/gateway.ts'
import { prober } from './gateway/probe/prober.ts'
import { mountHealth } from './health.ts'
import type { Job } from './jobs/job.ts'
import { sha256 } from './lib/secret.ts'
import { pageParts } from './pages/page-parts.ts'
import { mountPages } from './pages/pages.ts'
import type { ConsoleOverrides, ConsoleParts } from './services/console-base.ts'
import { consoleServices } from './services/console-services.ts'

export interface AppParts extends Omit<ConsoleParts, 'prober' | 'clientChecker' | 'examine'> {
  readonly config: Config
  readonly log: Logger
  readonly consoleFolder: string | undefined
  readonly gateway: Gateway
  /** For tests. */
  readonly overrides: Pick<ConsoleOverrides, 'sites' | 'reconciler' | 'passwords'>
}

export interface App {
  /** What the doors leave to be done every so often. */
  readonly jobs: readonly Job[]
  /** Disables and enables channels by itself, and tells the super admins. */
  readonly auto: AutoStatus
  /** What goes out by itself. */
  readonly outgoing: Outgoing
  isSetUp(): boolean
  /** Answers with the address that people open. */
  listen(): Promise<string>
  /** Takes no new connection from now on. */
  stopListening(): void
  close(): Promise<void>
}

/** At the end, answers that are under way get this long to be written. */
const LAST_ANSWERS_MS = 5000

/** Mounts everything on one server. */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, gateway } = parts
  const { database, registry, options } = parts
  const examine = (startTime: number) => examineRunning({ config, database, options, startTime })
  const console = await consoleServices(
    { ...parts, examine, prober: prober(gateway), clientChecker: clientChecker(gateway) },
    parts.overrides,
  )
  const { setup, sessions, outgoing, checks, jobs, auto } = console
  const server = openFastify(parts.log, gateway.clock)
  gateway.sockets.listenOn(server.server, (request, response) => server.routing(request, response))
  mountHealth(server, { database, registry, metricsToken: config.metricsToken, isDraining: () => gateway.live.isLeaving })
  // Who has a connection open is told with each answer that the next call needs another one.
  server.server.prependListener('request', (_request, response) => {
    if (gateway.live.isLeaving) response.shouldKeepAlive = false
  })
  await server.register(apiPlugin(console.door), { prefix: `${config.basePath}/api` })
  const { cookieMark, forwardedProto } = console.door
  const payers = consoleSessions({ database, options, forwardedProto, cookieMark }, sessions)
  await server.register((scope) => mountGateway(scope, gateway, payers), { prefix: config.basePath })
  const pages = pageParts({ config, consoleFolder: parts.consoleFolder, options, sessions, forwardedProto, cookieMark })
  await server.register((scope) => mountPages(scope, pages), { prefix: config.basePath })
  outgoing.outbox.wake()
  return appOn(server, config, { jobs, auto, outgoing, isSetUp: setup.isSetUp, onListening: checks.startSoon, closeOthers: console.close })
}

/** The payers of what the playground calls: the users who are logged in. */
function consoleSessions(parts: Pick<AppParts, 'database'> & ConnectionParts, sessions: SessionService): ConsoleSessions {
  const { options, database } = parts
  const paying = async (userId: number, sessionHash: string) => ({ user: await findPayingUser(database, userId), sessionHash })
  return {
    async find(request) {
      assertSameSite(request.headers, options.get(serverAddress))
      const sessionId = readSession(request.headers, connectionFacts(request, parts))
      const caller = await sessions.find(sessionId)
      if (!caller) throw new AppError('not_logged_in')
      assertUserHeader(request.headers, caller.id)
      return paying(caller.id, sha256(sessionId))
    },
    async findAgain(sessionHash) {
      const caller = await sessions.findByHash(sessionHash)
      if (!caller) throw new AppError('not_logged_in')
      return paying(caller.id, sessionHash)
    },
  }
}

function appOn(
  server: FastifyInstance,
  { host, port, basePath }: Config,
  {
    onListening,
    closeOthers,
    ...own
  }: Pick<App, 'jobs' | 'auto' | 'outgoing' | 'isSetUp'> & { onListening(): void; closeOthers(): Promise<void> },
): App {
  const answers = countAnswers(server.server)
  return {
    ...own,
    async listen() {
      await server.listen({ host, port })
      onListening()
      const address = server.server.address()
      const boundPort = typeof address === 'object' && address ? address.port : port
      return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${boundPort}${basePath}`
    },
    stopListening() {
      server.server.close()
      server.server.closeIdleConnections()
    },
    async close() {
      const isClosed = server.close()
      await answers.written(LAST_ANSWERS_MS)
      // Node does not count a connection that was opened and never used (browsers hold such) as idle, and would wait for it for ever.
      server.server.closeAllConnections()
      await isClosed
      await closeOthers()
    },
  }
}

/** Counts the answers under way, so that the end can wait for them: a call that was cut off is settled before its error is written. */
function countAnswers(server: Server): { written(limitMs: number): Promise<void> } {
  let open = 0
  let whenWritten: (() => void) | undefined
  server.on('request', (_request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
      if (open === 0) whenWritten?.()
    })
  })
  return {
    async written(limitMs) {
      if (open === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      whenWritten = resolve
      const timer = setTimeout(resolve, limitMs)
      await promise
      clearTimeout(timer)
    },
  }
}
