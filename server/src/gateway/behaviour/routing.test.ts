// Where a call goes, what goes upstream, and what is tried next.
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1, 'real-chat': 2, plain: 1 } })
})
afterAll(() => world.close())

const ask = (model: string, more: object = {}) =>
  world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }], ...more })
const sentUpstream = () => world.provider.requests.at(-1)
const attemptsOf = async () => (await world.logs(1))[0]?.facts.admin_info?.attempts?.map((attempt) => attempt.channel_name)

describe('another channel', () => {
  let first: number
  let second: number
  beforeAll(async () => {
    first = await world.addChannel({ name: 'first', priority: 10 })
    second = await world.addChannel({ name: 'second', priority: 5 })
  })
  afterAll(async () => {
    for (const id of [first, second]) await world.console.call('DELETE', `/api/channel/${id}/`)
  })

  test('is tried when one refuses, and the caller pays once', async () => {
    const before = await world.balance()
    world.provider.next(scenario.refuse(503))
    const answer = await ask('fake-chat')
    expect(answer.status).toBe(200)
    expect(await attemptsOf()).toEqual(['first', 'second'])
    const [row] = await world.logs(1)
    expect(before - (await world.balance())).toBe(row?.quota)
    expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  })

  test('is not tried when it was the caller’s fault', async () => {
    const rowsBefore = (await world.logs(0)).length
    world.provider.next(scenario.refuse(400, 'your fault'))
    expect(await ask('fake-chat')).toMatchObject({ status: 400, json: { error: { code: 'fake_400' } } })
    await world.logs(rowsBefore + 1)
    expect(await attemptsOf()).toEqual(['first'])
  })

  test('is tried after garbage with a good status', async () => {
    world.provider.next(scenario.reply(200, '<html>maintenance</html>'))
    expect((await ask('fake-chat')).status).toBe(200)
    expect(await attemptsOf()).toEqual(['first', 'second'])
  })

  test('when all refuse, the last one’s error is shown, a dead key of ours as a gateway error, and nothing is charged', async () => {
    const before = await world.balance()
    const rowsBefore = (await world.logs(0)).length
    world.provider.next(scenario.refuse(500), 1)
    world.provider.next(scenario.refuse(401, 'Incorrect API key provided: far-key'), 1)
    const answer = await ask('fake-chat')
    expect(answer.status).toBe(502)
    expect(answer.text).not.toContain('far-key')
    expect(await world.balance()).toBe(before)
    // The hold is given back without anybody waiting for it, so the row may come a moment later.
    const [row] = await world.logs(rowsBefore + 1)
    expect(row).toMatchObject({ type: 6, quota: 0 })
    expect(row?.facts.admin_info?.error_detail).toContain('Incorrect API key')
  })

  test('a dead key turns a channel off where the admin wants that, with the reason', async () => {
    await world.setOption('AutomaticDisableChannelEnabled', 'true')
    world.provider.next(scenario.refuse(401, 'account deactivated'))
    expect((await ask('fake-chat')).status).toBe(200)
    const channel = () => world.console.call<{ status: number; other_info: string }>('GET', `/api/channel/${first}`)
    await expect.poll(async () => (await channel()).status).toBe(3)
    expect(JSON.parse((await channel()).other_info)).toMatchObject({ status_reason: 'account deactivated' })
    expect((await ask('fake-chat')).status).toBe(200)
    expect(await attemptsOf()).toEqual(['second'])
    await world.setOption('AutomaticDisableChannelEnabled', 'false')
    await world.console.call('PUT', '/api/channel/', { id: first, status: 1 })
  })

  test('a 429 of all is a 429 with the wait', async () => {
    world.provider.next(scenario.rateLimited(7), 2)
    const answer = await ask('fake-chat')
    expect(answer).toMatchObject({ status: 429, json: { error: { code: 'upstream_saturated' } } })
    expect(answer.headers['retry-after']).toBe('7')
  })
})

describe('what goes upstream', () => {
  test('a mapped model, an organisation, a system prompt, an override that sets and takes off', async () => {
    const id = await world.addChannel({
      name: 'edited',
      type: 1,
      key: 'key-a\nkey-b',
      openai_organization: 'org-7',
      model_mapping: '{"fake-chat":"real-chat"}',
      system_prompt: 'be kind',
      param_override: '{"temperature":0.1,"user":null}',
    })
    const answer = await ask('fake-chat', { temperature: 1, user: 'me' })
    expect(answer.status).toBe(200)
    expect(sentUpstream()?.body).toEqual({
      model: 'real-chat',
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: 'hello' },
      ],
      temperature: 0.1,
    })
    expect(sentUpstream()?.headers).toMatchObject({ 'openai-organization': 'org-7', authorization: 'Bearer key-a' })
    await ask('fake-chat')
    expect(sentUpstream()?.headers.authorization).toBe('Bearer key-b')
    const [row] = await world.logs(1)
    expect(row?.facts).toMatchObject({ is_model_mapped: true, upstream_model_name: 'real-chat', model_ratio: 1 })
    await world.setOption('redirect_billing_enabled', 'true')
    await ask('fake-chat')
    expect((await world.logs(1))[0]?.facts).toMatchObject({ model_ratio: 2 })
    await world.setOption('redirect_billing_enabled', 'false')
    await world.console.call('DELETE', `/api/channel/${id}/`)
  })

  test('nothing is edited where everything is passed through', async () => {
    const id = await world.addChannel({ name: 'raw', system_prompt: 'be kind' })
    await world.setOption('global.pass_through_request_enabled', 'true')
    const body = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }], x_new: { a: 1 } }
    await world.post('/v1/chat/completions', body)
    expect(sentUpstream()?.body).toEqual(body)
    await world.setOption('global.pass_through_request_enabled', 'false')
    await world.console.call('DELETE', `/api/channel/${id}/`)
  })

  test('a prefixed channel serves the prefixed name only, and the upstream never gets the prefix', async () => {
    const id = await world.addChannel({ name: 'eu', model_prefix: 'eu-', models: 'plain' })
    expect(await ask('plain')).toMatchObject({ status: 404 })
    expect((await ask('eu-plain')).status).toBe(200)
    expect(sentUpstream()?.body).toMatchObject({ model: 'plain' })
    expect((await world.logs(1))[0]).toMatchObject({ model_name: 'eu-plain' })
    await world.console.call('DELETE', `/api/channel/${id}/`)
  })

  test('an address that names an endpoint is taken whole, and one that ends in /v1 is not doubled', async () => {
    for (const end of ['/v1', '/v1/chat/completions', '']) {
      const id = await world.addChannel({ name: `at ${end}`, base_url: world.provider.url + end })
      expect((await ask('fake-chat')).status).toBe(200)
      expect(sentUpstream()?.path).toBe('/v1/chat/completions')
      await world.console.call('DELETE', `/api/channel/${id}/`)
    }
  })
})

test('a channel that is switched off is not used by the very next call, and on again it is', async () => {
  const id = await world.addChannel({ name: 'switch' })
  expect((await ask('fake-chat')).status).toBe(200)
  await world.console.call('PUT', '/api/channel/', { id, status: 2 })
  expect(await ask('fake-chat')).toMatchObject({ status: 503, json: { error: { code: 'get_channel_failed' } } })
  await world.console.call('PUT', '/api/channel/', { id, status: 1 })
  expect((await ask('fake-chat')).status).toBe(200)
  await world.console.call('DELETE', `/api/channel/${id}/`)
})

describe('models without a price', () => {
  let id: number
  beforeAll(async () => {
    id = await world.addChannel({ name: 'unpriced', models: 'mystery' })
  })
  afterAll(() => world.console.call('DELETE', `/api/channel/${id}/`))

  test('are refused, taken at the fallback price, or taken in self-use mode', async () => {
    expect(await ask('mystery')).toMatchObject({ status: 400, json: { error: { code: 'model_price_error' } } })
    await world.setOption('fallback_single_price', '0.5')
    await world.setOption('fallback_pricing_enabled', 'true')
    expect((await ask('mystery')).status).toBe(200)
    expect((await world.logs(1))[0]).toMatchObject({ quota: 250_000 })
    await world.setOption('fallback_pricing_enabled', 'false')
    await world.setOption('SelfUseModeEnabled', 'true')
    expect((await ask('mystery')).status).toBe(200)
    expect((await world.logs(1))[0]?.facts).toMatchObject({ model_ratio: 37.5, charge: { price_source: 'unset' } })
    await world.setOption('SelfUseModeEnabled', 'false')
  })
})

describe('the playground', () => {
  const play = async (headers: Readonly<Record<string, string>>, body: object) => {
    const response = await request(`${world.url}/pg/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.statusCode, text: await response.body.text() }
  }
  const session = () => ({ cookie: world.console.cookie, 'waystation-user': String(world.console.userId) })
  const body = { model: 'fake-chat', group: 'default', stream: true, messages: [{ role: 'user', content: 'hello' }] }

  test('streams with the browser’s session, charges the user, and does not send its own field on', async () => {
    const id = await world.addChannel({ name: 'play' })
    const before = await world.balance()
    const answer = await play(session(), body)
    expect(answer.status).toBe(200)
    expect(answer.text.trimEnd().endsWith('[DONE]')).toBe(true)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ token_name: 'playground-default', token_id: 0 })
    expect(before - (await world.balance())).toBe(row?.quota)
    expect(sentUpstream()?.body).not.toHaveProperty('group')
    await world.console.call('DELETE', `/api/channel/${id}/`)
  })

  test('refuses strangers, keys, another user’s number and groups that are not theirs', async () => {
    expect((await play({}, body)).status).toBe(401)
    expect((await play({ ...session(), authorization: `Bearer ${world.key}` }, body)).status).toBe(400)
    expect((await play({ cookie: world.console.cookie, 'waystation-user': '999' }, body)).status).toBe(401)
    expect((await play({ cookie: world.console.cookie }, body)).status).toBe(401)
    expect((await play({ ...session(), 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, body)).status).toBe(403)
    expect((await play(session(), { ...body, group: 'svip' })).status).toBe(403)
  })
})
