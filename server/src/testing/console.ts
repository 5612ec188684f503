// A console API in memory, on a database of its own: what its tests call through the door.
import { endpoints } from '@waystation/contract/api/endpoints'
import { openapiDocument } from '@waystation/contract/openapi'
import type { ConfirmPurpose } from '@waystation/contract/second-factor'
import { role } from '@waystation/contract/status-table'
import Fastify, { type FastifyInstance } from 'fastify'
import type { RateLimits } from '../api/hooks/rate.ts'
import { apiPlugin, type MountParts } from '../api/mount.ts'
import type { Route } from '../api/route.ts'
import { type ApiServices, apiRoutes } from '../api/routes.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseAddress, DatabaseKind } from '../db/kind.ts'
import { auditReader } from '../domain/audit/audit-reader.ts'
import { auditService } from '../domain/audit/audit-service.ts'
import { billService } from '../domain/books/bill-service.ts'
import { booksService } from '../domain/books/books-service.ts'
import { checkService } from '../domain/books/check-service.ts'
import { BudgetService } from '../domain/budget/budget-service.ts'
import { openCatalog } from '../domain/catalog/catalog.ts'
import { channelHours } from '../domain/channel/channel-hours.ts'
import { channelService } from '../domain/channel/channel-service.ts'
import { keyRing } from '../domain/channel/key-ring.ts'
import { oneTimeCodes } from '../domain/code/one-time-codes.ts'
import { openSystemAccounts } from '../domain/ledger/ledger-tasks.ts'
import type { LogDraft } from '../domain/ledger/operation.ts'
import { reconcileAside } from '../domain/ledger/reconcile-aside.ts'
import { logService } from '../domain/log/log-service.ts'
import { messageService } from '../domain/message/message-service.ts'
import { openOptions } from '../domain/option/option-service.ts'
import { openOutgoing } from '../domain/outbox/outgoing.ts'
import { documentReader } from '../domain/outside/json-document.ts'
import { updateCheck } from '../domain/outside/update-check.ts'
import type { ProbeResult, Prober, ProbeTarget } from '../domain/ports.ts'
import { PriceTable } from '../domain/pricing/price-table.ts'
import { PriceVersions } from '../domain/pricing/price-versions.ts'
import { RedemptionService } from '../domain/redemption/redemption-service.ts'
import { RewardService } from '../domain/reward/reward-service.ts'
import { accessTokenService } from '../domain/session/access-token-service.ts'
import { devices } from '../domain/session/device.ts'
import { loginService } from '../domain/session/login-service.ts'
import { sessionService } from '../domain/session/session-service.ts'
import { publicStatus } from '../domain/setup/public-status.ts'
import { openSetup } from '../domain/setup/setup-service.ts'
import { StatementService } from '../domain/statement/statement-service.ts'
import { openThrottle } from '../domain/throttle/throttle.ts'
import { tokenLookup } from '../domain/token/token-lookup.ts'
import { tokenService } from '../domain/token/token-service.ts'
import { TopUpService } from '../domain/top-up/top-up-service.ts'
import { usageService } from '../domain/usage/usage-service.ts'
import { accountService } from '../domain/user/account-service.ts'
import { openPasswords, type Passwords } from '../domain/user/password.ts'
import { RegistrationService } from '../domain/user/registration-service.ts'
import { userAdmin } from '../domain/user/user-admin-service.ts'
import { userService } from '../domain/user/user-service.ts'
import { createUser } from '../domain/user/user-store.ts'
import { WalletService } from '../domain/wallet/wallet-service.ts'
import { bareNames } from '../gateway/upstream/upstream-call.ts'
import { openEgress } from '../lib/egress.ts'
import { localInvalidation } from '../lib/invalidation.ts'
import { rateWindow } from '../lib/rate-window.ts'
import { newRequestId } from '../lib/request-id.ts'
import { secretsOf } from '../lib/secret.ts'
import { smtpSender } from '../lib/smtp.ts'
import { epay } from '../payment/epay.ts'
import { stripeCards } from '../payment/stripe.ts'
import { priceReview } from '../price-review.ts'
import { providers } from '../providers/registry.ts'
import { secondFactors } from '../second-factors.ts'
import { type SignInDoorParts, signInDoors } from '../sign-in-doors.ts'
import { assertContract } from './assert-contract.ts'
import { openTestDatabase, type TestPlace, testPlace } from './databases.ts'

export const PASSWORD = 'correct horse'

/** The caller, with the cookie and header of a browser that logged in. */
export interface Visitor {
  readonly id: number
  readonly username: string
  readonly cookie: string
  /** What the browser is known by at its next login. */
  readonly device: string
}

export interface Sent {
  readonly as?: Visitor | undefined
  readonly body?: unknown
  /** The body's text, where it is not JSON. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly json: { success: boolean; message: string; data: never; code?: string; fields?: Record<string, string> } & Record<
    string,
    unknown
  >
  readonly text: string
}

export type TestConsole = Awaited<ReturnType<typeof openConsole>>

export interface ConsoleOptions {
  readonly kind?: DatabaseKind
  /** A database to open again, as after a restart; it is not dropped at the end. */
  readonly place?: TestPlace
  /** Opens the database in another way than other tests do. */
  readonly open?: (address: DatabaseAddress) => Promise<Database>
  readonly limits?: RateLimits
  readonly bodyDeadlineMs?: number
  readonly app?: FastifyInstance
  readonly now?: () => number
  readonly ping?: () => Promise<void>
  readonly prober?: Partial<Prober>
  /** Puts other handlers behind the door: for tests of the door itself. */
  readonly routes?: (routes: readonly Route[]) => readonly Route[]
  /** The protocol that a trusted proxy reports. */
  readonly forwardedProto?: 'http' | 'https'
  /** A certificate that mail servers, and other sites, may have. */
  readonly ca?: string
  /** A stand-in of Stripe's API. */
  readonly stripeApi?: URL
  /** Other sites to log in with, and how long they may take. */
  readonly sites?: SignInDoorParts['sites']
}

const probed: ProbeResult = { isOk: true, answer: 'hi', firstMs: 12, totalMs: 34, promptTokens: 3, completionTokens: 2, wouldBeQuota: 7 }
const manyCalls: RateLimits = { console: { count: 100_000, windowMs: 180_000 }, critical: { count: 100_000, windowMs: 1_200_000 } }

export async function openConsole(options: ConsoleOptions = {}) {
  const place = options.place ?? (await testPlace(options.kind ?? 'sqlite'))
  const database: Database = await (options.open ?? openTestDatabase)(place.address)
  await database.run(openSystemAccounts, null)
  const now = options.now ?? (() => Date.now())
  const troubles: unknown[] = []
  const base = await openBase(database, { now, ca: options.ca, onTrouble: (error, facts) => void troubles.push(error ?? facts) })
  const probes: SeenProbe[] = []
  const notes: { id: string; log: LogDraft }[] = []
  const checks = checkService({
    ...{ database, now, reconciler: reconcileAside(place.address), onChecked: () => {} },
    onTrouble: (error) => void troubles.push(error),
  })
  const services = {
    checks,
    ...servicesOf(base, recordingProber(probes, options.prober), (id, log) => void notes.push({ id, log }), options),
    ...base.proofs,
    ...priceReview({ ...base, providers, onTrouble: (error) => void troubles.push(error) }),
    ...signInDoors({ ...base, ...base.proofs, sites: options.sites, onTrouble: (error) => void troubles.push(error) }),
  }
  const errorsLogged: unknown[] = []
  const app = options.app ?? Fastify({ genReqId: newRequestId })
  await app.register(apiPlugin(mountParts(base, services, options, errorsLogged)), { prefix: '/api' })
  const door = doorOf(app)
  return {
    app,
    place,
    ...door,
    ...peopleOf(door, database, base.passwords),
    database,
    secrets: base.secrets,
    invalidation: base.invalidation,
    options: base.options,
    outgoing: base.outgoing,
    catalog: base.catalog,
    prices: base.prices,
    signIns: services.signIns,
    factors: services.factors,
    humanCheck: services.humanCheck,
    notes,
    probes,
    troubles,
    errorsLogged,
    async close(): Promise<void> {
      await app.close()
      await checks.close()
      await base.egress.close()
      await base.outgoing.outbox.close()
      await database.close()
      if (!options.place) await place.drop()
    },
  }
}

type Base = Awaited<ReturnType<typeof openBase>>
type SeenProbe = Omit<ProbeTarget, 'model'> & { model?: string }

/** What the console's services share. */
async function openBase(
  database: Database,
  { now, ca, onTrouble }: { now: () => number; ca: string | undefined; onTrouble: (error: unknown, facts?: object) => void },
) {
  const secrets = secretsOf(Buffer.alloc(32, 7))
  const invalidation = localInvalidation()
  const options = await openOptions(database, secrets, invalidation)
  await options.noteBuiltInPrices()
  const prices = new PriceTable(options, bareNames({ providers, options }))
  const catalog = await openCatalog({ database, secrets, invalidation, prices, onTrouble })
  const passwords = await openPasswords()
  const setup = await openSetup({ database, options, passwords, version: '0.0.1' })
  const sessions = sessionService({ database, invalidation, now, onTrouble })
  const accessTokens = accessTokenService({ database, secrets, invalidation, now, onTrouble })
  const throttle = openThrottle({ database, now })
  const userEgress = openEgress({ allowsPrivate: () => false, connectTimeoutMs: () => 5000 })
  const egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 5000, ...(ca === undefined ? {} : { ca }) })
  const sendMail = smtpSender(ca === undefined ? {} : { ca })
  const outgoing = await openOutgoing({ database, secrets, options, sendMail, userEgress, isAlone: true, now, onTrouble })
  const proofs = secondFactors({ database, secrets, options, passwords, sessions, throttle, outgoing, now, onTrouble })
  return {
    database,
    now,
    secrets,
    invalidation,
    options,
    prices,
    catalog,
    passwords,
    setup,
    sessions,
    accessTokens,
    throttle,
    outgoing,
    proofs,
    egress,
  }
}

/** A prober that records its requests, and answers as the test defines. */
function recordingProber(probes: SeenProbe[], given: Partial<Prober> = {}): Prober {
  return {
    async probe(target, caller) {
      probes.push(target)
      return given.probe?.(target, caller) ?? probed
    },
    async fetchModels(target) {
      probes.push(target)
      return given.fetchModels?.(target) ?? ['model-a']
    },
    async readBalance(target) {
      probes.push(target)
      return given.readBalance?.(target) ?? { amount: 12.5, currency: 'USD' }
    },
  }
}

function servicesOf(
  base: Base,
  prober: Prober,
  note: (id: string, log: LogDraft) => void,
  { ping, stripeApi }: Pick<ConsoleOptions, 'ping' | 'stripeApi'>,
) {
  const { database, now, secrets, invalidation, options, prices, catalog, passwords, setup, sessions, throttle, outgoing } = base
  const { stepUp, entrance } = base.proofs
  const readDocument = documentReader(base.egress)
  const gateways = { epay: epay(options), stripe: stripeCards({ options, egress: base.egress, api: stripeApi }) }
  const topUps = new TopUpService({ database, options, invalidation, gateways, now })
  const rewards = new RewardService({ database, options, invalidation, now })
  const users = userService({ database, options, invalidation })
  const wallet = { ...gateways, topUps, rewards, wallets: new WalletService({ database, rewards, topUps, now }) }
  return {
    setup,
    status: () => publicStatus(options, { version: '0.0.1', startTime: 1, isSetUp: setup.isSetUp() }),
    logins: loginService({ database, options, passwords, throttle, devices: devices({ secrets, now }), entrance }),
    sessions,
    users,
    accounts: accountService({ database, secrets, passwords, stepUp, invalidation }),
    userAdmin: userAdmin({ database, options, passwords, invalidation }),
    registrations: new RegistrationService({
      ...{ database, options, secrets, passwords, throttle, outgoing, invalidation },
      codes: oneTimeCodes({ database, secrets, now }),
      isSetUp: setup.isSetUp,
    }),
    mail: outgoing.mail,
    catalog,
    tokens: tokenService({ database, secrets, options, invalidation, now }),
    channels: channelService({
      ...{ database, secrets, invalidation, prober, options, prices, now },
      stepUp,
      ledger: { note },
      hours: channelHours({ now }),
      ring: keyRing(now),
      isLogWhole: () => true,
    }),
    options,
    readDocument,
    checkUpdate: updateCheck({ options, readDocument, version: '0.0.1' }),
    logs: logService({ database, options, now }),
    usage: usageService({ database, options, now }),
    messages: messageService({ database }),
    budgets: new BudgetService({ database, invalidation, now }),
    priceVersions: new PriceVersions({ database, options }),
    redemptions: new RedemptionService({ database, options, secrets, throttle, invalidation, now }),
    ...wallet,
    books: booksService({ database, now }),
    bills: billService({ database, options }),
    statements: new StatementService({ database, options, users, now }),
    auditLog: auditReader(database),
    keys: tokenLookup(database, secrets, invalidation),
    ping: ping ?? (() => database.ping()),
  }
}

function mountParts(base: Base, services: ApiServices, options: ConsoleOptions, errorsLogged: unknown[]): MountParts {
  return {
    routes: options.routes?.(apiRoutes(services)) ?? apiRoutes(services),
    sessions: base.sessions,
    accessTokens: base.accessTokens,
    options: base.options,
    audit: auditService(base.database),
    isSetUp: base.setup.isSetUp,
    clientIp: (peer) => peer,
    forwardedProto: () => options.forwardedProto,
    rates: rateWindow(),
    throttle: base.throttle,
    limits: options.limits ?? manyCalls,
    ...(options.bodyDeadlineMs === undefined ? {} : { bodyDeadlineMs: options.bodyDeadlineMs }),
    log: { error: (facts) => void errorsLogged.push(facts) },
    openApi: () => openapiDocument({ endpoints, version: '0.0.1', serverUrl: '' }),
  }
}

type Door = ReturnType<typeof doorOf>

/** The ways in: a call, and a login. */
function doorOf(app: FastifyInstance) {
  const call = async (line: string, sent: Sent = {}): Promise<Reply> => {
    const [method, url] = line.split(' ') as ['GET', string]
    const payload = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const response = await app.inject({
      method,
      url,
      remoteAddress: sent.from ?? '203.0.113.7',
      headers: {
        host: 'console.test',
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sent.as ? { cookie: sent.as.cookie, 'waystation-user': String(sent.as.id) } : {}),
        ...sent.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    const json = parsed(response.payload)
    if (json.success) assertContract(method, url, json)
    return { status: response.statusCode, headers: response.headers, text: response.payload, json }
  }
  const login = async (username: string, password = PASSWORD): Promise<Visitor> => {
    const reply = await call('POST /api/user/login', { body: { username, password } })
    if (!reply.json.success) throw new Error(`${username} could not log in: ${reply.text}`)
    return { id: (reply.json.data as { id: number }).id, username, cookie: cookieOf(reply, 'session'), device: cookieOf(reply, 'device') }
  }
  /** Confirms one purpose by the password, in the visitor's session. */
  const confirm = async (as: Visitor, purpose: ConfirmPurpose, password = PASSWORD): Promise<void> => {
    const reply = await call('POST /api/user/confirm', { as, body: { purpose, password } })
    if (!reply.json.success) throw new Error(`${as.username} could not confirm ${purpose}: ${reply.text}`)
  }
  return { call, login, confirm }
}

function peopleOf({ call, login }: Door, database: Database, passwords: Passwords) {
  return {
    /** Sets the server up and logs the super admin in. */
    async root(): Promise<Visitor> {
      const body = { username: 'root', password: PASSWORD, confirmPassword: PASSWORD }
      const reply = await call('POST /api/setup', { body })
      if (!reply.json.success) throw new Error(reply.text)
      return login('root')
    },
    /** A further user, logged in. */
    async user(username: string, userRole: number = role.ordinary): Promise<Visitor> {
      await database.run(createUser, {
        ...{ username, displayName: username, passwordHash: await passwords.hash(PASSWORD), role: userRole, group: 'default' },
        ...{ email: '', language: '', quota: 0, cause: 'test' },
      })
      return login(username)
    },
  }
}

/** A cookie that an answer puts into the browser, as the browser sends it; empty: it does not. */
export function cookieOf({ headers }: Pick<Reply, 'headers'>, name: 'session' | 'device' | 'browser'): string {
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  return set.map((line) => line.split(';')[0] ?? '').find((pair) => pair.startsWith(`${name}=`) || pair.startsWith(`__Host-${name}=`)) ?? ''
}

function parsed(text: string): Reply['json'] {
  try {
    return JSON.parse(text) as Reply['json']
  } catch {
    return { success: false, message: '', data: undefined as never }
  }
}
