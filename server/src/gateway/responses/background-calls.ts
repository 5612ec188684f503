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

/** The calls that go on in the background on this node. */
export class BackgroundCalls {
  readonly #running = new Map<string, { sink: BackgroundSink; over: Promise<void> }>()

  isRunning(userId: number, id: string): boolean {
    return this.#running.has(`${userId}:${id}`)
  }

  /** Resolves when a call has ended and what came of it is stored; at once where none runs. */
  async over(userId: number, id: string): Promise<void> {
    await this.#running.get(`${userId}:${id}`)?.over
  }

  /** Ends a call, and resolves when what came of it is stored. */
  async cancel(userId: number, id: string): Promise<void> {
    this.#running.get(`${userId}:${id}`)?.sink.drop('client_gone')
    await this.over(userId, id)
  }

  /** @param work never rejects */
  start(userId: number, id: string, sink: BackgroundSink, work: () => Promise<void>): Promise<void> {
    const key = `${userId}:${id}`
    const over = work().finally(() => this.#running.delete(key))
    this.#running.set(key, { sink, over })
    return over
  }
}
