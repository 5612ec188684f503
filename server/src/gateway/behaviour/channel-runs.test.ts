// Tests of many channels through the front door: what they switch off and on, of which channels, and whom they tell (server-behaviour 3.10, 3.11).
import type { Channel, ChannelKey } from '@waystation/contract/channels/channel'
import type { TestRun } from '@waystation/contract/channels/state/test-run'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
const made: number[] = []
const switches = {
  AutomaticDisableChannelEnabled: 'true',
  AutomaticEnableChannelEnabled: 'true',
  ChannelDisableThreshold: '5',
  'relay.failures_before_rest': '0',
}
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { good: 1, bad: 1, slow: 1, 'fake-chat': 1 } })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  for (const [key, value] of Object.entries(switches)) await world.setOption(key, value)
})
afterEach(async () => {
  for (const id of made.splice(0)) await world.console.call('DELETE', `/api/channel/${id}`)
})

const add = async (fields: object = {}) => {
  const id = await world.addChannel({ models: 'good', ...fields })
  made.push(id)
  return id
}
const record = (id: number) => world.console.call<Channel>('GET', `/api/channel/${id}`)
const statusOf = async (id: number) => (await record(id)).status
const keyStates = async (id: number) =>
  (await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)).map(({ status }) => status)
const current = () => world.console.call<TestRun | null>('GET', '/api/channel/test/run')
const finished = async () => {
  await expect.poll(async () => (await current())?.ended_at).toBeGreaterThan(0)
  return current()
}
/** Tests many, and waits until that is over. */
const testMany = async (query = '') => {
  await world.console.call('GET', `/api/channel/test${query}`)
  return finished()
}
const refuse = (status: number, error: object): Step[] => scenario.reply(status, { error })
const dead = () => refuse(401, { message: 'Incorrect API key provided', type: 'invalid_request_error', code: 'invalid_api_key' })
/** The fake's usual answer to this model, after so long. */
const answerAfter = (ms: number): Step[] => [
  step.wait(ms),
  ...scenario.reply(200, {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'slow' },
    choices: [{ index: 0, message: { role: 'assistant', content: 'at last' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }),
]
/** The keys that the vendor was shown. */
const shown = () => world.provider.requests.map(({ headers }) => headers.authorization?.slice(7)).toSorted()
const inbox = async () => {
  const { items } = await world.console.call<{ items: { title: string }[] }>('GET', '/api/user/messages?p=1&page_size=100')
  return items.map(({ title }) => title)
}

describe('a channel that a run of tests finds dead', () => {
  test('is auto-disabled with the vendor’s words, and enabled again when it passes the next one', async () => {
    const id = await add({ models: 'bad' })
    world.provider.script('bad', dead())
    expect(await testMany()).toMatchObject({ total: 1, done: 1, failed: 1, disabled: 1, enabled: 0 })
    const off = await record(id)
    expect(off.status).toBe(3)
    expect(JSON.parse(off.other_info)).toMatchObject({ status_reason: 'Incorrect API key provided', status_time: expect.any(Number) })
    expect(await keyStates(id)).toEqual([3])

    world.provider.clear()
    expect(await testMany()).toMatchObject({ failed: 0, disabled: 0, enabled: 1 })
    expect(await record(id)).toMatchObject({ status: 1, other_info: '', test_failure: null })
    expect(await keyStates(id)).toEqual([1])
    expect((await world.post('/v1/chat/completions', { model: 'bad', messages: [{ role: 'user', content: 'hi' }] })).status).toBe(200)
  })

  test('stays off where auto-enabling is off', async () => {
    await world.setOption('AutomaticEnableChannelEnabled', 'false')
    const id = await add({ models: 'bad' })
    world.provider.script('bad', dead())
    await testMany()
    world.provider.clear()
    expect(await testMany()).toMatchObject({ failed: 0, enabled: 0 })
    expect(await statusOf(id)).toBe(3)
  })

  test.each([
    ['the option is off', 'false', 1],
    ['the channel does not want it', 'true', 0],
  ])('is left on where %s', async (_why, option, auto_ban) => {
    await world.setOption('AutomaticDisableChannelEnabled', option)
    const id = await add({ models: 'bad', auto_ban })
    world.provider.script('bad', dead())
    expect(await testMany()).toMatchObject({ failed: 1, disabled: 0 })
    expect(await statusOf(id)).toBe(1)
  })

  test.each([
    ['a request that it will not take', refuse(400, { message: 'max_tokens is too large', type: 'invalid_request_error' })],
    ['its own failure', refuse(500, { message: 'oops', type: 'server_error' })],
    ['a reset', scenario.resetBeforeHeaders()],
  ])('is not one that answers with %s', async (_what, steps) => {
    const id = await add({ models: 'bad' })
    world.provider.script('bad', steps)
    expect(await testMany()).toMatchObject({ failed: 1, disabled: 0 })
    expect(await statusOf(id)).toBe(1)
  })

  test('is read by its own table of statuses', async () => {
    const id = await add({ models: 'bad', status_code_mapping: '{"418":"401"}' })
    world.provider.script('bad', refuse(418, { message: 'I am a teapot' }))
    expect(await testMany()).toMatchObject({ disabled: 1 })
    expect(await statusOf(id)).toBe(3)
  })

  test('is not enabled where a person disabled it', async () => {
    const id = await add()
    await world.console.call('PUT', '/api/channel/', { id, status: 2 })
    expect(await testMany()).toMatchObject({ failed: 0, enabled: 0 })
    expect(await statusOf(id)).toBe(2)
  })

  test('by a test of it alone is left as it is, dead or well again', async () => {
    const id = await add({ models: 'bad' })
    world.provider.script('bad', dead())
    const one = () => world.console.ask('GET', `/api/channel/test/${id}`)
    await one()
    expect([await statusOf(id), ...(await keyStates(id))]).toEqual([1, 1])
    await testMany()
    world.provider.clear()
    expect((await one()).body).toMatchObject({ success: true })
    expect([await statusOf(id), ...(await keyStates(id))]).toEqual([3, 3])
  })
})

describe('a dead key', () => {
  const keyed = async () => {
    const id = await add({ models: 'bad', key: 'key-a\nkey-b\nkey-c' })
    const keys = await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)
    return { id, keys }
  }
  const ask = () => world.post('/v1/chat/completions', { model: 'bad', messages: [{ role: 'user', content: 'hi' }] })

  test('of a channel that serves comes back when a test with it passes', async () => {
    const { id } = await keyed()
    world.provider.next(dead(), 2)
    await ask()
    await expect.poll(() => keyStates(id)).toEqual([3, 3, 1])
    world.provider.clear()
    expect(await testMany()).toMatchObject({ total: 1, failed: 0, enabled: 0 })
    expect(shown()).toEqual(['key-a', 'key-b', 'key-c'])
    expect(await keyStates(id)).toEqual([1, 1, 1])
  })

  test('comes back by itself: one that is still refused stays off', async () => {
    const { id } = await keyed()
    world.provider.next(dead(), 3)
    await ask()
    await expect.poll(() => keyStates(id)).toEqual([3, 3, 3])
    expect(await statusOf(id)).toBe(3)
    world.provider.clear()
    world.provider.next(dead(), 2)
    expect(await testMany()).toMatchObject({ failed: 1, enabled: 1 })
    expect(await statusOf(id)).toBe(1)
    expect((await keyStates(id)).toSorted()).toEqual([1, 3, 3])
  })

  test('can be tested by itself, which says nothing of the channel', async () => {
    const { id, keys } = await keyed()
    world.provider.next(dead())
    const tested = await world.console.ask('GET', `/api/channel/test/${id}?key_id=${keys[1]?.id}`)
    expect(tested.body).toMatchObject({ success: false, code: 'channel_test_failed' })
    expect(shown()).toEqual(['key-b'])
    expect(await record(id)).toMatchObject({ status: 1, test_failure: null, test_time: 0 })
    await expect
      .poll(async () => (await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)).map(({ last_used }) => last_used > 0))
      .toEqual([false, true, false])
  })
})

describe('a channel that takes longer than the slowest acceptable test', () => {
  const slow = async (fields: object = {}) => {
    await world.setOption('ChannelDisableThreshold', '0.05')
    world.provider.script('slow', answerAfter(120))
    return add({ models: 'slow', ...fields })
  }

  test('is auto-disabled with the reason, and not enabled before it is fast again', async () => {
    const id = await slow()
    expect(await testMany()).toMatchObject({ failed: 0, disabled: 1 })
    const off = await record(id)
    expect(off.status).toBe(3)
    expect(JSON.parse(off.other_info)).toMatchObject({
      ...{ status_reason: expect.stringMatching(/^The test took 0\.\d s, more than 0\.05 s$/), status_time: expect.any(Number) },
      ...{ status_code: 'channel_test_too_slow', status_facts: { limit: '0.05' } },
    })
    expect(await keyStates(id)).toEqual([1])
    expect(await testMany()).toMatchObject({ enabled: 0, disabled: 0 })
    expect(await statusOf(id)).toBe(3)
    await world.setOption('ChannelDisableThreshold', '0')
    expect(await testMany()).toMatchObject({ enabled: 1 })
    expect(await statusOf(id)).toBe(1)
  })

  test.each([
    ['auto-disabling is off', { AutomaticDisableChannelEnabled: 'false' }, {}],
    ['the threshold is 0', { ChannelDisableThreshold: '0' }, {}],
    ['the channel does not want it', {}, { auto_ban: 0 }],
  ])('is left on where %s', async (_why, options, fields) => {
    const id = await slow(fields)
    for (const [key, value] of Object.entries(options)) await world.setOption(key, value)
    expect(await testMany()).toMatchObject({ failed: 0, disabled: 0 })
    expect(await statusOf(id)).toBe(1)
  })

  test('is not one that refuses the test, however long it takes to do so', async () => {
    const id = await slow()
    world.provider.script('slow', [step.wait(120), ...refuse(400, { message: 'no' })])
    expect(await testMany()).toMatchObject({ failed: 1, disabled: 0 })
    expect(await statusOf(id)).toBe(1)
  })
})

describe('of many channels', () => {
  test('those that are not enabled, or those of a tag, are tested alone', async () => {
    await add({ key: 'on-key' })
    const off = await add({ key: 'off-key', tag: 'team' })
    await add({ key: 'tag-key', tag: 'team' })
    await world.console.call('PUT', '/api/channel/', { id: off, status: 2 })
    expect(await testMany('?only=disabled')).toMatchObject({ only: 'disabled', tag: '', total: 1, done: 1 })
    expect(shown()).toEqual(['off-key'])
    world.provider.clear()
    expect(await testMany('?tag=team')).toMatchObject({ only: 'all', tag: 'team', total: 2, done: 2 })
    expect(shown()).toEqual(['off-key', 'tag-key'])
    world.provider.clear()
    expect(await testMany('?tag=team&only=disabled')).toMatchObject({ total: 1 })
    expect(shown()).toEqual(['off-key'])
  })

  test('a tag that no channel has, and words that mean nothing, are refused', async () => {
    expect((await world.console.ask('GET', '/api/channel/test?tag=nobody')).body).toMatchObject({ success: false, code: 'not_found' })
    const refused = await world.console.ask('GET', '/api/channel/test?only=some')
    expect(refused.body).toMatchObject({ success: false })
    await add()
    expect(await testMany()).toMatchObject({ total: 1 })
  })

  test('the super admin is told of each change, and of the end', async () => {
    const before = (await inbox()).length
    const id = await add({ models: 'bad', name: 'told' })
    world.provider.script('bad', dead())
    await testMany()
    world.provider.clear()
    await testMany()
    await expect
      .poll(async () => (await inbox()).slice(0, -before || undefined).toSorted())
      .toEqual([`渠道“told (#${id})”已被自动禁用`, `渠道“told (#${id})”已自动启用`, ...['渠道测试已完成', '渠道测试已完成']].toSorted())
  })
})

test('by schedule all are tested, and nobody is told of the end', async () => {
  const options = { ...switches, ChannelTestEveryMinutes: '60', ChannelBalanceEveryMinutes: '60' }
  const own = await openWorld({ channel: { models: 'bad' }, ratios: { bad: 1 } })
  own.provider.script('bad', dead())
  for (const [key, value] of Object.entries(options)) await own.setOption(key, value)
  for (const job of ['test-channels', 'update-channel-balances']) await own.server.runJob(job)
  const run = (of: string) => own.console.call<TestRun | null>('GET', `/api/channel/${of}/run`)
  await expect.poll(async () => (await run('test'))?.ended_at).toBeGreaterThan(0)
  expect(await run('test')).toMatchObject({ is_scheduled: true, only: 'all', tag: '', total: 1, done: 1, disabled: 1 })
  await expect.poll(async () => (await run('update_balance'))?.ended_at).toBeGreaterThan(0)
  const { items } = await own.console.call<{ items: { title: string }[] }>('GET', '/api/user/messages?p=1&page_size=100')
  expect(items.map(({ title }) => title)).toEqual([expect.stringMatching(/^渠道“fake \(#\d+\)”已被自动禁用$/)])
  await own.close()
})

describe('a test is an attempt like others', () => {
  const ask = () => world.post('/v1/chat/completions', { model: 'bad', messages: [{ role: 'user', content: 'hi' }] })
  const one = (id: number) => world.console.ask('GET', `/api/channel/test/${id}`)

  test('its failures count toward a rest, and one that passes ends it', async () => {
    await world.setOption('relay.failures_before_rest', '2')
    const id = await add({ models: 'bad' })
    world.provider.next(refuse(500, { message: 'oops', type: 'server_error' }), 2)
    await one(id)
    await one(id)
    expect(await ask()).toMatchObject({ status: 503, json: { error: { code: 'channels_resting' } } })
    expect(world.provider.requests).toHaveLength(2)
    expect((await one(id)).body).toMatchObject({ success: true })
    expect((await ask()).status).toBe(200)
  })

  test('what the vendor says of a limit has the key wait', async () => {
    const id = await add({ models: 'bad' })
    world.provider.next(scenario.rateLimited(30))
    await one(id)
    const [key] = await world.console.call<ChannelKey[]>('GET', `/api/channel/${id}/keys`)
    expect(key?.cooling_until).toBeGreaterThan(0)
    expect((await ask()).status).toBe(429)
    expect(world.provider.requests).toHaveLength(1)
  })
})
