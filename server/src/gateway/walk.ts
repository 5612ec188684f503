// One model call, from the front door to the bill. Each step is the file of the same name in this folder.

import { AppError } from '@waystation/contract/errors'
import type { AttemptFact } from '@waystation/contract/log'
import { pingIntervalEnabled, pingIntervalSeconds } from '@waystation/contract/options/global'
import type { JsonObject } from '@waystation/wire/json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Admission, admit } from './admit/admit.ts'
import { type Answer, callUpstream } from './call-upstream/call-upstream.ts'
import { maxAttempts } from './call-upstream/retry-policy.ts'
import type { RelayEndpoint } from './door/endpoints.ts'
import { answerFailure, idHeaders, RelayRefusal, toError } from './door/error-boundary.ts'
import type { Gateway } from './gateway.ts'
import { liveCall } from './live-calls.ts'
import type { AddressFacts } from './operations/operation-kind.ts'
import { placeHold } from './place-hold/place-hold.ts'
import { planRoute } from './plan-route/plan-route.ts'
import { readCall } from './read-call/read-call.ts'
import { type BackgroundSink, serveInBackground } from './responses/background.ts'
import { resumeConversation } from './responses/conversations.ts'
import { replay } from './responses/replay.ts'
import { noteRefusal, release, type SettleParts, settle } from './settle/settle.ts'
import type { Framing } from './stream-back/framing.ts'
import { RelayReply, type ResponseSink } from './stream-back/relay-reply.ts'
import { endInError, sendWhole, streamBack } from './stream-back/stream-back.ts'
import { streamWhole } from './stream-back/stream-whole.ts'
import type { Call, Caller, RoutePlan } from './types.ts'
import { ClientGone } from './upstream/failure.ts'
import { isStreamed } from './upstream/upstream-call.ts'

const EXPOSED = 'x-request-id, request-id, x-waystation-lost'

export interface WalkParts {
  readonly gateway: Gateway
  /** Finds who calls: by token, or by session in the playground. */
  readonly authenticate: (request: FastifyRequest, gateway: Gateway) => Promise<Caller> | Caller
  /** The playground names its group in the body. */
  readonly regroup?: (caller: Caller, call: Call, gateway: Gateway) => Caller
  /** What the address says of the call, in a dialect that puts it there. */
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
  const { gateway } = parts
  if (gateway.live.isClosed) throw new AppError('shutting_down')
  if (!gateway.isSetUp()) throw new AppError('not_set_up')
  const id = request.id
  const headers = { ...idHeaders(endpoint.dialect, id), 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }
  const reply = new RelayReply(fastifyReply, headers, parts.framing)
  const pathModel = (request.params as { model?: string } | undefined)?.model

  const signedIn = await parts.authenticate(request, gateway)
  const read = await readCall(
    endpoint,
    request.raw,
    signedIn,
    {
      id,
      startedMs: performance.now(),
      ...(pathModel === undefined ? {} : { pathModel }),
      ...(parts.address ? { address: parts.address } : {}),
    },
    gateway,
  )
  try {
    await serveRead(read, signedIn, { request, reply, fastifyReply, parts })
  } catch (error) {
    read.room?.release()
    throw error
  }
}

interface Visit {
  readonly request: FastifyRequest
  readonly reply: RelayReply
  readonly fastifyReply: FastifyReply
  readonly parts: WalkParts
}

/** Serves a call that has been read. */
async function serveRead(read: Call, signedIn: Caller, { request, reply, fastifyReply, parts }: Visit): Promise<void> {
  const { gateway } = parts
  const caller = parts.regroup?.(signedIn, read, gateway) ?? signedIn
  const call = await resumeConversation(read, caller, gateway).catch((error: unknown) => {
    throw toError(error, caller.language)
  })

  const { hold, plan, admission } = await admitted(caller, call, request, parts).catch((error: unknown) => {
    noteRefusal(error, call, caller, gateway)
    throw toError(error, caller.language)
  })

  const served: Served = { call, caller, hold, plan, gateway, attempts: [], admission }
  if (call.background) {
    const tell = (queued: JsonObject) => {
      if (call.background === 'stream') return replay(reply, String(queued.id), caller, gateway, queued)
      return reply.send(200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(queued))
    }
    const run = (end: BackgroundSink) =>
      runCall(served, end, { deliver: (answer) => sendWhole(wholeOf(answer), end, served), revoke: () => end.drop('revoked') })
    return serveInBackground(served, tell, run).catch((error) => {
      release(error, served)
      throw toError(error, caller.language)
    })
  }
  const pingMs = pingEveryMs(call, plan, gateway)
  if (pingMs !== undefined) reply.startPings(pingMs)
  const failure = await runCall(served, reply, {
    deliver(answer) {
      if (answer.kind === 'stream') return streamBack(answer, reply, served)
      return call.facts.isStream ? streamWhole(answer, reply, served) : sendWhole(answer, reply, served)
    },
    revoke() {
      if (reply.isBegun) endInError(reply, served, 'access_revoked')
      else answerFailure(new AppError('access_revoked'), request, fastifyReply, call.endpoint.dialect, gateway)
      reply.turnAway()
    },
  })
  if (failure === undefined || reply.isGone) return
  const refusal = toError(failure, caller.language)
  // Pings have promised a stream: the failure goes in band.
  if (reply.isBegun) return endInError(reply, served, refusal instanceof RelayRefusal ? refusal.code : 'internal_error')
  throw refusal
}

/** A client that waits for a whole answer in its stream hears of it this often (server-behaviour 3.5a). */
const WHOLE_PING_MS = 5000

/** How often a silent stream shows that it is alive, in milliseconds; undefined: never. */
function pingEveryMs(call: Call, plan: RoutePlan, { options }: Gateway): number | undefined {
  if (!call.facts.isStream) return undefined
  const usual = options.get(pingIntervalEnabled) ? options.get(pingIntervalSeconds) * 1000 : undefined
  if (plan.attempts.every((attempt) => isStreamed(call, attempt))) return usual
  return Math.min(usual ?? WHOLE_PING_MS, WHOLE_PING_MS)
}

/** What a call is served with, once its hold stands. */
interface Served extends SettleParts {
  readonly attempts: AttemptFact[]
  readonly plan: RoutePlan
  readonly admission: Admission
}

/**
 * From the hold to the bill, whoever is at the other end. Gives what the call failed with while nothing of an answer had been sent; the hold
 * is then given back. Never rejects.
 *
 * @param revoke ends the client's side with the words that its access was revoked; what the vendor is at work on is still charged
 */
async function runCall(
  served: Served,
  end: ResponseSink,
  { deliver, revoke }: { deliver: (answer: Answer) => Promise<void>; revoke: () => void },
): Promise<unknown> {
  const { call, caller, gateway, attempts, admission } = served
  const { id } = call
  const leave = gateway.live.add(liveCall(call, caller, (why) => (why === 'revoked' ? revoke() : end.drop(why))))
  try {
    const { outlooks } = served.hold
    const answer = await callUpstream(served.plan, call, { gateway, reply: end, userId: caller.user.id, outlooks, attempts })
    leave()
    call.room?.answered()
    admission.succeeded()
    await deliver(answer)
    return undefined
  } catch (error) {
    leave()
    if (error instanceof ClientGone && error.owed) {
      // Nobody waits for it; should it be late, it still goes on.
      await settle(error.owed, 'client_gone', served, error.as).catch((late: unknown) =>
        gateway.log.error({ id, err: late }, 'a settlement is late'),
      )
      return error
    }
    release(error, served)
    return error
  } finally {
    call.room?.release()
  }
}

/** Sound: what is not asked for as a stream is not answered by one. */
function wholeOf(answer: Answer): Extract<Answer, { kind: 'whole' }> {
  if (answer.kind !== 'whole') throw new Error('a background call was answered with a stream')
  return answer
}

async function admitted(caller: Caller, call: Call, request: FastifyRequest, { gateway }: WalkParts) {
  const admission = admit(caller, call, request.raw, gateway)
  // A channel that was changed a moment ago is already as it is now.
  await gateway.catalog.upToDate()
  const plan = planRoute(caller, call, {
    catalog: gateway.catalog.current(),
    prices: gateway.prices,
    providers: gateway.providers,
    keys: gateway.keys,
    maxAttempts: maxAttempts(gateway.options),
    random: gateway.random,
  })
  const hold = await placeHold(caller, call, plan, gateway)
  return { admission, plan, hold }
}
