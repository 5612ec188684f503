// The keys of a channel, each with a state of its own, as calls meet them (server 4, 5, 7; decisions D48 and D49).
import type { ChannelKey } from '@waystation/contract/channels/channel'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Step, scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let made: number[] = []
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1, 'fake-other': 1 } })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  await world.setOption('AutomaticDisableChannelEnabled', 'true')
})
afterEach(async () => {
  for (const id of made) await world.console.call('DELETE', `/api/channel/${id}/`)
  made = []
})

/** A vendor that has its own name for things is asked in its own words. */
const doors = {
  8: '/v1/chat/completions',
  14: '/v1/messages',
  24: '/v1beta/models/fake-chat:generateContent',
} as const
const bodies = {
  8: { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] },
  14: { model: 'fake-chat', max_tokens: 10, messages: [{ role: 'user', content: 'hello' }] },
  24: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
} as const

const channel = async (fields: object = {}) => {
  const id = await world.addChannel({ key: 'key-a\nkey-b', models: 'fake-chat,fake-other', ...fields })
  made.push(id)
  return id
}
const ask = (more: object = {}) => world.post(doors[8], { ...bodies[8], ...more })
const keysOf = (id: number) => world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)
const channelOf = (id: number) => world.console.call<{ status: number; other_info: string }>('GET', `/api/channel/${id}`)
const statusesOf = async (id: number) => (await keysOf(id)).map(({ status }) => status)
/** The keys that the vendor was shown, in order. */
const shown = () =>
  world.provider.requests.map(({ headers }) => headers['x-goog-api-key'] ?? headers['x-api-key'] ?? headers.authorization?.slice(7))
const refuseWith = (status: number, error: object, headers = {}): Step[] => scenario.reply(status, { error }, headers)
const dead = () => refuseWith(401, { message: 'Incorrect API key provided: key-a', type: 'invalid_request_error', code: 'invalid_api_key' })
const settled = (id: number, statuses: number[]) => expect.poll(() => statusesOf(id)).toEqual(statuses)
/** What is done after an answer is done in a moment; where nothing is to be done, the moment is waited for. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 100))

describe('a dead key', () => {
  test.each([{ stream: false }, { stream: true }])('of two is left out, and the other serves the same call (%o)', async (how) => {
    const id = await channel()
    world.provider.next(dead())
    const answer = await ask(how)
    expect(answer.status).toBe(200)
    expect(shown()).toEqual(['key-a', 'key-b'])
    await settled(id, [3, 1])
    const [first] = await keysOf(id)
    expect(first).toMatchObject({ position: 1, tail: 'ey-a', reason: 'Incorrect API key provided: [redacted]' })
    expect(first?.since).toBeGreaterThan(1_700_000_000)
    expect(await channelOf(id)).toMatchObject({ status: 1, other_info: '' })
    for (let times = 0; times < 3; times++) expect((await ask(how)).status).toBe(200)
    expect(shown().slice(2)).toEqual(['key-b', 'key-b', 'key-b'])
    expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  })

  test('disables the channel when it was the last one, and enabling the channel brings the keys back', async () => {
    const id = await channel()
    world.provider.next(dead(), 2)
    expect(await ask()).toMatchObject({ status: 502 })
    expect(shown()).toEqual(['key-a', 'key-b'])
    await settled(id, [3, 3])
    const off = await channelOf(id)
    expect(off.status).toBe(3)
    expect(JSON.parse(off.other_info)).toMatchObject({
      status_reason: expect.stringContaining('Incorrect API key'),
      status_time: expect.any(Number),
    })
    expect(await ask()).toMatchObject({ status: 503 })
    await world.console.call('PUT', '/api/channel/', { id, status: 1 })
    expect(await statusesOf(id)).toEqual([1, 1])
    expect((await ask()).status).toBe(200)
  })

  test('of a tag comes back when the tag is enabled', async () => {
    const id = await channel({ tag: 'team' })
    world.provider.next(dead(), 2)
    await ask()
    await settled(id, [3, 3])
    await world.console.call('POST', '/api/channel/tag/enabled', { tag: 'team' })
    expect(await statusesOf(id)).toEqual([1, 1])
    expect((await ask()).status).toBe(200)
  })

  test.each([
    ['the option is off', 'false', 1],
    ['the channel does not want it', 'true', 0],
  ])('is not disabled where %s; the other key serves the call all the same', async (_why, option, auto_ban) => {
    await world.setOption('AutomaticDisableChannelEnabled', option)
    const id = await channel({ auto_ban })
    world.provider.next(dead())
    expect((await ask()).status).toBe(200)
    expect(shown()).toEqual(['key-a', 'key-b'])
    await aMoment()
    expect(await statusesOf(id)).toEqual([1, 1])
    expect(await channelOf(id)).toMatchObject({ status: 1 })
  })

  test('and its successors cost no more requests than the call has tries, and the last try is another channel’s', async () => {
    await world.setOption('RetryTimes', '2')
    const many = await channel({ name: 'many', priority: 5, key: 'k-1\nk-2\nk-3\nk-4' })
    await channel({ name: 'next', key: 'other' })
    world.provider.next(dead(), 2)
    expect((await ask()).status).toBe(200)
    expect(shown()).toEqual(['k-1', 'k-2', 'other'])
    await settled(many, [3, 3, 1, 1])
  })

  test('is followed by no other where the call has one try only', async () => {
    await world.setOption('RetryTimes', '0')
    const id = await channel()
    world.provider.next(dead())
    expect((await ask()).status).toBe(502)
    expect(shown()).toEqual(['key-a'])
    await settled(id, [3, 1])
    await world.setOption('RetryTimes', '2')
  })

  test.each([
    ['an account that is used up, told as a 429', 429, { message: 'You exceeded your current quota', type: 'insufficient_quota' }],
    ['a deactivated account', 403, { message: 'no', code: 'account_deactivated' }],
    ['no permission', 403, { message: 'no', type: 'permission_error' }],
    ['words that an admin listed', 400, { message: 'Your credit balance is too low to go on' }],
  ])('is known by %s (server-behaviour 3.10)', async (_what, status, error) => {
    const id = await channel()
    world.provider.next(refuseWith(status, error))
    expect((await ask()).status).toBe(200)
    await settled(id, [3, 1])
  })

  test('a 403 that is not about the key moves on to the next and disables nothing', async () => {
    const id = await channel()
    world.provider.next(refuseWith(403, { message: 'not from here' }))
    expect((await ask()).status).toBe(200)
    expect(shown()).toEqual(['key-a', 'key-b'])
    await aMoment()
    expect(await statusesOf(id)).toEqual([1, 1])
  })

  test('a 500 is not about the key: another channel is tried, not another key', async () => {
    const id = await channel({ priority: 5 })
    await channel({ key: 'other' })
    world.provider.next(refuseWith(500, { message: 'broken' }))
    expect((await ask()).status).toBe(200)
    expect(shown()).toEqual(['key-a', 'other'])
    expect(await statusesOf(id)).toEqual([1, 1])
  })

  test('of a pinned channel is followed by its other key', async () => {
    const id = await channel()
    world.provider.next(dead())
    const headers = { authorization: `Bearer ${world.key}-${id}` }
    expect((await world.post(doors[8], bodies[8], headers)).status).toBe(200)
    expect(shown()).toEqual(['key-a', 'key-b'])
  })
})

describe('a 429', () => {
  test('has the key cool for as long as the vendor demands, an hour at most, and never disables it', async () => {
    const id = await channel()
    world.provider.next(refuseWith(429, { message: 'You exceeded your current quota, slow down' }, { 'retry-after': 287_441 }))
    expect((await ask()).status).toBe(200)
    for (let times = 0; times < 3; times++) await ask()
    expect(shown()).toEqual(['key-a', 'key-b', 'key-b', 'key-b', 'key-b'])
    const [first, second] = await keysOf(id)
    const inSeconds = (first?.cooling_until ?? 0) - Date.now() / 1000
    expect(inSeconds).toBeGreaterThan(3500)
    expect(inSeconds).toBeLessThanOrEqual(3601)
    expect(first).toMatchObject({ status: 1, reason: '' })
    expect(second).toMatchObject({ status: 1, cooling_until: 0 })
  })

  test('of a long time is tried again once a minute, and is over when the vendor answers', async () => {
    await channel({ key: 'only' })
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      world.provider.next(scenario.rateLimited(287_441), 2)
      const refused = await ask()
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '287441'])
      expect(shown()).toHaveLength(1)
      // Within the minute the vendor is not asked, after it by one call only.
      for (const [seconds, asked] of [
        [59, 1],
        [2, 2],
        [1, 2],
      ] as const) {
        vi.setSystemTime(Date.now() + seconds * 1000)
        expect((await ask()).status).toBe(429)
        expect(shown()).toHaveLength(asked)
      }
      vi.setSystemTime(Date.now() + 60_000)
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    } finally {
      vi.useRealTimers()
    }
  })

  test('of all channels is told with the least wait of them', async () => {
    await channel({ key: 'first', priority: 5 })
    await channel({ key: 'last' })
    world.provider.next(scenario.rateLimited(20))
    world.provider.next(scenario.rateLimited(287_441))
    const refused = await ask()
    expect([refused.status, refused.headers['retry-after'], shown()]).toEqual([429, '20', ['first', 'last']])
  })

  test('is over when its time is over', async () => {
    const id = await channel()
    world.provider.next(scenario.rateLimited(1))
    expect((await ask()).status).toBe(200)
    const [first] = await keysOf(id)
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan(first?.cooling_until ?? Number.POSITIVE_INFINITY)
    for (let times = 0; times < 2; times++) expect((await ask()).status).toBe(200)
    expect(shown().toSorted()).toEqual(['key-a', 'key-a', 'key-b', 'key-b'])
  })

  test('of one model leaves the key to the others', async () => {
    await channel({ key: 'only' })
    world.provider.next(scenario.rateLimited(30))
    expect((await ask()).status).toBe(429)
    expect((await ask()).status).toBe(429)
    expect((await ask({ model: 'fake-other' })).status).toBe(200)
    expect(world.provider.requestCount).toBeGreaterThan(0)
    expect(shown()).toEqual(['only', 'only'])
  })

  test.each([{ stream: false }, { stream: true }])(
    'at every key has other channels serve; without one it is passed on, with the wait (%o)',
    async (how) => {
      await channel({ priority: 5 })
      const spare = await channel({ key: 'spare' })
      world.provider.next(scenario.rateLimited(20), 2)
      expect((await ask(how)).status).toBe(200)
      expect(shown()).toEqual(['key-a', 'key-b', 'spare'])
      expect((await ask(how)).status).toBe(200)
      expect(shown().slice(3)).toEqual(['spare'])
      const [row] = await world.logs(1)
      expect(row?.facts.admin_info?.candidates).toContainEqual(expect.objectContaining({ skipped: 'keys_cooling' }))

      await world.console.call('PUT', '/api/channel/', { id: spare, status: 2 })
      const before = await world.balance()
      const refused = await ask(how)
      expect(refused).toMatchObject({ status: 429, json: { error: { code: 'upstream_saturated' } } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(15)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(20)
      expect(shown()).toHaveLength(4)
      expect(await world.balance()).toBe(before)
    },
  )
})

test('an overload is told with the wait that its vendor names', async () => {
  await channel({ key: 'only' })
  world.provider.next(scenario.refuse(503, 'busy', { 'retry-after': 90 }))
  expect(await ask()).toMatchObject({ status: 503, headers: { 'retry-after': '90' } })
})

test.each([429, 503])('a wait in milliseconds is told so, and in whole seconds that are no shorter (%i)', async (status) => {
  await channel({ key: 'only' })
  world.provider.next(scenario.refuse(status, 'busy', { 'retry-after-ms': 1500 }))
  const refused = await ask()
  expect([refused.status, refused.headers['retry-after']]).toEqual([status, '2'])
  if (status === 503) expect(refused.headers['retry-after-ms']).toBe('1500')
})

describe('vendor-specific errors', () => {
  const google = (status: number, rpc: string, message: string, reason?: string) =>
    refuseWith(status, { code: status, message, status: rpc, ...(reason ? { details: [{ '@type': 'x', reason }] } : {}) })

  test.each([
    ['400 API_KEY_INVALID', google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID')],
    ['400 with the words alone', google(400, 'INVALID_ARGUMENT', 'API key expired. Please renew the API key.')],
    ['403', google(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.')],
  ])('type 24: %s is a dead key, and the next serves', async (_what, refusal) => {
    const id = await channel({ type: 24 })
    world.provider.next(refusal)
    expect((await world.post(doors[24], bodies[24])).status).toBe(200)
    expect(shown()).toEqual(['key-a', 'key-b'])
    await settled(id, [3, 1])
  })

  test('type 24: the last dead key is ours, and its words are not the caller’s', async () => {
    const id = await channel({ type: 24, key: 'only' })
    world.provider.next(google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID'))
    const answer = await world.post(doors[24], bodies[24])
    expect(answer.status).toBe(502)
    expect(answer.text).not.toContain('API key not valid')
    await expect.poll(async () => (await channelOf(id)).status).toBe(3)
  })

  test('type 24: any other 400 is the caller’s own, and disables nothing', async () => {
    const id = await channel({ type: 24 })
    world.provider.next(google(400, 'INVALID_ARGUMENT', 'contents is not specified'))
    expect((await world.post(doors[24], bodies[24])).status).toBe(400)
    expect(shown()).toEqual(['key-a'])
    await aMoment()
    expect(await statusesOf(id)).toEqual([1, 1])
  })

  const anthropic = (type: string, message: string) => scenario.reply(400, { type: 'error', error: { type, message } })
  const empty = 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.'

  test.each([
    ['overload', anthropic('invalid_request_error', 'The server is overloaded, try again')],
    ['overload by its type', anthropic('overloaded_error', 'Busy')],
    ['an empty account', anthropic('invalid_request_error', empty)],
  ])('type 14: a 400 that tells of %s is tried at another channel (D49)', async (_what, refusal) => {
    for (const stream of [false, true]) {
      await world.setOption('AutomaticDisableChannelEnabled', 'false')
      await channel({ type: 14, key: 'first', priority: 5 })
      await channel({ type: 14, key: 'second' })
      world.provider.clear()
      world.provider.next(refusal)
      expect((await world.post(doors[14], { ...bodies[14], stream })).status).toBe(200)
      expect(shown()).toEqual(['first', 'second'])
      for (const id of made.splice(0)) await world.console.call('DELETE', `/api/channel/${id}/`)
    }
  })

  test('type 14: a 400 for the caller’s mistake is shown, and not retried (D49, server 5)', async () => {
    await channel({ type: 14, key: 'first', priority: 5 })
    await channel({ type: 14, key: 'second' })
    world.provider.next(anthropic('invalid_request_error', 'messages.0.content: Input should be a valid list'))
    expect(await world.post(doors[14], bodies[14])).toMatchObject({ status: 400 })
    expect(shown()).toEqual(['first'])
  })

  test('type 14: an empty account is a dead key, and the next serves', async () => {
    const id = await channel({ type: 14 })
    world.provider.next(anthropic('invalid_request_error', empty))
    expect((await world.post(doors[14], bodies[14])).status).toBe(200)
    expect(shown()).toEqual(['key-a', 'key-b'])
    await settled(id, [3, 1])
  })

  test('another type: a 400 is the caller’s own, whatever its words', async () => {
    await world.setOption('AutomaticDisableChannelEnabled', 'false')
    await channel({ key: 'first', priority: 5 })
    await channel({ key: 'second' })
    world.provider.next(refuseWith(400, { message: 'overloaded' }))
    expect((await ask()).status).toBe(400)
    expect(shown()).toEqual(['first'])
  })
})

describe('by hand', () => {
  const set = (id: number, key: number, status: number) =>
    world.console.call<ChannelKey[]>('PUT', `/api/channel/${id}/keys/${key}`, { status })

  test('a key is disabled and enabled, and the very next call goes by it', async () => {
    const id = await channel()
    const [first] = await keysOf(id)
    expect((await set(id, first?.id ?? 0, 2)).map(({ status }) => status)).toEqual([2, 1])
    for (let times = 0; times < 2; times++) await ask()
    expect(shown()).toEqual(['key-b', 'key-b'])
    await set(id, first?.id ?? 0, 1)
    for (let times = 0; times < 2; times++) await ask()
    expect(shown().slice(2).toSorted()).toEqual(['key-a', 'key-b'])
  })

  test('an edit of the keys keeps the state of those that stay', async () => {
    const id = await channel({ key: 'key-a\nkey-b\nkey-c' })
    world.provider.next(dead())
    await ask()
    await settled(id, [3, 1, 1])
    await world.console.call('PUT', '/api/channel/', { id, key: 'key-d\nkey-b\nkey-a' })
    expect((await keysOf(id)).map(({ tail, status }) => [tail, status])).toEqual([
      ['ey-d', 1],
      ['ey-b', 1],
      ['ey-a', 3],
    ])
  })

  test('a use is seen at once, and no key is shown', async () => {
    const id = await channel()
    await ask()
    const keys = await keysOf(id)
    expect(keys[0]?.last_used).toBeGreaterThan(Date.now() / 1000 - 60)
    expect(keys[1]?.last_used).toBe(0)
    expect(JSON.stringify(keys)).not.toContain('key-a')
  })
})
