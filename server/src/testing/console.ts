// A console API in memory, on a database of its own: what its tests call through the door.
import { deepStrictEqual } from 'node:assert'
import { endpoints } from '@waystation/contract/api/endpoints'
import { openapiDocument } from '@waystation/contract/openapi'
import { role } from '@waystation/contract/status-table'
import Fastify, { type FastifyInstance } from 'fastify'
import type { RateLimits } from '../api/hooks/rate.ts'
import { apiPlugin } from '../api/mount.ts'
import { apiRoutes } from '../api/routes.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseKind } from '../db/kind.ts'
import { auditService } from '../domain/audit/audit-service.ts'
import { openCatalog } from '../domain/catalog/catalog.ts'
import { channelHours } from '../domain/channel/channel-hours.ts'
import { channelService } from '../domain/channel/channel-service.ts'
import { keyRing } from '../domain/channel/key-ring.ts'
import { openSystemAccounts } from '../domain/ledger/ledger-tasks.ts'
import type { LogDraft } from '../domain/ledger/operation.ts'
import { logService } from '../domain/log/log-service.ts'
import { openOptions } from '../domain/option/option-service.ts'
import type { ProbeResult, Prober, ProbeTarget } from '../domain/ports.ts'
import { priceTable } from '../domain/pricing/price-table.ts'
import { devices } from '../domain/session/device.ts'
import { loginService } from '../domain/session/login-service.ts'
import { sessionService } from '../domain/session/session-service.ts'
import { stepUp } from '../domain/session/step-up.ts'
import { publicStatus } from '../domain/setup/public-status.ts'
import { openSetup } from '../domain/setup/setup-service.ts'
import { openThrottle } from '../domain/throttle/throttle.ts'
import { tokenLookup } from '../domain/token/token-lookup.ts'
import { tokenService } from '../domain/token/token-service.ts'
import { usageService } from '../domain/usage/usage-service.ts'
import { openPasswords } from '../domain/user/password.ts'
import { userService } from '../domain/user/user-service.ts'
import { createUser } from '../domain/user/user-store.ts'
import { bareNames } from '../gateway/upstream/upstream-call.ts'
import { localInvalidation } from '../lib/invalidation.ts'
import { rateWindow } from '../lib/rate-window.ts'
import { newRequestId } from '../lib/request-id.ts'
import { secretsOf } from '../lib/secret.ts'
import { providers } from '../providers/registry.ts'
import { openTestDatabase, type TestPlace, testPlace } from './databases.ts'

export const PASSWORD = 'correct horse'

/** Who calls, with the cookie and header of a browser that logged in. */
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
  readonly limits?: RateLimits
  readonly bodyDeadlineMs?: number
  readonly app?: FastifyInstance
  readonly now?: () => number
  readonly ping?: () => Promise<void>
  readonly prober?: Partial<Prober>
  /** What a trusted proxy says of the connection. */
  readonly forwardedProto?: 'http' | 'https'
}

const probed: ProbeResult = { isOk: true, answer: 'hi', firstMs: 12, totalMs: 34, promptTokens: 3, completionTokens: 2, wouldBeQuota: 7 }
const manyCalls: RateLimits = { console: { count: 100_000, windowMs: 180_000 }, critical: { count: 100_000, windowMs: 1_200_000 } }

export async function openConsole(options: ConsoleOptions = {}) {
  const place = options.place ?? (await testPlace(options.kind ?? 'sqlite'))
  const database: Database = await openTestDatabase(place.address)
  await database.run(openSystemAccounts, null)
  const now = options.now ?? (() => Date.now())
  const secrets = secretsOf(Buffer.alloc(32, 7))
  const invalidation = localInvalidation()
  const optionService = await openOptions(database, secrets, invalidation)
  const troubles: unknown[] = []
  const onTrouble = (error: unknown) => void troubles.push(error)
  const prices = priceTable(optionService, bareNames({ providers, options: optionService }))
  const catalog = await openCatalog({ database, secrets, invalidation, prices, onTrouble })
  const passwords = await openPasswords()
  const setup = await openSetup({ database, options: optionService, passwords, version: '0.0.1' })
  const sessions = sessionService({ database, invalidation, now, onTrouble })
  const throttle = openThrottle({ database, now })
  const notes: { id: string; log: LogDraft }[] = []
  const probes: (Omit<ProbeTarget, 'model'> & { model?: string })[] = []
  const prober: Prober = {
    async probe(target, caller) {
      probes.push(target)
      return options.prober?.probe?.(target, caller) ?? probed
    },
    async fetchModels(target) {
      probes.push(target)
      return options.prober?.fetchModels?.(target) ?? ['model-a']
    },
    async readBalance(target) {
      probes.push(target)
      return options.prober?.readBalance?.(target) ?? { amount: 12.5, currency: 'USD' }
    },
  }
  const services = {
    setup,
    status: () => publicStatus(optionService, { version: '0.0.1', startTime: 1, isSetUp: setup.isSetUp() }),
    logins: loginService({ database, options: optionService, passwords, sessions, throttle, devices: devices({ secrets, now }) }),
    sessions,
    users: userService({ database, options: optionService, invalidation }),
    catalog,
    tokens: tokenService({ database, secrets, options: optionService, invalidation, now }),
    channels: channelService({
      database,
      secrets,
      invalidation,
      stepUp: stepUp({ database, passwords, throttle }),
      prober,
      options: optionService,
      prices,
      ledger: { note: (id, log) => void notes.push({ id, log }) },
      hours: channelHours({ now }),
      ring: keyRing(now),
      isLogWhole: () => true,
      now,
    }),
    options: optionService,
    logs: logService({ database, options: optionService, now }),
    usage: usageService({ database, options: optionService, now }),
    keys: tokenLookup(database, secrets, invalidation),
    ping: options.ping ?? (() => database.ping()),
  }
  const errorsLogged: unknown[] = []
  const app = options.app ?? Fastify({ genReqId: newRequestId })
  await app.register(
    apiPlugin({
      routes: apiRoutes(services),
      sessions,
      options: optionService,
      audit: auditService(database),
      isSetUp: setup.isSetUp,
      clientIp: (peer) => peer,
      forwardedProto: () => options.forwardedProto,
      rates: rateWindow(),
      throttle,
      limits: options.limits ?? manyCalls,
      ...(options.bodyDeadlineMs === undefined ? {} : { bodyDeadlineMs: options.bodyDeadlineMs }),
      log: { error: (facts) => void errorsLogged.push(facts) },
      openApi: () => openapiDocument({ endpoints, version: '0.0.1', serverUrl: '' }),
    }),
    { prefix: '/api' },
  )

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

  return {
    app,
    place,
    call,
    login,
    database,
    secrets,
    invalidation,
    options: optionService,
    catalog,
    notes,
    probes,
    troubles,
    errorsLogged,
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
        username,
        displayName: username,
        passwordHash: await passwords.hash(PASSWORD),
        role: userRole,
        group: 'default',
        email: '',
        language: '',
        quota: 0,
        cause: 'test',
      })
      return login(username)
    },
    async close(): Promise<void> {
      await app.close()
      await database.close()
      if (!options.place) await place.drop()
    },
  }
}

/** A cookie that an answer puts into the browser, as the browser sends it; empty: it does not. */
export function cookieOf({ headers }: Pick<Reply, 'headers'>, name: 'session' | 'device'): string {
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  return set.map((line) => line.split(';')[0] ?? '').find((pair) => pair.startsWith(`${name}=`) || pair.startsWith(`__Host-${name}=`)) ?? ''
}

/** A successful answer must be what the contract says, no field less and no field more. */
function assertContract(method: string, url: string, json: Reply['json']): void {
  const path = (url.split('?')[0] ?? '').replace(/\/$/, '')
  const endpoint = endpoints
    .filter((one) => one.method === method)
    .toSorted((a, b) => (a.path.match(/\{/g)?.length ?? 0) - (b.path.match(/\{/g)?.length ?? 0))
    .find((one) => new RegExp(`^${one.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  if (!endpoint) throw new Error(`${method} ${path} is not in the contract`)
  deepStrictEqual(endpoint.data.parse(json.data), json.data, `${method} ${path} answers with something else than the contract says`)
  const { success: _success, message: _message, data: _data, ...extra } = json
  deepStrictEqual(endpoint.extra?.parse(extra) ?? {}, extra, `${method} ${path} tells more beside its data than the contract says`)
}

function parsed(text: string): Reply['json'] {
  try {
    return JSON.parse(text) as Reply['json']
  } catch {
    return { success: false, message: '', data: undefined as never }
  }
}
