import type { Clock } from '../../lib/clock.ts'
import type { Bus } from '../../lib/shared/bus.ts'
import { ClientPresence, type DropReason, type ResponseSink } from '../client-connection.ts'

/** The sink of a call that runs in the background. */
export class BackgroundSink extends ClientPresence implements ResponseSink {
  #left: DropReason | undefined
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

  /** Output after the cancellation is charged but not stored, as after a client disconnect. */
  send(_status: number, _headers: Readonly<Record<string, string>>, body: Uint8Array | string): void {
    if (!this.isGone) this.answer = body.toString()
  }

  /**
   * Ends the call like a client disconnect; `client_gone` means that its owner cancelled it. A cancelled call still waits for the vendor's
   * usage; a shutdown does not wait for that.
   */
  drop(why: DropReason): void {
    if (this.isGone && why !== 'gateway_shutdown') return
    this.#left = why
    this.#dropped.resolve()
    this.leave({ isCut: why === 'gateway_shutdown' })
  }
}

export interface BackgroundCallsParts {
  readonly bus: Bus
  /** Is there a hold of this call, which some node keeps alive? */
  readonly isHeld: (callId: string) => Promise<boolean>
  /** Does no other node work on the database? */
  readonly isAlone: boolean
  readonly clock: Pick<Clock, 'after'>
}

/** What nodes tell each other of a call. */
interface CallMessage {
  readonly userId: number
  readonly id: string
}

/** How often a node looks whether a call of another one has ended, should it not be told. */
const LOOK_EVERY_MS = 1000
/** How long whoever cancels a call of another node waits for its end. */
const CANCELLED_WITHIN_MS = 5000

/** The calls that go on in the background, on this node and on others. */
export class BackgroundCalls {
  readonly #parts: BackgroundCallsParts
  readonly #running = new Map<string, { sink: BackgroundSink; over: Promise<void> }>()
  /** Who waits for calls of other nodes. */
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(parts: BackgroundCallsParts) {
    this.#parts = parts
    parts.bus.hear('call-cancelled', (message) => this.#running.get(keyOf(message as CallMessage))?.sink.drop('client_gone'))
    parts.bus.hear('call-over', (message) => {
      for (const wake of this.#waiting.get(keyOf(message as CallMessage)) ?? []) wake()
    })
  }

  /** @param id of the response */
  async isRunning(userId: number, id: string): Promise<boolean> {
    if (this.#running.has(keyOf({ userId, id }))) return true
    return !this.#parts.isAlone && this.#parts.isHeld(id.replace(/^resp_/, ''))
  }

  /** May a call of another node have ended so lately that what came of it is not stored yet? */
  get hasOthers(): boolean {
    return !this.#parts.isAlone
  }

  /** Resolves when a call has ended and what came of it is stored; at once where none runs. */
  async over(userId: number, id: string, withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    const here = this.#running.get(keyOf({ userId, id }))
    if (here) return here.over
    for (let waitedMs = 0; waitedMs < withinMs && (await this.isRunning(userId, id)); waitedMs += LOOK_EVERY_MS)
      await this.#toldOver({ userId, id }, Math.min(LOOK_EVERY_MS, withinMs))
  }

  /** Ends a call, and resolves when what came of it is stored. */
  async cancel(userId: number, id: string): Promise<void> {
    const here = this.#running.get(keyOf({ userId, id }))
    if (here) {
      here.sink.drop('client_gone')
      return here.over
    }
    this.#parts.bus.tell('call-cancelled', { userId, id })
    await this.over(userId, id, CANCELLED_WITHIN_MS)
  }

  /** @param work never rejects */
  start(userId: number, id: string, sink: BackgroundSink, work: () => Promise<void>): Promise<void> {
    const key = keyOf({ userId, id })
    const over = work().finally(() => {
      this.#running.delete(key)
      this.#parts.bus.tell('call-over', { userId, id })
    })
    this.#running.set(key, { sink, over })
    return over
  }

  #toldOver(call: CallMessage, withinMs: number): Promise<void> {
    const key = keyOf(call)
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = this.#waiting.get(key) ?? new Set()
    waiting.add(resolve)
    this.#waiting.set(key, waiting)
    const callOff = this.#parts.clock.after(withinMs, resolve)
    return promise.finally(() => {
      callOff()
      waiting.delete(resolve)
      if (waiting.size === 0) this.#waiting.delete(key)
    })
  }
}

const keyOf = ({ userId, id }: CallMessage): string => `${userId}:${id}`
