// A day of two models, hour by hour, on every database.

import { modelHealth, timeZone } from '@waystation/contract/options/appearance'
import { logErrorEnabled } from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import { logType } from '@waystation/contract/site/status-table'
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { runAt } from '../../testing/time/run-at.ts'
import { addUsage, openWithActivity } from '../channel/testing/activity-rows.ts'
import { modelsHealthService } from './models-health.ts'

const QUARTER = 900
const HOUR = 3600
/** A midnight in UTC, 05:30 in Kolkata. */
const midnight = 1_700_006_400
/** 14:50 in UTC, 20:20 in Kolkata. */
const now = midnight + 14 * HOUR + 50 * 60
/** When the last 24 hours of Kolkata's clock began: half past those of UTC. */
const starts = Array.from({ length: 24 }, (_, at) => midnight + 14.5 * HOUR - (23 - at) * HOUR)

const optionsOf = (values: ReadonlyMap<unknown, unknown>) => ({
  // Sound: the test names a value of the option's own kind.
  get: <Value>(option: Option<Value>) => (values.has(option) ? (values.get(option) as Value) : option.default),
})
const shown = new Map<unknown, unknown>([
  [modelHealth, true],
  [logErrorEnabled, true],
  [timeZone, 'Asia/Kolkata'],
])

interface Failure {
  readonly at: number
  readonly kind: string
  readonly type: number
}

eachDatabase('the health of models', ({ database, address }) => {
  let failures = 0
  const fail = async ({ at, kind, type }: Failure, count: number) => {
    for (let call = 0; call < count; call++) {
      const id = `01ARZ3NDEKTSV4RRFFQ69G5${String(failures++).padStart(3, '0')}`
      await runAt(
        address(),
        `insert into log (user_id, username, channel_id, token_id, token_name, group_name, model_name, is_stream, use_time, prompt_tokens,
           completion_tokens, quota, client_ip, type, created_at, request_id)
         values (1, 'ann', 0, 1, 't', 'default', 'busy', 1, 1, 1, 1, 1, '', ${type}, ${at}, '${id}');
         insert into log_failure (request_id, kind, created_at) values ('${id}', '${kind}', ${at})`,
      )
    }
  }
  beforeAll(async () => {
    const row = { user_id: 1, channel_id: 1, prompt_tokens: 1, completion_tokens: 1, quota: 1, model_name: 'busy' }
    const past = await openWithActivity(address())
    await past.run(addUsage, [
      // Before the day; in its first quarter, which is of an hour that began before it; at both ends of one hour; in the next; in this one.
      { ...row, quarter: midnight - 9.5 * HOUR, calls: 1000 },
      { ...row, quarter: midnight - 9.5 * HOUR + QUARTER, calls: 8 },
      { ...row, quarter: midnight - HOUR / 2, calls: 3 },
      { ...row, quarter: midnight + HOUR / 2 - QUARTER, calls: 5 },
      { ...row, quarter: midnight + HOUR / 2, calls: 4 },
      { ...row, quarter: midnight + 14.5 * HOUR, calls: 10 },
      { ...row, model_name: 'idle', quarter: midnight, calls: 19 },
    ])
    await past.close()
    // One that was charged all the same, two that were not, and one by its caller, in the hours from 05:00 and from 06:00 in Kolkata.
    await fail({ at: midnight + HOUR / 2 - 1, kind: 'upstream_cut', type: logType.consumption }, 1)
    await fail({ at: midnight + HOUR / 2, kind: 'upstream_error', type: logType.error }, 2)
    await fail({ at: midnight + HOUR / 2, kind: 'client_gone', type: logType.error }, 1)
    // Nothing but failures.
    await fail({ at: midnight + 3 * HOUR, kind: 'upstream_error', type: logType.error }, 1)
  }, 180_000)

  test('has a share for each hour of the site’s clock, and none where there was no call', async () => {
    const health = await modelsHealthService({ database: database(), options: optionsOf(shown), now: () => now * 1000 }).lastDay()
    const hours = new Map([
      [midnight - HOUR / 2, 0.875],
      [midnight + HOUR / 2, 0.666],
      [midnight + 2.5 * HOUR, 0],
      [midnight + 14.5 * HOUR, 1],
    ])
    // 30 charged calls and 3 that were not; 4 failed.
    expect(health).toEqual({
      ...{ as_of: now, answered: { busy: 0.878 }, starts },
      answered_by_hour: { busy: starts.map((start) => hours.get(start) ?? null) },
    })
  })
})
