// What every session takes before it runs, whatever its protocol: it is admitted and held for, and a vendor's socket is opened for it; then it
// runs to its end.
import { EventEmitter } from 'node:events'
import type { AttemptFact, LogOther } from '@waystation/contract/calls/log'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { type ReportedError, reportedError } from '@waystation/wire/openai/error'
import type { CallerReading, SessionReader } from '@waystation/wire/realtime/session-format'
import type { FastifyRequest } from 'fastify'
import type { Use } from '../../domain/channel/availability/availability.ts'
import type { AttemptPlace } from '../../domain/channel/availability/channel-limits.ts'
import { MessageSocket } from '../../lib/net/message-socket.ts'
import { type AdmitServices, admit } from '../admit/admit.ts'
import type { Admission } from '../admit/call-limits.ts'
import { isChecked } from '../admit/sensitive-words.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import { firstOf } from '../call-upstream/call-upstream.ts'
import { maxAttempts } from '../call-upstream/retry-policy.ts'
import type { Try } from '../call-upstream/tries.ts'
import type { Caller } from '../caller.ts'
import { failureInBand, toError } from '../door/error-boundary.ts'
import type { Gateway } from '../gateway.ts'
import { holdAmount, type PlaceHoldServices } from '../place-hold/place-hold.ts'
import { type PlanServices, planParts } from '../plan-route/plan-parts.ts'
import { planRoute, recallHome } from '../plan-route/plan-route.ts'
import { noteEnd } from '../settle/note-served.ts'
import { adminInfo, noteRefusal, release, type SettleParts, type SettleServices } from '../settle/settle.ts'
import type { Call, RelayEndpoint, SessionOperation } from '../types.ts'
import { ClientGone, UpstreamFailure } from '../upstream/failure.ts'
import { failureOfResponse, notAnswerFailure, reportedFailure, silenceFailure } from '../upstream/failures.ts'
import { scrubbedFailure, scrubbedText } from '../upstream/scrub.ts'
import { timeLimits } from '../upstream/time-limits.ts'
import { targetOf, upstreamCallOf } from '../upstream/upstream-call.ts'
import type { SessionHandles } from './resumption.ts'
import { Session } from './session.ts'
import { firstNeed, SessionBill } from './session-bill.ts'
import { TranscriptionBills } from './transcription-bills.ts'

/** What opening a session, and running it, takes. */
export type OpenSessionServices = AdmitServices &
  PlanServices &
  PlaceHoldServices &
  SettleServices &
  Pick<Gateway, 'live' | 'exchange' | 'keys' | 'channelLimits' | 'health' | 'metrics' | 'hours' | 'sessionHandles'>

/** Where sessions are asked for. */
export type SessionDoor = RelayEndpoint & { readonly operation: SessionOperation }

/** A request for a session, with its caller. */
export interface AskedSession {
  readonly door: SessionDoor
  readonly call: Call
  readonly caller: Caller
  /** The first message, where the vendor says nothing before it has that. */
  readonly opening?: string
}

/** The call of a session, of which no more is known than its model. */
export function sessionCall(door: SessionDoor, { id }: Pick<FastifyRequest, 'id'>, body: JsonObject, startedMs: number): Call {
  const facts = door.operation.read(body, door.dialect)
  return { id, startedMs, endpoint: door, facts, body, clientHeaders: {}, isStrict: false, isOnSocket: true }
}

/** What a session is admitted with. */
interface Admitted {
  readonly admission: Admission
  readonly plan: RoutePlan
  /** Quota units. */
  readonly held: number
}

/** Admits a session, plans where it may take place, and holds for its first response. Throws what these steps throw. */
async function admitAndHold(
  { call, caller, door }: AskedSession,
  { raw }: Pick<FastifyRequest, 'raw'>,
  gateway: OpenSessionServices,
): Promise<Admitted> {
  const admission = await admit(caller, call, raw, gateway)
  try {
    return { admission, ...(await planAndHold({ call, caller, door }, gateway)) }
  } catch (error) {
    admission.ended(0)
    throw error
  }
}

async function planAndHold({ call, caller, door }: AskedSession, gateway: OpenSessionServices): Promise<Omit<Admitted, 'admission'>> {
  await gateway.catalog.upToDate()
  await recallHome(caller, call, gateway)
  const plan = planRoute(caller, call, planParts(gateway, maxAttempts(gateway.options)))
  const held = await holdAmount(caller, call, gateway, firstNeed(door.operation.soundRate, plan.attempts))
  return { plan, held }
}

/** What settles a session that does not come to run. */
interface SessionParts extends SettleParts {
  readonly admission: Admission
  readonly plan: RoutePlan
  readonly attempts: AttemptFact[]
}

function settleParts({ call, caller }: AskedSession, { admission, plan, held }: Admitted, gateway: OpenSessionServices): SessionParts {
  return { call, caller, hold: { id: call.id, amount: held, attempts: new Map() }, admission, gateway, attempts: [], plan }
}

/** A vendor's end of a session. */
interface Opened {
  readonly vendor: MessageSocket
  readonly attempt: Attempt
  /** Told how it ends. */
  readonly use: Use
  readonly place: AttemptPlace
  readonly reader: SessionReader
  /** What the first message says, which the vendor has. */
  readonly said?: CallerReading
}

/** The client, while it waits for its session. */
export interface WaitingClient {
  /** Calls the listener when it leaves. Returns what ends that. */
  whenLeft(listener: () => void): () => void
  isGone(): boolean
}

/** A session that has all it takes but the client's socket. */
export interface ReadySession extends AskedSession, Opened {
  readonly parts: SessionParts
  /** Quota units. */
  readonly held: number
}

/**
 * Admits a session, holds for it, and opens a socket to the first vendor of its plan that gives one. What fails is noted, and the hold given
 * back. Throws what these steps throw, in the caller's language.
 */
export async function readySession(
  asked: AskedSession,
  request: Pick<FastifyRequest, 'raw'>,
  client: WaitingClient,
  gateway: OpenSessionServices,
): Promise<ReadySession> {
  const { call, caller } = asked
  const admitted = await admitAndHold(asked, request, gateway).catch((error: unknown) => {
    noteRefusal(error, call, caller, gateway)
    throw toError(error, caller.language)
  })
  const parts = settleParts(asked, admitted, gateway)
  const opened = await connect(asked, parts, client, gateway).catch((error: unknown) => {
    release(error, parts)
    throw toError(error, caller.language)
  })
  return { ...asked, ...opened, parts, held: admitted.held }
}

/** The status of an answer that opens a socket (RFC 9110, 15.2.2). */
const SWITCHED = 101

/** Throws UpstreamFailure or ClientGone. */
function connect(
  asked: AskedSession,
  { plan, attempts }: SessionParts,
  client: WaitingClient,
  gateway: OpenSessionServices,
): Promise<Opened> {
  const signal = new EventEmitter()
  const unwatch = client.whenLeft(() => signal.emit('abort'))
  const open = (one: Try) => openAt(one, asked, { signal, isGone: client.isGone }, gateway)
  return firstOf(plan, asked.call, { gateway, attempts }, open, SWITCHED).finally(unwatch)
}

interface Waiting {
  /** Emits `abort` when the client leaves. */
  readonly signal: EventEmitter
  readonly isGone: () => boolean
}

async function openAt(one: Try, asked: AskedSession, { signal, isGone }: Waiting, gateway: OpenSessionServices): Promise<Opened> {
  const { attempt, key, use, place } = one
  const { provider, channel } = attempt
  const target = targetOf(channel, key.secret)
  try {
    const request = provider.address(upstreamCallOf(asked.call, attempt, attempt.operation, gateway.options), target)
    const limits = timeLimits(attempt, gateway.options)
    const vendor = await gateway.exchange.open(request, { provider, channel: target, ...limits, signal })
    if (!(vendor instanceof MessageSocket)) throw await failureOfResponse(vendor, attempt)
    const reader = asked.door.operation.sessionReader(attempt, handlesOf(one, asked, gateway))
    if (asked.opening === undefined) await assertWelcome(vendor, attempt, gateway)
    else
      return {
        vendor,
        attempt,
        use,
        place,
        reader,
        said: await setUp(vendor, { attempt, reader, opening: asked.opening, ...limits }, gateway),
      }
    return { vendor, attempt, use, place, reader }
  } catch (error) {
    if (isGone()) throw new ClientGone(undefined, 'cancelled')
    throw error instanceof UpstreamFailure ? scrubbedFailure(error, channel) : error
  }
}

/** The vendor's handles of sessions, as this caller gets them and shows them. */
function handlesOf({ attempt, key }: Try, { caller }: AskedSession, { sessionHandles }: { readonly sessionHandles: SessionHandles }) {
  const place = { channelId: attempt.channel.id, keyId: key.id }
  return {
    callerHandle: (handle: string) => sessionHandles.seal(caller.user.id, { ...place, handle }),
    vendorHandle: (shown: string) => sessionHandles.open(caller.user.id, shown).handle,
  }
}

/** A vendor that refuses in its first message does so at once; one that says nothing waits for the caller. */
const FIRST_MESSAGE_MS = 1000

/** OpenAI was seen to open every socket, and to refuse in its first message. Throws UpstreamFailure. */
async function assertWelcome(vendor: MessageSocket, attempt: Attempt, { clock }: Pick<Gateway, 'clock'>): Promise<void> {
  const first = parseJson((await vendor.first(FIRST_MESSAGE_MS, clock)) ?? '')
  if (isObject(first) && first.type === 'error') {
    vendor.destroy()
    throw reportedFailure(reportedError(first) ?? { message: 'the upstream refused the session' }, attempt)
  }
  if (!vendor.isOpen) throw notAnswerFailure('the upstream closed the session at once', '', attempt)
}

interface SetUpParts {
  readonly attempt: Attempt
  readonly reader: SessionReader
  readonly opening: string
  readonly firstByteMs: number
}

/** Hands the first message over, and waits until the vendor takes it. Throws UpstreamFailure. */
async function setUp(
  vendor: MessageSocket,
  { attempt, reader, opening, firstByteMs }: SetUpParts,
  { clock }: Pick<Gateway, 'clock'>,
): Promise<CallerReading> {
  const reading = reader.fromCaller(opening)
  vendor.send(reading.changed ?? opening)
  const first = await vendor.first(firstByteMs, clock)
  if (first !== undefined) return reading
  const { closed } = vendor
  vendor.destroy()
  if (!closed) throw silenceFailure('the upstream does not answer the setup of a session')
  const error = reader.errorOfClose?.(closed.code, closed.reason)
  throw error ? reportedFailure(error, attempt) : notAnswerFailure('the upstream closed the session at once', '', attempt)
}

/** A session whose two ends are open. */
export interface RunningSession extends ReadySession {
  readonly client: MessageSocket
  /** What the session begins with; absent: with what the vendor has for all. */
  readonly settings?: JsonObject
}

/** Runs the session until it is over. Never rejects. */
export async function runSession(running: RunningSession, gateway: OpenSessionServices): Promise<void> {
  const { door, call, caller, client, attempt, parts, held, settings } = running
  const live = gateway.live.open(call, caller)
  client.isBusy = true
  const { soundRate } = door.operation
  const { contextTokens } = gateway.prices.limitsOf([attempt.upstreamModel, call.facts.model], attempt.channel.type)
  const facts = (): LogOther => ({ admin_info: adminInfo(parts) })
  const bill = new SessionBill({ call, caller, attempt, held, contextTokens, soundRate, gateway, facts })
  const session = new Session({
    id: call.id,
    caller: client,
    vendor: running.vendor,
    reader: running.reader,
    bill,
    transcriptions: new TranscriptionBills({ call, caller, attempt, soundRate, gateway }),
    live,
    tellsCharges: isInPlayground(caller),
    ...(running.said ? { said: running.said } : {}),
    assertAllowed: (text) => (isChecked(gateway.words, call, caller) ? gateway.words.assertNoneIn([text], call, caller) : undefined),
    scrubbed: (message) => scrubbedText(message, attempt.channel),
    gateway,
    wordsFor: (error) => wordsFor(error, running, gateway),
  })
  const reason = await session.run(settings && JSON.stringify({ type: 'session.update', session: settings }))
  live.close()
  parts.admission.ended(bill.usedTokens)
  running.place.ended(bill.usedTokens)
  noteEnd(running.use, reason)
  gateway.metrics.ended({ endpoint: door.path, reason, status: SWITCHED }, { firstMs: null, totalMs: gateway.clock.now() - call.startedMs })
}

/** Does the caller use a console login, and no key? */
export const isInPlayground = ({ sessionHash }: Caller): boolean => sessionHash !== undefined

/** The error as the caller of a session reads it. */
export function wordsFor(error: unknown, { call, caller }: AskedSession, gateway: OpenSessionServices): ReportedError {
  return failureInBand(toError(error, caller.language), call, caller, gateway)
}
