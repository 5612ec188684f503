// The answer of the channel that took the call: a whole one is read to its end, of a stream the beginning, after which no other channel is tried.
import { relayTotalTimeoutSeconds } from '@waystation/contract/options/relay'
import { contentTypeOf, isFramed } from '@waystation/wire/encoding/framing'
import { looksLikeEvents } from '@waystation/wire/encoding/sse'
import type { Attempt } from '../attempt.ts'
import type { Gateway } from '../gateway.ts'
import { hasConversation, isCompletion } from '../operations/kinds.ts'
import type { Call } from '../types.ts'
import type { Answer, Billable, WholeAnswer } from '../upstream/answer.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { ERROR_LIMITS, failureOf, notAnswerFailure, reportedFailure } from '../upstream/failures.ts'
import { readAnswer } from '../upstream/read-answer.ts'
import { ReplyStream } from '../upstream/reply-stream.ts'
import { timeLimits } from '../upstream/time-limits.ts'
import { framingOf } from '../upstream/upstream-call.ts'

/** A whole answer, at most (R7). */
const MAX_REPLY_BYTES = 64 * 1024 * 1024

/** A stream whose first frames hold nothing of the answer is kept from the client for so long: its vendor may fail right after them. */
const LOOK_AHEAD_MS = 1000

/** A vendor that only sends keep-alives may take so many times as long before its first event as one that sends nothing at all. */
const QUIET_FACTOR = 5

/** An answer that is to be read. */
interface Reply {
  readonly answer: VendorAnswer
  readonly call: Call
  readonly gateway: Pick<Gateway, 'options' | 'clock' | 'media'>
  readonly userId: number
  /** The bill of an answer that came in another form than it was requested in. */
  readonly billableFor: (attempt: Attempt) => Billable
}

/** What came for a bill: throws UpstreamFailure where it is no answer, so that another channel may be tried. */
export function beginAnswer(billable: Billable, reply: Reply): Promise<Answer> {
  return isWhole(reply.answer, billable.attempt, reply.call) ? readWhole(billable, reply) : beginStream(billable, reply)
}

/** Transcription models that cannot stream give a whole answer even where a stream was requested. */
function isWhole({ contentType }: VendorAnswer, { isStreamed, reply }: Attempt, { endpoint }: Call): boolean {
  return !isStreamed || reply === 'collect' || (endpoint.operation.kind === 'form' && !contentType.includes(contentTypeOf('sse')))
}

/** A whole reply, at most so large (R7), and within the time of a whole call. A vendor may have sent a stream for it, or the reverse. */
async function readWhole(requested: Billable, { answer, call, gateway, userId, billableFor }: Reply): Promise<Answer> {
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
  const whole: WholeAnswer = { ...billable, kind: 'whole', firstMs, body: shown, contentType: answer.contentType, events }
  return { ...whole, ...(await withMedia(whole, call, userId, gateway)) }
}

/** As much of a body tells a stream of events from a whole answer. */
const MAX_PEEKED = 100

/** The data of media that a reply names by addresses and its client wants as data; those that cannot be had stay addresses. */
async function withMedia(
  { attempt, body, events, replyLosses }: WholeAnswer,
  call: Call,
  userId: number,
  { media }: Reply['gateway'],
): Promise<Pick<WholeAnswer, 'media'>> {
  const { operation } = call.endpoint
  if (operation.kind !== 'translated' && operation.kind !== 'form') return {}
  const addresses = attempt.reply === 'rewrite' ? operation.wantedAsData?.(call, { text: body.toString(), events }, attempt) : undefined
  if (!addresses || addresses.length === 0) return {}
  const fetched = await media.dataOf(addresses, call, userId)
  if (addresses.some((address) => !fetched.has(address))) replyLosses.add('response_format', 'not-expressible')
  return { media: fetched }
}

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
