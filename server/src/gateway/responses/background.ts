// Calls of the Responses API that go on after their request was answered (`background`): the client is given an id, and asks again with it.
// They are held, billed and logged as any call; only that their end is a kept answer and no socket.
import { AppError } from '@waystation/contract/errors'
import { echoedHead } from '@waystation/wire/chat/openai-responses/echo'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/json'
import { failureWords } from '../door/error-boundary.ts'
import type { Gateway } from '../gateway.ts'
import { liveCall } from '../live-calls.ts'
import type { DropReason, ResponseSink } from '../stream-back/relay-reply.ts'
import type { Call, Caller } from '../types.ts'
import { store, tooLarge } from './conversations.ts'

/** Where a call that nobody waits for ends. */
export class BackgroundSink implements ResponseSink {
  #listener: (() => void) | undefined
  #left: DropReason | undefined
  #goneAtMs: number | undefined
  readonly #dropped = Promise.withResolvers<void>()
  /** The whole answer, once it is paid for. */
  answer: string | undefined

  /** Settles when the call is ended before its answer is complete. */
  get dropped(): Promise<void> {
    return this.#dropped.promise
  }

  /** Set when the call was ended before its answer was complete. */
  get left(): DropReason | undefined {
    return this.#left
  }

  get isGone(): boolean {
    return this.#left !== undefined
  }

  get goneAtMs(): number | undefined {
    return this.#goneAtMs
  }

  /** Its owner's wish to end it leaves the vendor's bill to be learnt; a shutdown does not wait for that. */
  get isCut(): boolean {
    return this.#left === 'gateway_shutdown'
  }

  onGone(listener: (() => void) | undefined): void {
    this.#listener = listener
    if (this.isGone) listener?.()
  }

  /** What came after the call was cancelled is paid for and told to nobody, as with a client that has left. */
  send(_status: number, _headers: Readonly<Record<string, string>>, body: Uint8Array | string): void {
    if (!this.isGone) this.answer = body.toString()
  }

  /** Ends the call, as a client does who goes away: by its owner's wish where it is `client_gone`. */
  drop(why: DropReason): void {
    if (this.isGone && why !== 'gateway_shutdown') return
    this.#left = why
    this.#goneAtMs ??= performance.now()
    this.#dropped.resolve()
    this.#listener?.()
  }
}

/** The calls that go on in the background on this node. */
export class BackgroundCalls {
  readonly #running = new Map<string, { end: BackgroundSink; over: Promise<void> }>()

  isRunning(userId: number, id: string): boolean {
    return this.#running.has(`${userId}:${id}`)
  }

  /** Answers when a call has ended and what came of it is kept; at once where none runs. */
  async over(userId: number, id: string): Promise<void> {
    await this.#running.get(`${userId}:${id}`)?.over
  }

  /** Ends a call, and answers when what came of it is kept. */
  async cancel(userId: number, id: string): Promise<void> {
    this.#running.get(`${userId}:${id}`)?.end.drop('client_gone')
    await this.over(userId, id)
  }

  /** @param work never rejects */
  start(userId: number, id: string, end: BackgroundSink, work: () => Promise<void>): void {
    const key = `${userId}:${id}`
    const over = work().finally(() => this.#running.delete(key))
    this.#running.set(key, { end, over })
  }
}

/**
 * Keeps the answer of a call as one that is still to come, tells it, and carries the call out.
 *
 * @param tell sends the client the answer as it is now, which is under way
 * @param runCall gives what the call failed with, if it did; never rejects
 */
export async function serveInBackground(
  { call, caller, gateway }: { call: Call; caller: Caller; gateway: Gateway },
  tell: (queued: JsonObject) => Promise<void> | void,
  runCall: (end: BackgroundSink) => Promise<unknown>,
): Promise<void> {
  const id = `resp_${call.id}`
  const createdAt = Math.floor(Date.now() / 1000)
  const head = {
    ...echoedHead({ stream: false, streamUsage: false, request: call.body }, { id, model: call.facts.model, createdAt }),
    background: true,
  }
  const keep = (body: JsonObject) => store({ ...body, id, background: true }, 0, call, caller, gateway)
  if (!(await keep({ ...head, status: 'queued' }))) throw tooLarge(gateway)
  const end = new BackgroundSink()
  // A shutdown waits until what came of it is kept.
  const leave = gateway.live.add(liveCall(call, caller, () => {}))
  gateway.background.start(caller.user.id, id, end, async () => {
    const whole = runCall(end).finally(leave)
    try {
      // One that was ended early is told so at once, while its vendor may still be listened to for the bill.
      const failure = await Promise.race([whole, end.dropped])
      if (await keep(outcome(head, end, failure, { call, caller, gateway }))) return
      await keep(outcome(head, end, tooLarge(gateway), { call, caller, gateway }))
    } catch (error) {
      gateway.log.error({ id: call.id, err: error }, 'what came of a background call could not be kept')
    }
  })
  try {
    await tell({ ...head, status: 'queued' })
  } catch (error) {
    // The call goes on, and so does its hold: nothing of this is told as its failure.
    gateway.log.error({ id: call.id, err: error }, 'a background call could not be told')
  }
}

function outcome(
  head: JsonObject,
  end: BackgroundSink,
  failure: unknown,
  { call, caller, gateway }: { call: Call; caller: Caller; gateway: Gateway },
): JsonObject {
  const answer = end.answer === undefined ? undefined : parseJson(end.answer)
  if (failure === undefined && isObject(answer)) return answer
  const told = brief(head)
  if (end.left === 'client_gone') return { ...told, status: 'cancelled' }
  const reason = end.left === undefined ? failure : new AppError(end.left === 'revoked' ? 'access_revoked' : end.left)
  return { ...told, status: 'failed', error: failureWords(reason, call.id, caller.language, gateway) }
}

/** Bytes of what a failed call repeats of its request. */
const MAX_ECHO_BYTES = 16 * 1024

/** The head of an answer that never came: long instructions and tools are not repeated, for they would be kept for nothing. */
function brief(head: JsonObject): JsonObject {
  if (Buffer.byteLength(JSON.stringify(head)) <= MAX_ECHO_BYTES) return head
  const { id, model, created_at, background } = head
  const bare = echoedHead(
    { stream: false, streamUsage: false },
    { id: String(id), model: String(model).slice(0, 255), createdAt: Number(created_at) },
  )
  return { ...bare, ...(background === undefined ? {} : { background }) }
}
