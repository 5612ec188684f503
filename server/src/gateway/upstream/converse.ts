// The answer of a vendor that takes several requests for it (`Provider.converse`), as one answer: everything after this reads it like that to
// a single request.
import { EventEmitter } from 'node:events'
import { contentTypeOf, isFramed } from '@waystation/wire/encoding/framing'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import { type Frame, looksLikeEvents } from '@waystation/wire/encoding/sse'
import { reportedError } from '@waystation/wire/openai/error'
import { errors } from 'undici'
import { AnswerBody } from '../../lib/bodies/byte-source.ts'
import { lengthOf } from '../../lib/bodies/sent-body.ts'
import type { VendorReply, VendorRequest, WholeReply } from '../../providers/conversation.ts'
import type { Provider } from '../../providers/provider.ts'
import type { TaskPoll } from '../../providers/task-vendor.ts'
import type { Attempt } from '../attempt.ts'
import type { Gateway } from '../gateway.ts'
import { type ExchangeTarget, VendorAnswer } from './exchange.ts'
import { ClientGone } from './failure.ts'
import { ERROR_LIMITS, failureOf, failureOfResponse, notAnswerFailure, reportedFailure } from './failures.ts'
import { finishPictures, type WorkKeeper, type WorkRequests } from './finish-pictures.ts'
import { bytesOfFrames } from './frame-bytes.ts'
import type { FrameSource } from './frame-source.ts'

/** What a request beside the answer itself may answer, at most; some vendors repeat what was sent to them. */
const MAX_JSON_BYTES = 8 * 1024 * 1024
/** For a request that stops work or asks how it is, and for its answer. */
const ASK_MS = 15_000

type Converse = NonNullable<Provider['converse']>

/** The vendor's answer to this request, or to the several that its provider makes of it. Throws what these throw. */
export function answerTo(request: VendorRequest, target: ExchangeTarget, parts: ConverseParts): Promise<VendorAnswer> {
  const { provider, operation, upstreamModel: model } = parts.attempt
  const converse = (provider.conversesFor?.({ operation, model }) ?? true) ? provider.converse : undefined
  return converse ? converseFor(converse, request, target, parts) : parts.gateway.exchange.send(request, target)
}

export interface ConverseParts {
  readonly gateway: Pick<Gateway, 'exchange' | 'clock' | 'pseudonym'>
  readonly attempt: Attempt
  readonly userId: number
  /** Does anybody wait for the answer? */
  readonly isWanted: () => boolean
  /** Keeps what the vendor has taken; absent: nobody pays for it. */
  readonly keeper?: WorkKeeper | undefined
}

/**
 * Has the conversation that stands in place of this request. Resolves when its answer has begun. Throws UpstreamFailure where one of its
 * requests failed, or ClientGone where the client left before one that would have begun it.
 */
export async function converseFor(
  converse: Converse,
  request: VendorRequest,
  target: ExchangeTarget,
  parts: ConverseParts,
): Promise<VendorAnswer> {
  const { gateway, userId } = parts
  const requests = new ConversedRequests(target, parts, lengthOf(request.body ?? ''))
  try {
    const answer = await converse({
      ...{ request, channel: target.channel, pseudonym: gateway.pseudonym(userId) },
      ...{ limitMs: target.firstByteMs, workMs: parts.keeper?.workMs ?? target.firstByteMs },
      send: (one) => requests.send(one),
      finish: (work) => finishPictures(work, requests, { ...parts, channel: target.channel }),
    })
    if ('json' in answer) return wholeAnswer(answer, gateway)
    requests.hasBegun = true
    const body = bytesOfFrames(answer, () => requests.abort())
    return new VendorAnswer({ statusCode: 200, headers: { 'content-type': contentTypeOf('sse') }, body }, gateway.clock)
  } catch (error) {
    requests.abort()
    throw error
  }
}

function wholeAnswer({ json }: WholeReply, { clock }: ConverseParts['gateway']): VendorAnswer {
  const body = new AnswerBody({ pause() {}, resume() {}, abort() {} })
  body.push(Buffer.from(JSON.stringify(json)))
  body.finish()
  return new VendorAnswer({ statusCode: 200, headers: { 'content-type': 'application/json' }, body }, clock)
}

/** The requests of one conversation: those under way are cancelled together, and none follows. */
class ConversedRequests implements WorkRequests {
  readonly #target: ExchangeTarget
  readonly #parts: ConverseParts
  readonly #underWay = new Set<EventEmitter>()
  readonly #startedMs: number
  readonly #sentBytes: number
  #isAborted = false
  /** From now on a client that has left may still be charged for what comes. */
  hasBegun = false

  /** @param sentBytes of the call, before it is changed */
  constructor(target: ExchangeTarget, parts: ConverseParts, sentBytes: number) {
    this.#target = target
    this.#parts = parts
    this.#startedMs = parts.gateway.clock.now()
    this.#sentBytes = sentBytes
    target.signal?.once('abort', () => this.abort())
  }

  abort(): void {
    this.#isAborted = true
    for (const signal of this.#underWay) signal.emit('abort')
    this.#underWay.clear()
  }

  async send(request: VendorRequest): Promise<VendorReply> {
    const { gateway, attempt, isWanted } = this.#parts
    if (this.#isAborted) throw new errors.RequestAbortedError()
    if (!this.hasBegun && !isWanted()) throw new ClientGone(undefined, 'cancelled')
    const signal = new EventEmitter()
    this.#underWay.add(signal)
    const answer = await gateway.exchange.send(request, { ...this.#target, signal })
    if (!answer.isOk) throw await failureOfResponse(answer, attempt)
    const done = () => this.#underWay.delete(signal)
    return {
      json: async () => {
        const body = await answer.whole({ maxBytes: MAX_JSON_BYTES + this.#sentBytes, deadlineMs: this.#target.idleMs })
        done()
        const json = parseJson(body.toString('utf8'))
        // A code of 0 says that all is well, whatever words stand beside it.
        const error = isObject(json) && json.code === 0 ? undefined : reportedError(json)
        if (error) throw reportedFailure(error, attempt)
        return json
      },
      events: () => this.#events(answer, done),
    }
  }

  async ask({ request, read }: TaskPoll, waitMs: number): ReturnType<WorkRequests['ask']> {
    const { clock, exchange } = this.#parts.gateway
    const leftMs = this.#target.firstByteMs - (clock.now() - this.#startedMs) - waitMs
    if (leftMs <= 0) throw failureOf(new errors.HeadersTimeoutError())
    await this.#pause(waitMs)
    if (!this.#parts.isWanted()) throw new ClientGone(undefined, 'cancelled')
    const signal = new EventEmitter()
    this.#underWay.add(signal)
    try {
      const answer = await exchange.send(request, { ...this.#target, firstByteMs: Math.min(leftMs, ASK_MS), signal })
      const body = await answer.whole({ maxBytes: MAX_JSON_BYTES, deadlineMs: ASK_MS })
      return answer.isOk ? read(parseJson(body.toString('utf8'))) : undefined
    } catch (error) {
      if (this.#isAborted) throw error
      return undefined
    } finally {
      this.#underWay.delete(signal)
    }
  }

  callOff(request: VendorRequest): void {
    const { signal: _, ...target } = this.#target
    const limits = { firstByteMs: ASK_MS, idleMs: ASK_MS }
    // What comes back changes nothing: the work ends by itself otherwise.
    void this.#parts.gateway.exchange.send(request, { ...target, ...limits }).then(
      (answer) => answer.beginning(ERROR_LIMITS),
      () => undefined,
    )
  }

  /** Waits, unless the requests are cancelled. */
  #pause(ms: number): Promise<void> {
    if (this.#isAborted) throw new errors.RequestAbortedError()
    const signal = new EventEmitter()
    const over = Promise.withResolvers<void>()
    this.#underWay.add(signal)
    signal.once('abort', () => over.reject(new errors.RequestAbortedError()))
    const stop = this.#parts.gateway.clock.after(ms, over.resolve)
    return over.promise.finally(() => {
      stop()
      this.#underWay.delete(signal)
    })
  }

  async #events(answer: VendorAnswer, done: () => void): Promise<AsyncIterable<Frame>> {
    if (!isFramed('sse', answer.contentType) && !looksLikeEvents(await answer.peek())) {
      const text = await answer.beginning(ERROR_LIMITS)
      throw notAnswerFailure('the upstream did not answer with a stream', text, this.#parts.attempt)
    }
    return framesOf(answer.frames('sse'), done)
  }
}

/** However long: whoever reads the frames has limits of time of their own, and ends what they come from. */
const NO_LIMIT_MS = 2 ** 31 - 1

async function* framesOf(source: FrameSource, done: () => void): AsyncGenerator<Frame> {
  try {
    let { frames, end } = await source.first(NO_LIMIT_MS)
    for (;;) {
      yield* frames
      if (end?.kind === 'failed') throw end.error
      if (end) return
      ;({ frames, end } = await source.more(NO_LIMIT_MS))
    }
  } finally {
    source.stop()
    done()
  }
}
