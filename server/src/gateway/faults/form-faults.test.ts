// Forms that are not as they should be: refused in words, in OpenAI's shape, before anything is held or sent.
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recording } from '../../testing/recording.ts'
import { allHaveRead } from '../../testing/time/all-have-read.ts'
import { openWorld, type World } from '../testing/world.ts'

const PATH = '/v1/audio/transcriptions'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: { type: 1, models: 'whisper-1' }, ratios: { 'whisper-1': 1 }, options: { 'relay.max_body_mb': '2' } })
})
afterAll(() => world.close())
let before: { balance: number; asked: number }
beforeEach(async () => {
  before = { balance: await world.balance(), asked: world.provider.requestCount }
})

const part = (disposition: string, content: string | Buffer, type?: string) =>
  Buffer.concat([
    Buffer.from(`--xx\r\nContent-Disposition: ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const model = part('form-data; name="model"', 'whisper-1')
const talk = part('form-data; name="file"; filename="talk.wav"', recording(1), 'audio/wav')
const END = Buffer.from('--xx--\r\n')
const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, END])

async function send(body: Buffer | string, headers: Record<string, string> = {}) {
  const answer = await request(world.url + PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'multipart/form-data; boundary=xx', ...headers },
    body,
  })
  return { status: answer.statusCode, json: (await answer.body.json()) as { error?: { message: string; type: string; code: string } } }
}

test('a valid form is served, compressed or not, and its texts keep their line ends', async () => {
  const prompt = part('form-data; name="prompt"', 'one\ntwo\rthree')
  const form = formOf(prompt, model, talk)
  expect(await send(form)).toMatchObject({ status: 200 })
  expect(world.provider.requests.at(-1)?.rawBody).toContain('one\ntwo\rthree')
  expect(await send(gzipSync(form), { 'content-encoding': 'gzip' })).toMatchObject({
    status: 200,
    json: { text: 'A recording of 1 seconds.' },
  })
})

test.each([
  ['has no boundary', formOf(model, talk), 'multipart/form-data', 'the content type names no boundary'],
  ['is JSON', '{"model":"whisper-1"}', 'application/json', 'the body must be multipart/form-data'],
  ['is other bytes than it says', 'no form at all', undefined, 'the form is incomplete or malformed'],
  ['is empty', '', undefined, 'the form is incomplete or malformed'],
  ['ends in the middle of the file', Buffer.concat([model, talk.subarray(0, 9000)]), undefined, 'the form is incomplete or malformed'],
  ['ends after a part', Buffer.concat([model, talk]), undefined, 'the form is incomplete or malformed'],
  ['has a part without a name', formOf(model, part('form-data', 'x'), talk), undefined, 'a part of the form has no name'],
  ['has a file without a name', formOf(model, part('form-data; filename="a.wav"', 'x')), undefined, 'a part of the form has no name'],
  ['reaches for a prototype', formOf(model, part('form-data; name="__proto__"', 'x'), talk), undefined, 'must not be named __proto__'],
  ['has no file', formOf(model), undefined, 'file: expected a recording'],
  ['has a text in place of the file', formOf(model, part('form-data; name="file"', 'x')), undefined, 'file: expected a recording'],
  ['has an empty file', formOf(model, part('form-data; name="file"; filename="a.wav"', '')), undefined, 'file: expected a recording'],
  [
    'says stream with another word',
    formOf(model, part('form-data; name="stream"', 'yes'), talk),
    undefined,
    'stream: expected "true" or "false"',
  ],
  [
    'has hundreds of parts',
    formOf(model, ...Array.from({ length: 201 }, () => part('form-data; name="a"', 'x')), talk),
    undefined,
    'a form has at most 200 parts',
  ],
  [
    'has a text of more than a megabyte',
    formOf(model, part('form-data; name="prompt"', 'x'.repeat(1_100_000)), talk),
    undefined,
    'prompt: longer',
  ],
])('a form that %s is refused', async (_, body, type, words) => {
  const { status, json } = await send(body, type === undefined ? {} : { 'content-type': type })
  expect(status).toBe(400)
  // A form whose fields are read, and one of them is wrong, is an invalid request for sound; any other is no form.
  const code = words.includes(': expected') ? 'invalid_audio_request' : 'bad_request'
  expect(json.error).toMatchObject({ type: 'invalid_request_error', code })
  expect(json.error?.message).toContain(words)
  expect(await world.balance()).toBe(before.balance)
  expect(world.provider.requestCount).toBe(before.asked)
})

test('a form that is too large is refused, with or without a content-length', async () => {
  const large = formOf(model, part('form-data; name="file"; filename="talk.wav"', recording(80), 'audio/wav'))
  expect(large.length).toBeGreaterThan(2 * 1024 * 1024)
  expect(await send(large)).toMatchObject({ status: 413, json: { error: { code: 'body_too_large' } } })
  const status = await new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'multipart/form-data; boundary=xx' }
    const chunked = httpRequest(world.url + PATH, { method: 'POST', headers }, (answer) => resolve(answer.statusCode))
    chunked.on('error', reject)
    chunked.end(large)
  })
  expect(status).toBe(413)
  expect(await world.balance()).toBe(before.balance)
  expect(world.provider.requestCount).toBe(before.asked)
})

test('a client that breaks off in the middle of its upload leaves nothing behind', async () => {
  await new Promise((resolve) => {
    const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'multipart/form-data; boundary=xx', 'content-length': 500_000 }
    const upload = httpRequest(world.url + PATH, { method: 'POST', headers })
    upload.on('error', resolve)
    upload.write(Buffer.concat([model, talk.subarray(0, 5000)]), async () => {
      await allHaveRead()
      upload.destroy(new Error('gone'))
    })
  })
  expect(await world.balance()).toBe(before.balance)
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})

test('large forms give their room back', async () => {
  await world.setOption('relay.max_body_mb', '8')
  const large = formOf(model, part('form-data; name="file"; filename="talk.wav"', recording(120), 'audio/wav'))
  // A user may have 64 MB under way at once: with rooms that are kept, the last of these would find none.
  const times = Math.ceil((64 * 1024 * 1024) / large.length) + 1
  for (let time = 0; time < times; time++) expect(await send(large)).toMatchObject({ status: 200 })
  expect(before.balance - (await world.balance())).toBe(2000 * times)
})
