import type { DropReason, ResponseSink } from '../types.ts'

/** Where a call that nobody waits for ends. */
export class BackgroundSink implements ResponseSink {
  readonly #listeners = new Set<() => void>()
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

  onGone(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.isGone) listener()
    return () => this.#listeners.delete(listener)
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
    for (const listener of [...this.#listeners]) listener()
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
