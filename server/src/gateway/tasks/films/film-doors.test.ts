// What callers can do with films beside having them made: the shapes, lists, files, removing, and submissions that are repeated.
import type { Task } from '@waystation/contract/calls/task'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cases, type FilmCase, type FilmClient, type FilmWorld, openFilmWorld, PRICE } from '../testing/film-world.ts'

const named = (name: string): FilmCase => cases.find((one) => one.name === name) ?? expect.unreachable(name)
const [arkCase, klingCase, veoCase, soraCase] = [named('ark'), named('kling'), named('veo'), named('sora')]

let films: FilmWorld
let alice: FilmClient
let bob: FilmClient
beforeAll(async () => {
  films = await openFilmWorld([arkCase, klingCase, veoCase, soraCase])
  alice = films.alice
  bob = films.bob
})
afterAll(() => films.close())
afterEach(() => films.clear())

const submitted = (name: string) => films.vendorOf(name).requests.filter(({ method }) => method === 'POST')

async function finished(one: FilmCase): Promise<string> {
  const id = await alice.film(one)
  await films.poll()
  expect(await alice.told(id)).toMatchObject({ status: 'completed' })
  return id
}

test('the shape of the family is taken, told and found again', async () => {
  const body = {
    model: klingCase.model,
    prompt: 'A cat',
    image: 'https://site.test/a.png',
    duration: 5,
    metadata: { cfg_scale: 0.5, mode: 'pro' },
  }
  const { cfg_scale: _, ...metadata } = body.metadata
  const answer = await alice.post('/v1/video/generations', { ...body, metadata })
  const { task_id: id } = z.object({ task_id: z.string() }).parse(answer.json)
  expect(answer.json).toMatchObject({ id, object: 'video', status: 'queued' })
  expect(submitted('kling')).toMatchObject([
    { path: '/v1/videos/image2video', body: { model_name: klingCase.model, image: body.image, duration: '5', mode: 'pro' } },
  ])
  expect((await alice.get(`/v1/video/generations/${id}`)).json).toMatchObject({ task_id: id, status: 'queued' })
  await films.poll()
  const told = (await alice.get(`/v1/video/generations/${id}`)).json
  expect(told).toMatchObject({ task_id: id, status: 'succeeded', format: 'mp4', metadata: { duration: 5 } })
  const { url } = z.object({ url: z.string() }).parse(told)
  const linked = new URL(url)
  const file = await bob.call('GET', linked.pathname + linked.search, { headers: { authorization: '' } })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'video/mp4'])
})

test('a form with a picture is taken as JSON is', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ model: arkCase.model, prompt: 'A cat', seconds: '4', size: '1280x720' }))
    form.set(name, value)
  form.set('input_reference', new Blob([Buffer.from('iVBORw0KGgo=', 'base64')], { type: 'image/png' }), 'a.png')
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const answer = await alice.call('POST', '/v1/videos', { body: Buffer.from(await sent.arrayBuffer()), headers })
  expect([answer.status, answer.json]).toMatchObject([200, { seconds: '4', size: '1280x720' }])
  expect(submitted('ark')).toMatchObject([
    {
      body: {
        content: [{ text: 'A cat' }, { role: 'first_frame', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
        ...{ duration: 4, resolution: '720p', ratio: '16:9' },
      },
    },
  ])
  await films.poll()
})

describe('what a film costs', () => {
  test('is held while it is made, so that nobody has more made than they can pay', async () => {
    const poor = await films.addPayer(arkCase.times * PRICE + 10)
    const id = await poor.film({ ...arkCase })
    const { status } = await poor.post('/v1/videos', { model: arkCase.model, ...arkCase.body })
    expect([status, submitted('ark').length]).toEqual([403, 1])
    await films.poll()
    expect([await poor.told(id), await poor.payer.balance()]).toMatchObject([{ status: 'completed' }, 10])
  })

  test('is free again where its vendor rejects it', async () => {
    const poor = await films.addPayer(arkCase.times * PRICE)
    films
      .vendorOf('ark')
      .nextSubmit({ status: 400, body: { error: { code: 'InputTextSensitiveContentDetected', message: 'not this', type: 'BadRequest' } } })
    const rejected = await poor.post('/v1/videos', { model: arkCase.model, ...arkCase.body })
    expect([rejected.status, rejected.json]).toMatchObject([400, { error: { message: expect.stringMatching(/not this/) } }])
    await poor.film(arkCase)
    await films.poll()
    expect(await poor.payer.balance()).toBe(0)
  })
})

test.each([
  [{ n: 2 }, 'n'],
  [{ seconds: 0 }, 'seconds'],
  [{ seconds: 'long' }, 'seconds'],
  [{ prompt: '' }, 'prompt'],
  [{ size: 'large' }, 'size'],
])('%j is rejected with its place', async (change, place) => {
  const answer = await alice.post('/v1/videos', { model: arkCase.model, prompt: 'A cat', ...change })
  expect([answer.status, answer.json]).toMatchObject([400, { error: { message: expect.stringContaining(place) } }])
  expect(submitted('ark')).toEqual([])
})

test('fields that would make a film dearer do not reach its vendor', async () => {
  await alice.film({
    model: arkCase.model,
    body: { prompt: 'A cat', seconds: 3, metadata: { frames: 289, service_tier: 'flex', camera_fixed: true } },
  })
  const [sent] = submitted('ark')
  expect(sent?.body).toMatchObject({ duration: 3, camera_fixed: true })
  expect(Object.keys(sent?.body ?? {})).not.toContain('frames')
  expect(Object.keys(sent?.body ?? {})).not.toContain('service_tier')
  await films.poll()
})

test('films of others do not exist', async () => {
  const id = await finished(arkCase)
  const calls = [bob.get(`/v1/videos/${id}`), bob.get(`/v1/videos/${id}/content`), bob.get(`/v1/video/generations/${id}`)]
  for (const answer of await Promise.all([...calls, bob.call('DELETE', `/v1/videos/${id}`)]))
    expect([answer.status, answer.json]).toMatchObject([404, { error: { code: 'task_not_found' } }])
  expect((await bob.get('/v1/videos')).json).toMatchObject({ object: 'list', data: [], has_more: false })
})

test('own films are listed in pages, in both orders, without those that were removed', async () => {
  const ids = [await finished(arkCase), await finished(soraCase), await finished(arkCase)]
  const List = z.object({ data: z.array(z.object({ id: z.string() })), has_more: z.boolean(), last_id: z.string().nullable() })
  const page = async (query: string) => List.parse((await alice.get(`/v1/videos?${query}`)).json)
  const first = await page('limit=2')
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([[ids[2], ids[1]], true])
  expect((await page(`limit=1&after=${first.last_id}`)).data.map(({ id }) => id)).toEqual([ids[0]])
  expect((await page(`order=asc&after=${ids[0]}`)).data.map(({ id }) => id)).toEqual([ids[1], ids[2]])
  const removed = await alice.call('DELETE', `/v1/videos/${ids[1]}`)
  expect(removed.json).toEqual({ id: ids[1], object: 'video.deleted', deleted: true })
  expect([(await alice.get(`/v1/videos/${ids[1]}`)).status, (await alice.get(`/v1/videos/${ids[1]}/content`)).status]).toEqual([404, 404])
  expect((await page('limit=2')).data.map(({ id }) => id)).toEqual([ids[2], ids[0]])
  expect((await alice.get('/v1/videos?limit=0')).status).toBe(400)
})

test('a film that is removed while it is made is paid for all the same', async () => {
  const { cost } = await alice.spending(async () => {
    const id = await alice.film(arkCase)
    await alice.call('DELETE', `/v1/videos/${id}`)
    await films.poll()
  })
  expect(cost).toBe(arkCase.times * PRICE)
})

describe.each([
  ['that its vendor gives to its key only, and in no parts', soraCase],
  ['whose address gives parts', arkCase],
])('a film %s', (_, one) => {
  test('is given whole or in parts, as browsers and phones ask to seek in it', async () => {
    const path = `/v1/videos/${await finished(one)}/content`
    const { bytes, ...whole } = await alice.get(path)
    const size = bytes.length
    expect([whole.status, whole.headers]).toMatchObject([200, { 'content-length': String(size), 'accept-ranges': 'bytes' }])
    const part = async (range: string, more: Readonly<Record<string, string>> = {}) => {
      const { status, headers, bytes } = await alice.get(path, { range, ...more })
      expect(headers['content-length']).toBe(String(bytes.length))
      return [status, headers['content-range'], bytes]
    }
    expect(await part('bytes=4-7')).toEqual([206, `bytes 4-7/${size}`, bytes.subarray(4, 8)])
    expect(await part('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, bytes.subarray(100)])
    expect(await part('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, bytes.subarray(-5)])
    expect(await part(`bytes=0-${size + 5}`)).toEqual([206, `bytes 0-${size - 1}/${size}`, bytes])
    expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, Buffer.alloc(0)])
    expect(await part('bytes=0-1,4-5')).toEqual([200, undefined, bytes])
    expect(await part('bytes=0-1', { 'if-range': '"v1"' })).toEqual([200, undefined, bytes])
    const head = await alice.call('HEAD', path)
    expect([head.status, head.headers, head.bytes]).toMatchObject([
      200,
      { 'content-length': String(size), 'accept-ranges': 'bytes' },
      Buffer.alloc(0),
    ])
  })
})

test('a film that only the key of the channel opens is played from the task log by its link, which ends with its removal', async () => {
  const id = await finished(soraCase)
  const rows = await alice.payer.console.call<Task[]>('GET', `/api/task/self?task_id=${id}`)
  const link = rows[0]?.files[0]?.url ?? ''
  films.vendorOf('sora').requests.length = 0
  const play = () => bob.call('GET', link, { headers: { authorization: '', range: 'bytes=4-7' } })
  const played = await play()
  expect([played.status, played.headers['content-type'], played.bytes.toString()]).toEqual([206, 'video/mp4', 'ftyp'])
  expect(films.vendorOf('sora').requests).toMatchObject([
    { path: expect.stringMatching(/content$/), headers: { authorization: `Bearer ${soraCase.key}` } },
  ])
  await alice.call('DELETE', `/v1/videos/${id}`)
  expect((await play()).status).toBe(404)
})

test('a film whose address is dead is gone, and one that is not ready is said to be so', async () => {
  films.vendorOf('veo').plan('dead-link')
  const dead = await finished(veoCase)
  expect((await alice.get(`/v1/videos/${dead}/content`)).status).toBe(404)
  for (const request of films.vendorOf('veo').requests) request.violations.length = 0
  films.vendorOf('ark').plan('running', 'succeeded')
  const id = await alice.film(arkCase)
  expect((await alice.get(`/v1/videos/${id}/content`)).json).toMatchObject({ error: { code: 'task_not_finished' } })
  await films.poll()
  await films.poll()
})

test('a success that names no film is given back', async () => {
  films.vendorOf('ark').plan('linkless')
  const { done, cost } = await alice.spending(async () => {
    const id = await alice.film(arkCase)
    await films.poll()
    return alice.told(id)
  })
  expect([cost, done]).toMatchObject([0, { status: 'failed' }])
})

describe('an Idempotency-Key', () => {
  const submit = (who: FilmClient, key: string) =>
    who.post('/v1/videos', { model: arkCase.model, ...arkCase.body }, { 'idempotency-key': key })
  const idOf = ({ json }: { readonly json: unknown }) => z.object({ id: z.string() }).parse(json).id

  test('makes one film of a repeated submission, also of two at the same time', async () => {
    const both = await Promise.all([submit(alice, 'one'), submit(alice, 'one')])
    const again = await submit(alice, 'one')
    expect(new Set([...both, again].map(idOf)).size).toBe(1)
    expect(submitted('ark').length).toBe(1)
    await films.poll()
  })

  test('is that of its owner only', async () => {
    const [mine, theirs, other] = [await submit(alice, 'two'), await submit(bob, 'two'), await submit(alice, 'three')]
    expect(new Set([mine, theirs, other].map(idOf)).size).toBe(3)
    await films.poll()
  })

  test('is free again where nothing was taken', async () => {
    films.vendorOf('ark').nextSubmit({ status: 400, body: { error: { code: 'InvalidParameter', message: 'no' } } })
    expect((await submit(alice, 'four')).status).toBe(400)
    expect((await submit(alice, 'four')).status).toBe(200)
    await films.poll()
  })
})
