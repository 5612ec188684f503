import type { UsageOverview, UsageRow } from '@waystation/contract/calls/data'
import type { Wallet } from '@waystation/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUsage, openWithActivity } from '../../domain/channel/testing/activity-rows.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { runAt } from '../../testing/time/run-at.ts'

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
    { ...row, user_id: ann.id, quarter: midnight, model_name: 'm1' },
    { ...row, user_id: ann.id, quarter: midnight, model_name: 'm1', channel_id: 8, quota: 50 },
    { ...row, user_id: ann.id, quarter: midnight + 14 * HOUR, model_name: 'm2', quota: 1 },
    { ...row, user_id: bob.id, quarter: midnight, model_name: 'm1', quota: 7, calls: 20 },
    // Yesterday: before this time of the day, and later.
    { ...row, user_id: ann.id, quarter: midnight - DAY, model_name: 'm1', quota: 30 },
    { ...row, user_id: ann.id, quarter: midnight - 10 * HOUR, model_name: 'm1', quota: 8 },
    { ...row, user_id: ann.id, quarter: midnight - 9 * HOUR, model_name: 'm1', quota: 1000 },
    { ...row, user_id: bob.id, quarter: midnight - DAY, model_name: 'm1', quota: 3 },
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

test('neighbouring spans that meet at a half hour add up', async () => {
  const [edge, half] = [midnight - 3 * DAY, HOUR / 2]
  const row = { user_id: bob.id, model_name: 'edge', channel_id: 9, calls: 1, prompt_tokens: 1, completion_tokens: 1 }
  const past = await openWithActivity(console.place.address)
  await past.run(addUsage, [
    { ...row, quarter: edge, quota: 5 },
    { ...row, quarter: edge + half, quota: 70 },
  ])
  await past.close()
  const span = (from: number, to: number) => `start_timestamp=${from}&end_timestamp=${to}`
  const [before, after] = [span(edge + half - DAY, edge + half), span(edge + half, edge + half + DAY)]
  for (const [path, as] of [
    ['/api/data/', admin],
    ['/api/data/self', bob],
  ] as const) {
    const told = async (query: string) => (await rows(`GET ${path}?${query}`, as)).map(({ created_at, quota }) => [created_at, quota])
    expect([await told(before), await told(after)]).toEqual([[[edge, 5]], [[edge, 70]]])
    expect(await told(span(edge, edge + HOUR))).toEqual([[edge, 75]])
  }
  for (const step of ['hour', 'day']) {
    const quotaOf = async (query: string) => (await overview(`GET /api/data/overview?${query}&step=${step}`, admin)).totals.quota
    expect([await quotaOf(before), await quotaOf(after)]).toEqual([5, 70])
  }
})

test.each([
  ['Asia/Kolkata', '2023-05-09T18:30Z', [96, 96, 96]],
  ['Asia/Kathmandu', '2023-06-09T18:15Z', [96, 96, 96]],
  ['Europe/Berlin', '2023-03-24T23:00Z', [96, 92, 96]],
  ['Europe/Berlin', '2023-10-27T22:00Z', [96, 100, 96]],
  ['Australia/Lord_Howe', '2023-03-31T13:00Z', [96, 98, 96]],
  ['Australia/Lord_Howe', '2023-09-29T13:30Z', [96, 94, 96]],
])('days are those of the site in %s from %s, and add up', async (zone, start, quarters) => {
  await console.call('PUT /api/option/', { as: admin, body: { key: 'TimeZone', value: zone } })
  const from = Date.parse(start) / 1000
  const total = quarters.reduce((sum, count) => sum + count)
  const row = { user_id: ann.id, model_name: `${zone} ${start}`, channel_id: 9, calls: 1, prompt_tokens: 1, completion_tokens: 1, quota: 1 }
  const past = await openWithActivity(console.place.address)
  await past.run(
    addUsage,
    Array.from({ length: total + 8 }, (_, at) => ({ ...row, quarter: from + (at - 4) * 900 })),
  )
  await past.close()
  const asked = (begin: number, end: number, step: string) =>
    overview(`GET /api/data/self/overview?start_timestamp=${begin}&end_timestamp=${end}&step=${step}`, ann)
  const days = await asked(from, from + total * 900, 'day')
  expect(days).toMatchObject({ step: 'day', zone, totals: { quota: total } })
  expect(days.models.map(({ quota }) => quota)).toEqual([quarters])
  const alone: number[] = []
  for (const [at, begin] of days.starts.entries())
    alone.push((await asked(begin, days.starts[at + 1] ?? from + total * 900, 'hour')).totals.quota)
  expect(alone).toEqual(quarters)
  await console.call('PUT /api/option/', { as: admin, body: { key: 'TimeZone', value: 'UTC' } })
})

test('a span that began before sums had quarters is told as one of whole hours', async () => {
  const untilIn = async (line: string) => (await overview(line, admin)).hours_until
  expect(await untilIn(`GET /api/data/overview?${today}`)).toBeNull()
  const since = midnight + 2 * HOUR
  await runAt(console.place.address, `insert into meta values ('usage_quarters_since', '${since}')`)
  expect(await untilIn(`GET /api/data/overview?${today}`)).toBe(since)
  expect(await untilIn(`GET /api/data/overview?start_timestamp=${since}&end_timestamp=${since + HOUR}`)).toBeNull()
  const wallet = (await console.call('GET /api/user/wallet', { as: ann })).json.data as Wallet
  expect(wallet.usage.hours_until).toBe(since)
  await runAt(console.place.address, `delete from meta where value = '${since}'`)
})

test('one user’s usage is summed by the labels of their tokens, also of those that are gone', async () => {
  const made = async (label: string) =>
    ((await console.call('POST /api/token/', { as: ann, body: { name: `t ${label}`, label } })).json.data as { id: number }).id
  const [north, again, plain] = [await made('North'), await made('North'), await made('')]
  const add = (token: number, quota: number, user = ann.id) =>
    runAt(
      console.place.address,
      `insert into usage_token_quarter (calls, prompt_tokens, completion_tokens, quota, quarter, token_id, user_id) values (1, 2, 3, ${quota}, ${midnight}, ${token}, ${user})`,
    )
  const asked = `?${today}&step=day`
  await add(plain, 1)
  expect((await overview(`GET /api/data/self/overview${asked}`, ann)).labels).toEqual([])
  await add(north, 50)
  await add(again, 5)
  await add(0, 2)
  await add(north, 900, bob.id)
  await console.call(`DELETE /api/token/${again}`, { as: ann })
  const sums = [
    { label: 'North', quota: 55, calls: 2, tokens: 10 },
    { label: '', quota: 3, calls: 2, tokens: 10 },
  ]
  expect((await overview(`GET /api/data/self/overview${asked}`, ann)).labels).toEqual(sums)
  expect((await overview(`GET /api/data/overview${asked}&username=ann`, admin)).labels).toEqual(sums)
  expect(await overview(`GET /api/data/overview${asked}`, admin)).not.toHaveProperty('labels')
  await runAt(console.place.address, 'delete from usage_token_quarter')
})

test('an overview has what charts and rankings need, in the requested order', async () => {
  const all = await overview(`GET /api/data/overview?${today}&step=day`, admin)
  expect(all).toMatchObject({
    starts: [midnight],
    step: 'day',
    zone: 'UTC',
    as_of: now,
    refresh_seconds: 300,
    totals: { quota: 158, calls: 23, prompt_tokens: 40, completion_tokens: 20 },
    // Yesterday until half past two, nothing of later.
    before: { quota: 33 + 8, calls: 2 + 1, prompt_tokens: 30, completion_tokens: 15 },
    models: [
      { model: 'm1', quota: [157], calls: [22], tokens: [45] },
      { model: 'm2', quota: [1], calls: [1], tokens: [15] },
    ],
    users: [
      { user_id: ann.id, username: 'ann', quota: 151, calls: 3, tokens: 45 },
      { user_id: bob.id, username: 'bob', quota: 7, calls: 20, tokens: 15 },
    ],
    channels: [
      { channel_id: 7, name: '', quota: 108, calls: 22, tokens: 45 },
      { channel_id: 8, name: '', quota: 50, calls: 1, tokens: 15 },
    ],
  })
  const byCalls = await overview(`GET /api/data/overview?${today}&order=calls`, admin)
  expect(byCalls.users?.map(({ username }) => username)).toEqual(['bob', 'ann'])
  expect(byCalls.starts).toHaveLength(24)
  expect(byCalls.models[1]?.quota).toEqual(byCalls.starts.map((_start, at) => (at === 14 ? 1 : 0)))
})

test('with a name, an admin sees what that user sees', async () => {
  const own = await overview(`GET /api/data/self/overview?${today}`, ann)
  expect(await overview(`GET /api/data/overview?${today}&username=ann`, admin)).toEqual(own)
  expect(own.ranking.map(({ model, quota }) => [model, quota])).toEqual([
    ['m1', 150],
    ['m2', 1],
  ])
  expect(await overview(`GET /api/data/overview?${today}&username=nobody`, admin)).toMatchObject({ totals: { calls: 0 }, models: [] })
  expect((await overview(`GET /api/data/overview?${today}&username=`, admin)).users).toHaveLength(2)
})

test('models beyond nine are others together', async () => {
  const past = await openWithActivity(console.place.address)
  const quarter = midnight - 20 * DAY
  const row = { quarter, user_id: bob.id, channel_id: 7, calls: 1, prompt_tokens: 1, completion_tokens: 0 }
  await past.run(
    addUsage,
    Array.from({ length: 60 }, (_, at) => ({ ...row, model_name: `x${100 + at}`, quota: 1000 - at })),
  )
  await past.close()
  const asked = `start_timestamp=${quarter}&end_timestamp=${quarter + DAY}&step=day`
  const { models, ranking, totals } = await overview(`GET /api/data/self/overview?${asked}`, bob)
  expect(models.map(({ model }) => model)).toEqual([...Array.from({ length: 9 }, (_, at) => `x${100 + at}`), null])
  expect(models.at(-1)).toMatchObject({ calls: [51] })
  expect(ranking).toHaveLength(50)
  expect(models.reduce((sum, { quota }) => sum + (quota[0] ?? 0), 0)).toBe(totals.quota)
})

test('a span has its bounds, and a default where it is not named', async () => {
  const span = (days: number, step = 'day') => `start_timestamp=${midnight - days * DAY}&end_timestamp=${midnight}&step=${step}`
  const refusals: [line: string, as: Visitor, code: string][] = [
    [`GET /api/data/self?${span(31)}`, bob, 'usage_span_too_long'],
    [`GET /api/data/self/overview?${span(31)}`, bob, 'usage_span_too_long'],
    [`GET /api/data/?${span(367)}`, admin, 'usage_span_too_long'],
    [`GET /api/data/overview?${span(367)}`, admin, 'usage_span_too_long'],
    [`GET /api/data/overview?${span(32, 'hour')}`, admin, 'usage_span_too_long'],
    ['GET /api/data/self?start_timestamp=1', bob, 'usage_span_too_long'],
    [`GET /api/data/self/overview?start_timestamp=${now + DAY}&end_timestamp=${now}`, bob, 'usage_span_reversed'],
    [`GET /api/data/?start_timestamp=${now + 1}&end_timestamp=${now - 1}`, admin, 'usage_span_reversed'],
    [`GET /api/data/overview?${span(1, 'month')}`, admin, 'bad_form'],
  ]
  for (const [line, as, code] of refusals) expect([line, await codeOf(line, as)]).toEqual([line, code])
  const buckets: [line: string, as: Visitor, most: number][] = [
    [`GET /api/data/self/overview?${span(30, 'hour')}`, bob, 720],
    [`GET /api/data/overview?${span(31, 'hour')}`, admin, 744],
    [`GET /api/data/overview?${span(366)}`, admin, 366],
    [`GET /api/data/overview?${span(366, 'week')}`, admin, 53],
    ['GET /api/data/overview', admin, 25],
    ['GET /api/data/overview?start_timestamp=soon&end_timestamp=&step=day', admin, 31],
  ]
  for (const [line, as, most] of buckets) expect([line, (await overview(line, as)).starts.length]).toEqual([line, most])
  // To the second: usage from exactly 30 days ago is still included.
  expect((await rows(`GET /api/data/self?start_timestamp=${now - 30 * DAY}&end_timestamp=${now}`, bob)).length).toBeGreaterThan(60)
})

test('while the dashboard is switched off, every query is refused', async () => {
  const put = (key: string, value: string) => console.call('PUT /api/option/', { as: admin, body: { key, value } })
  expect((await put('DataExportEnabled', 'false')).json.success).toBe(true)
  expect((await console.call('GET /api/status')).json.data).toMatchObject({ enable_data_export: false })
  for (const path of ['/api/data/', '/api/data/self', '/api/data/overview', '/api/data/self/overview'])
    expect(await codeOf(`GET ${path}`, admin)).toBe('data_export_disabled')
  await put('DataExportEnabled', 'true')
  expect((await put('DataExportInterval', '0')).json.code).toBe('bad_option')
  await put('DataExportInterval', '2')
  expect((await overview('GET /api/data/overview', admin)).refresh_seconds).toBe(120)
  await put('DataExportDefaultTime', 'week')
  expect((await console.call('GET /api/status')).json.data).toMatchObject({ data_export_default_time: 'week' })
})

test('calls of the last minute are reported where calls are logged', async () => {
  expect(await overview('GET /api/data/overview', admin)).toMatchObject({ rpm: 0, tpm: 0 })
  await console.call('PUT /api/option/', { as: admin, body: { key: 'LogConsumeEnabled', value: 'false' } })
  expect(await overview('GET /api/data/overview', admin)).toMatchObject({ rpm: null, tpm: null })
})
