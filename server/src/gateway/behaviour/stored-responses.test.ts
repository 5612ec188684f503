// security 7 and 17: what is kept of the Responses API costs no storage for nothing, and belongs to the token that made it.
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    channel: { models: 'fake-chat,fake-other,gpt-4-gizmo-*' },
    ratios: { 'fake-chat': 1, 'fake-other': 1, 'gpt-4-gizmo-*': 1, 'fake-bare': 1, 'fake-after': 1 },
    options: { 'relay.max_kept_mb_per_user': '1' },
  })
})
afterAll(() => world.close())

async function send(method: 'GET' | 'POST' | 'DELETE', path: string, key: string, body?: object) {
  const response = await request(world.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.body.text()
  const json = (text.startsWith('{') ? JSON.parse(text) : {}) as { id: string; status: string; error?: { code?: string }; data?: unknown[] }
  return { status: response.statusCode, text, json }
}

async function ended(id: string): Promise<string> {
  await expect.poll(async () => (await send('GET', `/v1/responses/${id}`, world.key)).json.status).not.toMatch(/queued|in_progress/)
  return (await send('GET', `/v1/responses/${id}`, world.key)).json.status
}

function pathOf({ address }: World): string {
  if (address.kind !== 'sqlite') throw new Error('this test looks at the file')
  return address.path
}

async function rows() {
  const database = await openTestDatabase(world.address)
  try {
    return await database.read.selectFrom('stored_response').selectAll().execute()
  } finally {
    await database.close()
  }
}

test('a call with nothing to answer is refused here, and no vendor is asked', async () => {
  const asked = world.provider.requests.length
  const { status, text } = await send('POST', '/v1/responses', world.key, { model: 'fake-chat', instructions: 'be brief' })
  expect([status, text]).toEqual([400, expect.stringContaining('input')])
  expect(world.provider.requests).toHaveLength(asked)
})

test('a background call that fails stores nothing of its request', async () => {
  const input = `#refuse:400x9 ${'hello '.repeat(50_000)}`
  const instructions = 'be brief '.repeat(30_000)
  const created = await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input, instructions, background: true })
  expect(await ended(created.json.id)).toBe('failed')
  expect((await send('GET', `/v1/responses/${created.json.id}/input_items`, world.key)).json.data).toEqual([])
  const row = (await rows()).find((each) => each.response_key.endsWith(created.json.id))
  expect(row && row.input.length + row.body.length).toBeLessThan(5000)
  const next = await send('POST', '/v1/responses', world.key, {
    model: 'fake-chat',
    input: 'and now',
    previous_response_id: created.json.id,
  })
  expect(next.json.error?.code).toBe('previous_response_not_found')
})

test('large background calls that fail leave nothing on the disk', async () => {
  const size = () => ['', '-wal'].reduce((sum, end) => sum + (statSync(pathOf(world) + end, { throwIfNoEntry: false })?.size ?? 0), 0)
  const before = size()
  for (let times = 0; times < 5; times++) {
    const input = `#refuse:400x9 ${randomBytes(400_000).toString('hex')}`
    const created = await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input, background: true })
    expect(await ended(created.json.id)).toBe('failed')
  }
  // Four megabytes were sent. What the rows of the log take up grows with every call.
  expect(size() - before).toBeLessThan(1_500_000)
})

test('a cancelled one stores nothing either', async () => {
  const input = `#wait:3000 ${'hello '.repeat(50_000)}`
  const created = await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input, background: true })
  expect((await send('POST', `/v1/responses/${created.json.id}/cancel`, world.key)).json.status).toBe('cancelled')
  const row = (await rows()).find((each) => each.response_key.endsWith(created.json.id))
  expect(row && row.input.length + row.body.length).toBeLessThan(5000)
})

test('what is larger than a user may store is refused before the vendor is called, where it was to be stored', async () => {
  const input = 'hello '.repeat(200_000)
  const [balance, count] = [await world.balance(), world.provider.requestCount]
  for (const wish of [{ background: true }, { store: true }, { background: true, stream: true }]) {
    const refused = await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input, ...wish })
    expect(refused.status).toBe(413)
    expect(refused.json.error?.code).toBe('kept_too_large')
    expect(refused.text).toContain('1 MB')
  }
  expect(world.provider.requestCount).toBe(count)
  expect(await world.balance()).toBe(balance)
  // Nobody said that it must be kept.
  const served = await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input: `#out:3 ${input}` })
  expect(served.status, served.text.slice(0, 500)).toBe(200)
  expect((await send('GET', `/v1/responses/${served.json.id}`, world.key)).status).toBe(404)
})

test('what is stored for one user stays within the limit: the oldest responses go', async () => {
  const ids: string[] = []
  for (let at = 0; at < 8; at++) {
    const served = await send('POST', '/v1/responses', world.key, {
      model: 'fake-chat',
      input: `#out:3 ${'hello '.repeat(50_000)}`,
      store: true,
    })
    ids.push(served.json.id)
  }
  const stored = await rows()
  expect(stored.reduce((sum, row) => sum + Number(row.bytes), 0)).toBeLessThanOrEqual(1024 * 1024)
  expect((await send('GET', `/v1/responses/${ids.at(-1)}`, world.key)).status).toBe(200)
  expect((await send('GET', `/v1/responses/${ids[0]}`, world.key)).status).toBe(404)
})

test('a token that may not use the model of an answer finds none of it, and ends nothing', async () => {
  const limited = `sk-${(await world.addToken({ name: 'limited', model_limits_enabled: true, model_limits: 'fake-other' })).key}`
  const equal = `sk-${(await world.addToken({ name: 'equal', model_limits_enabled: true, model_limits: 'fake-chat' })).key}`
  const { id } = (await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input: 'a secret #out:3' })).json
  const running = (
    await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input: 'hello #wait:1500 #out:3', background: true })
  ).json.id

  for (const one of [id, running]) {
    for (const [method, path] of [
      ['GET', `/v1/responses/${one}`],
      ['GET', `/v1/responses/${one}?stream=true`],
      ['GET', `/v1/responses/${one}/input_items`],
      ['POST', `/v1/responses/${one}/cancel`],
      ['DELETE', `/v1/responses/${one}`],
    ] as const) {
      const refused = await send(method, path, limited)
      expect([refused.status, refused.json.error?.code], path).toEqual([404, 'response_not_found'])
    }
    const next = await send('POST', '/v1/responses', limited, { model: 'fake-other', input: 'what was said?', previous_response_id: one })
    expect(next.json.error?.code).toBe('previous_response_not_found')
  }
  expect(await ended(running)).toBe('completed')

  expect((await send('GET', `/v1/responses/${id}`, equal)).status).toBe(200)
  const next = await send('POST', '/v1/responses', equal, { model: 'fake-chat', input: 'go on #out:3', previous_response_id: id })
  expect(next.status, next.text).toBe(200)
  // The answer of the one is bound to it; the conversation behind it is found by whoever may have all of it.
  expect((await send('GET', `/v1/responses/${next.json.id}`, world.key)).status).toBe(200)
  expect((await send('DELETE', `/v1/responses/${id}`, equal)).status).toBe(200)
})

test('a token for all assistants of the store finds the answers of each', async () => {
  const all = `sk-${(await world.addToken({ name: 'all', model_limits_enabled: true, model_limits: 'gpt-4-gizmo-*' })).key}`
  const { id } = (await send('POST', '/v1/responses', world.key, { model: 'gpt-4-gizmo-g-1', input: 'hello #out:3' })).json
  expect(await send('GET', `/v1/responses/${id}`, all)).toMatchObject({ status: 200, json: { id } })
  const { id: other } = (await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input: 'hello #out:3' })).json
  expect((await send('GET', `/v1/responses/${other}`, all)).status).toBe(404)
})

test('items that came in events only are part of what is kept', async () => {
  const said = (id: string, text: string) => ({
    id,
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  const head = { id: 'resp_bare', object: 'response', created_at: 1, model: 'm', output: [] }
  const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 }
  const events = [
    { type: 'response.created', response: { ...head, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 1, item: said('msg_b', 'and 43') },
    { type: 'response.output_item.done', output_index: 0, item: said('msg_a', 'Remember 42') },
    { type: 'response.completed', response: { ...head, status: 'completed', usage } },
  ]
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  world.provider.next(scenario.reply(200, text, { 'content-type': 'text/event-stream' }))
  await world.addChannel({ name: 'bare', models: 'fake-bare', setting: JSON.stringify({ dialects: ['openai-responses'] }) })
  await world.addChannel({ name: 'chat', models: 'fake-after' })
  await send('POST', '/v1/responses', world.key, { model: 'fake-bare', input: 'first', stream: true })
  await send('POST', '/v1/responses', world.key, { model: 'fake-after', input: 'second', previous_response_id: 'resp_bare' })
  expect(world.provider.requests.at(-1)?.rawBody).toMatch(/first.*Remember 42.*and 43.*second/)
  const input = [
    { role: 'user', content: 'third' },
    { type: 'item_reference', id: 'msg_b' },
  ]
  await send('POST', '/v1/responses', world.key, { model: 'fake-after', input })
  expect(world.provider.requests.at(-1)?.rawBody).toMatch(/third.*and 43/)
})

test('an item that is named again and again makes no small request a huge one', async () => {
  const served = await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input: `hello #out:50 ${'x'.repeat(1000)}` })
  const { output } = served.json as { output?: { id: string }[] }
  const reference = { type: 'item_reference', id: output?.[0]?.id }
  const input = [...Array.from({ length: 1000 }, () => reference), { role: 'user', content: 'go on #out:3' }]
  await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input })
  expect(world.provider.requests.at(-1)?.rawBody.length).toBeLessThan(5000)
})

test('what is stored in the database is not readable there', async () => {
  await send('POST', '/v1/responses', world.key, { model: 'fake-chat', input: 'the word is abracadabra #out:3' })
  expect(JSON.stringify(await rows())).not.toContain('abracadabra')
})
