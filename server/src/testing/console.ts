// A console API in memory, on a database of its own: what its tests call through the door. Its services and the door are the product's;
// what is a test's own is the database, the clock, and whatever stands for the world outside.
import { type TokenScope, tokenScopes } from '@waystation/contract/people/access-token'
import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import { role } from '@waystation/contract/site/status-table'
import { parseJson } from '@waystation/wire/encoding/json'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { RateLimits } from '../api/hooks/rate.ts'
import { apiPlugin, type MountParts } from '../api/http/mount.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseAddress, DatabaseKind } from '../db/kind.ts'
import { openSystemAccounts } from '../domain/ledger/ledger-tasks.ts'
import type { LogDraft } from '../domain/ledger/operation.ts'
import { ChargedUsers } from '../domain/notice/quota-warnings.ts'
import { openOptions } from '../domain/option/option-service.ts'
import { openSiteEgress } from '../domain/outside/site-egress.ts'
import type { ProbeResult, Prober, ProbeTarget } from '../domain/ports.ts'
import { createUser } from '../domain/user/user-store.ts'
import { openFastify } from '../front-door.ts'
import { fileMeter } from '../gateway/read-call/file-meter.ts'
import { systemClock } from '../lib/clock.ts'
import { openEgress } from '../lib/net/egress.ts'
import { smtpSender } from '../lib/net/smtp.ts'
import { secretsOf } from '../lib/secret.ts'
import { silentBus } from '../lib/shared/bus.ts'
import { localInvalidation } from '../lib/shared/invalidation.ts'
import { rateWindow } from '../lib/shared/rate-window.ts'
import { providers } from '../providers/registry.ts'
import type { ConsoleOverrides } from '../services/console-base.ts'
import { consoleServices } from '../services/console-services.ts'
import { sharedServices } from '../services/shared-services.ts'
import { assertContract } from './assert-contract.ts'
import { openTestDatabase, type TestPlace, testPlace } from './databases/databases.ts'
import { noteCall } from './last-calls.ts'
import { lightPasswords } from './light-passwords.ts'
import { reconcilerHere } from './reconciler-here.ts'

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

export interface ConsoleOptions extends Pick<ConsoleOverrides, 'now' | 'sites'>, Pick<MountParts, 'limits' | 'bodyDeadlineMs'> {
  readonly kind?: DatabaseKind
  /** A database to open again, as after a restart; it is not dropped at the end. */
  readonly place?: TestPlace
  /** Opens the database in another way than other tests do. */
  readonly open?: (address: DatabaseAddress) => Promise<Database>
  readonly prober?: Partial<Prober>
  /** Puts other handlers behind the door: for tests of the door itself. */
  readonly routes?: (routes: MountParts['routes']) => MountParts['routes']
  /** The protocol that a trusted proxy reports. */
  readonly forwardedProto?: 'http' | 'https'
  /** A certificate that mail servers, and other sites, may have. */
  readonly ca?: string
  /** May what users and the super admin name be on this machine? */
  readonly reachesPrivate?: boolean
  /** Has it the database to itself? True where nothing is said. */
  readonly isAlone?: boolean
  /** A stand-in of Stripe's API. */
  readonly stripeApi?: URL
}

const probed: ProbeResult = { isOk: true, answer: 'hi', firstMs: 12, totalMs: 34, promptTokens: 3, completionTokens: 2, wouldBeQuota: 7 }
const manyCalls: RateLimits = { console: { count: 100_000, windowMs: 180_000 }, critical: { count: 100_000, windowMs: 1_200_000 } }

export async function openConsole({ now = () => Date.now(), ca, limits = manyCalls, ...given }: ConsoleOptions = {}) {
  const foundation = await openFoundation(given)
  const { place, database } = foundation
  const [probes, notes, troubles, errorsLogged]: [SeenProbe[], { id: string; log: LogDraft }[], unknown[], unknown[]] = [[], [], [], []]
  const onTrouble = (error: unknown, facts: object) => void troubles.push(error ?? facts)
  const between = { bus: silentBus('test'), rates: rateWindow(systemClock.now), redis: undefined }
  const shared = await sharedServices({ ...foundation, between, providers, now, clock: systemClock, onTrouble })
  const trusted = ca === undefined ? {} : { ca }
  const egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 5000, ...trusted })
  const userEgress = given.reachesPrivate ? openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 5000, ...trusted }) : undefined
  const siteEgress = openSiteEgress({ options: foundation.options, egress, userEgress })
  const files = fileMeter((error) => onTrouble(error, {}))
  const log = pino({ level: 'error' }, { write: (line) => void errorsLogged.push(JSON.parse(line)) })
  const console = await consoleServices(
    {
      ...{ ...foundation, onTrouble, log, egress, siteEgress, version: '0.0.1', registry: new Registry(), charged: new ChargedUsers() },
      config: { database: place.address, isExclusive: given.isAlone ?? true, stripeApi: given.stripeApi },
      gateway: {
        ...shared,
        ledger: { note: (id, log) => void notes.push({ id, log }), refusal: async () => undefined },
        files,
        clientAddress: (ip) => ({ ip, isDoubtful: false }),
        clock: systemClock,
      },
      prober: recordingProber(probes, given.prober),
      examine: async () => [],
      clientChecker: { checkChannel: async () => [], costOfToken: async () => ({ calls: 0, mostQuota: 0 }), checkToken: async () => [] },
      forwardedProto: () => given.forwardedProto,
      proxySigns: () => ({ undeclared: null, contradiction: null }),
      nodes: { list: async () => [], databaseMs: Date.now },
    },
    { now, sites: given.sites, sendMail: smtpSender(trusted), reconciler: reconcilerHere(place.address), passwords: lightPasswords },
  )
  const app = openFastify(log, systemClock)
  const routes = given.routes?.(console.door.routes) ?? console.door.routes
  await app.register(apiPlugin({ ...console.door, routes, limits, bodyDeadlineMs: given.bodyDeadlineMs }), { prefix: '/api' })
  const door = doorOf(app, `console on ${database.kind}`)
  return {
    ...{
      ...foundation,
      address: place.address,
      app,
      probes,
      notes,
      troubles,
      errorsLogged,
      ...door,
      ...peopleOf(door, database),
    },
    ...{ outgoing: console.outgoing, services: console.services, jobs: console.jobs, catalog: shared.catalog, prices: shared.prices },
    async close(): Promise<void> {
      await app.close()
      await console.close()
      await files.close()
      await egress.close()
      await siteEgress.close()
      await database.close()
      if (!given.place) await place.drop()
    },
  }
}

async function openFoundation(given: ConsoleOptions) {
  const place = given.place ?? (await testPlace(given.kind ?? 'sqlite'))
  const database: Database = await (given.open ?? openTestDatabase)(place.address)
  await database.run(openSystemAccounts, null)
  const secrets = secretsOf(Buffer.alloc(32, 7))
  const invalidation = localInvalidation()
  const options = await openOptions(database, secrets, invalidation)
  await options.noteBuiltInPrices()
  return { place, database, secrets, invalidation, options }
}

type SeenProbe = Omit<ProbeTarget, 'model'> & { model?: string }

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
    addressOf: (target) => given.addressOf?.(target) ?? target.baseUrl,
  }
}

type Door = ReturnType<typeof doorOf>

/** The ways in: a call, and a login. */
function doorOf(app: FastifyInstance, where: string) {
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
    noteCall({ where, line, sent: payload, status: response.statusCode, answer: response.payload })
    const json = (parseJson(response.payload) ?? { success: false, message: '' }) as Reply['json']
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
  /** A new access token of this user, which may do all or what is given. */
  const accessToken = async (as: Visitor, scopes: readonly TokenScope[] = tokenScopes): Promise<string> => {
    const { data } = (await call('POST /api/user/token', { as })).json
    const widen = () => call('PUT /api/user/token', { as, body: { scopes } })
    if ((await widen()).json.code === 'confirmation_needed') {
      await confirm(as, 'ways_in')
      await widen()
    }
    return String(data)
  }
  return { call, login, confirm, accessToken }
}

function peopleOf({ call, login }: Door, database: Database) {
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
        ...{ username, displayName: username, passwordHash: await lightPasswords.hash(PASSWORD), role: userRole, group: 'default' },
        ...{ email: '', language: '', quota: 0, cause: 'test' },
      })
      return login(username)
    },
  }
}

/** A cookie that an answer puts into the browser, as the browser sends it; empty: it does not. */
export function cookieOf({ headers }: Pick<Reply, 'headers'>, name: 'session' | 'device' | 'browser'): string {
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  return set.map((line) => line.split(';')[0] ?? '').find((pair) => new RegExp(`^(__Host-)?${name}_[0-9a-f]{8}=`).test(pair)) ?? ''
}
