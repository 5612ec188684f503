import type { UsageOverview, UsageRow } from '@waystation/contract/data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUsage, openWithActivity } from '../domain/channel/testing/activity-rows.ts'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** A midnight in UTC; it is 14:30 on that day. */
const midnight = 1_700_006_400
const now = midnight + 14.5 * HOUR

let console: TestConsole
let admin: Visitor
let ann: Visitor
let bob: Visitor

beforeAll(async () => {
  console = await openConsole({ now: () => now * 1000 })
  await console.root()
  admin = await console.user('admin', 10)
  ann = await console.user('ann')
  bob = await console.user('bob')
  const row = { channel_id: 7, calls: 1, prompt_tokens: 10, completion_tokens: 5, quota: 100 }
  const past = await openWithActivity(console.place.address)
  await past.run(addUsage, [
    { ...row, user_id: ann.id, hour: midnight, model_name: 'm1' },
    { ...row, user_id: ann.id, hour: midnight, model_name: 'm1', channel_id: 8, quota: 50 },
    { ...row, user_id: ann.id, hour: midnight + 14 * HOUR, model_name: 'm2', quota: 1 },
    { ...row, user_id: bob.id, hour: midnight, model_name: 'm1', quota: 7, calls: 20 },
    // Yesterday: before this time of the day, in this hour, and later.
    { ...row, user_id: ann.id, hour: midnight - DAY, model_name: 'm1', quota: 30 },
    { ...row, user_id: ann.id, hour: midnight - 10 * HOUR, model_name: 'm1', quota: 8 },
    { ...row, user_id: ann.id, hour: midnight - 9 * HOUR, model_name: 'm1', quota: 1000 },
    { ...row, user_id: bob.id, hour: midnight - DAY, model_name: 'm1', quota: 3 },
  ])
  await past.close()
})
afterAll(() => console.close())

const today = `start_timestamp=${midnight}&end_timestamp=${midnight + DAY}`
const rows = async (line: string, as: Visitor) => (await console.call(line, { as })).json.data as UsageRow[]
const overview = async (line: string, as: Visitor) => (await console.call(line, { as })).json.data as UsageOverview
const codeOf = async (line: string, as: Visitor) => (await console.call(line, { as })).json.code

test('rows are by model and hour, of one user or of all together', async () => {
  expect(await rows(`GET /api/data/?${today}&username=ann&default_time=week`, admin)).toEqual([
    { id: 1, user_id: ann.id, username: 'ann', model_name: 'm1', created_at: midnight, token_used: 30, count: 2, quota: 150 },
    { id: 2, user_id: ann.id, username: 'ann', model_name: 'm2', created_at: midnight + 14 * HOUR, token_used: 15, count: 1, quota: 1 },
  ])
  expect((await rows(`GET /api/data/?${today}`, admin))[0]).toEqual({
    id: 1,
    user_id: 0,
    username: '',
    model_name: 'm1',
    created_at: midnight,
    token_used: 45,
    count: 22,
    quota: 157,
  })
  expect(await rows(`GET /api/data/?${today}&username=nobody`, admin)).toEqual([])
})

test('a user has their own figures, whatever they ask for', async () => {
  for (const query of ['', '&username=ann', `&user_id=${ann.id}`]) {
    expect(await rows(`GET /api/data/self?${today}${query}`, bob)).toEqual([
      { id: 1, user_id: bob.id, username: 'bob', model_name: 'm1', created_at: midnight, token_used: 15, count: 20, quota: 7 },
    ])
    const own = await overview(`GET /api/data/self/overview?${today}${query}`, bob)
    expect(own).toMatchObject({ totals: { quota: 7, calls: 20 }, before: { quota: 3 } })
    expect(own.users ?? own.channels).toBeUndefined()
  }
  for (const line of [`GET /api/data/?${today}`, `GET /api/data/overview?${today}`]) expect(await codeOf(line, bob)).toBe('no_permission')
})
