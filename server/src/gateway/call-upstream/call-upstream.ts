// Step 7: tries the plan's channels until one answers. Until then nothing has been sent to the client, so another may be tried under the
// same hold.
import { EventEmitter } from 'node:events'
import type { AttemptFact } from '@waystation/contract/calls/log'
import { preConsumedQuota } from '@waystation/contract/options/pricing'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { defined } from '@waystation/wire/defined'
import { saysKeyIsDead } from '@waystation/wire/failure-facts'
import type { ChannelKey } from '../../domain/catalog/routable-channel.ts'
import type { Availability } from '../../domain/channel/availability/availability.ts'
import type { Blame } from '../../domain/channel/availability/blame.ts'
import { isCallersFault, statusClass } from '../../domain/channel/health/status-class.ts'
import { expectedTokens } from '../../domain/pricing/hold-policy.ts'
import type { Attempt, RoutePlan } from '../attempt.ts'
import type { ClientWatch } from '../client-connection.ts'
import type { Gateway } from '../gateway.ts'
import type { HeldAttempt, Hold } from '../held.ts'
import { Meter } from '../meter/meter.ts'
import { makesImages } from '../operations/kinds.ts'
import { pricedCall } from '../place-hold/priced-size.ts'
import { encodeAttempt } from '../prepare/encode-attempt.ts'
import { SignatureCollector, signerOf } from '../prepare/signatures.ts'
import { GivenIds } from '../prepare/vendor-ids.ts'
import type { CallTrace } from '../trace/call-tracer.ts'
import type { Call } from '../types.ts'
import type { Answer, Billable } from '../upstream/answer.ts'
import { answerTo } from '../upstream/converse.ts'
import { CallEnded, ClientGone, type FailureFacts, UpstreamFailure } from '../upstream/failure.ts'
import { channelsResting, failureOf, failureOfResponse, keysCooling } from '../upstream/failures.ts'
import type { WorkKeeper } from '../upstream/finish-pictures.ts'
import { scrubbedFailure } from '../upstream/scrub.ts'
import { timeLimits } from '../upstream/time-limits.ts'
import { targetOf } from '../upstream/upstream-call.ts'
import { beginAnswer } from './begin-answer.ts'
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
  | 'contents'
  | 'clock'
  | 'keys'
  | 'availability'
  | 'channelLimits'
  | 'health'
  | 'hours'
  | 'metrics'
  | 'drains'
>

export interface UpstreamParts extends TryParts {
  readonly gateway: CallUpstreamServices
  readonly client: ClientWatch
  /** The attempts that the hold covers. */
  readonly held: Hold['attempts']
  readonly userId: number
  /** Keeps what a vendor takes and makes by and by, with the call's hold. */
  readonly keeperFor?: (attempt: Attempt, key: ChannelKey) => WorkKeeper
}

/** The first answer. Throws the last UpstreamFailure when no channel gave one, or ClientGone. */
export function callUpstream(plan: RoutePlan, call: Call, parts: UpstreamParts): Promise<Answer> {
  return firstOf(plan, call, parts, (one) => tryOnce(one, call, parts))
}

/** What the tries of a plan need that is the same for calls and sessions. */
export interface TryParts {
  readonly gateway: Pick<Gateway, 'options' | 'clock' | 'keys' | 'availability' | 'channelLimits' | 'health' | 'hours' | 'metrics'>
  /** Grows by one line per attempt. */
  readonly attempts: AttemptFact[]
  /** Set where the call is traced. */
  readonly trace?: CallTrace | undefined
  /** Is the call's hold no longer its own? Then nothing else can be tried for it. Absent: it always is. */
  readonly isTaken?: () => boolean
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
  const tokens = () => expectedTokens(call.facts, gateway.options.get(preConsumedQuota))
  let last: UpstreamFailure | undefined
  for await (const one of triesOf(plan, tokens, gateway)) {
    const startedMs = gateway.clock.now()
    const took = () => ({ startedMs, endedMs: gateway.clock.now() })
    try {
      const given = await make(one)
      gateway.keys.answered(one.key.id, one.attempt.upstreamModel)
      one.use.answered()
      parts.attempts.push(attemptFact(call, one.attempt, took(), { status }))
      parts.trace?.attempted(one.attempt, took(), { status })
      return given
    } catch (error) {
      // A client disconnect does not count against the channel; the attempt is logged.
      if (error instanceof ClientGone) {
        const outcome = error.owed ? { status: 200 } : {}
        parts.attempts.push(attemptFact(call, one.attempt, took(), outcome))
        parts.trace?.attempted(one.attempt, took(), { ...outcome, code: 'client_gone' })
      }
      if (!(error instanceof UpstreamFailure)) {
        // What a client that has left still owes is settled, and its end noted, by whoever catches this.
        if (!(error instanceof ClientGone && error.owed)) {
          one.use.failed('none')
          one.place.ended(0)
        }
        throw error
      }
      last = error
      noteFailure(error.facts, one, { call, took: took(), parts })
      if (isOutOfTime(call, one.attempt, gateway) || parts.isTaken?.()) break
    }
  }
  throw limitedFailure(last, plan, gateway.availability)
}

/** The last failure. Where all channels limit, the client is told the least wait of them, not that of the last one. */
function limitedFailure(last: UpstreamFailure | undefined, plan: RoutePlan, availability: Pick<Availability, 'look'>): UpstreamFailure {
  const waitSeconds = leastWaitSeconds(plan, availability)
  const { facts } = last ?? nothingTried(plan, availability, waitSeconds)
  if (last && facts.status !== 429) return last
  return new UpstreamFailure(
    defined({ ...facts, retryAfterSeconds: waitSeconds ?? facts.retryAfterSeconds, model: plan.attempts[0]?.requestedModel }),
  )
}

/** Between plan and try, others have found every channel out, or are trying it. */
function nothingTried({ attempts }: RoutePlan, availability: Pick<Availability, 'look'>, waitSeconds: number | undefined): UpstreamFailure {
  const verdicts = attempts.map(({ channel, upstreamModel }) => availability.look(channel, upstreamModel))
  // One that has room again by now was full when it was its turn.
  const areLimited = verdicts.every((verdict) => verdict.isUsable || verdict.reason === 'keys_cooling' || verdict.reason === 'full')
  return areLimited ? keysCooling(waitSeconds) : channelsResting(waitSeconds)
}

/** From when until when an attempt was under way, in milliseconds of the gateway's clock. */
interface Took {
  readonly startedMs: number
  readonly endedMs: number
}

function attemptFact(
  call: Call,
  { channel, requestedModel, isVirtual }: Attempt,
  { startedMs, endedMs }: Took,
  outcome: Pick<AttemptFact, 'status' | 'error' | 'charged_as'>,
): AttemptFact {
  return {
    channel_id: channel.id,
    channel_name: channel.name,
    ...(isVirtual ? { model: requestedModel } : {}),
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
  parts.trace?.attempted(attempt, took, { status: facts.upstream?.status, code: facts.code })
  gateway.metrics.attemptFailed(channelId, facts.code)
  const totalMs = took.endedMs - took.startedMs
  one.use.failed(blameOf(facts))
  one.place.ended(0)
  gateway.hours.note({ channelId, isFailed: !isCallersFault(facts.status), firstMs: null, totalMs })
  one.isKeyRefused = isKeyRefused(one, facts, gateway)
  one.mayMoveOn = mayRetry(facts, gateway.options, unknownTo(parts.attempts, attempt))
}

/** How many channels did not know the model of this attempt. */
function unknownTo(attempts: readonly AttemptFact[], { requestedModel, isVirtual }: Attempt): number {
  return attempts.filter(({ status = 0, model }) => statusClass(status) === 'missing' && (!isVirtual || model === requestedModel)).length
}

/** What a failure is about, so that the right thing is left alone. A limit with a time is the key's, which cools (key-ring.ts). */
export function blameOf({ kind, status, retryAfterSeconds }: FailureFacts): Blame {
  if (kind === 'connection') return 'channel'
  if (kind === 'untranslatable' || kind === 'blocked') return 'none'
  if (kind !== 'answer') return 'model'
  switch (statusClass(status)) {
    case 'request':
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

async function tryOnce({ attempt, key, use, place }: Try, call: Call, parts: UpstreamParts): Promise<Answer> {
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
    parts.trace?.sendsTo(request.url)
    const keeper = makesImages(call.endpoint.operation) ? parts.keeperFor?.(attempt, key) : undefined
    const answer = await answerTo(request, target, { gateway, attempt, userId, isWanted: () => !client.isGone, keeper })
    if (!answer.isOk) throw await failureOfResponse(answer, attempt)
    const priced = pricedCall(call, attempt)
    const { hasMadeUpCounts: isMadeUp } = attempt.provider
    const firstMs = gateway.clock.now() - call.startedMs
    const billableFor = (as: Attempt): Billable => {
      const listener = call.endpoint.operation.replyListener(as, { stream: as.isStreamed, idPrefix: call.id }, priced)
      const given = new GivenIds({ channelId: attempt.channel.id, keyId: key.id })
      const bounds = boundsOf(priced, as, estimate, request.body)
      const meter = new Meter(priced, given.over(listener), { ...estimate, bounds, isMadeUp, recorder: gateway.contents.recorder() })
      const signatures = as.request !== 'translated' ? {} : { signatures: new SignatureCollector(signerOf(as.dialect, as.channel)) }
      return { attempt: as, use, place, meter, losses, replyLosses: lossList(), estimate, given, ...signatures, firstMs }
    }
    owed = billableFor(attempt)
    leaving.answered()
    const begun = await beginAnswer(owed, { answer, call, gateway, userId, billableFor })
    use.watch(() => begun.meter.producedTokens)
    return begun
  } catch (error) {
    if (client.isGone) throw new ClientGone(owed, leaving.as)
    if (error instanceof CallEnded) throw error
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
