// The stand-ins of the film vendors against their own documentation: what it has is taken, what it has not is rejected in the vendor's form.
import { createHmac } from 'node:crypto'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { afterEach, describe, expect, test } from 'vitest'
import { ark } from './ark.ts'
import { dashscope } from './dashscope.ts'
import { type FakeFilms, openFilmVendor } from './fake-films.ts'
import { type Example, examples, type Fields, KEYS } from './film-examples.ts'
import type { FilmVendor, State } from './film-vendor.ts'
import { kling } from './kling.ts'
import { minimaxFirst } from './minimax.ts'
import { siliconflow } from './siliconflow.ts'
import { sora } from './sora.ts'
import { geminiVeo } from './veo.ts'
import { xai } from './xai.ts'

let server: FakeFilms
afterEach(() => server.close())

const defaultHeaders = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })

/** Asks; a body makes it a POST. */
async function ask({ headers = defaultHeaders }: Pick<Example, 'headers'>, path: string, body?: object, key = 'key-a', method?: string) {
  const written = body ? JSON.stringify(body) : ''
  const asked = { method: method ?? (body ? 'POST' : 'GET'), url: new URL(server.url + path), body: written }
  const sent = body ? { body: written } : {}
  const shown = { ...headers(key, asked), 'content-type': 'application/json' }
  const response = await fetch(asked.url, { method: asked.method, ...sent, headers: shown })
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** What stands at a path of names and numbers. */
const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined), value)

async function submitted(example: Example, change: Fields = {}): Promise<string> {
  const answer = await ask(example, example.path, { ...example.body, ...change })
  expect(answer.text, JSON.stringify(answer.body)).not.toBe('')
  return String(at(answer.body, example.id))
}
const polled = async (example: Example, id: string, key?: string) => {
  const { path, body } = example.poll(id)
  return ask(example, path, body, key)
}

describe.each(examples.map((example) => ({ name: example.vendor.name, example })))('$name', ({ example }) => {
  test('takes what its documentation has, and tells each state in its own words', async () => {
    server = await openFilmVendor(example.vendor, KEYS)
    for (const change of [{}, ...(example.takes ?? [])]) await submitted(example, change)
    for (const [state, word] of Object.entries(example.told)) {
      server.plan(state as State)
      const { body } = await polled(example, await submitted(example))
      expect(at(body, example.state), state).toEqual(word)
      const hasLink = at(body, example.link) !== undefined && at(body, example.link) !== '' && at(body, example.link) !== null
      expect(hasLink, `${state} ${JSON.stringify(body)}`).toBe(state === 'succeeded')
    }
    expect(server.violations).toEqual([])
  })

  test('rejects what it has not, in its own form', async () => {
    server = await openFilmVendor(example.vendor, KEYS)
    for (const [change, status, said] of example.rejects) {
      const answer = await ask(example, example.path, { ...example.body, ...change })
      expect(answer, JSON.stringify(change)).toMatchObject({ status, body: said })
    }
    expect(server.violations).toHaveLength(example.rejects.length)
    expect(server.ids).toEqual([])
    const stranger = await ask(example, example.path, example.body, 'key-x')
    expect(stranger.text).toMatch(/key|token|Auth|credential|身份|login/i)
    expect(server.ids).toEqual([])
  })

  test('knows tasks of the key that made them only, and forgets when told to', async () => {
    server = await openFilmVendor(example.vendor, KEYS)
    server.plan('running', 'forgotten', 'succeeded')
    const id = await submitted(example)
    const foreign = await polled(example, id, 'key-b')
    await polled(example, id)
    expect(await polled(example, id)).toEqual(foreign)
    expect(at((await polled(example, id)).body, example.state)).toEqual(example.told.succeeded)
  })
})

const of = (vendor: FilmVendor): Example => {
  const found = examples.find((example) => example.vendor === vendor)
  if (!found) throw new Error(`no example of ${vendor.name}`)
  return found
}

describe('what a server does wrong', () => {
  test('it answers with a page, with half an answer and with 500, and goes back from an end', async () => {
    server = await openFilmVendor(xai, KEYS)
    server.plan('html', 'error', 'truncated', 'succeeded', 'running', 'failed')
    const id = await submitted(of(xai))
    expect(await polled(of(xai), id)).toMatchObject({ status: 200, text: expect.stringContaining('<!doctype html>') })
    expect(await polled(of(xai), id)).toMatchObject({ status: 500 })
    const half = await (await fetch(`${server.url}/v1/videos/${id}`, { headers: defaultHeaders('key-a') })).text()
    expect(() => JSON.parse(half)).toThrow(SyntaxError)
    const states = [await polled(of(xai), id), await polled(of(xai), id), await polled(of(xai), id), await polled(of(xai), id)]
    expect(states.map(({ body }) => at(body, 'status'))).toEqual(['done', 'pending', 'failed', 'failed'])
  })

  test('it stays silent, and the task is there all the same', async () => {
    server = await openFilmVendor(xai, KEYS)
    server.nextSubmit('silent')
    const waiting = new AbortController()
    const sent = fetch(`${server.url}/v1/videos/generations`, {
      ...{ method: 'POST', body: JSON.stringify(of(xai).body), signal: waiting.signal },
      headers: { ...defaultHeaders('key-a'), 'content-type': 'application/json' },
    })
    await expect.poll(() => server.ids).toHaveLength(1)
    waiting.abort(new Error('given up'))
    await expect(sent).rejects.toThrow('given up')
    server.nextSubmit({ status: 429, body: { code: 'resource-exhausted', error: 'slow down' } })
    expect(await ask(of(xai), of(xai).path, of(xai).body)).toMatchObject({ status: 429 })
    expect(server.ids).toHaveLength(1)
  })

  test('it names no link, or a dead one', async () => {
    server = await openFilmVendor(ark, KEYS)
    server.plan('linkless', 'dead-link', 'succeeded')
    const id = await submitted(of(ark))
    const link = async () => at((await polled(of(ark), id)).body, 'content.video_url')
    expect(await link()).toBeUndefined()
    expect((await fetch(String(await link()))).status).toBe(403)
    const bytes = await (await fetch(String(await link()))).arrayBuffer()
    expect(await new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS }).computeDuration()).toBe(5)
  })

  test('a plan with a state that the vendor does not have is a mistake of the test', async () => {
    server = await openFilmVendor(kling, KEYS)
    expect(() => server.plan('expired')).toThrow('kling has no task that is expired')
  })
})

describe('what single vendors have', () => {
  test('Ark counts tokens by dots and frames, and cancels what waits', async () => {
    server = await openFilmVendor(ark, KEYS)
    const done = await polled(of(ark), await submitted(of(ark)))
    expect(done.body).toMatchObject({ usage: { completion_tokens: 19_845, total_tokens: 19_845 }, duration: 2, resolution: '480p' })
    server.plan('queued')
    const id = await submitted(of(ark))
    expect(await ask(of(ark), `${of(ark).path}/${id}`, undefined, 'key-a', 'DELETE')).toMatchObject({ status: 200 })
    expect((await polled(of(ark), id)).body).toMatchObject({ status: 'cancelled' })
    expect(await ask(of(ark), `${of(ark).path}/${id}`, undefined, 'key-a', 'DELETE')).toMatchObject({ status: 409 })
  })

  test('Kling takes tokens that its key has signed, for half an hour', async () => {
    const nowSeconds = 1_800_000_000
    server = await openFilmVendor(kling, ['access|secret'], { now: () => nowSeconds * 1000 })
    const signed = (claims: object, secret = 'secret') => {
      const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const code = async (token: string) => at((await ask({}, of(kling).path, of(kling).body, token)).body, 'code')
    const times = { exp: nowSeconds + 1800, nbf: nowSeconds - 5 }
    expect(await code(signed({ iss: 'access', ...times }))).toBe(0)
    expect(await code(signed({ iss: 'access', ...times }, 'other'))).toBe(1000)
    expect(await code(signed({ iss: 'nobody', ...times }))).toBe(1000)
    expect(await code('access|secret')).toBe(1002)
    expect(await code(signed({ iss: 'access', ...times, nbf: nowSeconds + 5 }))).toBe(1003)
    expect(await code(signed({ iss: 'access', ...times, exp: nowSeconds }))).toBe(1004)
    expect(await code(signed({ iss: 'access', ...times, exp: nowSeconds + 7200 }))).toBe(1002)
    expect(server.ids).toHaveLength(1)
  })

  test('Kling knows a task at the address of its kind only', async () => {
    server = await openFilmVendor(kling, KEYS)
    const id = await submitted(of(kling))
    expect(await ask({}, `/v1/videos/image2video/${id}`)).toMatchObject({ status: 404, body: { code: 1203 } })
    const picture = { model_name: 'kling-v1-6', image: 'https://a.test/a.png', mode: 'pro', image_tail: 'https://a.test/b.png' }
    expect(await ask({}, '/v1/videos/image2video', picture)).toMatchObject({ status: 200 })
    expect(await ask({}, '/v1/videos/image2video', { ...picture, image: 'data:image/png;base64,AA' })).toMatchObject({
      body: { code: 1201 },
    })
    const both = { ...picture, camera_control: { type: 'down_back' } }
    expect(await ask({}, '/v1/videos/image2video', both)).toMatchObject({ body: { code: 1201 } })
  })

  test('Veo gives films to its key only, from another place', async () => {
    server = await openFilmVendor(geminiVeo, KEYS)
    const { body } = await polled(of(geminiVeo), await submitted(of(geminiVeo)))
    const link = String(at(body, of(geminiVeo).link))
    expect((await fetch(link)).status).toBe(403)
    const film = await fetch(link, { headers: { 'x-goog-api-key': 'key-a' } })
    expect([film.status, film.redirected, film.headers.get('content-type')]).toEqual([200, true, 'video/mp4'])
  })

  test('DashScope makes tasks of calls that say so, pictures among them', async () => {
    server = await openFilmVendor(dashscope, KEYS)
    const path = '/api/v1/services/aigc/text2image/image-synthesis'
    const pictures = { model: 'wan2.2-t2i-flash', input: { prompt: 'A cat' }, parameters: { size: '1024*1024', n: 2 } }
    expect(await ask({}, path, pictures)).toMatchObject({ status: 403, body: { code: 'AccessDenied' } })
    server.plan('partial')
    const made = await ask(of(dashscope), path, pictures)
    const { body } = await polled(of(dashscope), String(at(made.body, 'output.task_id')))
    expect(body).toMatchObject({ usage: { image_count: 1 }, output: { task_metrics: { TOTAL: 2, SUCCEEDED: 1, FAILED: 1 } } })
    expect((await fetch(String(at(body, 'output.results.0.url')))).headers.get('content-type')).toBe('image/png')
    expect(await polled(of(dashscope), 'nobody')).toMatchObject({ status: 200, body: { output: { task_status: 'UNKNOWN' } } })
    expect((await polled(of(dashscope), await submitted(of(dashscope)))).body).toMatchObject({
      usage: { duration: 5, SR: 720, video_count: 1 },
    })
  })

  test('MiniMax gives films in a third step', async () => {
    server = await openFilmVendor(minimaxFirst, KEYS)
    const file = at((await polled(of(minimaxFirst), await submitted(of(minimaxFirst)))).body, 'file_id')
    const { body } = await ask({}, `/v1/files/retrieve?file_id=${file}`)
    expect((await ask({}, '/v1/files/retrieve?file_id=1')).body).toMatchObject({ base_resp: { status_code: 2013 } })
    expect(body).toMatchObject({ file: { purpose: 'video_generation' }, base_resp: { status_code: 0 } })
    expect((await fetch(String(at(body, 'file.download_url')))).status).toBe(200)
    expect((await ask({}, `/v1/files/retrieve?file_id=${file}`, undefined, 'key-b')).body).toMatchObject({
      base_resp: { status_code: 2013 },
    })
  })

  test('fields that a vendor passes over are violations all the same', async () => {
    server = await openFilmVendor(siliconflow, KEYS)
    expect(await ask({}, of(siliconflow).path, { ...of(siliconflow).body, fps: 24 })).toMatchObject({ status: 200 })
    expect(server.violations).toEqual([expect.stringContaining('fps')])
  })

  test("OpenAI's films come as a form too, are listed, made again, given out and deleted", async () => {
    server = await openFilmVendor(sora, KEYS)
    const form = new FormData()
    form.append('prompt', 'A cat')
    form.append('seconds', '8')
    form.append('input_reference', new File(['x'], 'cat.png', { type: 'image/png' }))
    const made = await fetch(`${server.url}/v1/videos`, { method: 'POST', body: form, headers: defaultHeaders('key-a') })
    const { id } = (await made.json()) as { id: string }
    const content = () => fetch(`${server.url}/v1/videos/${id}/content`, { headers: defaultHeaders('key-a') })
    expect((await content()).status).toBe(404)
    expect(await ask({}, `/v1/videos/${id}/remix`, { prompt: 'A dog' })).toMatchObject({ status: 404 })
    await polled(of(sora), id)
    expect((await content()).headers.get('content-type')).toBe('video/mp4')
    const remix = await ask({}, `/v1/videos/${id}/remix`, { prompt: 'A dog' })
    expect(remix.body).toMatchObject({ remixed_from_video_id: id, seconds: '8', prompt: 'A dog', status: 'queued' })
    expect((await ask({}, '/v1/videos?limit=1')).body).toMatchObject({ data: [{ id: at(remix.body, 'id') }], has_more: true })
    expect((await ask({}, `/v1/videos/${id}`, undefined, 'key-a', 'DELETE')).body).toEqual({ id, object: 'video.deleted', deleted: true })
    expect(await polled(of(sora), id)).toMatchObject({ status: 404 })
  })
})
