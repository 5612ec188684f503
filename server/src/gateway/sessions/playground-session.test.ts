// Sessions of the playground: who is logged in gets a client secret, pays by their login, and is told what the session costs.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type FakeRealtime, openFakeRealtime } from '../../testing/fake-realtime/fake-realtime.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const MODEL = 'gpt-realtime'
let vendor: FakeRealtime
let world: World
let payers: Payers

beforeAll(async () => {
  vendor = await openFakeRealtime({ keys: ['far-key'] })
  world = await openWorld({ channel: null, ratios: { [MODEL]: 10, 'gpt-4o-mini-transcribe': 4 } })
  await world.addChannel({ type: 1, models: MODEL, base_url: vendor.url, key: 'far-key' })
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  await vendor.close()
})

const loginOf = ({ console: { cookie }, userId }: Payer) => ({ cookie, 'waystation-user': String(userId), 'accept-language': 'en' })

/** Asks for a secret. */
async function ask(headers: Record<string, string>, body: object = {}) {
  const answer = await fetch(`${world.url}/pg/realtime/client_secrets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ session: { type: 'realtime', model: MODEL }, ...body }),
  })
  return { status: answer.status, json: (await answer.json()) as { readonly value: string } }
}

async function secretOf(payer: Payer, headers: Record<string, string> = {}, body: object = {}): Promise<string> {
  const given = await ask({ ...loginOf(payer), ...headers }, body)
  expect(given.status).toBe(200)
  return given.json.value
}

type Event = { readonly type: string; readonly quota?: number; readonly request_id?: string; readonly error?: { readonly code: string } }

/** A session as a page opens it. */
async function open(secret: string) {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/v1/realtime`, ['realtime', `openai-insecure-api-key.${secret}`])
  const events: Event[] = []
  socket.on('message', (data) => events.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await once(socket, 'open')
  const of = (type: string) => events.filter((event) => event.type === type)
  return {
    ...{ socket, events, closed, of },
    send: (event: object) => socket.send(JSON.stringify(event)),
    come: (type: string, count = 1) => expect.poll(() => of(type).length).toBeGreaterThanOrEqual(count),
  }
}

const says = (text: string): readonly object[] => [
  { type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } },
  { type: 'response.create', response: { output_modalities: ['text'] } },
]

test('is paid by the login, and told what it has cost after each response', async () => {
  const payer = await payers.add(1_000_000)
  const instructions = 'Speak like a keeper of a lighthouse.'
  const secret = await secretOf(payer, {}, { group: 'default', session: { type: 'realtime', model: MODEL, instructions } })
  const session = await open(secret)
  await session.come('session.updated')
  expect(vendor.last.settings).toMatchObject({ instructions })
  expect(session.of('waystation.charged')).toMatchObject([{ quota: 0 }])
  for (const event of says('hello #in:50 #out:20')) session.send(event)
  await session.come('waystation.charged', 2)
  for (const event of says('again #in:70 #out:20')) session.send(event)
  await session.come('waystation.charged', 3)
  const told = session.of('waystation.charged').map(({ quota = 0 }) => quota)
  expect(told[1]).toBeGreaterThan(0)
  expect(told[2]).toBeGreaterThan(told[1] ?? 0)
  // What is told comes behind the response that it is for.
  expect(session.events.findIndex(({ type }) => type === 'response.done')).toBeLessThan(
    session.events.findIndex(({ quota }) => quota === told[1]),
  )
  session.socket.close()
  await world.books()
  const row = (await world.logs(1)).find(({ user_id }) => user_id === payer.userId)
  expect(row).toMatchObject({
    ...{ quota: told[2], token_name: 'playground-default', model_name: MODEL },
    request_id: session.of('waystation.charged')[0]?.request_id,
  })
  expect(1_000_000 - (await payer.balance())).toBe(told[2])
})

test('is told what writing down costs, too', async () => {
  const session = await open(await secretOf(await payers.add(1_000_000)))
  const input = { transcription: { model: 'gpt-4o-mini-transcribe' }, turn_detection: null }
  session.send({ type: 'session.update', session: { type: 'realtime', audio: { input } } })
  await session.come('session.updated', 2)
  session.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(96_000).toString('base64') })
  session.send({ type: 'input_audio_buffer.commit' })
  await session.come('waystation.charged', 2)
  expect(session.of('waystation.charged')[1]?.quota).toBeGreaterThan(0)
  session.socket.close()
  await session.closed
})

test('whoever calls with a key gets the messages of the vendor, and no other', async () => {
  const headers = { authorization: `Bearer ${world.key}` }
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`, { headers })
  const types: string[] = []
  socket.on('message', (data) => types.push(JSON.parse(String(data)).type))
  await once(socket, 'open')
  for (const event of says('hello')) socket.send(JSON.stringify(event))
  await expect.poll(() => types.includes('rate_limits.updated')).toBe(true)
  expect(types.filter((type) => type.startsWith('waystation'))).toEqual([])
  socket.close()
})

test('a secret is for who is logged in, in a group of theirs', async () => {
  const payer = await payers.add(1_000_000)
  const login = loginOf(payer)
  expect(await ask({})).toMatchObject({ status: 401 })
  expect(await ask({ cookie: login.cookie })).toMatchObject({ status: 401 })
  expect(await ask({ ...login, authorization: `Bearer ${payer.key}` })).toMatchObject({ status: 400 })
  expect(await ask({ ...login, origin: 'https://evil.test' })).toMatchObject({ status: 403 })
  expect(await ask(login, { group: 'vip-only' })).toMatchObject({ status: 403 })
  expect(await ask(login, { session: {} })).toMatchObject({ status: 400 })
})

test('logging out ends the session and the secret', async () => {
  const payer = await payers.add(1_000_000)
  const secret = await secretOf(payer)
  const session = await open(secret)
  await session.come('session.created')
  await payer.console.call('GET', '/api/user/logout')
  expect(await session.closed).toBe(1008)
  expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'access_revoked' } })
  await expect(open(secret)).rejects.toThrow('401')
})

test.each([
  ['en', /balance/i],
  ['zh', /余额/],
])('a refusal is told in the socket, for pages see no other, in the language of the page (%s)', async (language, words) => {
  const secret = await secretOf(await payers.add(0), { 'accept-language': language })
  const session = await open(secret)
  expect(await session.closed).toBe(1008)
  expect(session.events).toMatchObject([
    { type: 'error', error: { code: 'insufficient_user_quota', message: expect.stringMatching(words) } },
  ])
})

test('the voices are those of the models of the group', async () => {
  const login = loginOf(await payers.add(0))
  const voices = async (query: string, headers: Record<string, string> = login) => {
    const answer = await fetch(`${world.url}/pg/audio/voices${query}`, { headers })
    return { status: answer.status, body: (await answer.json()) as { voices?: { id: string }[] } }
  }
  const { body } = await voices(`?model=${MODEL}&group=default`)
  expect(body.voices?.map(({ id }) => id)).toEqual(expect.arrayContaining(['alloy', 'marin', 'cedar']))
  expect(await voices(`?model=${MODEL}&group=vip-only`)).toMatchObject({ status: 403 })
  expect(await voices('', {})).toMatchObject({ status: 401 })
})
