// The test of all channels (server-behaviour 3.11): one run at a time, in the background, which people may leave and come back to.
import type { TestRun } from '@waystation/contract/channel'
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Caller } from '../session/caller.ts'
import { findChannelIds } from './channel-many-store.ts'
import { type ChannelTests, isVerdict } from './channel-test.ts'

/** Tests under way at the same time: many channels share a vendor, and vendors count calls per minute. */
const AT_ONCE = 4

export interface ChannelSweep {
  /** Begins a run and answers how it stands. @throws AppError channel_test_running */
  start(caller: Caller): Promise<TestRun>
  /** The run under way, or the last one since the server started. */
  current(): TestRun | null
  /** What has not begun is left out; what has is waited for. */
  stop(): void
}

export interface SweepParts {
  readonly database: Database
  readonly tests: Pick<ChannelTests, 'test'>
  /** Unix milliseconds. */
  readonly now: () => number
}

export function channelSweep({ database, tests, now }: SweepParts): ChannelSweep {
  let run: TestRun | null = null
  let rest: number[] = []
  const seconds = () => Math.floor(now() / 1000)

  const testOne = async (caller: Caller, id: number): Promise<boolean | undefined> => {
    try {
      return (await tests.test(caller, id, {}, newRequestId())).result.isOk
    } catch (error) {
      // A channel that was deleted meanwhile, or that has no small call to be tried with, has not failed.
      return error instanceof AppError && !isVerdict(error) ? undefined : false
    }
  }

  return {
    async start(caller) {
      if (run?.ended_at === 0) throw new AppError('channel_test_running')
      const mine: TestRun = { started_at: seconds(), ended_at: 0, total: 0, done: 0, failed: 0 }
      run = mine
      try {
        rest = await findChannelIds(database)
      } catch (error) {
        mine.ended_at = seconds()
        throw error
      }
      mine.total = rest.length
      const lane = async () => {
        for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
          if ((await testOne(caller, id)) === false) mine.failed += 1
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
