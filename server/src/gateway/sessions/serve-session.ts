// One session, from the door to the bill. It takes the same steps as a call (walk.ts), but for the answer: that is a socket to a vendor, and
// many responses.
import { EventEmitter } from 'node:events'
import type { AttemptFact, LogOther } from '@waystation/contract/calls/log'
import { AppError } from '@waystation/contract/errors'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { type ReportedError, reportedError } from '@waystation/wire/openai/error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { priceCall } from '../../domain/pricing/price-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { MessageSocket } from '../../lib/net/message-socket.ts'
import { asksForSocket } from '../../lib/net/sockets.ts'
import { type AdmitServices, admit } from '../admit/admit.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import { firstOf } from '../call-upstream/call-upstream.ts'
import { maxAttempts } from '../call-upstream/retry-policy.ts'
import type { Try } from '../call-upstream/tries.ts'
import { failureInBand, toError } from '../door/error-boundary.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import type { Gateway } from '../gateway.ts'
import { holdAmount, type PlaceHoldServices } from '../place-hold/place-hold.ts'
import { type PlanServices, planParts, planRoute } from '../plan-route/plan-route.ts'
import { adminInfo, noteRefusal, release, type SettleServices } from '../settle/settle.ts'
import type { Call, Caller, RelayEndpoint, SessionOperation } from '../types.ts'
import { ClientGone, UpstreamFailure } from '../upstream/failure.ts'
import { failureOfResponse, notAnswerFailure, reportedFailure } from '../upstream/failures.ts'
import { scrubbedFailure, scrubbedText } from '../upstream/scrub.ts'
import { timeLimits } from '../upstream/time-limits.ts'
import { targetOf, upstreamCallOf } from '../upstream/upstream-call.ts'
import { assertOpen } from '../walk.ts'
import { type ClientSecretServices, sessionKey } from './give-client-secret.ts'
import { Session } from './session.ts'
import { firstResponse, SessionBill } from './session-bill.ts'
import { TranscriptionBills } from './transcription-bills.ts'

/** What sessions take. */
export type ServeSessionServices = AuthenticateServices &
  AdmitServices &
  PlanServices &
  PlaceHoldServices &
  SettleServices &
  ClientSecretServices &
  Pick<Gateway, 'live' | 'isSetUp' | 'sockets' | 'exchange' | 'health' | 'metrics' | 'hours'>

/** Where sessions are asked for. */
export type SessionDoor = RelayEndpoint & { readonly operation: SessionOperation }

/** Serves one session. Throws only while its socket is not open: the error boundary answers then. */
export async function serveSession(
  door: SessionDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: ServeSessionServices,
): Promise<void> {
  assertOpen(gateway)
  const { key, only } = sessionKey(request, gateway)
  const caller = await authenticate(request.raw, gateway, key)
  if (!asksForSocket(request.raw)) throw new AppError('socket_needed')
  const call = sessionCall(door, request, only?.model, gateway)
  const served = await admitAndHold(caller, call, request, gateway).catch((error: unknown) => {
    noteRefusal(error, call, caller, gateway)
    throw toError(error, caller.language)
  })
  const attempts: AttemptFact[] = []
  const parts = { call, caller, hold: { id: call.id, amount: served.held, attempts: new Map() }, gateway, attempts, plan: served.plan }
  const opened = await connect(served.plan, call, request, { gateway, attempts }).catch((error: unknown) => {
    release(error, parts)
    throw toError(error, caller.language)
  })
  const { vendor, attempt } = opened
  try {
    const headers = readableHeaders(door.dialect, request)
    const client = await gateway.sockets.accept(request.raw, { userId: caller.user.id, headers })
    reply.hijack()
    served.admission.succeeded()
    const facts = () => ({ admin_info: adminInfo(parts) })
    void run(
      { client, vendor, attempt, facts },
      { door, call, caller, held: served.held, ...(only ? { session: only.session } : {}) },
      gateway,
    )
  } catch (error) {
    vendor.destroy()
    release(request.raw.socket.destroyed ? new ClientGone(undefined, 'cancelled') : error, parts)
    throw toError(error, caller.language)
  }
}

/**
 * A call without a body: all that is known of it stands in its address.
 * @param onlyModel the one that its key is for; undefined: it is for all that the token may use
 */
function sessionCall(door: SessionDoor, request: FastifyRequest, onlyModel: string | undefined, gateway: Pick<Gateway, 'clock'>): Call {
  const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '')
  const model = query.get('model') ?? query.get('deployment') ?? onlyModel
  if (!model) throw new AppError('model_required')
  if (onlyModel !== undefined && model !== onlyModel) throw new AppError('model_not_allowed', { model: model.slice(0, 190) })
  if (model.length > 190) throw new AppError('model_not_found', { model: `${model.slice(0, 60)}…` })
  const body = { model, ...(query.get('intent') === null ? {} : { intent: query.get('intent') ?? '' }) }
  const version = query.get('api-version')
  return {
    id: request.id,
    startedMs: gateway.clock.now(),
    endpoint: door,
    facts: door.operation.read(body, door.dialect),
    body,
    clientHeaders: {},
    ...(version === null ? {} : { apiVersion: version }),
    isStrict: false,
    isOnSocket: true,
  }
}

async function admitAndHold(caller: Caller, call: Call, request: FastifyRequest, gateway: ServeSessionServices) {
  const admission = await admit(caller, call, request.raw, gateway)
  await gateway.catalog.upToDate()
  const plan = planRoute(caller, call, planParts(gateway, maxAttempts(gateway.options)))
  const costs = plan.attempts.map((attempt) => ({ attempt, cost: priceCall(firstResponse, attempt.price) }))
  const { attempt: dearest, cost: amount } = costs.reduce((most, one) => (one.cost > most.cost ? one : most))
  const held = await holdAmount(caller, call, gateway, { dearest, amount, minimum: Math.ceil(amount / 10), offersTools: false })
  return { admission, plan, held }
}

interface Opened {
  readonly vendor: MessageSocket
  readonly attempt: Attempt
}

/** A socket to the first vendor of the plan that opens one. Throws UpstreamFailure or ClientGone. */
function connect(
  plan: RoutePlan,
  call: Call,
  { raw }: FastifyRequest,
  parts: { readonly gateway: ServeSessionServices; readonly attempts: AttemptFact[] },
): Promise<Opened> {
  const signal = new EventEmitter()
  const leave = () => signal.emit('abort')
  raw.socket.once('close', leave)
  const opening = firstOf(plan, call, parts, (one) => openAt(one, call, signal, parts.gateway, () => raw.socket.destroyed), SWITCHED)
  return opening.finally(() => raw.socket.off('close', leave))
}

/** The status of an answer that opens a socket (RFC 9110, 15.2.2). */
const SWITCHED = 101

async function openAt(
  { attempt, key }: Try,
  call: Call,
  signal: EventEmitter,
  { exchange, options, clock }: Pick<Gateway, 'exchange' | 'options' | 'clock'>,
  isGone: () => boolean,
): Promise<Opened> {
  const { provider, channel } = attempt
  const target = targetOf(channel, key.secret)
  try {
    const request = provider.address(upstreamCallOf(call, attempt, attempt.operation, options), target)
    const vendor = await exchange.open(request, { provider, channel: target, ...timeLimits(attempt, options), signal })
    if (!(vendor instanceof MessageSocket)) throw await failureOfResponse(vendor, attempt)
    await assertWelcome(vendor, attempt, clock)
    return { vendor, attempt }
  } catch (error) {
    if (isGone()) throw new ClientGone(undefined, 'cancelled')
    throw error instanceof UpstreamFailure ? scrubbedFailure(error, channel) : error
  }
}

/** A vendor that refuses in its first message does so at once; one that says nothing waits for the caller. */
const FIRST_MESSAGE_MS = 1000

/** OpenAI was seen to open every socket, and to refuse in its first message. Throws UpstreamFailure. */
async function assertWelcome(vendor: MessageSocket, attempt: Attempt, clock: Clock): Promise<void> {
  const first = parseJson((await vendor.first(FIRST_MESSAGE_MS, clock)) ?? '')
  if (isObject(first) && first.type === 'error') {
    vendor.destroy()
    throw reportedFailure(reportedError(first) ?? { message: 'the upstream refused the session' }, attempt)
  }
  if (!vendor.isOpen) throw notAnswerFailure('the upstream closed the session at once', '', attempt)
}

interface RunParts {
  readonly door: SessionDoor
  readonly call: Call
  readonly caller: Caller
  readonly held: number
  /** What it begins with; absent: with what the vendor has for all. */
  readonly session?: JsonObject
}

/** Runs the session until it is over. Never rejects. */
async function run(
  { client, vendor, attempt, facts }: Opened & { readonly client: MessageSocket; readonly facts: () => LogOther },
  { door, call, caller, held, session: beginning }: RunParts,
  gateway: ServeSessionServices,
): Promise<void> {
  const live = gateway.live.open(call, caller)
  client.isBusy = true
  const { contextTokens } = gateway.prices.limitsOf([attempt.upstreamModel, call.facts.model], attempt.channel.type)
  const bill = new SessionBill({ call, caller, attempt, held, contextTokens, gateway, facts })
  const transcriptions = new TranscriptionBills({ call, caller, attempt, gateway })
  const reader = door.operation.sessionReader(attempt)
  const wordsFor = (error: unknown): ReportedError => failureInBand(toError(error, caller.language), call, caller, gateway)
  const session = new Session({
    id: call.id,
    caller: client,
    vendor,
    reader,
    bill,
    transcriptions,
    live,
    scrubbed: (message) => scrubbedText(message, attempt.channel),
    gateway,
    wordsFor,
  })
  const reason = await session.run(beginning && JSON.stringify({ type: 'session.update', session: beginning }))
  live.close()
  gateway.metrics.ended({ endpoint: door.path, reason, status: SWITCHED }, { firstMs: null, totalMs: gateway.clock.now() - call.startedMs })
}
