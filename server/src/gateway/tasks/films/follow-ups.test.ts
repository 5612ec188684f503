// What is made of films that there are: remixes, edits and extensions, at vendors of OpenAI's shape and at xAI.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cases, type FilmAnswer, type FilmCase, type FilmClient, type FilmWorld, openFilmWorld, PRICE } from '../testing/film-world.ts'

const named = (name: string): FilmCase => cases.find((one) => one.name === name) ?? expect.unreachable(name)
const [arkCase, xaiCase] = [named('ark'), named('xai')]
/** A channel with two keys, which know nothing of each other's films. */
const soraCase: FilmCase = { ...named('sora'), key: 'key-a\nkey-b' }

let films: FilmWorld
let alice: FilmClient
let bob: FilmClient
beforeAll(async () => {
  films = await openFilmWorld([arkCase, xaiCase, soraCase])
  alice = films.alice
  bob = films.bob
})
afterAll(() => films.close())
afterEach(() => films.clear())

const submitted = (name: string) => films.vendorOf(name).requests.filter(({ method }) => method === 'POST')

async function finished(one: Pick<FilmCase, 'model' | 'body'>, who = alice): Promise<string> {
  const id = await who.film(one)
  await films.poll()
  expect(await who.told(id)).toMatchObject({ status: 'completed' })
  films.clear()
  return id
}

const idOf = ({ json }: Pick<FilmAnswer, 'json'>) => z.object({ id: z.string().startsWith('video_') }).parse(json).id
const remix = (id: string, who = alice, headers = {}) => who.post(`/v1/videos/${id}/remix`, { prompt: 'A dog' }, headers)

/** Has something made of a film, to its end. Answers what is told of it, and what it cost in units. */
async function made(submit: () => Promise<FilmAnswer>) {
  const { done, cost } = await alice.spending(async () => {
    const answer = await submit()
    expect([answer.status, answer.json]).toMatchObject([200, { object: 'video', status: 'queued', prompt: 'A dog' }])
    await films.poll()
    return { answer: answer.json, id: idOf(answer) }
  })
  expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
  return { ...done, cost, told: await alice.told(done.id) }
}

describe('at a vendor of OpenAI’s shape', () => {
  test('a remix is as long as its film, names it, costs as much, and is given out', async () => {
    const id = await finished(soraCase)
    const { answer, told, cost, id: remixId } = await made(() => remix(id))
    expect(answer).toMatchObject({ model: soraCase.model, seconds: '8', size: '720p', remixed_from_video_id: id })
    expect(told).toMatchObject({ status: 'completed', seconds: '8', remixed_from_video_id: id })
    expect(submitted('sora')).toMatchObject([
      { path: expect.stringMatching(/^\/v1\/videos\/video_\w+\/remix$/), body: { prompt: 'A dog' } },
    ])
    expect(cost).toBe(8 * PRICE)
    expect((await alice.get(`/v1/videos/${remixId}/content`)).headers['content-type']).toBe('video/mp4')
    expect(await alice.told(id)).toMatchObject({ remixed_from_video_id: null })
  })

  test('a form is taken as JSON is', async () => {
    const id = await finished(soraCase)
    const post = async (path: string, fields: Readonly<Record<string, string>>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const sent = new Response(form)
      const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
      return alice.call('POST', path, { body: Buffer.from(await sent.arrayBuffer()), headers })
    }
    await made(() => post(`/v1/videos/${id}/remix`, { prompt: 'A dog' }))
    await made(() => post('/v1/videos/edits', { prompt: 'A dog', 'video[id]': id }))
    expect(submitted('sora').map(({ body }) => body)).toEqual([{ prompt: 'A dog' }, { prompt: 'A dog', video: { id: expect.any(String) } }])
  })

  test('an edit costs what its film did, and an extension what is added', async () => {
    const id = await finished(soraCase)
    const edit = await made(() => alice.post('/v1/videos/edits', { prompt: 'A dog', video: { id } }))
    expect([edit.cost, edit.told]).toMatchObject([8 * PRICE, { seconds: '8', remixed_from_video_id: id }])
    const longer = await made(() => alice.post('/v1/videos/extensions', { prompt: 'A dog', video: { id }, seconds: '12' }))
    expect([longer.cost, longer.told]).toMatchObject([12 * PRICE, { seconds: '20', remixed_from_video_id: id }])
    expect(submitted('sora')).toMatchObject([
      { path: '/v1/videos/edits', body: { prompt: 'A dog', video: { id: expect.stringMatching(/^video_0/) } } },
      { path: '/v1/videos/extensions', body: { prompt: 'A dog', video: { id: expect.stringMatching(/^video_0/) }, seconds: '12' } },
    ])
  })

  test('what goes out from a film is made with the key of that film', async () => {
    const keys = new Set<unknown>()
    for (let count = 0; count < 6; count += 1) {
      const id = await alice.film(soraCase)
      const key = submitted('sora').at(-1)?.headers.authorization
      await films.poll()
      keys.add(key)
      for (let times = 0; times < 2; times += 1) {
        expect((await remix(id)).status).toBe(200)
        expect(submitted('sora').at(-1)?.headers.authorization).toBe(key)
      }
      await films.poll()
    }
    expect(keys.size).toBe(2)
  })
})

describe('at xAI', () => {
  test.each(['remix', 'edit'] as const)('a %s is an edit, and its film is paid for by the second too', async (kind) => {
    for (const [resolution, factor] of [
      ['480p', 1.2],
      ['720p', 1.6],
    ] as const) {
      const id = await finished({ ...xaiCase, body: { prompt: 'A cat', seconds: 3, resolution } })
      const { cost, told } = await made(() =>
        kind === 'remix' ? remix(id) : alice.post('/v1/videos/edits', { prompt: 'A dog', video: { id } }),
      )
      expect(told).toMatchObject({ status: 'completed', seconds: '3', remixed_from_video_id: id })
      expect(cost).toBe(Math.round(3 * factor * PRICE))
      expect(submitted('xai')).toMatchObject([{ path: '/v1/videos/edits' }])
      expect(submitted('xai')[0]?.body).toEqual({
        model: xaiCase.model,
        prompt: 'A dog',
        video: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/live\//) },
      })
    }
  })

  test.each([
    [{ duration: 4 }, 4, '7'],
    [{}, 6, '9'],
  ])('an extension with %j is paid for by what it adds and what it goes out from', async (change, seconds, whole) => {
    const id = await finished(xaiCase)
    const { cost, told } = await made(() => alice.post('/v1/videos/extensions', { prompt: 'A dog', video: { id }, ...change }))
    expect([cost, told]).toMatchObject([(seconds + 0.2 * 3) * PRICE, { seconds: whole }])
    expect(submitted('xai')).toMatchObject([{ path: '/v1/videos/extensions', body: { duration: seconds } }])
  })

  test('a film by its address is held for as the longest and largest that may come of it', async () => {
    const { done: id, cost } = await alice.spending(async () => {
      const edit = await alice.film({
        ...xaiCase,
        body: { prompt: 'A cat', seconds: 1, resolution: '480p', video: 'https://site.test/a.mp4' },
      })
      expect(await alice.told(edit)).toMatchObject({ seconds: '9', size: '720p' })
      await films.poll()
      return edit
    })
    // The stand-in says that it is 8 seconds long.
    expect([cost, await alice.told(id)]).toMatchObject([8 * 1.6 * PRICE, { seconds: '8' }])
  })
})

test('what is made of a film is held for, and given back where it fails', async () => {
  const poor = await films.addPayer(16 * PRICE + 10)
  const id = await finished(soraCase, poor)
  films.vendorOf('sora').plan('failed')
  expect((await remix(id, poor)).status).toBe(200)
  expect((await remix(id, poor)).status).toBe(403)
  expect(submitted('sora').length).toBe(1)
  await films.poll()
  expect(await poor.payer.balance()).toBe(8 * PRICE + 10)
})

test('films of others, and those that were removed, do not exist', async () => {
  const id = await finished(soraCase)
  const removed = await finished(soraCase)
  await alice.call('DELETE', `/v1/videos/${removed}`)
  const bodyOf = (film: string) => ({ prompt: 'A dog', video: { id: film } })
  for (const answer of [
    ...[await remix(id, bob), await bob.post('/v1/videos/edits', bodyOf(id)), await bob.post('/v1/videos/extensions', bodyOf(id))],
    ...[await remix(removed), await alice.post('/v1/videos/edits', bodyOf('video_nobody'))],
  ])
    expect([answer.status, answer.json]).toMatchObject([404, { error: { code: 'task_not_found' } }])
  expect(submitted('sora')).toEqual([])
})

test('nothing is made of a film that is not there yet, has failed, or is of a vendor that makes nothing of films', async () => {
  films.vendorOf('sora').plan('running', 'failed')
  const id = await alice.film(soraCase)
  await films.poll()
  expect(await remix(id)).toMatchObject({ status: 400, json: { error: { code: 'task_not_finished' } } })
  await films.poll()
  expect(await remix(id)).toMatchObject({ status: 400, json: { error: { code: 'film_failed' } } })
  expect(submitted('sora').length).toBe(1)
  const other = await finished(arkCase)
  expect(await remix(other)).toMatchObject({ status: 400, json: { error: { code: 'film_not_changed' } } })
  expect(submitted('ark')).toEqual([])
})

test.each([
  ['remix', {}, 'prompt'],
  ['edits', { prompt: 'A dog' }, 'video'],
  ['edits', { prompt: 'A dog', video: { url: 'https://site.test/a.mp4' } }, 'video'],
  ['extensions', { prompt: 'A dog', video: { id: 'video_a' }, seconds: 'long' }, 'seconds'],
  ['extensions', { prompt: 'A dog', video: { id: 'video_a' }, seconds: 0 }, 'seconds'],
])('%s with %j is rejected with its place', async (door, body, place) => {
  const answer = await alice.post(door === 'remix' ? '/v1/videos/video_a/remix' : `/v1/videos/${door}`, body)
  expect([answer.status, answer.json]).toMatchObject([400, { error: { message: expect.stringContaining(place) } }])
})

test('a caller cannot name a film of the vendor’s', async () => {
  const source = { kind: 'remix', vendorId: 'video_of_somebody', seconds: 1, url: 'https://site.test/a.mp4', unread: [] }
  await alice.film({ ...xaiCase, body: { prompt: 'A cat', seconds: 3, source } })
  expect(submitted('xai')).toMatchObject([{ path: '/v1/videos/generations', body: { duration: 3 } }])
  for (const request of films.vendorOf('xai').requests) request.violations.length = 0
  await films.poll()
  const id = await finished(soraCase)
  await made(() => alice.post(`/v1/videos/${id}/remix`, { prompt: 'A dog', source, seconds: 1 }))
  expect(submitted('sora')[0]?.path).not.toContain('video_of_somebody')
})

test('a remix with an Idempotency-Key is made once', async () => {
  const id = await finished(soraCase)
  const headers = { 'idempotency-key': 'remix-one' }
  const [first, second] = await Promise.all([remix(id, alice, headers), remix(id, alice, headers)])
  expect(idOf(first)).toBe(idOf(second))
  expect(submitted('sora').length).toBe(1)
  await films.poll()
})

test('nothing is made of a film whose channel is off', async () => {
  const id = await finished(xaiCase)
  const channels = await films.world.console.call<{ id: number; type: number }[]>('GET', '/api/channel/?p=0&page_size=10')
  const channel = channels.find(({ type }) => type === xaiCase.type) ?? expect.unreachable()
  await films.world.console.call('PUT', '/api/channel/', { id: channel.id, status: 2 })
  expect(await remix(id)).toMatchObject({ status: 503, json: { error: { code: 'task_channel_gone' } } })
  await films.world.console.call('PUT', '/api/channel/', { id: channel.id, status: 1 })
  expect((await remix(id)).status).toBe(200)
  await films.poll()
})
