// The same done to many channels in the background: one run at a time, on whichever node, which people may leave and come back to.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunScope, TestRun } from '@waystation/contract/channels/state/test-run'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import type { Caller } from '../../session/caller.ts'
import type { RunLease, RunLeases } from './run-lease.ts'

/** Channels at the same time: many share a vendor, and vendors count calls per minute. */
const AT_ONCE = 4

/** What a run did to one channel. */
export interface RunStep {
  readonly isFailed?: boolean
  /** What has become of the channel by it. */
  readonly change?: 'enabled' | 'disabled' | undefined
}

export interface ChannelRun {
  /** Starts a run and returns its progress. @throws AppError of the `busy` code while one is under way, or one of `ids` */
  start(caller: Caller, scope?: RunScope): Promise<TestRun>
  /** Starts a run over all, if the last one over all began so long ago and none is under way. Answers whether it did. */
  startDue(caller: Caller, everyMs: number): Promise<boolean>
  /** The run under way here, or the last one since the server started. */
  current(): TestRun | null
  /** What has not begun is left out; what has is waited for. */
  stop(): void
  /** Stops, and leaves the work to other nodes at once. */
  close(): Promise<void>
}

export interface RunParts {
  /** What its lease is called. */
  readonly name: string
  readonly leases: RunLeases
  /** Which channels, in order. */
  readonly ids: (scope: RunScope) => Promise<number[]>
  /** Runs the operation for one channel. */
  readonly one: (caller: Caller, id: number) => Promise<RunStep>
  readonly busy: ErrorCode
  /** How long to wait after each channel, which are then done one by one. */
  readonly pauseSeconds: () => number
  /** Called at the end of every run. */
  readonly afterEach?: () => Promise<void>
  /** Told at the end of a run that a person started. */
  readonly onEnd?: (run: TestRun) => Promise<void>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

interface Beginning {
  readonly caller: Caller
  readonly scope: RunScope
  readonly everyMs: number
  readonly isScheduled: boolean
}

const everything: RunScope = { only: 'all', tag: '' }

export function channelRun(parts: RunParts): ChannelRun {
  return new Run(parts)
}

class Run implements ChannelRun {
  readonly #parts: RunParts
  #run: TestRun | null = null
  #isUnderWay = false
  #isClosed = false
  #rest: number[] = []
  #lease: RunLease | undefined
  #pause = new AbortController()

  constructor(parts: RunParts) {
    this.#parts = parts
  }

  async start(caller: Caller, scope = everything): Promise<TestRun> {
    const run = await this.#begin({ caller, scope, everyMs: 0, isScheduled: false })
    if (!run) throw new AppError(this.#parts.busy)
    return run
  }

  async startDue(caller: Caller, everyMs: number): Promise<boolean> {
    return (await this.#begin({ caller, scope: everything, everyMs, isScheduled: true })) !== undefined
  }

  current(): TestRun | null {
    return this.#run ? { ...this.#run } : null
  }

  stop(): void {
    this.#rest.length = 0
    this.#pause.abort()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.stop()
    await this.#lease?.end()
  }

  /** Undefined: another run is under way, or it is too early. */
  async #begin({ caller, scope, everyMs, isScheduled }: Beginning): Promise<TestRun | undefined> {
    if (this.#isUnderWay || this.#isClosed) return undefined
    this.#isUnderWay = true
    const ids = await this.#take(scope, everyMs).catch(async (error) => {
      await this.#release()
      throw error
    })
    if (!ids) {
      this.#isUnderWay = false
      return undefined
    }
    this.#rest = this.#isClosed ? [] : ids
    const counts = { total: ids.length, done: 0, failed: 0, enabled: 0, disabled: 0 }
    const run: TestRun = { ...scope, is_scheduled: isScheduled, started_at: this.#seconds(), ended_at: 0, ...counts }
    this.#run = run
    void this.#work(caller, run)
    return { ...run }
  }

  /** Takes the lease, and finds the channels. */
  async #take(scope: RunScope, everyMs: number): Promise<number[] | undefined> {
    const { name, leases, ids } = this.#parts
    const isWhole = scope.only === 'all' && scope.tag === ''
    this.#lease = await leases.take({ name, everyMs, isWhole }, () => this.stop())
    this.#pause = new AbortController()
    return this.#lease && ids(scope)
  }

  async #release(): Promise<void> {
    await this.#lease?.end()
    this.#lease = undefined
    this.#isUnderWay = false
  }

  async #work(caller: Caller, run: TestRun): Promise<void> {
    const lanes = this.#parts.pauseSeconds() > 0 ? 1 : AT_ONCE
    await Promise.all(Array.from({ length: lanes }, () => this.#lane(caller, run)))
    await this.#release()
    run.ended_at = this.#seconds()
    await this.#parts.afterEach?.().catch((error) => this.#trouble(error))
    if (!run.is_scheduled) await this.#parts.onEnd?.({ ...run }).catch((error) => this.#trouble(error))
  }

  async #lane(caller: Caller, run: TestRun): Promise<void> {
    for (let id = this.#rest.shift(); id !== undefined; id = this.#rest.shift()) {
      const { isFailed = false, change } = await this.#step(caller, id)
      run.done += 1
      if (isFailed) run.failed += 1
      if (change) run[change] += 1
      const pauseMs = this.#parts.pauseSeconds() * 1000
      if (pauseMs > 0 && this.#rest.length > 0) await this.#wait(pauseMs)
    }
  }

  async #step(caller: Caller, id: number): Promise<RunStep> {
    try {
      return await this.#parts.one(caller, id)
    } catch (error) {
      this.#trouble(error, id)
      return { isFailed: true }
    }
  }

  /** Ends early when the run is stopped. */
  async #wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#pause.signal, ref: false }).catch(() => undefined)
  }

  #trouble(error: unknown, channelId?: number): void {
    if (this.#isClosed) return
    const { name, onTrouble } = this.#parts
    onTrouble(error, { event: 'channel_run_failed', run: name, ...(channelId === undefined ? {} : { channelId }) })
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}
