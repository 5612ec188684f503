// Several processes on one port, each a node of its own: this one starts them, watches over them, and ends or renews them in order.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export interface WorkersParts {
  readonly count: number
  readonly log: Logger
  /** All of them serve. */
  readonly onServing: () => void
}

/** A worker that dies is started again after a pause that grows with each death in the last minute; after so many, all is ended (FLT-36). */
const MOST_DEATHS_A_MINUTE = 5
const PAUSE_MS = 500
const MINUTE_MS = 60_000
/** A signal this soon after the first is the same one, come by another way. */
const SIGNAL_ECHO_MS = 1000

/** Serves until a signal ends it; answers the code to exit with. SIGHUP renews the workers one after another, without refusing a call. */
export function serveByWorkers(parts: WorkersParts): Promise<number> {
  return new Workers(parts).served
}

class Workers {
  readonly #parts: WorkersParts
  readonly #workers: Worker[] = []
  readonly #over = Promise.withResolvers<number>()
  readonly #deathsMs: number[] = []
  /** They are asked to end, and are not started again. */
  readonly #leaving = new Set<Worker>()
  #isEnding = false
  #endingSinceMs = 0
  #isRenewing = false
  #exitCode = 0

  constructor(parts: WorkersParts) {
    this.#parts = parts
    process.on('SIGINT', () => this.#end())
    process.on('SIGTERM', () => this.#end())
    process.on('SIGHUP', () => void this.#renew())
    cluster.on('exit', (worker, code, signal) => void this.#ended(worker, { code, signal }))
    void Promise.all(Array.from({ length: parts.count }, (_, at) => this.#start(at))).then(parts.onServing)
  }

  get served(): Promise<number> {
    return this.#over.promise
  }

  /** Answers when the worker takes calls. */
  #start(at: number): Promise<void> {
    const worker = cluster.fork({ WAYSTATION_WORKER: String(at) })
    this.#workers[at] = worker
    const { promise, resolve } = Promise.withResolvers<void>()
    worker.once('listening', resolve)
    return promise
  }

  async #ended(worker: Worker, how: { readonly code: number; readonly signal: string }): Promise<void> {
    const at = this.#workers.indexOf(worker)
    if (this.#leaving.delete(worker) || at < 0) return
    if (this.#isEnding) {
      this.#exitCode ||= how.code
      this.#workers.splice(at, 1)
      if (this.#workers.length === 0) this.#over.resolve(this.#exitCode)
      return
    }
    const nowMs = performance.now()
    this.#deathsMs.push(nowMs)
    const deaths = this.#deathsMs.filter((deathMs) => nowMs - deathMs < MINUTE_MS).length
    this.#parts.log.error({ event: 'worker_died', worker: at + 1, ...how, deaths }, 'a worker has died')
    if (deaths > MOST_DEATHS_A_MINUTE) return this.#giveUp(worker)
    await sleep(PAUSE_MS * deaths)
    if (!this.#isEnding) await this.#start(at)
  }

  #giveUp(dead: Worker): void {
    this.#exitCode = 1
    this.#workers.splice(this.#workers.indexOf(dead), 1)
    this.#isEnding = true
    if (this.#workers.length === 0) this.#over.resolve(1)
    this.#signal('SIGTERM')
  }

  #end(): void {
    const nowMs = performance.now()
    if (this.#isEnding && nowMs - this.#endingSinceMs < SIGNAL_ECHO_MS) return
    this.#endingSinceMs = nowMs
    this.#isEnding = true
    this.#signal('SIGTERM')
  }

  #signal(signal: NodeJS.Signals): void {
    for (const worker of this.#workers) worker.process.kill(signal)
  }

  /** One after another: the next one is asked to end when the new one in the place of the last takes calls. */
  async #renew(): Promise<void> {
    if (this.#isRenewing) return
    this.#isRenewing = true
    for (const [at, worker] of [...this.#workers.entries()]) {
      if (this.#isEnding) break
      const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      this.#leaving.add(worker)
      worker.process.kill('SIGTERM')
      await gone
      await this.#start(at)
    }
    this.#isRenewing = false
  }
}
