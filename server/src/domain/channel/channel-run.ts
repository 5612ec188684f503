// The same done to many channels in the background: one run at a time, which people may leave and come back to.
import type { TestRun } from '@waystation/contract/channels/channel'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import type { Caller } from '../session/caller.ts'

/** Channels at the same time: many share a vendor, and vendors count calls per minute. */
const AT_ONCE = 4

export interface ChannelRun {
  /** Starts a run and returns its progress. @throws AppError of the `busy` code while one is running */
  start(caller: Caller): Promise<TestRun>
  /** The run under way, or the last one since the server started. */
  current(): TestRun | null
  /** What has not begun is left out; what has is waited for. */
  stop(): void
}

export interface RunParts {
  /** Which channels, in order. */
  readonly ids: () => Promise<number[]>
  /** Runs the operation for one channel: false when it failed, undefined when it does not apply. Never rejects. */
  readonly one: (caller: Caller, id: number) => Promise<boolean | undefined>
  readonly busy: ErrorCode
  /** Unix milliseconds. */
  readonly now: () => number
}

export function channelRun({ ids, one, busy, now }: RunParts): ChannelRun {
  let run: TestRun | null = null
  let rest: number[] = []
  const seconds = () => Math.floor(now() / 1000)

  return {
    async start(caller) {
      if (run?.ended_at === 0) throw new AppError(busy)
      const mine: TestRun = { started_at: seconds(), ended_at: 0, total: 0, done: 0, failed: 0 }
      run = mine
      try {
        rest = await ids()
      } catch (error) {
        mine.ended_at = seconds()
        throw error
      }
      mine.total = rest.length
      const lane = async () => {
        for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
          if ((await one(caller, id)) === false) mine.failed += 1
          mine.done += 1
        }
      }
      void Promise.all(Array.from({ length: AT_ONCE }, lane)).then(() => {
        mine.ended_at = seconds()
      })
      return { ...mine }
    },
    current: () => (run ? { ...run } : null),
    stop() {
      rest.length = 0
    },
  }
}
