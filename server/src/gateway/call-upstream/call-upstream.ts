// Step 7: walks the plan until a channel answers. Until then nothing of an answer has gone to the client, so another may be tried; the
// hold stays where it is.
import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import type { AttemptFact } from '@waystation/contract/log'
import { passThroughRequestEnabled } from '@waystation/contract/options/global'
import * as relay from '@waystation/contract/options/relay'
import type { ChatEvent } from '@waystation/wire/chat/event'
import { lossList } from '@waystation/wire/chat/loss'
import type { ChatRequest } from '@waystation/wire/chat/request'
import type { Frame } from '@waystation/wire/sse'
import type { Dispatcher } from 'undici'
import { isCallersFault } from '../../domain/channel/channel-hours.ts'
import { BodyTooLarge, readCapped } from '../../lib/read-capped.ts'
import type { Gateway } from '../gateway.ts'
import { Meter } from '../meter/meter.ts'
import type { FrameReading } from '../operations/operation-kind.ts'
import type { Outlook } from '../place-hold/outlook.ts'
import type { ResponseSink } from '../stream-back/relay-reply.ts'
import { LargePrint } from '../translate/large-print.ts'
import { SignatureCollector, withSignatures } from '../translate/signatures.ts'
import { pricedHeaders } from '../translate/surcharges.ts'
import { forbidden, type Losses, type TranslateRules, upstreamBody } from '../translate/translate.ts'
import type { Attempt, Call, Hold, RoutePlan } from '../types.ts'
import { decompressed, isDecompressionError, type UpstreamResponse } from '../upstream/decompress.ts'
import { ClientGone, type FailureFacts, UpstreamFailure } from '../upstream/failure.ts'
import { answeredFailure, connectionFailure, garbageFailure, keysCooling, tooLargeFailure, untranslatable } from '../upstream/failures.ts'
import { FrameSource, type SourceEnd } from '../upstream/frame-source.ts'
import { scrubbedFailure } from '../upstream/scrub.ts'
import { isPassedThrough, isStreamed, targetOf, upstreamCallOf } from '../upstream/upstream-call.ts'
import { isCountable, LeavingWatch } from './leaving.ts'
import { mayRetry } from './retry-policy.ts'
import { type Try, triesOf } from './tries.ts'

/** A whole answer, at most (R7). */
const MAX_REPLY_BYTES = 64 * 1024 * 1024

/** A vendor that only sends keep-alives may think so many times as long before its first event as one that says nothing at all. */
const QUIET_FACTOR = 5

/** What a bill is made from. */
export interface Billable {
  readonly attempt: Attempt
  readonly meter: Meter
  /** Milliseconds from the call's start to the first byte of the answer. */
  readonly firstMs: number
  /** What was lost on the way to the vendor, and grows on the way back. */
  readonly losses: Losses
  /** Listens for what the vendor wants back later; only where the client's dialect is another. */
  readonly signatures?: SignatureCollector
  readonly outlook: Outlook
}

/** What a channel answered, as far as it has come in. `reading`: what the first of the frames said, which the meter has had. */
export type Answer = Billable &
  (
    | {
        readonly kind: 'stream'
        readonly source: FrameSource
        readonly frames: readonly Frame[]
        readonly reading: readonly FrameReading[]
        readonly end: SourceEnd | undefined
      }
    /** `events`: what the body says, for a client of another dialect. */
    | { readonly kind: 'whole'; readonly body: Buffer; readonly events: readonly ChatEvent[] }
  )

export interface UpstreamParts {
  readonly gateway: Gateway
  readonly reply: Pick<ResponseSink, 'isGone' | 'goneAtMs' | 'isCut' | 'onGone'>
  /** What is known of each attempt's cost. */
  readonly outlooks: Hold['outlooks']
  readonly userId: number
  /** Grows by one line per attempt. */
  readonly attempts: AttemptFact[]
}

/** The first answer. Throws the last UpstreamFailure when no channel gave one, or ClientGone. */
export async function callUpstream(plan: RoutePlan, call: Call, parts: UpstreamParts): Promise<Answer> {
  const { gateway } = parts
  let last: UpstreamFailure | undefined
  for (const one of triesOf(plan, gateway)) {
    const { attempt } = one
    const startedMs = performance.now()
    const note = (outcome: { status?: number; error?: string }) =>
      parts.attempts.push({
        channel_id: attempt.channel.id,
        channel_name: attempt.channel.name,
        started_ms: Math.round(startedMs - call.startedMs),
        took_ms: Math.round(performance.now() - startedMs),
        ...outcome,
      })
    try {
      const answer = await tryOnce(one, call, parts)
      note({ status: 200 })
      return answer
    } catch (error) {
      // Who left is no fault of the channel that was asked; that it was asked is told.
      if (error instanceof ClientGone) note(error.owed ? { status: 200 } : {})
      if (!(error instanceof UpstreamFailure)) throw error
      last = error
      const { facts } = error
      note({ status: facts.upstream?.status ?? facts.status, error: facts.detail })
      gateway.metrics.attemptFailed(attempt.channel.id, facts.code)
      gateway.hours.note({
        channelId: attempt.channel.id,
        isFailed: !isCallersFault(facts.status),
        firstMs: null,
        totalMs: performance.now() - startedMs,
      })
      one.isKeyRefused = isKeyRefused(one, facts, gateway)
      one.mayMoveOn = mayRetry(facts, gateway.options)
      if (isOutOfTime(call, gateway)) break
    }
  }
  throw last ?? keysCooling()
}

function isKeyRefused({ attempt, key }: Try, { upstream, status, retryAfterSeconds }: FailureFacts, { health }: Gateway): boolean {
  if (!upstream) return false
  const { message, type, code } = upstream
  const { channel, upstreamModel: model } = attempt
  return health.refused({
    ...{ channelId: channel.id, key, model, mayAutoDisable: channel.autoBan },
    ...{ status, message, type, code, retryAfterSeconds },
  })
}

/** A caller who has waited twice as long as a first byte may take is told, rather than kept for yet another channel (R3). */
function isOutOfTime(call: Call, gateway: Gateway): boolean {
  return performance.now() - call.startedMs > 2000 * gateway.options.get(relay.relayFirstByteTimeoutSeconds)
}

async function tryOnce(one: Try, call: Call, parts: UpstreamParts): Promise<Answer> {
  const { reply, gateway, userId } = parts
  const { attempt } = one
  // The client library takes an emitter as a signal; it costs a tenth of an AbortController.
  const abort = new EventEmitter()
  const outlook = outlookIn(parts, attempt)
  const leaving = new LeavingWatch({
    reply,
    gateway,
    userId,
    isCountable: isCountable(isStreamed(call, attempt), outlook),
    abort: () => abort.emit('abort'),
  })
  let owed: Billable | undefined
  try {
    const losses = lossList()
    const response = decompressed(await send(one, call, parts, { signal: abort, losses, outlook }))
    if (response.statusCode < 200 || response.statusCode >= 300) throw await answeredFailure(response, attempt)
    const listener = call.endpoint.operation.listener(attempt, { stream: isStreamed(call, attempt), idPrefix: call.id })
    const meter = new Meter(call, listener, outlook.tiers)
    const signatures = isPassedThrough(call, attempt) ? {} : { signatures: new SignatureCollector(attempt.dialect) }
    owed = { attempt, meter, losses, outlook, ...signatures, firstMs: performance.now() - call.startedMs }
    leaving.answered()
    return await received(response, call, owed, gateway)
  } catch (error) {
    if (reply.isGone) throw new ClientGone(owed, leaving.as)
    throw scrubbedFailure(failureOf(error), attempt.channel)
  } finally {
    leaving.end()
  }
}

function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  return isDecompressionError(error) ? garbageFailure('the upstream packed its answer otherwise than it says') : connectionFailure(error)
}

function outlookIn({ outlooks }: UpstreamParts, attempt: Attempt): Outlook {
  const outlook = outlooks.get(attempt)
  if (!outlook) throw new Error('an attempt is made that nothing was held for')
  return outlook
}

async function send(
  { attempt, key }: Try,
  call: Call,
  { gateway, userId, reply }: UpstreamParts,
  { signal, losses, outlook }: { signal: EventEmitter; losses: Losses; outlook: Outlook },
): Promise<Dispatcher.ResponseData> {
  const { channel, provider } = attempt
  const asked = upstreamCallOf(call, attempt, attempt.operation, gateway.options)
  const upstreamCall = { ...asked, clientHeaders: pricedHeaders(asked.clientHeaders, attempt, losses) }
  const rules: TranslateRules = {
    losses,
    ...(outlook.loweredTo === undefined ? {} : { maxOutputTokens: outlook.loweredTo }),
    passesThrough: gateway.options.get(passThroughRequestEnabled),
    ...(isPassedThrough(call, attempt) ? {} : { translation: await conversation(call, attempt, gateway, userId) }),
  }
  const { turns } = gateway.bodies
  if (call.isHeavy) await turns.next()
  // Only what takes room has long texts in it.
  const large = call.room && new LargePrint()
  const printed = upstreamBody(call, attempt, upstreamCall, large ? { ...rules, print: large.print } : rules)
  const lost = forbidden(losses.losses, call.isStrict || channel.setting.strict === true)
  if (lost.length > 0) throw untranslatable(lost)
  const body = large ? await large.finished(printed, turns) : printed
  // Nothing has been asked of anybody yet.
  if (reply.isGone) throw new ClientGone(undefined, 'cancelled')
  const address = provider.address(upstreamCall, targetOf(channel, key.secret))
  return gateway.egress.send({
    method: 'POST',
    url: address.url,
    headers: {
      ...address.headers,
      'content-type': 'application/json',
      accept: upstreamCall.isStream ? 'text/event-stream' : 'application/json',
      'accept-encoding': 'identity',
    },
    body,
    signal,
    proxy: channel.setting.proxy ?? undefined,
    headersTimeoutMs: gateway.options.get(relay.relayFirstByteTimeoutSeconds) * 1000,
    bodyTimeoutMs: gateway.options.get(relay.relayIdleTimeoutSeconds) * 1000,
  })
}

/** What is asked as a conversation, with what the vendor wants back; nothing where it is none. */
async function conversation(call: Call, { dialect }: Attempt, { vault }: Gateway, userId: number): Promise<{ request?: ChatRequest }> {
  const asked = call.endpoint.operation.conversation?.(call)
  return asked ? { request: await withSignatures(asked, dialect, vault, userId) } : {}
}

async function received(response: UpstreamResponse, call: Call, billable: Billable, gateway: Gateway): Promise<Answer> {
  const { meter } = billable
  const isStream = String(response.headers['content-type'] ?? '').includes('text/event-stream')
  const wantsStream = isStreamed(call, billable.attempt)
  if (wantsStream && isStream) return firstFrames(response.body, call, billable, gateway)
  const body = await wholeBody(response, gateway)
  const firstMs = performance.now() - call.startedMs
  const text = body.toString('utf8')
  if (wantsStream) throw garbageFailure('the upstream did not answer with a stream', text)
  const reading = meter.push({ event: '', data: text })
  if (reading.error) throw garbageFailure('the upstream told an error with a good status', reading.error.message)
  if (!meter.isComplete && !meter.hasProduce && !reading.usage) throw garbageFailure('the upstream answered with something else', text)
  return { ...billable, kind: 'whole', firstMs, body, events: [...(reading.events ?? []), ...meter.end()] }
}

/** Waits for the first frame with data: an error in it, or an end before it, may still be answered by another channel. */
async function firstFrames(body: Readable, call: Call, billable: Billable, { options }: Gateway): Promise<Answer> {
  const { meter } = billable
  const source = new FrameSource(body)
  const { frames, end } = await source.first(QUIET_FACTOR * options.get(relay.relayFirstByteTimeoutSeconds) * 1000)
  if (end && !frames.some((frame) => frame.data !== undefined))
    throw end.kind === 'failed' ? streamFailure(end.error) : garbageFailure('the upstream sent an empty stream')
  const reading: FrameReading[] = []
  for (const frame of frames) {
    const told = meter.push(frame)
    reading.push(told)
    if (!told.error) continue
    if (meter.hasProduce) break
    source.stop()
    throw garbageFailure('the upstream told an error in its stream', told.error.message)
  }
  return { ...billable, kind: 'stream', firstMs: performance.now() - call.startedMs, source, frames, reading, end }
}

/** A stream that failed before its first event. */
function streamFailure(error: Error): UpstreamFailure {
  return error instanceof RangeError ? tooLargeFailure() : connectionFailure(error)
}

/** A whole answer, at most so large (R7), and within the time of a whole call. */
async function wholeBody({ body, headers }: UpstreamResponse, { options }: Gateway): Promise<Buffer> {
  const limits = { maxBytes: MAX_REPLY_BYTES, deadlineMs: options.get(relay.relayTotalTimeoutSeconds) * 1000 }
  try {
    const length = headers['content-length']
    return await readCapped(body, limits, length === undefined ? undefined : Number(length))
  } catch (error) {
    throw error instanceof BodyTooLarge ? tooLargeFailure() : error
  }
}
