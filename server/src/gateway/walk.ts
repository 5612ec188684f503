// One model call, from the front door to the bill. Each step is the folder of the same name beside this file.

import type { IncomingMessage } from 'node:http'
import type { AttemptFact } from '@waystation/contract/calls/log'
import { AppError } from '@waystation/contract/errors'
import { pingIntervalEnabled, pingIntervalSeconds } from '@waystation/contract/options/global'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AdmitServices, admit } from './admit/admit.ts'
import type { Admission } from './admit/call-limits.ts'
import { limitHeaders } from './admit/limit-headers.ts'
import type { RoutePlan } from './attempt.ts'
import type { AuthenticateServices } from './authenticate/authenticate.ts'
import type { AddressFacts } from './call-facts.ts'
import { type CallUpstreamServices, callUpstream } from './call-upstream/call-upstream.ts'
import { maxAttempts } from './call-upstream/retry-policy.ts'
import type { Caller } from './caller.ts'
import type { CutReason, ResponseSink, StreamingConnection } from './client-connection.ts'
import { answerFailure, failureInBand, toError } from './door/error-boundary.ts'
import { readableHeaders } from './door/readable-headers.ts'
import { type BindServices, bindFiles } from './files/bind-files.ts'
import type { Gateway } from './gateway.ts'
import type { LiveCall } from './live-calls.ts'
import { streamsWhole } from './operations/kinds.ts'
import { type PlaceHoldServices, placeHold } from './place-hold/place-hold.ts'
import { type PlanServices, planParts } from './plan-route/plan-parts.ts'
import { hasChoice, planRoute, recallHome } from './plan-route/plan-route.ts'
import { type ReadCallServices, readCall } from './read-call/read-call.ts'
import { noteRefusal, outcomeOf, release, settle } from './settle/settle.ts'
import type { Framing } from './stream-back/framing.ts'
import { RelayReply } from './stream-back/relay-reply.ts'
import { sendWhole, streamWhole } from './stream-back/send-whole.ts'
import { endInError, endInFailure, streamBack } from './stream-back/stream-back.ts'
import type { StreamParts, StreamServices } from './stream-back/stream-parts.ts'
import { pictureKeeper } from './tasks/pictures/picture-task.ts'
import { submitTask } from './tasks/submit-task.ts'
import type { Call, RelayEndpoint } from './types.ts'
import type { Answer } from './upstream/answer.ts'
import { ClientGone } from './upstream/failure.ts'

/** What the steps take together, and what the walk itself does. */
export type WalkServices = AuthenticateServices &
  ReadCallServices &
  AdmitServices &
  PlanServices &
  PlaceHoldServices &
  CallUpstreamServices &
  StreamServices &
  BindServices &
  Pick<Gateway, 'live' | 'overload' | 'isSetUp' | 'catalog' | 'media' | 'tasks' | 'secrets' | 'tracer'>

export interface WalkParts {
  readonly gateway: WalkServices
  /** Authenticates the caller: by token, or by session in the playground. */
  readonly authenticate: (request: FastifyRequest, gateway: WalkServices) => Promise<Caller> | Caller
  /** The playground names its group in the body. */
  readonly regroup?: (caller: Caller, call: Call, gateway: WalkServices) => { readonly caller: Caller; readonly call: Call }
  /** The request as the operation reads it, where it comes in another shape. Throws WireError. */
  readonly unwrap?: (body: JsonObject) => JsonObject
  /** Facts that the URL states about the call, in dialects that put them there. */
  readonly address?: AddressFacts
  readonly framing?: Framing
}

/** Serves one call. Throws only while nothing has been sent: the error boundary answers then. */
export async function serveCall(
  endpoint: RelayEndpoint,
  request: FastifyRequest,
  fastifyReply: FastifyReply,
  parts: WalkParts,
): Promise<void> {
  const { gateway, address } = parts
  assertOpen(gateway)
  const { id } = request
  const reply = new RelayReply(fastifyReply, readableHeaders(endpoint.dialect, request), gateway.clock, parts.framing)
  const pathModel = (request.params as { model?: string } | undefined)?.model

  const signedIn = await parts.authenticate(request, gateway)
  const given = {
    ...{ id, startedMs: gateway.clock.now() },
    ...(pathModel === undefined ? {} : { pathModel }),
    ...(address ? { address } : {}),
    ...(parts.unwrap ? { unwrap: parts.unwrap } : {}),
  }
  const read = await readCall(endpoint, request.raw, signedIn, given, gateway)
  try {
    const { caller, call } = parts.regroup?.(signedIn, read, gateway) ?? { caller: signedIn, call: read }
    const refuse = (error: unknown) => answerFailure(error, request, fastifyReply, endpoint.dialect, gateway)
    await serveRead(call, caller, { request: request.raw, reply, refuse }, gateway)
  } catch (error) {
    read.room?.release()
    throw error
  }
}

/** Throws shutting_down, overloaded or not_set_up. */
export function assertOpen(gateway: Pick<Gateway, 'live' | 'overload' | 'isSetUp'>): void {
  if (gateway.live.isClosed) throw new AppError('shutting_down')
  if (gateway.overload.isOn) throw new AppError('overloaded')
  if (!gateway.isSetUp()) throw new AppError('not_set_up')
}

/** Where a call comes from. */
export interface Visit {
  /** The request that it came in, or with which its socket was opened. */
  readonly request: IncomingMessage
  readonly reply: StreamingConnection
  /** Answers with a failure; only while nothing of an answer has been sent. */
  refuse(error: unknown): void
}

/** Serves a call that has been read. Throws only while nothing has been sent. */
export async function serveRead(read: Call, caller: Caller, visit: Visit, gateway: WalkServices): Promise<void> {
  const { reply, request } = visit
  const trace = gateway.tracer?.(read)
  const failInWords = (error: unknown): never => {
    trace?.failed(outcomeOf(error))
    trace?.end()
    throw toError(error, caller.language)
  }
  const extended = read.endpoint.extend ? await read.endpoint.extend(read, caller).catch(failInWords) : read
  const { answerAgain } = extended.extension ?? {}
  if (answerAgain)
    return answerAgain(reply)
      .catch(failInWords)
      .finally(() => extended.room?.release())
  const call = await bindFiles(extended, caller, gateway).catch(failInWords)
  const admitted = await admitAndHold(caller, call, request, gateway).catch((error: unknown) => {
    noteRefusal(error, call, caller, gateway)
    return failInWords(error)
  })
  const { left } = admitted.admission
  if (left.length > 0) reply.announce?.(limitHeaders(left))
  const served: Served = { call, caller, ...admitted, gateway, attempts: [], trace, live: gateway.live.open(call, caller) }
  const { serveApart } = call.extension ?? {}
  if (serveApart) {
    const run = (sink: ResponseSink) => runCall(served, sink, toSink(sink, served))
    return serveApart({ client: reply, live: served.live, run }).catch(async (error) => {
      await release(error, served)
      served.live.close()
      return failInWords(error)
    })
  }
  const pingMs = pingEveryMs(call, served.plan, gateway)
  if (pingMs !== undefined) reply.startPings(pingMs)
  const failure = await runCall(served, reply, toClient(served, visit))
  served.live.close()
  if (failure === undefined || reply.isGone) return
  // Pings have promised a stream: the failure goes in band.
  if (reply.isBegun) return endInFailure(reply, call, failureInBand(failure, call, caller, gateway))
  throw toError(failure, caller.language)
}

/** A client that waits for a whole answer in its stream gets a ping this often (server-behaviour 3.5a). */
const WHOLE_PING_MS = 5000

/** How often a silent stream shows that it is alive, in milliseconds; undefined: never. */
function pingEveryMs(call: Call, plan: RoutePlan, { options }: Pick<Gateway, 'options'>): number | undefined {
  if (!call.facts.isStream || !streamsWhole(call.endpoint.operation)) return undefined
  const usual = options.get(pingIntervalEnabled) ? options.get(pingIntervalSeconds) * 1000 : undefined
  if (plan.attempts.every((attempt) => attempt.isStreamed)) return usual
  return Math.min(usual ?? WHOLE_PING_MS, WHOLE_PING_MS)
}

/** What a call is served with, once its hold stands. */
interface Served extends StreamParts {
  readonly gateway: WalkServices
  readonly attempts: AttemptFact[]
  readonly plan: RoutePlan
  readonly admission: Admission
  readonly live: LiveCall
}

/** Where the answer of a call goes. */
interface Destination {
  deliver(answer: Answer): Promise<void>
  /**
   * Ends the client's side of a call whose answer is not there yet, with an error that says why. What the vendor has begun is still
   * charged; but a shutdown does not wait for what that costs.
   */
  cut(why: CutReason): void
}

function toClient(served: Served, { reply, refuse }: Visit): Destination {
  const { call } = served
  return {
    deliver(answer) {
      if (answer.kind === 'whole' && call.endpoint.operation.kind === 'task') return submitTask(answer, reply, served)
      if (answer.kind === 'stream') return streamBack(answer, reply, served)
      const isStreamed = call.facts.isStream && streamsWhole(call.endpoint.operation)
      return isStreamed ? streamWhole(answer, reply, served) : sendWhole(answer, reply, served)
    },
    cut(why) {
      const code = why === 'revoked' ? 'access_revoked' : why
      // A client that has left has nothing left to read.
      if (reply.isBegun) endInError(reply, served, code)
      else if (!reply.isGone) refuse(new AppError(code))
      reply.turnAway({ isCut: why === 'gateway_shutdown' })
    },
  }
}

function toSink(sink: ResponseSink, served: Served): Destination {
  return {
    deliver(answer) {
      if (answer.kind !== 'whole') throw new Error('a call without a connection was answered with a stream')
      return sendWhole(answer, sink, served)
    },
    cut: (why) => sink.drop(why),
  }
}

/**
 * From the hold to the bill, for any kind of client. Returns the call's failure while nothing of an answer had been sent; the hold is then
 * released. Never rejects.
 */
async function runCall(served: Served, client: ResponseSink, { deliver, cut }: Destination): Promise<unknown> {
  const { call, caller, gateway, attempts, admission, live, trace } = served
  live.cutBy(cut)
  try {
    const answer = await callUpstream(served.plan, call, {
      ...{ gateway, client, userId: caller.user.id, held: served.hold.attempts, attempts, trace },
      isTaken: () => served.task !== undefined,
      keeperFor: (attempt, key) => pictureKeeper(served, { attempt, key }),
    })
    live.cutBy(undefined)
    noteHome(answer, served)
    call.room?.answered()
    admission.succeeded()
    await deliver(answer)
    return undefined
  } catch (error) {
    live.cutBy(undefined)
    if (error instanceof ClientGone && error.owed && !served.task) {
      // Not awaited: a late settlement still goes on.
      await settle(error.owed, 'client_gone', served, error.as).catch((late: unknown) =>
        gateway.log.error({ id: call.id, err: late }, 'a settlement is late'),
      )
      return error
    }
    await release(error, served)
    return error
  } finally {
    // Its bill has told what it used; where there is none, it used nothing.
    admission.ended(0)
    call.room?.release()
    gateway.media.release(call)
    trace?.end()
  }
}

/** The conversation goes on where it was answered. */
function noteHome({ attempt, use }: Answer, { call, caller, plan, gateway }: Served): void {
  const mark = plan.isPinned || hasChoice(plan.considered.tiers) ? call.conversation?.() : undefined
  if (mark === undefined) return
  // A call that is bound to one key has a channel with that key alone.
  const channel = gateway.catalog.current().channel(attempt.channel.id)
  if (channel) gateway.affinity.note(caller.user.id, mark, { channel, keyId: use.keyId, model: channel.prefix + attempt.requestedModel })
}

async function admitAndHold(caller: Caller, call: Call, request: IncomingMessage, gateway: WalkServices) {
  const admission = await admit(caller, call, request, gateway)
  try {
    // Waits for the catalog to be current, so that a channel changed a moment ago counts as changed.
    await gateway.catalog.upToDate()
    await recallHome(caller, call, gateway)
    const plan = planRoute(caller, call, planParts(gateway, maxAttempts(gateway.options)))
    const hold = await placeHold(caller, call, plan, gateway)
    return { admission, plan, hold }
  } catch (error) {
    admission.ended(0)
    throw error
  }
}
