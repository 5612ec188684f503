// The gateway's own doors before one channel alone, for requests of this process: each call there takes the walk of every call, translation
// included, costs nobody anything and is logged as a test of the channel.
import { randomBytes } from 'node:crypto'
import { channelStatus, tokenStatus } from '@waystation/contract/site/status-table'
import Fastify, { type FastifyInstance } from 'fastify'
import { ChannelIndex } from '../../domain/catalog/channel-index.ts'
import { LostModels } from '../../domain/catalog/lost-models.ts'
import type { RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import { VirtualModels } from '../../domain/catalog/virtual-models.ts'
import type { KnownCaller } from '../../domain/token/token-lookup.ts'
import { readNetworks } from '../../lib/net/networks.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { ConsoleSessions } from '../door/playground.ts'
import { mountGateway } from '../door/routes.ts'
import type { Gateway } from '../gateway.ts'
import type { CheckedPlace, ClientRequest } from './run-checks.ts'
import { testLedger } from './test-ledger.ts'

/** Nobody waits longer for one small call. */
const MAX_CALL_MS = 90_000

export interface ChannelDoorParts {
  readonly channel: RoutableChannel
  /** Asked for even where the channel does not list it. */
  readonly model: string
  /** As whom the channel is tested. */
  readonly user: KnownCaller['user']
}

export interface Door extends Pick<CheckedPlace, 'key' | 'ask'> {
  close(): Promise<void>
}

/** Opens the doors. Nothing listens: they are for this process alone. */
export async function channelDoor(gateway: Gateway, parts: ChannelDoorParts): Promise<Door> {
  const key = randomBytes(24).toString('hex')
  const caller = await testCaller(parts.user)
  const alone = {
    ...gateway,
    ...besides(gateway),
    catalog: catalogOf(parts, gateway),
    ledger: testLedger({ books: gateway.ledger, channel: parts.channel }),
    tokens: { find: (shown: string) => (shown === key ? caller : undefined) },
  }
  return { key: `sk-${key}`, ...(await doorTo(alone)) }
}

/** The doors to a gateway, for requests of this process. */
export async function doorTo(gateway: Gateway): Promise<Pick<Door, 'ask' | 'close'>> {
  const app = Fastify({ logger: false, genReqId: newRequestId, requestIdHeader: false })
  // Answers are gathered in memory, where the lengths of chunks would stand among their bytes.
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.useChunkedEncodingByDefault = false
    done()
  })
  await app.register((scope) => mountGateway(scope, gateway, noSessions))
  await app.ready()
  return { ask: (request) => asked(app, request), close: () => app.close() }
}

async function asked(app: FastifyInstance, { method, path, headers, body }: ClientRequest) {
  const signal = AbortSignal.timeout(MAX_CALL_MS)
  const answer = app.inject({
    signal,
    ...{ method, url: path, headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) } },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  try {
    const { statusCode, payload } = await answer
    return { status: statusCode, text: payload }
  } catch (error) {
    throw signal.aborted ? new Error(`no answer within ${MAX_CALL_MS / 1000} s`, { cause: error }) : error
  }
}

const noSessions: ConsoleSessions = {
  find: () => Promise.reject(new Error('no browser comes here')),
  findAgain: () => Promise.reject(new Error('no browser comes here')),
}

/** The only channel that there is, whatever its status and groups, under the plain names of its models. */
function catalogOf({ channel, model, user }: ChannelDoorParts, { prices, traits }: Gateway): Gateway['catalog'] {
  const models = channel.models.includes(model) ? channel.models : [...channel.models, model]
  const only: RoutableChannel = { ...channel, models, status: channelStatus.enabled, groups: [user.group], prefix: '', autoBan: false }
  const parts = { prices, traits, virtualModels: new VirtualModels(() => ({})) }
  const snapshot = new ChannelIndex([only], parts, new LostModels())
  return { current: () => snapshot, upToDate: () => undefined }
}

/** A caller without limits and budgets. */
async function testCaller(user: KnownCaller['user']): Promise<KnownCaller> {
  const unlimited = { budgets: [], limits: undefined }
  const token: KnownCaller['token'] = {
    ...{ id: 0, name: '', status: tokenStatus.enabled, group: '', isUnlimited: true, accountId: 0, expiresAt: null, rateLimit: null },
    ...{ models: null, aliases: null, allowIps: await readNetworks([]), ...unlimited },
  }
  return { user: { ...user, ...unlimited }, token }
}

/** What calls count in beside their bill, and tests do not. */
function besides({ hours }: Gateway): Pick<Gateway, 'rates' | 'metrics' | 'hours' | 'tracer'> {
  const entered = { isAllowed: true, place: { left: [], end() {} } } as const
  return {
    rates: { take: async () => entered, add: async () => {}, enter: async () => entered, fullForMs: () => 0 },
    metrics: { ended() {}, attemptFailed() {}, countDoubted() {}, refusalLeftOut() {} },
    tracer: undefined,
    hours: {
      note() {},
      slices: (channelId, count) => hours.slices(channelId, count),
      hour: (channelId) => hours.hour(channelId),
      failures: (channelId) => hours.failures(channelId),
      known: (sinceSeconds) => hours.known(sinceSeconds),
    },
  }
}
