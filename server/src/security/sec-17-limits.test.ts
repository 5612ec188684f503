// SEC-17: what a stranger can make the server take. Heads and bodies have limits by kind of route, a body that nobody will read is not taken
// in, and nothing is decompressed before its sender is known.
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { endpoints } from '@waystation/contract/api/endpoints'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { type RawRequest, sendRaw } from './testing/raw-request.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE
const piece = Buffer.alloc(64 * KIBIBYTE, ' ')
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
/** More than the buffers of the kernel at both ends together. */
const FLOOD_BYTES = 64 * MEBIBYTE
/** What these buffers may have taken before the server closed. */
const MAX_TAKEN_BYTES = 24 * MEBIBYTE

let world: World
beforeAll(async () => {
  world = await openWorld({ options: { ReverseProxyEnabled: 'true', ReverseProxyProvider: 'nginx' } })
})
afterAll(() => world.close())

let strangers = 0
/** Calls that share an address would soon be refused for their number, and their bodies not be looked at. */
const stranger = () => {
  strangers += 1
  return { 'x-real-ip': `198.51.${Math.floor(strangers / 250)}.${strangers % 250}` }
}

const lineOf = ({ method, path }: EndpointSpec) => `${method} ${path.replace('{provider}', 'github').replace(/\{\w+\}/g, '7')}`
const consoleLines = endpoints.map(lineOf)
const relayPaths = [
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/responses',
  '/v1/responses/resp_1/cancel',
  '/v1/embeddings',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1beta/models/fake-chat:generateContent',
  '/v1beta/models/fake-chat:countTokens',
  '/v1/rerank',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/files',
  '/upload/v1beta/files',
  '/mj/submit/imagine',
  '/suno/submit/music',
  '/kling/v1/videos/image2video',
  '/jimeng/',
  '/v1/no/such/call',
  '/pg/chat/completions',
  '/pg/images/edits',
]
const otherLines = [
  'GET /',
  'POST /',
  'GET /app/tokens',
  'POST /assets/x.js',
  'GET /livez',
  'GET /readyz',
  'POST /metrics',
  'GET /v1/models',
]
const openLines = [...consoleLines, 'POST /api/no_such_call', ...relayPaths.map((path) => `POST ${path}`), ...otherLines]

describe('a body without end, from somebody without a login', () => {
  const framings = {
    'of a length': { headers: { 'content-length': String(1024 * MEBIBYTE) }, piece },
    'in chunks': { headers: { 'transfer-encoding': 'chunked' }, piece: chunk },
  }
  const floods = openLines.flatMap((line) => (['of a length', 'in chunks'] as const).map((framing) => ({ line, framing })))
  test.each(cellsToTry('bodies without end', floods, ({ line, framing }) => [line, framing]))(
    'SEC-17: is not taken in $framing by $line',
    async ({ line, framing }) => {
      const { headers, piece: part } = framings[framing]
      const flood = { piece: part, bytes: FLOOD_BYTES }
      const answer = await sendRaw(world.url, { line, headers: { ...headers, 'content-type': 'application/json', ...stranger() }, flood })
      expect(answer).toMatchObject({ wasClosed: true })
      expect(answer.takenBytes).toBeLessThan(MAX_TAKEN_BYTES)
    },
  )

  test('SEC-17: is not taken in by a preflight, nor by a list that a key opens', async () => {
    for (const request of [
      { line: 'OPTIONS /v1/chat/completions' },
      { line: 'GET /v1/models', headers: { authorization: `Bearer ${world.key}` } },
    ]) {
      const headers = { ...request.headers, 'content-length': String(1024 * MEBIBYTE) }
      const answer = await sendRaw(world.url, { ...request, headers, flood: { piece, bytes: FLOOD_BYTES } })
      expect(answer, request.line).toMatchObject({ wasClosed: true })
      expect(answer.takenBytes).toBeLessThan(MAX_TAKEN_BYTES)
    }
  })

  const closedLines = endpoints.filter(({ access, body }) => access !== 'public' && access !== 'setup' && body).map(lineOf)
  test.each([...closedLines, ...relayPaths.map((path) => `POST ${path}`)])('SEC-17: %s refuses without waiting for it', async (line) => {
    const headers = { 'content-length': '1000', 'content-type': 'application/json', connection: 'close', ...stranger() }
    // The rest of the body never comes.
    const { status } = await sendRaw(world.url, { line, headers, body: '{' })
    expect([401, 404]).toContain(status)
  })
})

describe('bodies by kind of route', () => {
  const openCalls = endpoints.filter(({ access, body }) => access === 'public' && body)
  const post = (line: string, size: number, more: Readonly<Record<string, string>> = {}) =>
    sendRaw(world.url, {
      line,
      headers: { 'content-length': String(size), 'content-type': 'application/json', connection: 'close', ...stranger(), ...more },
      body: `{"x":"${'y'.repeat(size - 8)}"}`,
    })

  test.each(openCalls.map(lineOf))('SEC-17: %s, which anybody may call, takes 64 KB', async (line) => {
    expect(await post(line, 64 * KIBIBYTE)).not.toMatchObject({ status: 413 })
    const answer = await post(line, 64 * KIBIBYTE + 1, { 'accept-language': 'en' })
    expect(answer).toMatchObject({ status: 413, body: expect.stringContaining('"message":"The request body exceeds the limit of 64 KB"') })
  })

  test('SEC-17: a call of somebody who is logged in takes 1 MB', async () => {
    const own = { cookie: world.console.cookie, 'waystation-user': String(world.console.userId), 'accept-language': 'en' }
    expect(await post('POST /api/token/', MEBIBYTE, own)).toMatchObject({ status: 200 })
    const answer = await post('POST /api/token/', MEBIBYTE + 1, own)
    expect(answer).toMatchObject({ status: 413, body: expect.stringContaining('exceeds the limit of 1 MB') })
  })

  test('SEC-17: a model call takes 64 MB, and a larger one is refused before it comes', async () => {
    const headers = { authorization: `Bearer ${world.key}`, 'content-length': String(64 * MEBIBYTE + 1) }
    const answer = await sendRaw(world.url, { line: 'POST /v1/chat/completions', headers })
    expect(answer).toMatchObject({ status: 413, body: expect.stringContaining('64 MB') })
  })
})

describe('the head of a request', () => {
  const doors = ['/api/status', '/v1/models', '/v1beta/models', '/', '/livez']
  const ask = (path: string, headers: RawRequest['headers'] = {}) =>
    sendRaw(world.url, { line: `GET ${path}`, headers: { connection: 'close', 'accept-language': 'en', ...headers } })
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, '1']))

  test.each(doors)('SEC-17: %s takes an address of 8 KB and no longer one', async (path) => {
    const long = (length: number) => `${path}?x=${'y'.repeat(length - path.length - 3)}`
    expect([414, 431]).not.toContain((await ask(long(8 * KIBIBYTE))).status)
    const answer = await ask(long(8 * KIBIBYTE + 1))
    expect(answer.status).toBe(414)
    expect(answer.body).toContain('The URL exceeds the limit of 8 KB')
  })

  test.each(doors)('SEC-17: %s takes a hundred headers and no more', async (path) => {
    // Three stand there already.
    expect([414, 431]).not.toContain((await ask(path, many(97))).status)
    const answer = await ask(path, many(98))
    expect(answer.status).toBe(431)
    expect(answer.body).toContain('The request has more than 100 headers')
  })

  test.each(doors)('SEC-17: %s takes no head beyond 16 KB', async (path) => {
    expect((await ask(path, { 'x-long': 'y'.repeat(16 * KIBIBYTE) })).status).toBe(431)
    expect((await ask(path, { 'x-long': 'y'.repeat(12 * KIBIBYTE) })).status).not.toBe(431)
  })

  test('SEC-17: each door says it in its own form', async () => {
    const long = `?x=${'y'.repeat(9 * KIBIBYTE)}`
    expect(JSON.parse((await ask(`/api/status${long}`)).body)).toMatchObject({ success: false, code: 'address_too_long' })
    expect(JSON.parse((await ask(`/v1/models${long}`)).body)).toMatchObject({ error: { code: 'address_too_long' } })
    expect(JSON.parse((await ask(`/v1/models${long}`, { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' })).body)).toMatchObject({
      type: 'error',
    })
    expect(JSON.parse((await ask(`/v1beta/models${long}`)).body)).toMatchObject({ error: { code: 414 } })
  })
})

const packed = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: zstdCompressSync,
} as const
const bombs = Object.entries(packed).map(([encoding, pack]) => [encoding, pack(Buffer.alloc(256 * MEBIBYTE, ' '))] as const)

describe.each(bombs)('a bomb packed as %s', (encoding, bomb) => {
  const send = (path: string, headers: Readonly<Record<string, string>>) =>
    sendRaw(world.url, {
      line: `POST ${path}`,
      headers: {
        'content-type': 'application/json',
        'content-length': String(bomb.length),
        connection: 'close',
        ...stranger(),
        ...headers,
      },
      body: bomb,
    })

  test('SEC-17: is not unpacked for a stranger', async () => {
    const before = process.memoryUsage().rss
    for (const path of relayPaths) {
      const { status } = await send(path, { 'content-encoding': encoding })
      expect([401, 404], path).toContain(status)
    }
    for (const line of consoleLines.filter((one) => one.startsWith('POST '))) {
      const answer = await send(line.slice(5), { 'content-encoding': encoding })
      expect(answer.status, line).not.toBe(500)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(192 * MEBIBYTE)
  })

  test('SEC-17: is given up at the limit of a body for whoever has a key', async () => {
    const key = { authorization: `Bearer ${world.key}` }
    expect((await send('/v1/chat/completions', { ...key, 'content-encoding': encoding })).status).toBe(413)
  })

  test('SEC-17: packed again and again is not taken at all', async () => {
    const key = { authorization: `Bearer ${world.key}` }
    for (const chain of [`${encoding}, ${encoding}`, `${encoding},identity`, 'gzip, br, zstd, deflate', 'x-unknown']) {
      expect((await send('/v1/chat/completions', { ...key, 'content-encoding': chain })).status, chain).toBe(415)
    }
  })
})

test('SEC-17: members of one packed body are counted together', async () => {
  const member = gzipSync(Buffer.alloc(MEBIBYTE, ' '))
  const body = Buffer.concat(Array.from({ length: 80 }, () => member))
  const answer = await sendRaw(world.url, {
    line: 'POST /v1/chat/completions',
    headers: {
      ...{ authorization: `Bearer ${world.key}`, connection: 'close' },
      ...{ 'content-encoding': 'gzip', 'content-length': String(body.length) },
    },
    body,
  })
  expect(answer.status).toBe(413)
})
