// Sessions of the realtime API by OpenAI's own library, against a strict stand-in of the vendor: what passes, what is charged, how it ends.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../testing/client.ts'
import { type FakeRealtime, openFakeRealtime } from '../../testing/fake-realtime/fake-realtime.ts'
import { openRealtimeClient, type RealtimeClient, socketKinds } from '../../testing/fake-realtime/realtime-client.ts'
import { listenLocally } from '../../testing/network/local-site.ts'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { asks, openSessionByHand, type SessionOptions } from '../testing/session-by-hand.ts'
import { openWorld, type World } from '../testing/world.ts'

const MODEL = 'gpt-realtime'
/** At a channel whose key cools after a test. */
const LIMITED = 'gpt-realtime-mini'
/** Units for a token: of text in, cached, text out, sound in, cached, sound out. */
const UNITS = { text: 10, cached: 1, textOut: 40, audio: 80, cachedAudio: 2, audioOut: 160 }

const trusted = tls.getCACertificates('default')
const logLines: string[] = []
let vendor: FakeRealtime
let world: World
let payers: Payers
let secure: { readonly port: number; close(): Promise<void> }
const clients: RealtimeClient[] = []

beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, localhostCertificate.cert])
  vendor = await openFakeRealtime({ keys: ['far-key', 'other-key'] })
  world = await openWorld({
    channel: null,
    logLines,
    ratios: { [MODEL]: 10, [LIMITED]: 10, 'gpt-realtime-2': 10, 'gpt-realtime-1.5': 10, 'gpt-4o-mini-transcribe': 4, 'whisper-1': 4 },
    options: {
      CacheRatio: `{"${MODEL}":0.1}`,
      CompletionRatio: `{"${MODEL}":4}`,
      AudioRatio: `{"${MODEL}":8}`,
      AudioCompletionRatio: `{"${MODEL}":2}`,
    },
  })
  await world.addChannel({ type: 1, models: `${MODEL},gpt-4o-mini-transcribe`, base_url: vendor.url, key: 'far-key' })
  await world.addChannel({ type: 1, models: LIMITED, base_url: vendor.url, key: 'other-key' })
  payers = await openPayers(world)
  // The library connects by TLS alone.
  const port = Number(new URL(world.url).port)
  secure = await listenLocally(
    tls.createServer(localhostCertificate, (socket) => {
      const through = connect(port, '127.0.0.1')
      for (const side of [socket, through]) side.on('error', () => {})
      socket.pipe(through).pipe(socket)
    }),
  )
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  await secure.close()
  await vendor.close()
  tls.setDefaultCACertificates(trusted)
})

async function open(kind: (typeof socketKinds)[number]): Promise<RealtimeClient> {
  const client = await openRealtimeClient(kind, `https://localhost:${secure.port}`, world.key)
  clients.push(client)
  return client
}

/** What our price makes of the vendor's own bill. */
function unitsOf(usages: readonly { readonly [part: string]: unknown }[]): number {
  let units = 0
  for (const usage of usages) {
    const details = usage.input_token_details as Record<'text_tokens' | 'audio_tokens' | 'image_tokens', number> & {
      cached_tokens_details: Record<'text_tokens' | 'audio_tokens' | 'image_tokens', number>
    }
    const out = usage.output_token_details as Record<'text_tokens' | 'audio_tokens', number>
    const cached = details.cached_tokens_details
    units += (details.text_tokens - cached.text_tokens) * UNITS.text + cached.text_tokens * UNITS.cached
    units += (details.audio_tokens - cached.audio_tokens) * UNITS.audio + cached.audio_tokens * UNITS.cached
    units += out.text_tokens * UNITS.textOut + out.audio_tokens * UNITS.audioOut
  }
  return Math.round(units)
}

const billed = () => vendor.last.bills.flatMap((bill) => (bill.kind === 'response' ? [bill.usage as Record<string, unknown>] : []))

describe.each(socketKinds)('OpenAI’s library by the socket of kind %s', (kind) => {
  test('does a job with a tool in text and sound, and pays what the vendor bills', async () => {
    const before = await world.balance()
    const client = await open(kind)
    const tool = { type: 'function' as const, name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } }
    client.send({ type: 'session.update', session: { type: 'realtime', model: MODEL, tools: [tool], instructions: 'Be brief.' } })
    await client.next('session.updated')
    client.say('#tool #in:50 #cached:20')
    client.send({ type: 'response.create', response: { output_modalities: ['text'] } })
    const use = await client.next('response.function_call_arguments.done')
    await client.next('response.done')
    client.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: String(use.call_id), output: 'a lighthouse' },
    })
    client.send({ type: 'response.create' })
    const done = await client.next('response.done')
    expect(done.response.status).toBe('completed')
    client.append(Buffer.alloc(48_000))
    client.send({ type: 'input_audio_buffer.commit' })
    client.send({
      type: 'response.create',
      response: { instructions: '#sound:2s #audio-in:30 #cached-audio:10', output_modalities: ['audio'] },
    })
    await client.next('response.output_audio.delta')
    await client.next('response.done')
    expect(client.errors).toEqual([])
    client.close()

    const books = await world.books()
    expect(books).toMatchObject({ openHolds: 0, differences: [] })
    const [row] = await world.logs(1)
    expect(vendor.last.request).toMatchObject({ key: 'far-key', model: MODEL })
    expect(billed()).toHaveLength(3)
    expect(row).toMatchObject({
      model_name: MODEL,
      quota: unitsOf(billed()),
      facts: {
        ...{ ws: true, end_reason: 'client_gone', responses: 3, usage_source: 'upstream' },
        ...{ audio: true, audio_input: expect.any(Number), audio_output: expect.any(Number), audio_ratio: expect.any(Number) },
      },
    })
    expect(before - (await world.balance())).toBe(row?.quota)
    const sum = (side: 'input_tokens' | 'output_tokens') => billed().reduce((total, usage) => total + Number(usage[side]), 0)
    expect([row?.prompt_tokens, row?.completion_tokens]).toEqual([sum('input_tokens'), sum('output_tokens')])
    // The row explains itself.
    const lines = row?.facts.charge?.lines ?? []
    const added = lines.reduce((total, { tokens, weight }) => total + tokens * Number(weight), 0) * 10
    expect(Math.round(added)).toBe(row?.quota)
  })
})

const handOpened = (key: string, { path = `/v1/realtime?model=${MODEL}`, ...more }: SessionOptions & { path?: string } = {}) =>
  openSessionByHand(world.url + path, key, more)

async function rowOf(payer: Payer) {
  await world.books()
  const rows = await world.logs(1)
  const own = rows.filter(({ user_id }) => user_id === payer.userId)
  return { row: own[0], rows: own, paid: PAYERS_BALANCE - (await payer.balance()) }
}

const PAYERS_BALANCE = 1_000_000

describe('the end of a session', () => {
  test('a vendor that counts nothing is charged by what came', async () => {
    const payer = await payers.add(PAYERS_BALANCE)
    const session = await handOpened(payer.key)
    for (const event of asks('#usage:missing #chunks:40x1ms')) session.send(event)
    await session.come('response.done')
    session.socket.close()
    const { row, paid } = await rowOf(payer)
    expect(row?.facts).toMatchObject({ usage_source: 'counted', responses: 1 })
    expect(paid).toBe(row?.quota)
    expect(row?.completion_tokens).toBeGreaterThan(20)
  })

  test('who leaves in the middle pays for what came, and the vendor’s socket is closed', async () => {
    const payer = await payers.add(PAYERS_BALANCE)
    const session = await handOpened(payer.key)
    for (const event of asks('#chunks:2000x20ms')) session.send(event)
    await session.come('response.output_text.delta')
    session.socket.terminate()
    await expect.poll(() => vendor.last.closed).toBeDefined()
    const { row, paid } = await rowOf(payer)
    expect(row?.facts).toMatchObject({ end_reason: 'client_gone', usage_source: 'counted' })
    expect(paid).toBe(row?.quota)
    expect(paid).toBeGreaterThan(0)
  })

  test('a ban ends it with an error event within a second, then closes it', async () => {
    const payer = await payers.add(PAYERS_BALANCE)
    const session = await handOpened(payer.key)
    await session.come('session.created')
    await payer.console.call('PUT', '/api/token/?status_only=1', { id: payer.tokenId, status: 2 })
    expect(await session.closed).toBe(1008)
    expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'access_revoked' } })
    expect((await handOpened(payer.key)).refused).toMatchObject({ status: 401 })
  })

  test('an empty balance ends it, and overdraws nobody', async () => {
    const poor = await payers.add(70_000)
    const session = await handOpened(poor.key)
    for (const event of asks('#chunks:9000x1ms')) session.send(event)
    expect(await session.closed).toBe(1008)
    expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'quota_cut' } })
    await world.books()
    expect(await poor.balance()).toBeGreaterThanOrEqual(0)
    expect(70_000 - (await poor.balance())).toBeGreaterThan(30_000)
    expect((await handOpened((await payers.add(0)).key)).refused).toMatchObject({
      status: 403,
      body: expect.stringContaining('insufficient'),
    })
  })

  test.each([
    ['#close:1011 #chunks:20x1ms', 1011, 'upstream_error'],
    ['#cut #chunks:20x1ms', 1011, 'upstream_truncated'],
  ])('a vendor that breaks off (%s) is told of in an error event', async (ask, code, reason) => {
    const payer = await payers.add(PAYERS_BALANCE)
    const session = await handOpened(payer.key)
    for (const event of asks(ask)) session.send(event)
    expect(await session.closed).toBe(code)
    expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'upstream_truncated' } })
    const { row, paid } = await rowOf(payer)
    expect(row?.facts.end_reason).toBe(reason)
    expect(paid).toBe(row?.quota)
  })
})

describe('before a session', () => {
  test('refusals are plain answers, and the next channel gets its turn', async () => {
    const ask = (path: string) => handOpened(world.key, { path }).then(({ refused }) => refused)
    expect(await ask('/v1/realtime')).toMatchObject({ status: 400, body: expect.stringContaining('model_required') })
    expect(await ask('/v1/realtime?model=no-such')).toMatchObject({ status: 404, body: expect.stringContaining('model_not_found') })
    expect((await handOpened('sk-wrong')).refused).toMatchObject({ status: 401 })
    const bearer = { authorization: `Bearer ${world.key}` }
    expect(await call(`${world.url}/v1/realtime?model=${MODEL}`, { headers: bearer })).toMatchObject({ status: 426 })
    vendor.limitNext('7')
    expect(await ask(`/v1/realtime?model=${LIMITED}`)).toMatchObject({ status: 429 })
  })

  test('a vendor that opens every socket and refuses in its first message has refused', async () => {
    const strict = await openFakeRealtime({ keys: ['good-key'], refusesBy: 'close' })
    await world.addChannel({ type: 1, models: 'gpt-realtime-2', base_url: strict.url, key: 'dead-key-0123456789\ngood-key' })
    const session = await handOpened(world.key, { path: '/v1/realtime?model=gpt-realtime-2' })
    expect(session.refused).toBeUndefined()
    await session.come('session.created')
    session.socket.close()
    await world.books()
    const [row] = await world.logs(1)
    expect(row?.facts.admin_info?.attempts).toMatchObject([{ status: 401 }, { status: 101 }])
    await strict.close()
  })

  test('a vendor’s error is told without the channel’s secrets', async () => {
    const session = await handOpened(world.key)
    session.send({ type: 'conversation.item.delete', item_id: 'far-key' })
    const told = await session.come('error')
    expect(JSON.stringify(told)).not.toContain('far-key')
    session.socket.close()
  })

  test('clients that call deployments get theirs', async () => {
    const session = await handOpened(world.key, { path: `/openai/realtime?deployment=${MODEL}&api-version=2025-04-01-preview` })
    expect(session.refused).toBeUndefined()
    await session.come('session.created')
    session.socket.close()
  })
})

test('a client that leaves while the vendor is being connected ends that at once', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<Socket>()
  const silent = await listenLocally(createServer(resolve))
  await world.addChannel({ type: 1, models: 'gpt-realtime-1.5', base_url: `http://127.0.0.1:${silent.port}`, key: 'far-key' })
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  socket.write(
    `GET /v1/realtime?model=gpt-realtime-1.5 HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${world.key}\r\nconnection: upgrade\r\n` +
      'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  const upstream = await asked
  upstream.resume()
  const ended = once(upstream, 'close')
  socket.end()
  await ended
  await expect.poll(async () => (await world.books()).openHolds).toBe(0)
  await silent.close()
})

describe('a client secret', () => {
  const give = (key: string, body: object) => world.post('/v1/realtime/client_secrets', body, { authorization: `Bearer ${key}` })

  test('opens sessions of its model with its settings, from a page, and nothing else', async () => {
    const payer = await payers.add(PAYERS_BALANCE)
    const session = { type: 'realtime', model: MODEL, instructions: 'Speak like a keeper of a lighthouse.' }
    const given = await give(payer.key, { session, expires_after: { anchor: 'created_at', seconds: 900 } })
    expect(given.status).toBe(200)
    const { value, expires_at } = given.json as { value: string; expires_at: number }
    expect(value).toMatch(/^ek_/)
    expect(expires_at).toBeGreaterThan(Date.now() / 1000 + 60)
    const opened = await handOpened('', { protocols: ['realtime', `openai-insecure-api-key.${value}`] })
    expect(opened.refused).toBeUndefined()
    expect(opened.socket.protocol).toBe('realtime')
    const updated = await opened.come('session.updated')
    expect(updated.session).toMatchObject({ instructions: session.instructions })
    for (const event of asks('hello')) opened.send(event)
    await opened.come('response.done')
    opened.socket.close()
    expect((await rowOf(payer)).row?.quota).toBeGreaterThan(0)

    const other = await handOpened('', { path: '/v1/realtime?model=other', protocols: ['realtime', `openai-insecure-api-key.${value}`] })
    expect(other.refused).toMatchObject({ status: 403, body: expect.stringContaining('model_not_allowed') })
    expect(await world.post('/v1/chat/completions', { model: MODEL, messages: [] }, { authorization: `Bearer ${value}` })).toMatchObject({
      status: 401,
    })
    const changed = `${value.slice(0, -4)}AAAA`
    expect((await handOpened('', { protocols: [`openai-insecure-api-key.${changed}`] })).refused).toMatchObject({ status: 401 })
    await payer.console.call('PUT', '/api/token/?status_only=1', { id: payer.tokenId, status: 2 })
    expect((await handOpened('', { protocols: [`openai-insecure-api-key.${value}`] })).refused).toMatchObject({ status: 401 })
  })

  test('is given for a while, for a model, and not beyond what a header holds', async () => {
    expect(await give(world.key, {})).toMatchObject({ status: 400 })
    expect(await give(world.key, { session: { model: MODEL }, expires_after: { seconds: 5 } })).toMatchObject({ status: 400 })
    const noise = Array.from({ length: 12_000 }, () => Math.random().toString(36).slice(2, 4)).join('')
    expect(await give(world.key, { session: { model: MODEL, instructions: noise } })).toMatchObject({ status: 400 })
  })
})

describe('what is said', () => {
  const transcribed = (model: string) => ({
    type: 'session.update',
    session: { type: 'realtime', audio: { input: { transcription: { model }, turn_detection: null } } },
  })
  const sound = [
    { type: 'input_audio_buffer.append', audio: Buffer.alloc(96_000).toString('base64') },
    { type: 'input_audio_buffer.commit' },
  ]

  test.each(['gpt-4o-mini-transcribe', 'whisper-1'])('is written down by %s at its own price, in a row of its own', async (model) => {
    const payer = await payers.add(PAYERS_BALANCE)
    const session = await handOpened(payer.key)
    session.send(transcribed(model))
    await session.come('session.updated')
    for (const event of sound) session.send(event)
    await session.come('conversation.item.input_audio_transcription.completed')
    session.socket.close()
    const { rows, paid } = await rowOf(payer)
    const row = rows.find(({ model_name }) => model_name === model)
    expect(row?.quota).toBeGreaterThan(0)
    expect(row?.facts.session).toBe(rows.find(({ model_name }) => model_name === MODEL)?.request_id)
    expect(paid).toBe(rows.reduce((sum, { quota }) => sum + quota, 0))
  })

  test('is written down by sessions that do nothing else, whose model comes later or with a client secret', async () => {
    const payer = await payers.add(PAYERS_BALANCE)
    const model = 'gpt-4o-mini-transcribe'
    const only = { type: 'transcription', audio: { input: { transcription: { model }, turn_detection: null } } }
    const given = await world.post('/v1/realtime/client_secrets', { session: only }, { authorization: `Bearer ${payer.key}` })
    const { value } = given.json as { value: string }
    const addressed = await handOpened(payer.key, { path: '/v1/realtime?intent=transcription' })
    addressed.send({ type: 'session.update', session: only })
    const secret = await handOpened('', { path: '/v1/realtime', protocols: ['realtime', `openai-insecure-api-key.${value}`] })
    for (const session of [addressed, secret]) {
      expect((await session.come('session.updated')).session).toMatchObject({ type: 'transcription' })
      for (const event of sound) session.send(event)
      await session.come('conversation.item.input_audio_transcription.completed')
      session.socket.close()
    }
    const { rows, paid } = await rowOf(payer)
    expect(rows.filter(({ model_name, quota }) => model_name === model && quota > 0)).toHaveLength(2)
    expect(paid).toBe(rows.reduce((sum, { quota }) => sum + quota, 0))
  })

  test('is not written down by a model without a price, and the session goes on', async () => {
    const session = await handOpened(world.key)
    await session.come('session.created')
    session.send(transcribed('gpt-transcribe-unpriced'))
    expect(await session.come('error')).toMatchObject({ error: { code: 'model_price_error' } })
    for (const event of asks('still here')) session.send(event)
    await session.come('response.done')
    session.socket.close()
  })
})

test('a text with a sensitive word is not passed on, and the session goes on', async () => {
  const session = await handOpened(world.key)
  await session.come('session.created')
  await world.setOption('SensitiveWords', 'forbidden\nregex:in\\s+pattern')
  const before = vendor.last.received.length
  for (const text of ['a Forbidden thing', 'in  pattern']) for (const event of asks(text).slice(0, 1)) session.send(event)
  session.send({ type: 'session.update', session: { type: 'realtime', instructions: 'say FORBIDDEN' } })
  await expect.poll(() => session.events.filter(({ type }) => type === 'error')).toHaveLength(3)
  expect(await session.come('error')).toMatchObject({ error: { code: 'sensitive_words_detected' } })
  expect(vendor.last.received).toHaveLength(before)
  for (const event of asks('all fine')) session.send(event)
  await session.come('response.done')
  await world.setOption('SensitiveWords', '')
  session.socket.close()
})

test('no key stands in a log, also not as a protocol', () => {
  const lines = logLines.join('\n')
  for (const secret of [world.key, world.key.slice(3), 'far-key', 'ek_']) expect(lines).not.toContain(secret)
})
