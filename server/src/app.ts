// One server with two doors: the data plane and the console, and the pages behind them.
import { endpoints } from '@waystation/contract/api/endpoints'
import { AppError } from '@waystation/contract/errors'
import { openapiDocument } from '@waystation/contract/openapi'
import { logConsumeEnabled, logErrorEnabled } from '@waystation/contract/options/operation'
import { serverAddress } from '@waystation/contract/options/payment'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { readSession } from './api/cookie.ts'
import { assertSameSite, assertUserHeader } from './api/guard.ts'
import { apiPlugin, type MountParts } from './api/mount.ts'
import { apiRoutes } from './api/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { auditReader } from './domain/audit/audit-reader.ts'
import { auditService } from './domain/audit/audit-service.ts'
import { billService } from './domain/books/bill-service.ts'
import { booksService } from './domain/books/books-service.ts'
import { type CheckParts, type CheckService, checkService } from './domain/books/check-service.ts'
import { BudgetService } from './domain/budget/budget-service.ts'
import { channelService } from './domain/channel/channel-service.ts'
import { type OneTimeCodes, oneTimeCodes } from './domain/code/one-time-codes.ts'
import { reconcileAside } from './domain/ledger/reconcile-aside.ts'
import { logService } from './domain/log/log-service.ts'
import { messageService } from './domain/message/message-service.ts'
import { BudgetWarnings } from './domain/notice/budget-warnings.ts'
import { type ChargedUsers, QuotaWarnings } from './domain/notice/quota-warnings.ts'
import type { OptionService } from './domain/option/option-service.ts'
import { type Outgoing, openOutgoing } from './domain/outbox/outgoing.ts'
import { documentReader } from './domain/outside/json-document.ts'
import { updateCheck } from './domain/outside/update-check.ts'
import { PriceVersions } from './domain/pricing/price-versions.ts'
import { RedemptionService } from './domain/redemption/redemption-service.ts'
import { RewardService } from './domain/reward/reward-service.ts'
import { accessTokenService } from './domain/session/access-token-service.ts'
import { devices } from './domain/session/device.ts'
import { loginService } from './domain/session/login-service.ts'
import { type SessionService, sessionService } from './domain/session/session-service.ts'
import { publicStatus } from './domain/setup/public-status.ts'
import { openSetup, type SetupService } from './domain/setup/setup-service.ts'
import { StatementService } from './domain/statement/statement-service.ts'
import { openThrottle, type Throttle } from './domain/throttle/throttle.ts'
import { findPayingUser } from './domain/token/token-lookup.ts'
import { tokenService } from './domain/token/token-service.ts'
import { TopUpService } from './domain/top-up/top-up-service.ts'
import { usageService } from './domain/usage/usage-service.ts'
import { accountService } from './domain/user/account-service.ts'
import { openPasswords, type Passwords } from './domain/user/password.ts'
import { RegistrationService } from './domain/user/registration-service.ts'
import { userAdmin } from './domain/user/user-admin-service.ts'
import { userService } from './domain/user/user-service.ts'
import { WalletService } from './domain/wallet/wallet-service.ts'
import { limitRequests, MAX_HEADER_BYTES } from './front-door.ts'
import { mountGateway } from './gateway/door/routes.ts'
import type { Gateway } from './gateway/gateway.ts'
import { prober } from './gateway/probe/prober.ts'
import { mountHealth } from './health.ts'
import { expiryJobs } from './jobs/expiry-jobs.ts'
import type { Job } from './jobs/job.ts'
import { outboxJobs } from './jobs/outbox-jobs.ts'
import { quotaWarningJob } from './jobs/quota-warning-job.ts'
import { sessionJobs } from './jobs/session-jobs.ts'
import { checkMetrics } from './ledger-metrics.ts'
import { type Egress, openEgress } from './lib/egress.ts'
import type { Invalidation } from './lib/invalidation.ts'
import { newRequestId } from './lib/request-id.ts'
import { type Secrets, sha256 } from './lib/secret.ts'
import { smtpSender } from './lib/smtp.ts'
import { pageParts } from './page-parts.ts'
import { mountPages } from './pages.ts'
import { epay } from './payment/epay.ts'
import { stripeCards } from './payment/stripe.ts'
import { priceReview } from './price-review.ts'
import { type SecondFactors, secondFactors } from './second-factors.ts'
import { type SignInDoorParts, signInDoors } from './sign-in-doors.ts'

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
  readonly egress: Pick<Egress, 'send'>
  /** Whom the ledger charged, to be warned when little is left. */
  readonly charged: ChargedUsers
  readonly forwardedProto: MountParts['forwardedProto']
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  /** Other sites than the real ones to log in with: for tests. */
  readonly sites?: SignInDoorParts['sites']
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

/** How long the head of a request may take (R8). */
const HEADERS_TIMEOUT_MS = 15_000
/** At the end, answers of the console that are under way get this long. */
const LAST_ANSWERS_MS = 500
/** Differences of the ledger that one line of the log names. */
const LOGGED_DIFFERENCES = 20

/** Mounts everything on one server. */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, database, secrets, invalidation, options, gateway, onTrouble } = parts
  const now = () => Date.now()
  const passwords = await openPasswords()
  const setup = await openSetup({ database, options, passwords, version: parts.version })
  const throttle = openThrottle({ database, now })
  const sessions = sessionService({ database, invalidation, now, onTrouble })
  const codes = oneTimeCodes({ database, secrets, now })
  const userEgress = openUserEgress()
  const outgoing = await openOutgoing({
    ...{ database, secrets, options, userEgress, now, onTrouble },
    sendMail: smtpSender(),
    isAlone: config.isExclusive,
  })

  const server = openServer(parts.log)
  mountHealth(server, { database, registry: parts.registry, metricsToken: config.metricsToken, isDraining: () => gateway.live.isClosed })
  const proofs = secondFactors({ ...parts, passwords, sessions, throttle, outgoing, now })
  const doors = signInDoors({ ...parts, ...proofs, throttle, now })
  const checks = openChecks(parts, now)
  const services = {
    ...consoleServices(parts, { passwords, setup, throttle, sessions, codes, outgoing, proofs, now }),
    checks,
    ...proofs,
    ...doors,
  }
  await server.register(
    apiPlugin({
      routes: apiRoutes(services),
      sessions,
      accessTokens: accessTokenService({ database, secrets, invalidation, now, onTrouble }),
      options,
      audit: auditService(database),
      isSetUp: setup.isSetUp,
      clientIp: gateway.clientIp,
      forwardedProto: parts.forwardedProto,
      rates: gateway.rates,
      throttle,
      log: parts.log,
      openApi: () => openapiDocument({ endpoints, version: parts.version, serverUrl: options.get(serverAddress) }),
    }),
    { prefix: `${config.basePath}/api` },
  )
  await server.register((scope) => mountGateway(scope, gateway, payerOf(parts, sessions)), { prefix: config.basePath })
  const pages = pageParts({ config, consoleFolder: parts.consoleFolder, options, sessions, forwardedProto: parts.forwardedProto })
  await server.register((scope) => mountPages(scope, pages), { prefix: config.basePath })
  const expiring = { throttle, codes, outbox: outgoing.outbox, factors: proofs.factors, ...doors }
  const noticeParts = { database, options, secrets, outgoing, now }
  const warners = [new QuotaWarnings(noticeParts), new BudgetWarnings(noticeParts)]
  const jobs = [...sessionJobs(sessions), ...outboxJobs(outgoing.outbox), quotaWarningJob(warners, parts.charged), ...expiryJobs(expiring)]
  const closeOthers = async () => {
    await checks.close()
    await outgoing.outbox.close()
    await userEgress.close()
  }
  outgoing.outbox.wake()
  return appOn(server, config, { jobs, isSetUp: setup.isSetUp, onListening: checks.startSoon, closeOthers })
}

/** The check of the ledger: what it finds goes to the log, to the metrics and to the books page. */
function openChecks({ config, database, registry, log, onTrouble }: AppParts, now: () => number): CheckService {
  const note = checkMetrics(registry)
  const onChecked: CheckParts['onChecked'] = (check, differences) => {
    note(check, differences)
    const facts = { event: 'ledger_checked', tookMs: check.took_ms, differences, openHolds: check.open_holds, checks: check.checks }
    if (differences === 0) log.info(facts, 'the ledger agrees')
    else log.error({ ...facts, found: check.differences.slice(0, LOGGED_DIFFERENCES) }, 'the ledger does not agree')
  }
  return checkService({ database, reconciler: reconcileAside(config.database), now, onChecked, onTrouble })
}

function openServer(log: FastifyBaseLogger) {
  const server = Fastify({
    loggerInstance: log,
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
  // The gateway limits slow bodies itself; a limit on the whole request would cut long uploads.
  server.server.requestTimeout = 0
  limitRequests(server)
  return server
}

/** What the console's calls need before they can be served. */
interface ConsoleParts {
  readonly passwords: Passwords
  readonly setup: SetupService
  readonly throttle: Throttle
  readonly sessions: SessionService
  readonly codes: OneTimeCodes
  readonly outgoing: Outgoing
  readonly proofs: SecondFactors
  /** Unix milliseconds. */
  readonly now: () => number
}

const USER_EGRESS_CONNECT_TIMEOUT_MS = 5000

/** The way to addresses that users name: public ones only, whatever channels may reach. */
function openUserEgress(): Egress {
  return openEgress({ allowsPrivate: () => false, connectTimeoutMs: () => USER_EGRESS_CONNECT_TIMEOUT_MS })
}

/** The domain as the console's routes call it. */
function consoleServices(parts: AppParts, { passwords, setup, throttle, sessions, codes, outgoing, proofs, now }: ConsoleParts) {
  const { database, secrets, invalidation, options, gateway } = parts
  const startTime = Math.floor(now() / 1000)
  const { stepUp, entrance } = proofs
  const readDocument = documentReader(parts.egress)
  const gateways = { epay: epay(options), stripe: stripeCards({ options, egress: parts.egress, api: parts.config.stripeApi }) }
  const topUps = new TopUpService({ database, options, invalidation, gateways, now })
  const rewards = new RewardService({ database, options, invalidation, now })
  const users = userService({ database, options, invalidation })
  const wallet = { ...gateways, topUps, rewards, wallets: new WalletService({ database, rewards, topUps, now }) }
  return {
    setup,
    status: () => publicStatus(options, { version: parts.version, startTime, isSetUp: setup.isSetUp() }),
    logins: loginService({ database, options, passwords, throttle, devices: devices({ secrets, now }), entrance }),
    sessions,
    users,
    accounts: accountService({ database, secrets, passwords, stepUp, invalidation }),
    userAdmin: userAdmin({ database, options, passwords, invalidation }),
    registrations: new RegistrationService({
      ...{ database, options, secrets, passwords, codes, throttle, outgoing, invalidation },
      isSetUp: setup.isSetUp,
    }),
    mail: outgoing.mail,
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
      stepUp,
      hours: gateway.hours,
      ring: gateway.keys,
      isLogWhole: () => options.get(logConsumeEnabled) && options.get(logErrorEnabled),
      now,
    }),
    options,
    readDocument,
    checkUpdate: updateCheck({ options, readDocument, version: parts.version }),
    logs: logService({ database, options, now }),
    usage: usageService({ database, options, now }),
    messages: messageService({ database }),
    budgets: new BudgetService({ database, invalidation, now }),
    priceVersions: new PriceVersions({ database, options }),
    redemptions: new RedemptionService({ database, options, secrets, throttle, invalidation, now }),
    ...wallet,
    books: booksService({ database, now }),
    bills: billService({ database, options }),
    ...priceReview({ ...parts, providers: gateway.providers, now }),
    statements: new StatementService({ database, options, users, now }),
    auditLog: auditReader(database),
    keys: gateway.tokens,
    ping: () => database.ping(),
  }
}

/** The payer of a playground call: the logged-in user. @throws AppError not_logged_in, or the guard's error */
function payerOf({ options, database, forwardedProto }: AppParts, sessions: SessionService): Parameters<typeof mountGateway>[2] {
  return async (request) => {
    const address = options.get(serverAddress)
    assertSameSite(request.headers, address)
    const proto = forwardedProto(request.socket.remoteAddress ?? '', request.headers)
    const sessionId = readSession(request.headers, { serverAddress: address, forwardedProto: proto })
    const caller = await sessions.find(sessionId)
    if (!caller) throw new AppError('not_logged_in')
    assertUserHeader(request.headers, caller.id)
    return { user: await findPayingUser(database, caller.id), sessionHash: sha256(sessionId) }
  }
}

function appOn(
  server: FastifyInstance,
  { host, port, basePath }: Config,
  { onListening, closeOthers, ...own }: Pick<App, 'jobs' | 'isSetUp'> & { onListening(): void; closeOthers(): Promise<void> },
): App {
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
      // Node does not count a connection that was opened and never used (browsers hold such) as idle, and would wait for it for ever.
      const timer = setTimeout(() => server.server.closeAllConnections(), LAST_ANSWERS_MS)
      await server.close()
      clearTimeout(timer)
      await closeOthers()
    },
  }
}
