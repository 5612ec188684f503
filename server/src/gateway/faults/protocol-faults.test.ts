// A vendor that breaks HTTP itself, or whose key is dead (reliability.md 3.2: FLT-17, FLT-20).
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { channelStatus, logType } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

/** A server that answers with bytes, whatever they are: the fake provider's own HTTP library sends no nonsense. */
async function openRawServer() {
  const sockets: Socket[] = []
  let answer = (socket: Socket): void => void socket.destroy()
  /** Which connection each request came on, counted from 0. */
  const requestedOn: number[] = []
  const server = createServer((socket) => {
    const number = sockets.push(socket) - 1
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (!bytes.includes('HTTP/1.1\r\n')) return
      requestedOn.push(number)
      answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedOn,
    answers(next: (socket: Socket) => void) {
      answer = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const BODY = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  model: 'fake',
  choices: [{ index: 0, message: { role: 'assistant', content: 'the' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
})
const head = (...lines: string[]) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
const GOOD = head(`content-length: ${BODY.length}`) + BODY

let world: World
let raw: Awaited<ReturnType<typeof openRawServer>>
let rows = 0
beforeAll(async () => {
  raw = await openRawServer()
  const options = { ...PRICES, ModelRatio: '{"fake-chat":1,"raw-chat":1}', AutomaticDisableChannelEnabled: 'true' }
  world = await openWorld({ options: { ...options, CompletionRatio: '{"fake-chat":2,"raw-chat":2}' } })
  await world.addChannel({ name: 'raw', base_url: raw.url, models: 'raw-chat' })
}, 180_000)
afterAll(async () => {
  await world.close()
  await raw.close()
})
beforeEach(async () => {
  world.provider.clear()
  rows = (await world.logs(0)).length
})

test.each([
  [
    'both a length and chunks',
    `${head('content-length: 5', 'transfer-encoding: chunked')}${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  ],
  ['two lengths that differ', head('content-length: 5', `content-length: ${BODY.length}`) + BODY],
  ['a length that is none', head('content-length: -5') + BODY],
  ['a length that is too short', head('content-length: 20') + BODY],
  ['a size of a chunk that is none', `${head('transfer-encoding: chunked')}zz\r\n${BODY}\r\n0\r\n\r\n`],
  ['headers beyond 16 KiB', head(`x-long: ${'y'.repeat(20_000)}`, `content-length: ${BODY.length}`) + BODY],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n'],
])('FLT-17 an answer with %s is a 502, costs nothing, and its connection is not used again', async (_words, bytes) => {
  raw.answers((socket) => void socket.write(bytes))
  raw.requestedOn.length = 0
  const spent = await spentBy(world, async () => {
    const facts = await chat(world.url, world.key, { ...ask('hi'), model: 'raw-chat' }, { timeoutMs: 8000 })
    expect(facts).toMatchObject({ status: 502, end: 'whole' })
    raw.answers((socket) => void socket.write(GOOD))
    expect(await chat(world.url, world.key, { ...ask('hi'), model: 'raw-chat' })).toMatchObject({ status: 200, text: 'the' })
  })
  expect(raw.requestedOn).toHaveLength(2)
  expect(raw.requestedOn[1]).not.toBe(raw.requestedOn[0])
  expect(spent).toBe(11 + 7 * 2)
  await newestLog(world, rows + 2)
  const failed = (await world.logs(rows + 2)).slice(0, 2).find((log) => log.type === logType.error)
  expect(failed).toMatchObject({ quota: 0, facts: { end_reason: 'upstream_error' } })
})

test('FLT-17 a vendor that only sends keep-alives is given up when the first byte is due', async () => {
  await world.setOption('relay.whole_first_byte_timeout_seconds', '1')
  const floods: NodeJS.Timeout[] = []
  raw.answers((socket) => {
    const flood = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 50)
    floods.push(flood)
    socket.on('close', () => clearInterval(flood))
  })
  const spent = await spentBy(world, async () => {
    const facts = await chat(world.url, world.key, { ...ask('hi'), model: 'raw-chat' }, { timeoutMs: 15_000 })
    expect(facts).toMatchObject({ status: 504, inBandError: { code: 'upstream_timeout' } })
  })
  for (const flood of floods) clearInterval(flood)
  await world.setOption('relay.whole_first_byte_timeout_seconds', '60')
  expect(spent).toBe(0)
})

test.each([
  [401, 'authentication_error', true],
  [402, 'insufficient_quota', true],
  [403, 'permission_error', true],
  [403, 'invalid_request_error', false],
])('FLT-20 a %s of the kind %s is a 502 without its words, and the channel that says it rests: %s', async (status, type, rests) => {
  const model = `dead-${status}-${type}`
  await world.setOption('ModelRatio', JSON.stringify({ 'fake-chat': 1, 'raw-chat': 1, [model]: 1 }))
  const dead = await world.addChannel({ name: 'dead', models: model, priority: 10 })
  const refusal = scenario.reply(status, { error: { message: 'the key far-key of the house is dead', type } })
  const callDead = () => chat(world.url, world.key, { ...ask('#in:50 #out:5'), model })

  world.provider.next(refusal)
  const spent = await spentBy(world, async () => {
    const facts = await callDead()
    expect(facts).toMatchObject({ status: 502, inBandError: { code: 'upstream_error' } })
    expect(facts.body).not.toMatch(/far-key|house|dead/)
  })
  expect(spent).toBe(0)
  const log = await newestLog(world, rows + 1)
  expect(log).toMatchObject({ type: logType.error, quota: 0, facts: { end_reason: 'upstream_error' } })
  expect(log.facts.admin_info?.error_detail).toContain('the key [redacted] of the house')

  const read = () => world.console.call<{ status: number; other_info?: string }>('GET', `/api/channel/${dead}`)
  if (rests) {
    await expect.poll(async () => (await read()).status).toBe(channelStatus.autoDisabled)
    expect(JSON.stringify(await read())).toContain('is dead')
  } else expect((await read()).status).toBe(channelStatus.enabled)
})

test('FLT-20 another channel serves in place of the dead one, and the caller pays once', async () => {
  await world.setOption('ModelRatio', '{"fake-chat":1,"raw-chat":1,"two-chat":1}')
  const dead = await world.addChannel({ name: 'dead', models: 'two-chat', priority: 10 })
  const alive = await world.addChannel({ name: 'alive', models: 'two-chat' })
  world.provider.next(scenario.refuse(401))
  const spent = await spentBy(world, async () => {
    expect(await chat(world.url, world.key, { ...ask('#in:50 #out:5'), model: 'two-chat' })).toMatchObject({ status: 200, end: 'whole' })
  })
  const log = await newestLog(world, rows + 1)
  expect(log).toMatchObject({ type: logType.consumption, prompt_tokens: 50, completion_tokens: 5, quota: spent, channel: alive })
  expect(log.facts.admin_info?.use_channel).toEqual([String(dead), String(alive)])
})
