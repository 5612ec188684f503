// The Responses API over a socket, by OpenAI's own library and by hand: each response is a call like any other.
import { once } from 'node:events'
import OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'
import { addUpstreams, modelAt, priceOptions, upstreams } from './testing/upstreams.ts'

let world: World
let payers: Payers
let client: OpenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions })
  await addUpstreams(world)
  payers = await openPayers(world)
  client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1` })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

const [chat] = upstreams as unknown as readonly [(typeof upstreams)[number]]
const usual = modelAt(chat, 'gpt-5')
/** A model whose cost can be counted from what came, so that nobody listens on. */
const counted = modelAt(chat, 'claude-sonnet-4-5')
const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object', properties: {} }, strict: false }]
const socketUrl = () => `${world.url.replace('http', 'ws')}/v1/responses`

type Message = Record<string, unknown> & { type: string }
const ENDS = new Set(['response.completed', 'response.failed', 'response.incomplete'])
/** An error without a status stands in an answer, which goes on. */
const isEnd = ({ type, status }: Message) => ENDS.has(type) || (type === 'error' && status !== undefined)

/** A socket by hand, whose messages are read one by one. */
async function openSocket(key = world.key) {
  const socket = new WebSocket(socketUrl(), { headers: { authorization: `Bearer ${key}` } })
  const messages: Message[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    wake()
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  const next = async (): Promise<Message> => {
    while (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return messages.shift() as Message
  }
  return {
    socket,
    closed,
    next,
    send: (message: object) => socket.send(JSON.stringify(message)),
    /** Asks for a response, and reads to its end. */
    async ask(body: object): Promise<readonly Message[]> {
      socket.send(JSON.stringify({ type: 'response.create', model: usual, ...body }))
      const read: Message[] = []
      for (;;) {
        const message = await next()
        read.push(message)
        if (isEnd(message)) return read
      }
    },
  }
}

const responseIn = (messages: readonly Message[]) => messages.at(-1)?.response as OpenAI.Responses.Response
const textOf = (messages: readonly Message[]) =>
  messages.flatMap(({ type, delta }) => (type === 'response.output_text.delta' ? [delta] : [])).join('')

/** The answer to a request for a socket that is refused. */
function refused(headers: Record<string, string>, options: { protocols?: string[]; path?: string } = {}) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string; upgrade: string | undefined }>()
  const url = options.path ? world.url.replace('http', 'ws') + options.path : socketUrl()
  const socket = new WebSocket(url, options.protocols ?? [], { headers })
  socket.on('error', () => {})
  socket.on('unexpected-response', (_request, response) => {
    let body = ''
    response.on('data', (chunk) => {
      body += chunk
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body, upgrade: response.headers.upgrade }))
  })
  return promise
}

test('a message with a sensitive word is rejected alone, also as a warm-up', async () => {
  await world.setOption('SensitiveWords', 'forbidden')
  const { socket, ask } = await openSocket()
  for (const asked of [{ input: 'Forbidden' }, { input: 'FORBIDDEN', generate: false }]) {
    expect((await ask(asked)).at(-1)).toMatchObject({ type: 'error', status: 400, error: { code: 'sensitive_words_detected' } })
  }
  expect(world.provider.requests).toEqual([])
  expect(responseIn(await ask({ input: 'fine' })).status).toBe('completed')
  await world.setOption('SensitiveWords', '')
  socket.close()
})

describe.each(upstreams)('at $name', (upstream) => {
  const model = modelAt(upstream, 'gpt-5')

  test('OpenAI’s library does a job with tools, and nothing is stored', async () => {
    const socket = new ResponsesWS(client)
    const ask = async (body: object): Promise<OpenAI.Responses.Response> => {
      socket.send({ type: 'response.create', model, tools, store: false, ...body })
      for await (const event of socket) {
        if (event.type === 'error') throw event.error
        if (event.type === 'message' && event.message.type === 'response.completed') return event.message.response
      }
      throw new Error('the socket was closed')
    }
    const before = await world.balance()
    const first = await ask({ input: '#tool #in:50' })
    const use = first.output.find((item) => item.type === 'function_call')
    expect(use?.name).toBe('look')
    const output = [{ type: 'function_call_output', call_id: use?.call_id, output: 'a lighthouse' }]
    const second = await ask({ previous_response_id: first.id, input: output })
    expect(second.output.flatMap((item) => (item.type === 'message' ? item.content : []))).toMatchObject([{ text: 'Echo: a lighthouse' }])
    const third = await ask({ previous_response_id: second.id, input: 'and then?', tool_choice: 'none' })
    expect(world.provider.requests.at(-1)?.rawBody).toMatch(/look.*a lighthouse.*Echo: a lighthouse.*and then/)
    socket.close()
    await expect(client.responses.retrieve(third.id)).rejects.toMatchObject({ status: 404 })

    const rows = await world.logs(3)
    const ours = rows.slice(0, 3)
    expect(ours.map(({ facts }) => [facts.ws, facts.end_reason])).toEqual(Array(3).fill([true, 'done']))
    expect(before - (await world.balance())).toBe(ours.reduce((sum, { quota }) => sum + quota, 0))
  })
})

test('a request that is only prepared costs nothing, goes to no vendor, and is gone on from', async () => {
  const socket = await openSocket()
  const before = await world.balance()
  const prepared = responseIn(await socket.ask({ generate: false, store: false, input: [{ role: 'user', content: 'remember the lamp' }] }))
  expect(prepared).toMatchObject({ status: 'completed', output: [], usage: { total_tokens: 0 } })
  expect(world.provider.requests).toEqual([])
  expect(await world.balance()).toBe(before)
  const answered = await socket.ask({ previous_response_id: prepared.id, store: false, input: 'and the stairs' })
  expect(responseIn(answered).previous_response_id).toBe(prepared.id)
  expect(world.provider.requests.at(-1)?.rawBody).toMatch(/remember the lamp.*and the stairs/)
  socket.socket.close()
})

test('tools that an earlier request brought are called by the names that they have there', async () => {
  const socket = await openSocket()
  const space = { type: 'namespace', name: 'house', tools }
  const brought = { type: 'additional_tools', role: 'developer', tools: [space] }
  const prepared = responseIn(await socket.ask({ generate: false, store: false, input: [brought] }))
  const answered = responseIn(
    await socket.ask({ previous_response_id: prepared.id, store: false, input: [{ role: 'user', content: '#tool' }] }),
  )
  expect(answered.output).toMatchObject([{ type: 'function_call', namespace: 'house', name: 'look' }])
  socket.socket.close()
})

test('requests that come together are answered one after another, each in its lane', async () => {
  const socket = await openSocket()
  for (const lane of ['a', 'b"', 'c']) socket.send({ type: 'response.create', model: usual, stream_id: lane, input: `from ${lane}` })
  const read: Message[] = []
  while (read.filter(({ type }) => type === 'response.completed').length < 3) read.push(await socket.next())
  const order = read.map(({ stream_id }) => stream_id)
  expect(order).toEqual(order.toSorted())
  expect(new Set(order)).toEqual(new Set(['a', 'b"', 'c']))
  for (const lane of ['a', 'b"', 'c']) expect(textOf(read.filter(({ stream_id }) => stream_id === lane))).toBe(`Echo: from ${lane}`)
  socket.socket.close()
})

test('what is refused is refused as a plain request is, and the socket stays', async () => {
  const socket = await openSocket()
  const [unknown] = await socket.ask({ model: 'no-such-model', input: 'hi' })
  expect(unknown).toMatchObject({
    type: 'error',
    status: 404,
    error: { code: 'model_not_found', message: expect.stringMatching(/request id/) },
  })
  const [gone] = await socket.ask({ previous_response_id: 'resp_none', input: 'hi', stream_id: 'x' })
  expect(gone).toMatchObject({ type: 'error', status: 400, stream_id: 'x', error: { code: 'previous_response_not_found' } })
  socket.send({ type: 'session.update' })
  expect(await socket.next()).toMatchObject({ type: 'error', status: 400, error: { code: 'invalid_responses_request' } })
  socket.socket.send('{"type":')
  expect(await socket.next()).toMatchObject({ type: 'error', status: 400, error: { code: 'bad_json' } })
  socket.send({ type: 'response.steer', previous_response_id: 'resp_1', input: 'faster' })
  const steer = { input: 'faster', previous_response_id: 'resp_1' }
  expect(await socket.next()).toMatchObject({ type: 'response.steer.failed', error: { code: 'steering_not_supported' }, steer })
  const [limited] = await socket.ask({ input: '#refuse:429x1' })
  expect(limited).toMatchObject({ type: 'error', status: 429, headers: { 'retry-after': expect.any(String) } })
  expect(textOf(await socket.ask({ input: 'still here' }))).toBe('Echo: still here')
  socket.socket.close()
})

test('who may not open one is told so as in any answer', async () => {
  const bearer = { authorization: `Bearer ${world.key}` }
  expect(await refused({})).toMatchObject({ status: 401, body: expect.stringContaining('token_missing') })
  expect(await refused({ authorization: 'Bearer sk-wrong' })).toMatchObject({ status: 401, body: expect.stringContaining('invalid_token') })
  expect(await refused(bearer, { path: '/v1/nothing' })).toMatchObject({ status: 404 })
  await world.setOption('relay.web_sockets_enabled', 'false')
  expect(await refused(bearer)).toMatchObject({ status: 426, upgrade: 'websocket', body: expect.stringContaining('upgrade_required') })
  await world.setOption('relay.web_sockets_enabled', 'true')
})

test('a page shows its key among the protocols, and does not get it back', async () => {
  const socket = new WebSocket(socketUrl(), ['realtime', `openai-insecure-api-key.${world.key}`])
  await once(socket, 'open')
  expect(socket.protocol).toBe('realtime')
  socket.close()
  expect(await refused({}, { protocols: ['realtime', 'openai-insecure-api-key.sk-wrong'] })).toMatchObject({ status: 401 })
})

test('a ban ends what runs in words, and the next request closes the socket', async () => {
  const payer = await payers.add(1_000_000)
  const socket = await openSocket(payer.key)
  const running = socket.ask({ model: counted, input: '#chunks:3000x40ms' })
  await expect.poll(() => world.provider.requests.length).toBe(1)
  await payer.console.call('PUT', '/api/token/?status_only=1', { id: payer.tokenId, status: 2 })
  const read = await running
  expect(JSON.stringify(read.slice(-2))).toMatch(/revoked/)
  expect((await socket.ask({ input: 'again' }))[0]).toMatchObject({ type: 'error', error: { code: 'token_disabled' } })
  expect(await socket.closed).toBe(1008)
})

test('a client that leaves pays for what came, and the vendor is stopped', async () => {
  const payer = await payers.add(1_000_000)
  const socket = await openSocket(payer.key)
  socket.send({ type: 'response.create', model: counted, input: '#chunks:3000x40ms #in:20' })
  for (let read = 0; read < 12; read += 1) await socket.next()
  socket.socket.terminate()
  await expect.poll(() => world.provider.requests[0]?.abortedAtMs).toBeDefined()
  await world.books()
  const [row] = await world.logs(1)
  expect(row?.facts).toMatchObject({ end_reason: 'client_gone', ws: true })
  expect(1_000_000 - (await payer.balance())).toBeGreaterThan(20)
})

test('messages are text, of a bounded size, and few may wait', async () => {
  const binary = await openSocket()
  binary.socket.send(Buffer.from('{}'))
  expect(await binary.closed).toBe(1003)
  const large = await openSocket()
  large.socket.send('x'.repeat(16 * 1024 * 1024 + 1))
  expect(await large.closed).toBe(1009)
  const many = await openSocket()
  for (let sent = 0; sent < 12; sent += 1) many.send({ type: 'response.create', model: usual, input: '#chunks:200x10ms' })
  expect(await many.closed).toBe(1008)
})
