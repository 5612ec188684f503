// Who may call what: every way to show a key, every reason to be refused, and that a refusal costs nothing.
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveGroupMembers } from '../../domain/group/group-store.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { expireToken } from '../testing/expire-token.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ ratios: { 'fake-chat': 1, 'other-chat': 1 }, channel: { models: 'fake-chat,other-chat' } })
})
afterAll(() => world.close())

const hello = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }

async function chat(headers: Readonly<Record<string, string>>, body: unknown = hello, path = '/v1/chat/completions') {
  const response = await request(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const json = (await response.body.json()) as { error?: { code: string; message: string } }
  return { status: response.statusCode, code: json.error?.code, message: json.error?.message ?? '', headers: response.headers }
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('a key is found however it is shown', () => {
  test.each([
    ['Authorization, with Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['Authorization, bare', (key: string) => ({ authorization: key })],
    ['Authorization, without sk-', (key: string) => ({ authorization: `Bearer ${key.slice(3)}` })],
    ['x-api-key', (key: string) => ({ 'x-api-key': key })],
    ['api-key', (key: string) => ({ 'api-key': key })],
    ['x-goog-api-key', (key: string) => ({ 'x-goog-api-key': key })],
    ['twice the same', (key: string) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
  ])('%s', async (_name, headers) => {
    expect(await chat(headers(world.key))).toMatchObject({ status: 200 })
  })

  test.each([
    ['none', {}, 401, 'token_missing'],
    ['an empty one', { authorization: 'Bearer ' }, 401, 'token_missing'],
    ['a forged one', { authorization: 'Bearer sk-000000000000000000000000000000000000000000000000' }, 401, 'invalid_token'],
    ['an endless one', { authorization: `Bearer sk-${'x'.repeat(5000)}` }, 401, 'invalid_token'],
    ['one with SQL in it', { authorization: "Bearer ' or 1=1 --" }, 401, 'invalid_token'],
    ['one in the query, which only some doors take', {}, 401, 'token_missing'],
  ])('%s is refused', async (name, headers, status, code) => {
    const path = name.startsWith('one in the query') ? `/v1/chat/completions?key=${world.key}` : '/v1/chat/completions'
    expect(await chat(headers, hello, path)).toMatchObject({ status, code })
  })

  test('two that differ are refused, whichever is good', async () => {
    expect(await chat({ ...bearer(world.key), 'x-api-key': 'sk-other' })).toMatchObject({ status: 401, code: 'token_conflict' })
  })
})

describe('what stands in the way of a token', () => {
  test('it is off, and on again', async () => {
    const token = await world.addToken({ name: 'switch' })
    const key = bearer(`sk-${token.key}`)
    expect(await chat(key)).toMatchObject({ status: 200 })
    await world.console.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 })
    expect(await chat(key)).toMatchObject({ status: 401, code: 'token_disabled' })
    await world.console.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 1 })
    expect(await chat(key)).toMatchObject({ status: 200 })
  })

  test('it was deleted', async () => {
    const token = await world.addToken({ name: 'gone' })
    expect(await chat(bearer(`sk-${token.key}`))).toMatchObject({ status: 200 })
    await world.console.call('DELETE', `/api/token/${token.id}/`)
    expect(await chat(bearer(`sk-${token.key}`))).toMatchObject({ status: 401, code: 'invalid_token' })
  })

  test('its time is over', async () => {
    const token = await world.addToken({ name: 'brief', expired_time: Math.floor(Date.now() / 1000) + 3600 })
    expect(await chat(bearer(`sk-${token.key}`))).toMatchObject({ status: 200 })
    const database = await openTestDatabase(world.address)
    const expired_time = await expireToken(database, { userId: world.console.userId, id: token.id })
    await database.close()
    // By a change that is told, the token is read again.
    await world.console.call('PUT', '/api/token/', { id: token.id, name: 'brief, read again', unlimited_quota: true, expired_time })
    expect(await chat(bearer(`sk-${token.key}`))).toMatchObject({ status: 401, code: 'token_expired' })
  })

  test('its quota does not reach; with none left it is exhausted; raised, it works again', async () => {
    const token = await world.addToken({ name: 'poor', unlimited_quota: false, remain_quota: 100 })
    const key = bearer(`sk-${token.key}`)
    expect(await chat(key)).toMatchObject({ status: 403, code: 'pre_consume_token_quota_failed' })
    expect(await chat(key, { ...hello, max_tokens: 5 })).toMatchObject({ status: 200 })
    const shown = await world.console.call<{ remain_quota: number; used_quota: number }>('GET', `/api/token/${token.id}`)
    expect(shown.remain_quota + shown.used_quota).toBe(100)
    await world.console.call('PUT', '/api/token/', {
      id: token.id,
      name: 'poor',
      unlimited_quota: false,
      remain_quota: 0,
      expired_time: -1,
    })
    expect(await chat(key)).toMatchObject({ status: 401, code: 'token_exhausted' })
    await world.console.call('PUT', '/api/token/', {
      id: token.id,
      name: 'poor',
      unlimited_quota: false,
      remain_quota: 5000,
      expired_time: -1,
    })
    expect(await chat(key)).toMatchObject({ status: 200 })
  })

  test('it names other addresses; networks count', async () => {
    const foreign = await world.addToken({ name: 'elsewhere', allow_ips: '10.1.2.3\n192.168.0.0/16' })
    expect(await chat(bearer(`sk-${foreign.key}`))).toMatchObject({ status: 403, code: 'ip_not_allowed' })
    expect(
      await chat({
        ...bearer(`sk-${foreign.key}`),
        'x-forwarded-for': '10.1.2.3',
        'x-real-ip': '10.1.2.3',
        'cf-connecting-ip': '10.1.2.3',
      }),
    ).toMatchObject({ status: 403, code: 'ip_not_allowed' })
    // It names the address that was seen, which is what people have to find out.
    const refused = await world.post('/v1/chat/completions', hello, { authorization: `Bearer sk-${foreign.key}` })
    expect(refused.text).toContain('127.0.0.1')
    const local = await world.addToken({ name: 'here', allow_ips: '127.0.0.0/8\n::1' })
    expect(await chat(bearer(`sk-${local.key}`))).toMatchObject({ status: 200 })
  })

  test('it is for other models; an empty list allows none', async () => {
    const one = await world.addToken({ name: 'one model', model_limits_enabled: true, model_limits: 'other-chat' })
    expect(await chat(bearer(`sk-${one.key}`))).toMatchObject({ status: 403, code: 'model_not_allowed' })
    expect(await chat(bearer(`sk-${one.key}`), { ...hello, model: 'other-chat' })).toMatchObject({ status: 200 })
    const listed = await request(`${world.url}/v1/models`, { headers: bearer(`sk-${one.key}`) })
    expect(((await listed.body.json()) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['other-chat'])
  })

  test('its own limit of requests: refused with the wait, and successes count apart', async () => {
    const token = await world.addToken({
      name: 'slow',
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 3,
      rate_limit_success: 2,
    })
    const key = bearer(`sk-${token.key}`)
    expect([(await chat(key)).status, (await chat(key)).status]).toEqual([200, 200])
    const refused = await chat(key)
    expect(refused).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
  })
})

test('a limit of requests holds for a user over all tokens, also when they come at once', async () => {
  await world.setOption('ModelRequestRateLimitCount', '5')
  await world.setOption('ModelRequestRateLimitEnabled', 'true')
  const other = await world.addToken({ name: 'second' })
  const keys = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? world.key : `sk-${other.key}`))
  const statuses = await Promise.all(keys.map(async (key) => (await chat(bearer(key))).status))
  expect(statuses.filter((status) => status === 200).length).toBe(5)
  await world.setOption('global.rate_limit_exempt_group', 'default')
  await world.setOption('global.rate_limit_exempt_enabled', 'true')
  expect(await chat(bearer(world.key))).toMatchObject({ status: 200 })
  await world.setOption('ModelRequestRateLimitEnabled', 'false')
})

test('an admin’s key may name a channel, by its number', async () => {
  const id = await world.addChannel({ name: 'special', models: 'nobody-else-has-this', priority: -9 })
  const before = world.provider.requestCount
  expect(await chat(bearer(`${world.key}-${id}`))).toMatchObject({ status: 200 })
  expect(world.provider.requestCount).toBe(before + 1)
  expect((await world.logs(1))[0]).toMatchObject({ channel: id })
  expect(await chat(bearer(`${world.key}-99999`))).toMatchObject({ status: 400, code: 'pinned_channel_unknown' })
  expect(await chat(bearer(`${world.key}-abc`))).toMatchObject({ status: 400, code: 'pinned_channel_unknown' })
})

describe('groups', () => {
  test('a token’s group decides channels and price, and must be one that its user may use', async () => {
    await world.setOption('GroupRatio', JSON.stringify({ default: 1, vip: 3 }))
    await world.addChannel({ name: 'for vip', group: 'vip', models: 'fake-chat' })
    const token = await world.addToken({ name: 'dear', group: 'vip' })
    const before = await world.balance()
    expect(await chat(bearer(`sk-${token.key}`))).toMatchObject({ status: 200 })
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ group: 'vip', channel_name: 'for vip' })
    expect(before - (await world.balance())).toBe(3 * ((row?.prompt_tokens ?? 0) + (row?.completion_tokens ?? 0)))
    await world.setOption('UserUsableGroups', JSON.stringify({ default: 'x' }))
    expect(await chat(bearer(`sk-${token.key}`))).toMatchObject({ status: 403, code: 'group_not_allowed' })
    expect(await world.console.ask('POST', '/api/token/', { name: 'not mine', group: 'vip' })).toMatchObject({ body: { success: false } })
  })

  test('a call of a group without a ratio has no price: it is refused, and never charged with 1', async () => {
    const database = await openTestDatabase(world.address)
    // The API lets nobody into such a group; an import or a restored backup may.
    const move = (from: string, to: string) => database.run(moveGroupMembers, { actorId: world.console.userId, from, to })
    try {
      await world.addChannel({ name: 'for all', group: 'default,unpriced', models: 'fake-chat' })
      await move('default', 'unpriced')
      const token = await world.addToken({ name: 'nowhere' })
      const upstream = world.provider.requestCount
      expect(await chat(bearer(`sk-${token.key}`))).toMatchObject({
        ...{ status: 403, code: 'group_ratio_missing' },
        message: expect.stringContaining('No ratio is set for group unpriced. Contact your administrator.'),
      })
      expect(await world.console.ask('POST', '/pg/chat/completions', hello)).toMatchObject({
        ...{ status: 403, body: { error: { code: 'group_ratio_missing' } } },
      })
      expect(world.provider.requestCount).toBe(upstream)
    } finally {
      await move('unpriced', 'default')
      await database.close()
    }
  })
})

describe('bad input gets a clear error, with a request id, and costs nothing', () => {
  const deep = (levels: number) => `{"model":"fake-chat","messages":${'['.repeat(levels)}${']'.repeat(levels)}}`
  test.each([
    ['no JSON', '{"model":', 400, 'bad_json'],
    ['no object', '[1,2]', 400, 'bad_request'],
    ['nothing', '', 400, 'bad_json'],
    ['no model', '{"messages":[]}', 400, 'model_required'],
    ['a model that is no text', '{"model":{"a":1},"messages":[]}', 400, 'invalid_text_request'],
    ['messages that are no list', '{"model":"fake-chat","messages":{}}', 400, 'invalid_text_request'],
    ['a stream that is no flag', '{"model":"fake-chat","messages":[],"stream":"yes"}', 400, 'invalid_text_request'],
    ['an unknown model', '{"model":"nobody","messages":[]}', 404, 'model_not_found'],
    ['an unknown model with an endless name', `{"model":"${'n'.repeat(5000)}","messages":[]}`, 404, 'model_not_found'],
    ['ten thousand levels', deep(10_000), 400, 'too_deep'],
    ['__proto__ as a field', '{"model":"fake-chat","messages":[],"__proto__":{"polluted":true}}', 400, 'bad_request'],
    ['a limit beyond all numbers', '{"model":"fake-chat","messages":[],"max_tokens":1e999}', 400, 'invalid_text_request'],
  ])('%s', async (_name, body, status, code) => {
    const before = await world.balance()
    const answer = await world.post('/v1/chat/completions', body)
    expect(answer.status).toBe(status)
    expect(answer.json.error).toMatchObject({ code, type: 'invalid_request_error' })
    expect((answer.json.error as { message: string }).message).toContain(String(answer.headers['x-request-id']))
    expect(await world.balance()).toBe(before)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test.each([
    ['/v1/completions', { prompt: {} }, 'invalid_text_request'],
    ['/v1/responses', { input: 7 }, 'invalid_responses_request'],
    ['/v1/responses/compact', { input: 7 }, 'invalid_responses_request'],
    ['/v1/embeddings', { input: 7 }, 'invalid_embedding_request'],
    ['/v1/audio/speech', { input: 7, voice: 'alloy' }, 'invalid_audio_request'],
    ['/v1/images/generations', { prompt: 7 }, 'invalid_image_request'],
    ['/v1/rerank', { query: 7, documents: ['a'] }, 'invalid_query'],
    ['/v1/rerank', { query: 'a', documents: 'b' }, 'invalid_documents'],
  ])('at %s %j is told by the code of its kind: %s', async (path, body, code) => {
    expect(await chat(bearer(world.key), { model: 'fake-chat', ...body }, path)).toMatchObject({ status: 400, code })
  })

  test('Claude clients are told in their own envelope, which has no code', async () => {
    const { status, json } = await world.post('/v1/messages', { model: 'fake-chat', max_tokens: 5, messages: 7 })
    const said = expect.stringMatching(/^Invalid request: messages\b/)
    expect([status, json]).toMatchObject([400, { type: 'error', error: { type: 'invalid_request_error', message: said } }])
  })

  test('a body over the limit, declared or not, and one that decompresses beyond it', async () => {
    await world.setOption('relay.max_body_mb', '1')
    const large = JSON.stringify({ ...hello, x: 'y'.repeat(1_200_000) })
    expect((await world.post('/v1/chat/completions', large)).status).toBe(413)
    const bomb = await request(`${world.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...bearer(world.key), 'content-encoding': 'gzip', 'content-type': 'application/json' },
      body: gzipSync(large),
    })
    expect(bomb.statusCode).toBe(413)
    await bomb.body.dump()
    await world.setOption('relay.max_body_mb', '64')
    const compressed = await request(`${world.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...bearer(world.key), 'content-encoding': 'gzip', 'content-type': 'application/json' },
      body: gzipSync(JSON.stringify(hello)),
    })
    expect(compressed.statusCode).toBe(200)
    await compressed.body.dump()
  })

  test('in the caller’s language', async () => {
    expect((await chat({ ...bearer('sk-x'), 'accept-language': 'zh-CN' })).message).toContain('无效的令牌')
    expect((await chat({ ...bearer('sk-x'), 'accept-language': 'de' })).message).toContain('Invalid API key')
  })

  test('paths and methods that do not exist', async () => {
    expect(await chat(bearer(world.key), hello, '/v1/nothing/here')).toMatchObject({ status: 404, code: 'unknown_path' })
    const wrong = await request(`${world.url}/v1/chat/completions`, { headers: bearer(world.key) })
    expect(wrong.statusCode).toBe(404)
    expect(await wrong.body.json()).toMatchObject({ error: { code: 'unknown_path' } })
  })
})

// decision D50
const unbuilt: readonly (readonly ['GET' | 'POST' | 'DELETE', string])[] = [
  ['POST', '/v1/edits'],
  ['POST', '/v1/realtime/calls'],
  ['POST', '/v1/uploads'],
  ['POST', '/v1/fine-tunes'],
  ['DELETE', '/v1/fine-tunes/ft-1'],
  ['DELETE', '/v1/models/fake-chat'],
]

test.each(unbuilt)('%s %s is not built: 501 for a good key, 401 without one', async (method, path) => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await request(world.url + path, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
    return { status: answer.statusCode, json: (await answer.body.json()) as { error: { message: string } } }
  }
  const before = await world.balance()
  const refused = await ask(bearer(world.key))
  expect(refused).toMatchObject({ status: 501, json: { error: { code: 'api_not_implemented', type: 'server_error', param: null } } })
  expect(refused.json.error.message).toContain(path.split('?')[0])
  expect((await ask({ ...bearer(world.key), 'accept-language': 'zh' })).json.error.message).toContain('尚未实现')
  expect(await ask({})).toMatchObject({ status: 401, json: { error: { code: 'token_missing' } } })
  expect(await world.balance()).toBe(before)
})

test('browser extensions are refused where the admin sets so', async () => {
  const origin = { ...bearer(world.key), origin: 'chrome-extension://abcdef' }
  expect(await chat(origin)).toMatchObject({ status: 200 })
  await world.setOption('global.block_browser_extension_enabled', 'true')
  expect(await chat(origin)).toMatchObject({ status: 403, code: 'browser_extension_blocked' })
})

test('after all this the books add up, and nothing is on hold', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
