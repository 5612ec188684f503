// Files on their way to a vendor: what is refused before anything is sent, what ends on the way, and what is left behind.
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { type DrivenClock, drivenClock } from '../../testing/time/driven-clock.ts'
import type { Payer } from '../testing/payers.ts'
import {
  ask,
  CLAUDE_KEY,
  FIRST_KEYS,
  type FileWorld,
  fileForm,
  GOOGLE_KEY,
  openFileWorld,
  SECOND_KEYS,
  upload,
} from './testing/file-world.ts'

const MEBIBYTE = 1024 * 1024
let at: FileWorld
let clock: DrivenClock
let payer: Payer
beforeAll(async () => {
  clock = drivenClock()
  at = await openFileWorld({ clock, options: { 'relay.max_file_mb': '2', 'relay.max_files_mb_per_user': '3' } })
})
afterAll(() => at.close())
beforeEach(async () => {
  at.vendor.clear()
  payer = await at.payers.add(1_000_000)
})

const kept = () => [...FIRST_KEYS, ...SECOND_KEYS, CLAUDE_KEY, GOOGLE_KEY].flatMap((key) => at.vendor.idsOf(key))
const listed = async (who = payer) => ((await ask(at, who, 'GET /v1/files')).json.data as object[]).length
const sendForm = (form: FormData, who: Pick<Payer, 'key'> = payer) => ask(at, who, 'POST /v1/files', { body: form })
const bytes = (count: number) => new Uint8Array(count).fill(97)

/** Begins an upload whose end the test decides. */
function openUpload(headers: Readonly<Record<string, string>> = {}) {
  const sent = httpRequest(`${at.world.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payer.key}`, 'content-type': 'multipart/form-data; boundary=b', ...headers },
  })
  const answered = once(sent, 'response').then(async ([response]) => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: Number(response.statusCode), text: Buffer.concat(chunks).toString() }
  })
  // Who goes away hears no answer.
  answered.catch(() => {})
  sent.on('error', () => {})
  sent.write('--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n')
  sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n')
  return { sent, answered }
}

describe('before anything is sent', () => {
  test('an upload is refused to whom nothing is left, be it the user’s or the token’s', async () => {
    for (const poor of [await at.payers.add(0), await at.payers.add(1000, { limit: 0 })])
      expect(await sendForm(fileForm(), poor)).toMatchObject({ status: 403, code: 'files_need_balance' })
    expect(at.vendor.requests).toEqual([])
  })

  test('a file that is announced as too large is refused', async () => {
    expect(await sendForm(fileForm(bytes(2 * MEBIBYTE)))).toMatchObject({ status: 413, code: 'body_too_large' })
    expect(at.vendor.requests).toEqual([])
  })

  test('what would be more than a user may keep is refused, until files are deleted', async () => {
    const id = await upload(at, payer, '', fileForm(bytes(1.9 * MEBIBYTE)))
    expect(await sendForm(fileForm(bytes(1.5 * MEBIBYTE)))).toMatchObject({ status: 413, code: 'files_full' })
    expect(at.vendor.requests).toHaveLength(1)
    await ask(at, payer, `DELETE /v1/files/${id}`)
    await upload(at, payer, '', fileForm(bytes(1.5 * MEBIBYTE)))
  })

  test('a packed body is refused', async () => {
    const answer = await ask(at, payer, 'POST /v1/files', { body: 'x', headers: { 'content-encoding': 'gzip', 'content-type': 'a/b' } })
    expect(answer).toMatchObject({ code: 'bad_encoding' })
    expect(at.vendor.requests).toEqual([])
  })
})

describe('on the way', () => {
  test('a file that grows too large is broken off, and its sender told', async () => {
    const { sent, answered } = openUpload({ 'transfer-encoding': 'chunked' })
    for (let count = 0; count < 5; count += 1) sent.write(bytes(MEBIBYTE / 2))
    sent.end('\r\n--b--\r\n')
    expect(await answered).toMatchObject({ status: 413, text: expect.stringContaining('body_too_large') })
    await expect.poll(() => at.vendor.requests.every(({ status }) => status === undefined)).toBe(true)
    expect(await listed()).toBe(0)
  })

  test('a sender that falls silent is not waited for for ever', async () => {
    const { sent, answered } = openUpload()
    await expect.poll(() => at.vendor.requests.length).toBe(1)
    await clock.advance(33_000)
    expect(await answered).toMatchObject({ status: 408, text: expect.stringContaining('body_too_slow') })
    sent.destroy()
    expect(await listed()).toBe(0)
  })

  test('a client that leaves leaves nothing', async () => {
    const before = kept().length
    const { sent } = openUpload()
    await expect.poll(() => at.vendor.requests.length).toBe(1)
    sent.destroy()
    await expect.poll(() => at.vendor.requests[0]?.isAborted).toBe(true)
    expect(await listed()).toBe(0)
    expect(kept()).toHaveLength(before)
  })

  test.each([
    [429, 429, 'upstream_saturated'],
    [401, 502, 'upstream_error'],
  ])('a vendor that refuses early with %i is heard while the client still sends', async (status, told, code) => {
    at.vendor.next(scenario.refuse(status), { isEarly: true })
    const { sent, answered } = openUpload()
    sent.write(bytes(MEBIBYTE))
    expect(await answered).toMatchObject({ status: told, text: expect.stringContaining(code) })
    sent.destroy()
    expect(await listed()).toBe(0)
  })

  test.each([
    ['no JSON', scenario.reply(200, '<html>hello</html>')],
    ['no file', scenario.reply(200, { object: 'list', data: [] })],
    ['nothing', scenario.wrongLength()],
  ])('a vendor that answers with %s counts as one that failed', async (_what, steps) => {
    at.vendor.next(steps)
    expect((await sendForm(fileForm())).status).toBe(502)
    expect(await listed()).toBe(0)
  })
})

test('where the row cannot be stored, the vendor’s file is deleted', async () => {
  const before = kept()
  const id = `file-${'x'.repeat(300)}`
  at.vendor.next(
    scenario.reply(200, { object: 'file', id, bytes: 1, purpose: 'user_data', filename: 'a', created_at: 1, status: 'processed' }),
  )
  expect((await sendForm(fileForm())).status).toBeGreaterThanOrEqual(500)
  expect(at.vendor.requests.at(-1)).toMatchObject({ method: 'DELETE', url: `/v1/files/${id}` })
  expect(await listed()).toBe(0)
  expect(kept()).toEqual(before)
})

describe('Google’s uploads in parts', () => {
  const begin = (length: number, key = payer.key) =>
    fetch(`${at.world.url}/upload/v1beta/files?key=${key}`, {
      method: 'POST',
      headers: {
        ...{ 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start', 'content-type': 'application/json' },
        ...{ 'x-goog-upload-header-content-length': String(length), 'x-goog-upload-header-content-type': 'text/plain' },
      },
      body: JSON.stringify({ file: { display_name: 'notes' } }),
    })
  const part = (url: string, offset: number, body: string, command = 'upload, finalize') =>
    fetch(url, { method: 'POST', headers: { 'x-goog-upload-offset': String(offset), 'x-goog-upload-command': command }, body })

  test('go on without the key, at this server’s address', async () => {
    const url = (await begin(5)).headers.get('x-goog-upload-url') ?? ''
    expect(url.startsWith(`${at.world.url}/upload/v1beta/files?upload_id=`)).toBe(true)
    const query = await part(url, 0, '', 'query')
    expect([query.status, query.headers.get('x-goog-upload-status'), query.headers.get('x-goog-upload-size-received')]).toEqual([
      200,
      'active',
      '0',
    ])
    const done = await part(url, 0, 'words')
    expect([done.status, done.headers.get('x-goog-upload-status')]).toEqual([200, 'final'])
    const { file } = (await done.json()) as { file: { name: string } }
    expect((await ask(at, payer, `GET /v1beta/${file.name}`)).json).toMatchObject({ displayName: 'notes', sizeBytes: '5' })
    expect(at.vendor.requests.map(({ url: seen }) => seen).join()).not.toContain(payer.key)
  })

  test('hear of a wrong offset or length, and leave nothing', async () => {
    const before = kept()
    const url = (await begin(5)).headers.get('x-goog-upload-url') ?? ''
    expect((await part(url, 3, 'ds')).status).toBe(400)
    expect((await part(url, 0, 'word')).status).toBe(400)
    expect(kept()).toEqual(before)
  })

  test('do not exist under another id, nor once the key is no more', async () => {
    const url = (await begin(5)).headers.get('x-goog-upload-url') ?? ''
    const wrong = await part(url.replace(/upload_id=./, 'upload_id=!'), 0, 'words')
    expect(wrong.status).toBe(404)
    await at.world.console.call('POST', '/api/user/manage', { id: payer.userId, action: 'disable' })
    expect((await part(url, 0, 'words')).status).toBe(403)
  })

  test('are refused beyond the limit and without a balance', async () => {
    expect((await begin(3 * MEBIBYTE)).status).toBe(413)
    expect((await begin(5, (await at.payers.add(0)).key)).status).toBe(403)
    expect(at.vendor.requests).toEqual([])
  })

  test('need a key to begin', async () => {
    expect((await begin(5, 'sk-other')).status).toBe(401)
  })
})
