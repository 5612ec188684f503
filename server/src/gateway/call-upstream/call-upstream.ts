// Step 7: tries the plan's channels until one answers. Until then nothing has been sent to the client, so another may be tried under the
// same hold.
import { EventEmitter } from 'node:events'
import type { AttemptFact } from '@waystation/contract/calls/log'
import { relayTotalTimeoutSeconds } from '@waystation/contract/options/relay'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { contentTypeOf, isFramed } from '@waystation/wire/encoding/framing'
import { looksLikeEvents } from '@waystation/wire/encoding/sse'
import { saysKeyIsDead } from '@waystation/wire/failure-facts'
import type { Availability, Blame } from '../../domain/channel/availability/availability.ts'
import { isCallersFault, statusClass } from '../../domain/channel/health/status-class.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import type { ClientWatch } from '../client-connection.ts'
import type { Gateway } from '../gateway.ts'
import type { HeldAttempt, Hold } from '../held.ts'
import { Meter } from '../meter/meter.ts'
import { hasConversation, isCompletion } from '../operations/kinds.ts'
import { pricedCall } from '../place-hold/priced-size.ts'
import { encodeAttempt } from '../prepare/encode-attempt.ts'
import { SignatureCollector, signerOf } from '../prepare/signatures.ts'
import { GivenIds } from '../prepare/vendor-ids.ts'
import type { Call } from '../types.ts'
import type { Answer, Billable } from '../upstream/answer.ts'
import { answerTo } from '../upstream/converse.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { ClientGone, type FailureFacts, UpstreamFailure } from '../upstream/failure.ts'
import {
  channelsResting,
  ERROR_LIMITS,
  failureOf,
  failureOfResponse,
  keysCooling,
  notAnswerFailure,
  reportedFailure,
} from '../upstream/failures.ts'
import { readAnswer } from '../upstream/read-answer.ts'
import { ReplyStream } from '../upstream/reply-stream.ts'
import { scrubbedFailure } from '../upstream/scrub.ts'
import { timeLimits } from '../upstream/time-limits.ts'
import { framingOf, targetOf } from '../upstream/upstream-call.ts'
import { boundsOf } from './bounds-of.ts'
import { leastWaitSeconds } from './least-wait.ts'
import { isCountable, LeavingWatch } from './leaving.ts'
import { mayRetry } from './retry-policy.ts'
import { type Try, triesOf } from './tries.ts'

/** What calling the vendors of a plan takes. */
export type CallUpstreamServices = Pick<
  Gateway,
  | 'options'
  | 'bodies'
  | 'vault'
  | 'media'
  | 'exchange'
  | 'pseudonym'
  | 'clock'
  | 'keys'
  | 'availability'
  | 'health'
  | 'hours'
  | 'metrics'
  | 'drains'
>

/** A whole answer, at most (R7). */
const MAX_REPLY_BYTES = 64 * 1024 * 1024

/** A stream whose first frames hold nothing of the answer is kept from the client for so long: its vendor may fail right after them. */
const LOOK_AHEAD_MS = 1000

/** A vendor that only sends keep-alives may take so many times as long before its first event as one that sends nothing at all. */
const QUIET_FACTOR = 5

export interface UpstreamParts extends TryParts {
  readonly gateway: CallUpstreamServices
  readonly client: ClientWatch
  /** The attempts that the hold covers. */
  readonly held: Hold['attempts']
  readonly userId: number
}

/** The first answer. Throws the last UpstreamFailure when no channel gave one, or ClientGone. */
export function callUpstream(plan: RoutePlan, call: Call, parts: UpstreamParts): Promise<Answer> {
  return firstOf(plan, call, parts, (one) => tryOnce(one, call, parts))
}

/** What the tries of a plan need that is the same for calls and sessions. */
export interface TryParts {
  readonly gateway: Pick<Gateway, 'options' | 'clock' | 'keys' | 'availability' | 'health' | 'hours' | 'metrics'>
  /** Grows by one line per attempt. */
  readonly attempts: AttemptFact[]
}

/** What the first try gives that succeeds. Throws the last UpstreamFailure when none did, or ClientGone. */
export async function firstOf<Given>(
  plan: RoutePlan,
  call: Call,
  parts: TryParts,
  make: (one: Try) => Promise<Given>,
  status = 200,
): Promise<Given> {
  const { gateway } = parts
  let last: UpstreamFailure | undefined
  for (const one of triesOf(plan, gateway)) {
    const startedMs = gateway.clock.now()
    const took = () => ({ startedMs, endedMs: gateway.clock.now() })
    try {
      const given = await make(one)
      gateway.keys.answered(one.key.id, one.attempt.upstreamModel)
      one.use.answered()
      parts.attempts.push(attemptFact(call, one.attempt, took(), { status }))
      return given
    } catch (error) {
      // A client disconnect does not count against the channel; the attempt is logged.
      if (error instanceof ClientGone) parts.attempts.push(attemptFact(call, one.attempt, took(), error.owed ? { status: 200 } : {}))
      if (!(error instanceof UpstreamFailure)) {
        // What a client that has left still owes is settled, and its end noted, by whoever catches this.
        if (!(error instanceof ClientGone && error.owed)) one.use.failed('none')
        throw error
      }
      last = error
      noteFailure(error.facts, one, { call, took: took(), parts })
      if (isOutOfTime(call, one.attempt, gateway)) break
    }
  }
  throw limitedFailure(last, plan, gateway.availability)
}

/** The last failure. Where all channels limit, the client is told the least wait of them, not that of the last one. */
function limitedFailure(last: UpstreamFailure | undefined, plan: RoutePlan, availability: Pick<Availability, 'look'>): UpstreamFailure {
  const waitSeconds = leastWaitSeconds(plan, availability)
  if (!last) return nothingTried(plan, availability, waitSeconds)
  if (last.facts.status !== 429 || waitSeconds === undefined) return last
  return new UpstreamFailure({ ...last.facts, retryAfterSeconds: waitSeconds })
}

/** Between plan and try, others have found every channel out, or are trying it. */
function nothingTried({ attempts }: RoutePlan, availability: Pick<Availability, 'look'>, waitSeconds: number | undefined): UpstreamFailure {
  const verdicts = attempts.map(({ channel, upstreamModel }) => availability.look(channel, upstreamModel))
  const areLimited = verdicts.every((verdict) => !verdict.isUsable && verdict.reason === 'keys_cooling')
  return areLimited ? keysCooling(waitSeconds) : channelsResting(waitSeconds)
}

/** From when until when an attempt was under way, in milliseconds of the gateway's clock. */
interface Took {
  readonly startedMs: number
  readonly endedMs: number
}

function attemptFact(
  call: Call,
  { channel }: Attempt,
  { startedMs, endedMs }: Took,
  outcome: Pick<AttemptFact, 'status' | 'error' | 'charged_as'>,
): AttemptFact {
  return {
    channel_id: channel.id,
    channel_name: channel.name,
    started_ms: Math.round(startedMs - call.startedMs),
    took_ms: Math.round(endedMs - startedMs),
    ...outcome,
  }
}

/** A failed attempt in the log, the metrics and the channel's health; and what may be tried after it. */
function noteFailure(facts: FailureFacts, one: Try, { call, took, parts }: { call: Call; took: Took; parts: TryParts }): void {
  const { gateway } = parts
  const { attempt } = one
  const channelId = attempt.channel.id
  const outcome = { status: facts.upstream?.status ?? facts.status, error: facts.detail }
  const charged = mayBeCharged(facts) ? { charged_as: attempt.upstreamModel } : {}
  parts.attempts.push(attemptFact(call, attempt, took, { ...outcome, ...charged }))
  gateway.metrics.attemptFailed(channelId, facts.code)
  const totalMs = took.endedMs - took.startedMs
  one.use.failed(blameOf(facts))
  gateway.hours.note({ channelId, isFailed: !isCallersFault(facts.status), firstMs: null, totalMs })
  one.isKeyRefused = isKeyRefused(one, facts, gateway)
  one.mayMoveOn = mayRetry(facts, gateway.options)
}

/** What a failure is about, so that the right thing is left alone. A limit with a time is the key's, which cools (key-ring.ts). */
function blameOf({ kind, status, retryAfterSeconds }: FailureFacts): Blame {
  if (kind === 'connection') return 'channel'
  if (kind === 'untranslatable' || kind === 'blocked') return 'none'
  if (kind !== 'answer') return 'model'
  switch (statusClass(status)) {
    case 'request':
    case 'missing':
      return 'request'
    case 'key':
      return 'key'
    case 'limit':
      return retryAfterSeconds === undefined ? 'key-model' : 'request'
    default:
      return 'model'
  }
}

/** Did the vendor take the request and then fail, so that it may have counted it? */
function mayBeCharged({ kind, upstream }: FailureFacts): boolean {
  return kind === 'silence' || kind === 'garbage' || (kind === 'answer' && upstream !== undefined && upstream.status >= 500)
}

function isKeyRefused(
  { attempt, key }: Try,
  { upstream, status, retryAfterSeconds }: FailureFacts,
  { health }: Pick<Gateway, 'health'>,
): boolean {
  if (!upstream) return false
  const { message } = upstream
  const { channel, upstreamModel: model } = attempt
  return health.refused({
    ...{ channelId: channel.id, key, model, mayAutoDisable: channel.autoBan },
    ...{ status, message, isKeyDead: saysKeyIsDead(upstream), retryAfterSeconds },
  })
}

/** A caller who has waited twice as long as a first byte may take gets the failure, rather than waiting for yet another channel (R3). */
function isOutOfTime(call: Call, attempt: Attempt, { clock, options }: Pick<Gateway, 'clock' | 'options'>): boolean {
  return clock.now() - call.startedMs > 2 * timeLimits(attempt, options).firstByteMs
}

async function tryOnce({ attempt, key, use }: Try, call: Call, parts: UpstreamParts): Promise<Answer> {
  const { client, gateway, userId } = parts
  // The client library takes an emitter as a signal; it costs a tenth of an AbortController.
  const signal = new EventEmitter()
  const { request: prepared, estimate } = heldIn(parts, attempt)
  const isCount = isCountable(attempt.isStreamed && attempt.reply !== 'collect', estimate)
  const leaving = new LeavingWatch({ client, gateway, userId, isCountable: isCount, abort: () => signal.emit('abort') })
  let owed: Billable | undefined
  try {
    const losses = lossList()
    const { options, bodies, vault, media } = gateway
    const request = await encodeAttempt(prepared, { options, workQueue: bodies.workQueue, vault, media, userId, key, estimate, losses })
    // Nothing has been sent to the vendor yet.
    if (client.isGone) throw new ClientGone(undefined, 'cancelled')
    const target = { provider: attempt.provider, channel: targetOf(attempt.channel, key.secret), ...timeLimits(attempt, options), signal }
    const answer = await answerTo(request, target, { gateway, attempt, userId, isWanted: () => !client.isGone })
    if (!answer.isOk) throw await failureOfResponse(answer, attempt)
    const priced = pricedCall(call, attempt)
    const { hasMadeUpCounts: isMadeUp } = attempt.provider
    const firstMs = gateway.clock.now() - call.startedMs
    const billableFor = (as: Attempt): Billable => {
      const listener = call.endpoint.operation.replyListener(as, { stream: as.isStreamed, idPrefix: call.id }, priced)
      const given = new GivenIds({ channelId: attempt.channel.id, keyId: key.id })
      const meter = new Meter(priced, given.over(listener), { ...estimate, bounds: boundsOf(priced, as, estimate, request.body), isMadeUp })
      const signatures = as.request !== 'translated' ? {} : { signatures: new SignatureCollector(signerOf(as.dialect, as.channel)) }
      return { attempt: as, use, meter, losses, replyLosses: lossList(), estimate, given, ...signatures, firstMs }
    }
    owed = billableFor(attempt)
    leaving.answered()
    const reply = { answer, call, gateway, billableFor }
    return isWhole(answer, attempt, call) ? await readWhole(owed, reply) : await beginStream(owed, reply)
  } catch (error) {
    if (client.isGone) throw new ClientGone(owed, leaving.as)
    throw scrubbedFailure(failureOf(error), attempt.channel)
  } finally {
    leaving.end()
  }
}

function heldIn({ held }: UpstreamParts, attempt: Attempt): HeldAttempt {
  const found = held.get(attempt)
  if (!found) throw new Error('an attempt is made that nothing was held for')
  return found
}

/** Transcription models that cannot stream give a whole answer even where a stream was requested. */
function isWhole({ contentType }: VendorAnswer, { isStreamed, reply }: Attempt, { endpoint }: Call): boolean {
  return !isStreamed || reply === 'collect' || (endpoint.operation.kind === 'form' && !contentType.includes(contentTypeOf('sse')))
}

/** An answer that is to be read. */
interface Reply {
  readonly answer: VendorAnswer
  readonly call: Call
  readonly gateway: CallUpstreamServices
  /** The bill of an answer that came in another form than it was requested in. */
  readonly billableFor: (attempt: Attempt) => Billable
}

/** A whole reply, at most so large (R7), and within the time of a whole call. A vendor may have sent a stream for it, or the reverse. */
async function readWhole(requested: Billable, { answer, call, gateway, billableFor }: Reply): Promise<Answer> {
  const { options, clock } = gateway
  const deadlineMs = options.get(relayTotalTimeoutSeconds) * 1000
  const body = await answer.whole({ maxBytes: MAX_REPLY_BYTES, deadlineMs })
  const as = formOf(requested.attempt, call, body.toString('utf8', 0, MAX_PEEKED))
  const billable = as === requested.attempt ? requested : billableFor(as)
  const { meter, attempt } = billable
  const firstMs = clock.now() - call.startedMs
  const { events, error, usage, mended } = readAnswer(body, meter, call, attempt)
  if (error) throw reportedFailure(error, attempt)
  const isAnswer = meter.isComplete || (attempt.reply !== 'collect' && (meter.hasProduce || usage !== undefined))
  if (!isAnswer) throw notAnswerFailure('the upstream answered with something else', body.toString('utf8'), attempt)
  const shown = mended === undefined ? body : Buffer.from(mended)
  return { ...billable, kind: 'whole', firstMs, body: shown, contentType: answer.contentType, events }
}

/** As much of a body tells a stream of events from a whole answer. */
const MAX_PEEKED = 100

/**
 * The attempt in the form in which its answer came: a stream that came for a whole answer is read to its end, a whole answer that came for a
 * stream is read as one.
 */
function formOf(attempt: Attempt, call: Call, beginning: string): Attempt {
  if (!mayDiffer(attempt, call)) return attempt
  if (!looksLikeEvents(beginning)) return attempt.isStreamed ? { ...attempt, isStreamed: false, reply: 'rewrite' } : attempt
  const isCollectable = attempt.operation === 'chat' && attempt.reply !== 'collect'
  return isCollectable ? { ...attempt, isStreamed: true, reply: 'collect' } : attempt
}

/** Can an answer of the other form be told in the form that was requested? */
function mayDiffer(attempt: Attempt, call: Call): boolean {
  if (framingOf(call, attempt) !== 'sse') return false
  const { operation } = call.endpoint
  return (
    hasConversation(operation) ||
    isCompletion(attempt.operation) ||
    (operation.kind === 'translated' && operation.streamReply !== undefined)
  )
}

/** Waits for the first frame with data: an error in it, or an end before it, may still be answered by another channel. */
async function beginStream(billable: Billable, reply: Reply): Promise<Answer> {
  const { answer, call, gateway } = reply
  const { options, clock } = gateway
  const { meter, attempt } = billable
  const framing = framingOf(call, attempt)
  // Compatible servers send streams under any content type, and whole answers for streams.
  if (!isFramed(framing, answer.contentType) && !(framing === 'sse' && looksLikeEvents(await answer.peek()))) {
    if (mayDiffer(attempt, call) && /json/i.test(answer.contentType)) return readWhole(billable, reply)
    const text = await answer.beginning(ERROR_LIMITS)
    throw notAnswerFailure('the upstream did not answer with a stream', text, attempt)
  }
  const stream = new ReplyStream(answer.frames(framing), meter, clock)
  const deadlineMs = QUIET_FACTOR * timeLimits(attempt, options).firstByteMs
  const { firstData, error, end } = await stream.begin(deadlineMs, LOOK_AHEAD_MS)
  const isEmpty = firstData === undefined || (error === undefined && end !== undefined && !meter.hasProduce && !meter.isComplete)
  if (isEmpty) {
    if (end?.kind === 'failed') throw failureOf(end.error)
    throw notAnswerFailure('the upstream sent an empty stream', firstData ?? '', attempt)
  }
  if (error && !meter.hasProduce) {
    stream.stop()
    throw reportedFailure(error, attempt)
  }
  return { ...billable, kind: 'stream', firstMs: clock.now() - call.startedMs, stream, contentType: answer.contentType }
}
