// What travels packed, and what never does.
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from './gateway/testing/world.ts'
import { packAnswer } from './lib/bodies/packed-answers.ts'
import { scenario } from './testing/fakes/fake-provider-script.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** An answer as its bytes came, with nothing unpacked. */
async function ask(path: string, accepted?: string, { method = 'GET' as 'GET' | 'POST', body = undefined as object | undefined } = {}) {
  const response = await request(world.url + path, {
    method,
    headers: {
      ...(path.startsWith('/api/')
        ? { cookie: world.console.cookie, 'waystation-user': String(world.console.userId) }
        : { authorization: `Bearer ${world.key}` }),
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { 'content-encoding': encoding, vary, 'content-length': length } = response.headers
  return { status: response.statusCode, encoding, vary, length, bytes: Buffer.from(await response.body.arrayBuffer()) }
}

const unpacked = { br: brotliDecompressSync, gzip: gunzipSync } as const

describe('answers of the console API', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['*', 'br'],
  ] as const)('to a client that takes %s they are packed with %s', async (accepted, encoding) => {
    const plain = await ask('/api/option/')
    const packed = await ask('/api/option/', accepted)
    expect(packed).toMatchObject({ status: 200, encoding, vary: 'accept-encoding', length: String(packed.bytes.length) })
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(JSON.parse(unpacked[encoding](packed.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()))
  })

  test.each([undefined, '', 'identity', 'deflate', 'br;q=0, gzip;q=0', 'gzip;q=nothing', 'brotli'])(
    'to a client that takes %s they are sent as they are, and caches are told',
    async (accepted) => {
      const answer = await ask('/api/option/', accepted)
      expect(answer).toMatchObject({ encoding: undefined, vary: 'accept-encoding' })
      expect(JSON.parse(answer.bytes.toString())).toMatchObject({ success: true })
    },
  )

  test('a short one is not', async () => {
    const answer = await ask('/api/user/self/groups', 'br')
    expect(answer).toMatchObject({ status: 200, encoding: undefined })
    expect(answer.bytes.length).toBeLessThan(1024)
  })

  test('a file is, as it is read', async () => {
    const packed = await ask('/api/audit/export', 'br')
    expect(packed).toMatchObject({ status: 200, encoding: 'br', length: undefined })
    expect(brotliDecompressSync(packed.bytes).toString()).toContain('audit.export')
  })
})

test.each(['br', 'gzip', undefined])(
  'a file that breaks before its first byte is an error in words to a client that takes %s',
  async (accepted) => {
    const app = Fastify()
    app.addHook('onSend', packAnswer)
    const broken = new Readable({ read: (): void => void broken.destroy(new Error('gone')) })
    app.get('/', (_request, reply) => reply.send(broken))
    const answer = await app.inject({ url: '/', headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.json()).toMatchObject({ message: 'gone' })
    await app.close()
  },
)

test.each([true, false])('calls of models are never packed: stream is %s', async (stream) => {
  const long = { role: 'assistant', content: 'word '.repeat(1000) }
  if (!stream) world.provider.next(scenario.reply(200, { choices: [{ index: 0, message: long, finish_reason: 'stop' }] }))
  const body = { model: 'fake-chat', stream, messages: [{ role: 'user', content: 'hi' }] }
  const answer = await ask('/v1/chat/completions', 'br, gzip', { method: 'POST', body })
  expect(answer).toMatchObject({ status: 200, encoding: undefined })
  expect(answer.bytes.toString()).toContain(stream ? '[DONE]' : long.content)
})
