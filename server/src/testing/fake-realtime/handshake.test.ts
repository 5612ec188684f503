// How the stand-in of the realtime API opens a session or refuses it, and what it does with frames that no library sends.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type FakeRealtime, openFakeRealtime } from './fake-realtime.ts'

let byStatus: FakeRealtime
let byClose: FakeRealtime
beforeAll(async () => {
  byStatus = await openFakeRealtime()
  byClose = await openFakeRealtime({ refusesBy: 'close' })
})
afterAll(() => Promise.all([byStatus.close(), byClose.close()]))
afterEach(() => {
  byStatus.clear()
  byClose.clear()
})

const good = { authorization: 'Bearer sk-realtime' }
const PATH = '/v1/realtime?model=gpt-realtime'
const open = (fake: FakeRealtime, path: string, headers: Record<string, string>, protocols: string[] = []) =>
  new WebSocket(fake.url.replace('http', 'ws') + path, protocols, { headers })

/** The answer of HTTP to a request that gets no socket. */
async function refusal(path: string, headers: Record<string, string>) {
  const socket = open(byStatus, path, headers)
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, error: JSON.parse(Buffer.concat(chunks).toString()).error }
}

const faulty: readonly (readonly [what: string, path: string, headers: Record<string, string>, status: number, code: string | null])[] = [
  ['without a key', PATH, {}, 401, null],
  ['with a wrong key', PATH, { authorization: 'Bearer sk-wrong' }, 401, 'invalid_api_key'],
  ['for an unknown model', '/v1/realtime?model=gpt-nope', good, 404, 'model_not_found'],
  ['without a model', '/v1/realtime', good, 400, 'missing_model'],
  ['for a transcription with a model', `${PATH}&intent=transcription`, good, 400, 'invalid_parameter'],
  ['at another address', '/v1/other', good, 404, null],
]

test.each(faulty)('%s it is refused by its status, or by closing', async (_, path, headers, status, code) => {
  expect(await refusal(path, headers)).toMatchObject({
    status,
    error: { type: 'invalid_request_error', code, param: expect.toBeOneOf([null, 'model']) },
  })
  expect(byStatus.refused).toMatchObject([{ path, status }])

  const socket = open(byClose, path, headers)
  const [[data], [closeCode, reason]] = await Promise.all([once(socket, 'message'), once(socket, 'close')])
  expect(JSON.parse(String(data))).toMatchObject({ type: 'error', error: { code, event_id: null } })
  expect([closeCode, String(reason)]).toEqual([status === 401 ? 3000 : 4000, ['invalid_request_error', code].filter(Boolean).join('.')])
  expect([...byStatus.sessions, ...byClose.sessions]).toEqual([])
})

test('a limit is told once, with the time to wait', async () => {
  byStatus.limitNext('7')
  const { status, headers, error } = await refusal(PATH, good)
  expect({ status, wait: headers['retry-after'], error }).toMatchObject({ status: 429, wait: '7', error: { code: 'rate_limit_exceeded' } })
  const socket = open(byStatus, PATH, good)
  await once(socket, 'open')
  socket.close()
})

test('the shape of the preview is closed', async () => {
  const socket = open(byStatus, PATH, { ...good, 'openai-beta': 'realtime=v1' })
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([4000, 'invalid_request_error.beta_api_shape_disabled'])
})

test('a key is taken from each of its places, and protocols with keys are not sent back', async () => {
  for (const [headers, protocols, protocol] of [
    [good, [], ''],
    [{ 'api-key': 'sk-realtime' }, [], ''],
    [{}, ['realtime', 'openai-insecure-api-key.sk-realtime'], 'realtime'],
  ] as const) {
    const socket = open(byStatus, PATH, headers as Record<string, string>, [...protocols])
    const [data] = await once(socket, 'message')
    expect(JSON.parse(String(data))).toMatchObject({ type: 'session.created', session: { type: 'realtime', model: 'gpt-realtime' } })
    expect(socket.protocol).toBe(protocol)
    socket.close()
  }
  expect(byStatus.sessions.map(({ request }) => request.key)).toEqual(Array(3).fill('sk-realtime'))
})

test('a session that only transcribes bills by the second or by tokens, and has no responses', async () => {
  const socket = open(byStatus, '/v1/realtime?intent=transcription', good)
  const messages: { type: string }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await once(socket, 'open')
  const send = (event: object) => socket.send(JSON.stringify(event))
  const audio = { input: { turn_detection: null, format: { type: 'audio/pcmu' }, transcription: { model: 'whisper-1' } } }
  send({ type: 'session.update', session: { type: 'transcription', audio } })
  send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(12_000, 1).toString('base64') })
  send({ type: 'input_audio_buffer.commit' })
  send({ type: 'response.create' })
  await expect.poll(() => messages.at(-1)?.type).toBe('error')
  expect(messages.map(({ type }) => type)).toEqual([
    ...['session.created', 'session.updated', 'input_audio_buffer.committed', 'conversation.item.added', 'conversation.item.done'],
    ...['conversation.item.input_audio_transcription.delta', 'conversation.item.input_audio_transcription.completed', 'error'],
  ])
  expect(byStatus.bills).toMatchObject([{ kind: 'transcription', model: 'whisper-1', usage: { type: 'duration', seconds: 1.5 } }])
  byStatus.hears('', 'audio_unintelligible')
  send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(1000, 1).toString('base64') })
  send({ type: 'input_audio_buffer.commit' })
  await expect.poll(() => messages.at(-1)).toMatchObject({ type: 'conversation.item.input_audio_transcription.failed' })
  expect(byStatus.bills).toHaveLength(1)
  socket.close()
})

test('frames that are no JSON or binary are told, and an unmasked one ends the connection', async () => {
  const socket = open(byStatus, PATH, good)
  await once(socket, 'message')
  for (const [frame, code] of [
    ['not json', 'invalid_json'],
    ['[1]', 'invalid_event'],
    [Buffer.from([1, 2, 3]), 'invalid_event'],
  ] as const) {
    socket.send(frame)
    const [data] = await once(socket, 'message')
    expect(JSON.parse(String(data))).toMatchObject({ type: 'error', error: { code } })
  }
  expect(byStatus.last.received).toMatchObject([{ raw: 'not json' }, { raw: '[1]' }, { raw: 'AQID', isBinary: true }])
  socket.close()

  const { port } = new URL(byStatus.url)
  const plain = connect(Number(port), '127.0.0.1')
  const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13'
  plain.write(
    `GET ${PATH} HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n${key}\r\nauthorization: ${good.authorization}\r\n\r\n`,
  )
  const chunks: Buffer[] = []
  plain.on('data', (chunk) => chunks.push(chunk))
  await expect.poll(() => Buffer.concat(chunks).includes('session.created')).toBe(true)
  // A text frame "{}" without a mask, and the close frame that answers it, with 1002.
  plain.write(Buffer.from([0x81, 2, 0x7b, 0x7d]))
  await once(plain, 'close')
  expect(Buffer.concat(chunks).subarray(-4)).toEqual(Buffer.from([0x88, 2, 0x03, 0xea]))
})
