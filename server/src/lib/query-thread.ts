// A worker thread that answers queries, started at the first of them: for work that takes long, or that a caller can make take long.
import { Worker } from 'node:worker_threads'

/** The messages to the thread and back. */
export interface ThreadQuery<Input> {
  readonly id: number
  readonly input: Input
}
export interface QueryReply<Answer> {
  readonly id: number
  readonly answer: Answer
}

export interface QueryThreadOptions {
  readonly file: URL
  readonly name: string
  /** Handed to the thread when it starts, as its `workerData`. */
  readonly data?: unknown
  /** The longest wait for a reply. */
  readonly limitMs: number
  /** Is a thread that exceeds the limit stopped? Its other pending queries then get no reply either. */
  readonly isStoppedWhenLate: boolean
  readonly onTrouble: (error: unknown) => void
}

export class QueryThread<Input, Answer> {
  readonly #options: QueryThreadOptions
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(options: QueryThreadOptions) {
    this.#options = options
  }

  /**
   * The thread's reply; undefined where none came in time. Never rejects.
   * @param handedOver what of the input is moved to the thread and not copied: it is gone here
   */
  async ask(input: Input, handedOver: readonly ArrayBuffer[] = []): Promise<Answer | undefined> {
    try {
      this.#worker ??= this.#start()
    } catch (error) {
      // No further thread may be had from the system.
      this.#options.onTrouble(error)
      return undefined
    }
    this.#lastId += 1
    const id = this.#lastId
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const timer = setTimeout(() => this.#isLate(resolve), this.#options.limitMs).unref()
      this.#waiting.set(id, (given) => {
        clearTimeout(timer)
        resolve(given)
      })
      const query: ThreadQuery<Input> = { id, input }
      this.#worker?.postMessage(query, handedOver)
    })
    this.#waiting.delete(id)
    return answer
  }

  /** Ends the thread. What still waits for it gets no reply. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#answerNone()
    await worker?.terminate()
  }

  #start(): Worker {
    const { file, name, data } = this.#options
    const fresh = new Worker(file, { name, workerData: data })
    fresh.unref()
    fresh.on('message', ({ id, answer }: QueryReply<Answer>) => this.#waiting.get(id)?.(answer))
    fresh.on('error', (error) => this.#fail(error))
    return fresh
  }

  #isLate(resolve: (answer: undefined) => void): void {
    if (!this.#options.isStoppedWhenLate) {
      resolve(undefined)
      return
    }
    void this.#worker?.terminate()
    this.#fail(new Error(`the thread ${this.#options.name} took longer than ${this.#options.limitMs} ms`))
  }

  #fail(error: unknown): void {
    this.#options.onTrouble(error)
    this.#answerNone()
  }

  #answerNone(): void {
    this.#worker = undefined
    for (const answer of [...this.#waiting.values()]) answer(undefined)
    this.#waiting.clear()
  }
}
