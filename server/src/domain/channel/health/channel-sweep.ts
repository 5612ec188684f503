// The test of all channels (server-behaviour 3.11).
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../../db/database.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { findChannelIds } from '../channel-many-store.ts'
import { type ChannelRun, channelRun } from '../channel-run.ts'
import { type ChannelTests, isVerdict } from '../channel-test.ts'

export interface SweepParts {
  readonly database: Database
  readonly tests: Pick<ChannelTests, 'test'>
  /** Unix milliseconds. */
  readonly now: () => number
}

export function channelSweep({ database, tests, now }: SweepParts): ChannelRun {
  return channelRun({
    ids: () => findChannelIds(database),
    busy: 'channel_test_running',
    now,
    async one(caller, id) {
      try {
        return (await tests.test(caller, id, {}, newRequestId())).result.isOk
      } catch (error) {
        // A channel that was deleted meanwhile, or that has no small call to be tried with, has not failed.
        return error instanceof AppError && !isVerdict(error) ? undefined : false
      }
    },
  })
}
