// A refusal is read by whoever sends a body, also where nobody reads that body: the connection is ended in stages (RFC 9112, 9.6).
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { collectGarbage } from '@waystation/wire/testing/collect-garbage'
import { isWhole } from '@waystation/wire/testing/matrix'
import OpenAI, { AuthenticationError } from 'openai'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFastify } from './front-door.ts'
import { openWorld, type World } from './gateway/testing/world.ts'
import { drivenClock } from './testing/time/driven-clock.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE
const TRIES = isWhole ? 20 : 3

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let world: World
/** Valid, and not from here. */
let foreignKey = ''
/** Valid, and of a group that is no more. */
let strayKey = ''
beforeAll(async () => {
  world = await openWorld({ options: { UserUsableGroups: '{"default":"","gone":""}', GroupRatio: '{"default":1,"gone":1}' } })
  foreignKey = `sk-${(await world.addToken({ name: 'foreign', allow_ips: '203.0.113.9' })).key}`
  strayKey = `sk-${(await world.addToken({ name: 'stray', group: 'gone' })).key}`
  await world.setOption('UserUsableGroups', '{"default":""}')
})
afterAll(() => world.close())

const keys = () => ({
  'a good key': world.key,
  'another key': 'sk-other',
  'a key from elsewhere': foreignKey,
  'a key of a lost group': strayKey,
})
type Shown = keyof ReturnType<typeof keys>

const refusals: readonly [line: string, shown: Shown, status: number][] = [
  ['POST /v1/audio/transcriptions', 'another key', 401],
  ['POST /v1/audio/transcriptions', 'a key from elsewhere', 403],
  ['POST /v1/audio/transcriptions', 'a key of a lost group', 403],
  ['POST /v1/messages', 'another key', 401],
  ['POST /v1beta/models/fake-chat:generateContent', 'another key', 401],
  ['POST /v1/images/edits', 'another key', 401],
  ['POST /v1/edits', 'a good key', 501],
  ['POST /v1/files', 'another key', 401],
  ['POST /v1/no/such/call', 'a good key', 404],
  ['POST /v1/chat/completions?…', 'a good key', 414],
  ['PUT /api/user/self', 'a good key', 401],
  ['POST /api/no_such_call', 'a good key', 404],
  ['POST /app/tokens', 'a good key', 404],
]

const lengthened = (line: string) => line.replace('…', 'x'.repeat(9 * KIBIBYTE))

describe.each([1, 400, 3 * KIBIBYTE])('a form with a file of %i KB', (kibibytes) => {
  const file = () => new File([new Uint8Array(kibibytes * KIBIBYTE)], 'talk.wav')

  test.each(refusals)('is answered by %s with %s', async (line, shown, status) => {
    const [method = '', path] = lengthened(line).split(' ')
    for (let at = 0; at < TRIES; at += 1) {
      const body = new FormData()
      body.set('model', 'whisper-1')
      body.set('file', file())
      const answer = await fetch(world.url + path, { method, headers: { authorization: `Bearer ${keys()[shown]}` }, body })
      expect(answer.status).toBe(status)
      expect(await answer.text()).not.toBe('')
    }
  })

  test('is refused in words that OpenAI’s library reads at the first try', async () => {
    const client = new OpenAI({ apiKey: 'sk-other', baseURL: `${world.url}/v1`, maxRetries: 0 })
    for (let at = 0; at < TRIES; at += 1) {
      const failure = await client.audio.transcriptions.create({ model: 'whisper-1', file: file() }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(AuthenticationError)
    }
  })
})

interface Sending {
  readonly url: string
  readonly line: string
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces: readonly Buffer[]
  /** Milliseconds before each piece. */
  readonly pauseMs?: number
}

/** Sends all pieces as many programs do: nothing is read before all is sent. Answers with the status, or with how the connection failed. */
async function sendThenRead({ url, line, headers = {}, pieces, pauseMs = 0 }: Sending): Promise<number | string> {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true })
  try {
    await once(socket, 'connect')
    socket.pause()
    const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n`)
    for (const piece of pieces) {
      await pause(pauseMs)
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write(piece, (error) => (error ? reject(error) : resolve()))
      })
      socket.removeAllListeners('error')
    }
    socket.resume()
    const [first] = await once(socket, 'data')
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(String(first))?.[1])
  } catch (error) {
    return String(error)
  } finally {
    socket.destroy()
  }
}

const piecesOf = (bytes: number, pieceBytes: number) =>
  Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, at) => Buffer.alloc(Math.min(pieceBytes, bytes - at * pieceBytes), 'a'))
const asChunk = (piece: Buffer) => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** Bodies that come in pieces: with what headers, in which pieces, and how slowly. */
const bodies: Readonly<Record<string, Pick<Sending, 'headers' | 'pieces' | 'pauseMs'>>> = {
  'a small body': { headers: { 'content-length': '1024' }, pieces: piecesOf(1024, 256), pauseMs: 30 },
  'a body of 24 MB': { headers: { 'content-length': String(24 * MEBIBYTE) }, pieces: piecesOf(24 * MEBIBYTE, MEBIBYTE) },
  'a body in chunks': {
    headers: { 'transfer-encoding': 'chunked' },
    pieces: [...piecesOf(3 * MEBIBYTE, 64 * KIBIBYTE).map(asChunk), LAST_CHUNK],
  },
  'a slow body': { headers: { 'content-length': String(400 * KIBIBYTE) }, pieces: piecesOf(400 * KIBIBYTE, 140 * KIBIBYTE), pauseMs: 1300 },
  'a slow body in chunks': {
    headers: { 'transfer-encoding': 'chunked' },
    pieces: [...piecesOf(400, 200).map(asChunk), LAST_CHUNK],
    pauseMs: 1300,
  },
}

// At the same time: the slow ones only wait.
test.concurrent.each(Object.entries(bodies))(
  '%s that is sent before anything is read is answered at every door',
  async (_words, { headers, ...body }) => {
    const ask = (line: string, more: Readonly<Record<string, string>>) =>
      sendThenRead({
        url: world.url,
        line: lengthened(line),
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers, ...more },
        ...body,
      })
    const own = { authorization: `Bearer ${world.key}` }
    const all = (['keep-alive', 'close'] as const).flatMap((connection) => [
      ...refusals.map(([line, shown, status]) => ({ line, more: { authorization: `Bearer ${keys()[shown]}`, connection }, status })),
      { line: 'GET /v1/models', more: { ...own, connection }, status: 200 },
      { line: 'OPTIONS /v1/chat/completions', more: { connection }, status: 204 },
    ])
    const told = async ({ line, more, status }: (typeof all)[number]) => `${line} ${more.connection} ${await ask(line, more)} of ${status}`
    expect(await Promise.all(all.map(told))).toEqual(
      all.map(({ line, more, status }) => `${line} ${more.connection} ${status} of ${status}`),
    )
  },
)

test('a body behind a head that is too long is answered', async () => {
  const headers = { 'transfer-encoding': 'chunked', 'x-long': 'x'.repeat(17 * KIBIBYTE) }
  const pieces = piecesOf(6 * MEBIBYTE, MEBIBYTE).map(asChunk)
  expect(await sendThenRead({ url: world.url, line: 'POST /v1/files', headers, pieces, pauseMs: 50 })).toBe(431)
})

describe('a body beyond the limit of its door', () => {
  const size = 20 * MEBIBYTE
  const declared = { headers: { 'content-length': String(size) }, pieces: piecesOf(size, MEBIBYTE) }
  const chunked = { headers: { 'transfer-encoding': 'chunked' }, pieces: [...piecesOf(6 * MEBIBYTE, MEBIBYTE).map(asChunk), LAST_CHUNK] }

  test.each([
    ['of the console', '/api/user/login', {}],
    ['of model calls', '/v1/chat/completions', { authorization: '' }],
  ])('%s is answered with 413', async (_words, path, more) => {
    await world.setOption('relay.max_body_mb', '2')
    const own = 'authorization' in more ? { authorization: `Bearer ${world.key}` } : {}
    for (const { headers, pieces } of [declared, chunked]) {
      for (const connection of ['keep-alive', 'close']) {
        const sending = { url: world.url, line: `POST ${path}`, headers: { ...headers, ...own, connection }, pieces }
        expect(await sendThenRead(sending), `${Object.keys(headers)[0]} ${connection}`).toBe(413)
      }
    }
  })
})

interface SenderFacts {
  read: string
  pieces: number
  takenBytes: number
  /** The most that buffers of this process held meanwhile, beyond what they held before. */
  heldBytes: number
  /** The other side closed its writing side. */
  wasEnded: boolean
  /** Nothing more could be sent. */
  failed: boolean
}

/** Sends pieces again and again, and reads meanwhile, until the connection fails. */
function sendForEver(url: string, headers: Readonly<Record<string, string>>, piece: Buffer, pauseMs = 0) {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ port: Number(port), host: hostname, allowHalfOpen: true })
  const facts: SenderFacts = { read: '', pieces: 0, takenBytes: 0, heldBytes: 0, wasEnded: false, failed: false }
  socket.on('data', (bytes) => {
    facts.read += String(bytes)
  })
  socket.on('end', () => {
    facts.wasEnded = true
  })
  socket.on('error', () => {
    facts.failed = true
  })
  const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /v1/no/such/call HTTP/1.1\r\n${head.join('')}\r\n`)
  const send = async () => {
    const before = usedBytes()
    while (!facts.failed && facts.takenBytes < 256 * MEBIBYTE) {
      await pause(pauseMs)
      await new Promise((resolve) => socket.write(piece, resolve))
      facts.pieces += 1
      facts.takenBytes += piece.length
      if (piece.length >= MEBIBYTE) facts.heldBytes = Math.max(facts.heldBytes, usedBytes() - before)
    }
    socket.destroy()
  }
  return { facts, over: send() }
}

/** Bytes in buffers of this process that something still refers to. */
function usedBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

describe('a sender without end', () => {
  const piece = Buffer.alloc(MEBIBYTE, 'a')
  test.each([
    ['that says how much it will be', { 'content-length': String(1024 * MEBIBYTE) }, piece],
    ['that says nothing', { 'transfer-encoding': 'chunked' }, asChunk(piece)],
  ])('%s reads its answer, and is cut off, and nothing of it is kept', async (_words, headers, part) => {
    const { facts, over } = sendForEver(world.url, headers, part)
    await over
    expect(facts).toMatchObject({ read: expect.stringMatching(/^HTTP\/1\.1 404 .*unknown_path/s), wasEnded: true, failed: true })
    expect(facts.takenBytes).toBeGreaterThan(8 * MEBIBYTE)
    expect(facts.takenBytes).toBeLessThan(32 * MEBIBYTE)
    expect(facts.heldBytes).toBeLessThan(4 * MEBIBYTE)
  })

  test.each([
    ['that is slow is cut off in time', { 'transfer-encoding': 'chunked' }, 20, 30_000],
    ['that is slow and has little to send is cut off in time', { 'content-length': '2000' }, 20, 30_000],
    ['that says nothing more is cut off in time', { 'transfer-encoding': 'chunked' }, 600_000, 5000],
  ])('%s', async (_words, headers, pauseMs, limitMs) => {
    const clock = drivenClock()
    const server = openFastify(pino({ level: 'silent' }), clock)
    const closed: unknown[] = []
    server.server.on('connection', (socket: Socket) => socket.on('close', () => closed.push(socket)))
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    const { facts } = sendForEver(url, headers, asChunk(Buffer.from('a')), pauseMs)
    await expect.poll(() => facts.read).toMatch(/^HTTP\/1\.1 404 /)
    clock.advance(limitMs - 1500)
    expect(closed).toEqual([])
    clock.advance(3000)
    await expect.poll(() => closed.length).toBe(1)
    await server.close()
  })

  test('does not keep the server from ending', async () => {
    const other = await openWorld({ channel: null })
    const chunk = asChunk(Buffer.from('a'))
    const senders = Array.from({ length: 4 }, () => sendForEver(other.url, { 'transfer-encoding': 'chunked' }, chunk, 20))
    for (const { facts } of senders) await expect.poll(() => facts.read).toMatch(/^HTTP\/1\.1 404 /)
    const before = senders.map(({ facts }) => facts.pieces)
    await other.close()
    await Promise.all(senders.map(({ over }) => over))
    // Were they waited for, they would go on for half a minute, or for the five seconds that last answers get.
    for (const [at, { facts }] of senders.entries()) expect(facts.pieces - (before[at] ?? 0)).toBeLessThan(150)
  })
})

test('what is sent behind a refused body is no request any more', async () => {
  const { hostname, port } = new URL(world.url)
  const socket = createConnection({ port: Number(port), host: hostname, allowHalfOpen: true })
  let read = ''
  socket.on('data', (bytes) => {
    read += String(bytes)
  })
  socket.write('POST /v1/no/such/call HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
  await once(socket, 'end')
  expect(read).toMatch(/unknown_path/)
  const { id } = await world.addToken({ name: 'kept' })
  const own = `cookie: ${world.console.cookie}\r\nwaystation-user: ${world.console.userId}`
  socket.write(`0\r\n\r\nDELETE /api/token/${id} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${own}\r\n\r\n`)
  await pause(500)
  expect(await world.console.call('GET', `/api/token/${id}`)).toMatchObject({ name: 'kept' })
  socket.destroy()
})

test('a small body that is refused costs its sender no connection', async () => {
  const { hostname, port } = new URL(world.url)
  const socket = createConnection({ port: Number(port), host: hostname })
  let read = ''
  socket.on('data', (bytes) => {
    read += String(bytes)
  })
  for (const nth of [1, 2, 3]) {
    socket.write('POST /v1/no/such/call HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n')
    await expect.poll(() => read.match(/HTTP\/1\.1 404 /g)).toHaveLength(nth)
    socket.write(Buffer.alloc(1000, 'a'))
  }
  socket.destroy()
})
