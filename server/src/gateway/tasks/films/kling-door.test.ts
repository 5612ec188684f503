// Films at the door in Kling's shape: whoever makes them, their client reads what Kling answers. Source of what is expected: Kling AI, API reference, 2026.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cases, FilmClient, type FilmWorld, openFilmWorld, PRICE } from '../testing/film-world.ts'

const caseOf = (name: string) => cases.find((one) => one.name === name) ?? expect.unreachable(name)
const [kling, ark, veo] = [caseOf('kling'), caseOf('ark'), caseOf('veo')]
const TEXT = '/kling/v1/videos/text2video'
const IMAGE = '/kling/v1/videos/image2video'
let films: FilmWorld
let alice: FilmClient
let bob: FilmClient
beforeAll(async () => {
  films = await openFilmWorld([kling, ark, veo])
  alice = films.alice
  bob = films.bob
})
afterAll(() => films.close())
afterEach(() => films.clear())

const status = z.enum(['submitted', 'processing', 'succeed', 'failed'])
const Task = z.strictObject({
  ...{ task_id: z.string().startsWith('video_'), task_status: status, task_status_msg: z.string() },
  task_info: z.strictObject({ external_task_id: z.string().optional() }),
  ...{ created_at: z.int().min(1_500_000_000_000), updated_at: z.int().min(1_500_000_000_000) },
  task_result: z.strictObject({ videos: z.array(z.strictObject({ id: z.string(), url: z.url(), duration: z.string() })) }).optional(),
})
const Good = z.strictObject({ code: z.literal(0), message: z.string(), request_id: z.string().min(1), data: Task })
const Bad = z.strictObject({ code: z.int().positive(), message: z.string().min(1), request_id: z.string().min(1) })

const task = (answer: { readonly status: number; readonly json: unknown }) => {
  expect([answer.status, answer.json]).toMatchObject([200, { code: 0 }])
  return Good.parse(answer.json).data
}
const bad = ({ status: code, json }: { readonly status: number; readonly json: unknown }) => [code, Bad.parse(json).code]
const sent = (name: string) => films.vendorOf(name).requests.filter(({ method }) => method === 'POST')
const text = { model_name: kling.model, prompt: 'A cat', duration: '5', mode: 'std', aspect_ratio: '16:9' }

test('a film of a text is submitted as its vendor takes it, told of in each state, and charged when it is made', async () => {
  films.vendorOf('kling').plan('queued', 'running', 'succeeded')
  const before = await alice.payer.balance()
  const submitted = task(await alice.post(TEXT, { ...text, sound: 'off', negative_prompt: 'dogs', external_task_id: 'mine-1' }))
  expect(submitted).toMatchObject({ task_status: 'submitted', task_info: { external_task_id: 'mine-1' } })
  expect(sent('kling')).toMatchObject([{ path: '/v1/videos/text2video', body: { ...text, sound: 'off', negative_prompt: 'dogs' } }])
  // Names of callers stay here: the account of the channel serves many of them.
  expect(Object.keys(sent('kling')[0]?.body ?? {})).not.toContain('external_task_id')
  const told = async () => task(await alice.get(`${TEXT}/${submitted.task_id}`))
  await films.poll()
  expect(await told()).toMatchObject({ task_status: 'submitted' })
  await films.poll()
  expect(await told()).toMatchObject({ task_status: 'processing' })
  expect(await alice.payer.balance()).toBe(before)
  await films.poll()
  const made = await told()
  expect(made).toMatchObject({ task_id: submitted.task_id, task_status: 'succeed', task_info: { external_task_id: 'mine-1' } })
  expect(before - (await alice.payer.balance())).toBe(5 * PRICE)
  const [video] = made.task_result?.videos ?? []
  expect(video).toMatchObject({ duration: '5' })
  const { pathname, search } = new URL(video?.url ?? '')
  const file = await bob.call('GET', pathname + search, { headers: { authorization: '' } })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'video/mp4'])
})

test('a film of pictures goes where films of pictures are made, data as Kling wants them', async () => {
  const pictures = { image: 'iVBORw0KGgo=', image_tail: 'https://site.test/last.png' }
  const { task_id } = task(await alice.post(IMAGE, { model_name: 'kling-v2-6', prompt: 'It yawns', ...pictures, mode: 'pro' }))
  expect(sent('kling')).toMatchObject([{ path: '/v1/videos/image2video', body: { ...pictures, mode: 'pro', duration: '5' } }])
  await films.poll()
  expect(task(await alice.get(`${IMAGE}/${task_id}`))).toMatchObject({ task_status: 'succeed' })
})

test('a last picture alone is a film of pictures too', async () => {
  task(await alice.post(IMAGE, { model_name: 'kling-v2-6', image: '', image_tail: 'https://site.test/last.png' }))
  expect(sent('kling')).toMatchObject([{ path: '/v1/videos/image2video', body: { image_tail: 'https://site.test/last.png' } }])
  await films.poll()
})

describe('another vendor makes it', () => {
  test('where it can, without the fields that only Kling has, which are named', async () => {
    const body = { model_name: ark.model, prompt: 'A cat', image: 'https://site.test/a.png', duration: '4', mode: 'pro', cfg_scale: 0.5 }
    const answer = await alice.post(IMAGE, body)
    const { task_id } = task(answer)
    expect(answer.headers['x-waystation-lost']).toContain('cfg_scale')
    expect(sent('ark')).toMatchObject([
      { body: { content: [{ text: 'A cat' }, { role: 'first_frame', image_url: { url: body.image } }], duration: 4, resolution: '1080p' } },
    ])
    expect(Object.keys(sent('ark')[0]?.body ?? {})).not.toContain('cfg_scale')
    await films.poll()
    const made = task(await alice.get(`${IMAGE}/${task_id}`))
    expect(made).toMatchObject({ task_status: 'succeed', task_result: { videos: [{ duration: '4' }] } })
  })

  test('and not where another film would come of it', async () => {
    const last = { image: 'https://site.test/a.png', image_tail: 'https://site.test/b.png' }
    expect(bad(await alice.post(IMAGE, { model_name: veo.model, prompt: 'A cat', ...last }))).toEqual([400, 1201])
    expect(sent('veo')).toEqual([])
  })
})

test.each(['failed', 'moderated'] as const)('a film that %s is given back, and told with its reason', async (state) => {
  films.vendorOf('kling').plan(state)
  const { done, cost } = await alice.spending(async () => {
    const { task_id } = task(await alice.post(TEXT, text))
    await films.poll()
    return task(await alice.get(`${TEXT}/${task_id}`))
  })
  expect([cost, done]).toMatchObject([0, { task_status: 'failed', task_status_msg: expect.stringMatching(/\w/) }])
  expect(done.task_result).toBeUndefined()
  expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test.each([
  [400, 1301, 400, 1301],
  [400, 1201, 400, 1201],
  [429, 1302, 429, 1302],
  // The key of the channel is no matter of the caller's.
  [401, 1000, 502, 5000],
  [500, 5000, 500, 5000],
])('Kling rejects with %i and %i, and its client is told %i and %i, for nothing', async (status, code, toldStatus, toldCode) => {
  films.vendorOf('kling').nextSubmit({ status, body: { code, message: 'no such luck', request_id: 'theirs' } })
  const { done, cost } = await alice.spending(() => alice.post(TEXT, text))
  expect([...bad(done), cost]).toEqual([toldStatus, toldCode, 0])
  expect(JSON.stringify(done.json)).not.toContain('theirs')
})

describe('bad requests are rejected in Kling`s shape, with their place', () => {
  test.each([
    [TEXT, { prompt: '' }, 'prompt'],
    [TEXT, { prompt: 7 }, 'prompt'],
    [TEXT, { duration: 'long' }, 'seconds'],
    [TEXT, { mode: 'best' }, 'mode'],
    [TEXT, { image: 'https://site.test/a.png' }, 'image'],
    [TEXT, { external_task_id: 'x'.repeat(300) }, 'external_task_id'],
    [TEXT, { model_name: 7 }, 'model'],
    [IMAGE, {}, 'image'],
    [IMAGE, { image: '!' }, 'image'],
  ])('%s %j', async (path, change, place) => {
    const answer = await alice.post(path, { ...text, ...change })
    expect([...bad(answer), Bad.parse(answer.json).message]).toEqual([400, 1201, expect.stringContaining(place)])
    expect(sent('kling')).toEqual([])
  })

  test('no JSON, no model of that name, no such address, no key, a wrong key, no money', async () => {
    const json = { 'content-type': 'application/json' }
    expect(bad(await alice.call('POST', TEXT, { body: '{', headers: json }))).toEqual([400, 1201])
    expect(bad(await alice.post(TEXT, { prompt: 'A cat' }))).toEqual([404, 1203])
    expect(bad(await alice.get('/kling/v1/videos/lip-sync'))).toEqual([404, 1202])
    expect(bad(await alice.post(TEXT, text, { authorization: '' }))).toEqual([401, 1001])
    expect(bad(await alice.post(TEXT, text, { authorization: 'Bearer sk-wrong' }))).toEqual([401, 1000])
    expect(bad(await (await films.addPayer(10)).post(TEXT, text))).toEqual([403, 1102])
    expect(sent('kling')).toEqual([])
  })
})

test('films of others do not exist', async () => {
  const { task_id } = task(await alice.post(TEXT, text))
  await films.poll()
  for (const path of [TEXT, IMAGE]) expect(bad(await bob.get(`${path}/${task_id}`))).toEqual([404, 1203])
  expect(task(await alice.get(`${TEXT}/${task_id}`))).toMatchObject({ task_status: 'succeed' })
})

test('a submission with an Idempotency-Key makes one film, also at two doors', async () => {
  const key = { 'idempotency-key': 'one' }
  const [first, second] = await Promise.all([alice.post(TEXT, text, key), alice.post(TEXT, text, key)])
  const third = await alice.post('/v1/videos', { model: kling.model, prompt: 'A cat' }, key)
  expect(third.json).toMatchObject({ object: 'video', id: task(first).task_id })
  expect(task(second).task_id).toBe(task(first).task_id)
  expect(sent('kling').length).toBe(1)
  await films.poll()
  expect(task(await alice.post(TEXT, text, key))).toMatchObject({ task_id: task(first).task_id, task_status: 'succeed' })
})

test('after a restart, a film is told of and charged as before', async () => {
  const own = await openFilmWorld([kling])
  const { task_id } = task(await own.alice.post(TEXT, { ...text, external_task_id: 'mine-2' }))
  const again = await own.world.restart()
  const client = new FilmClient(again.url, own.alice.payer)
  expect(task(await client.get(`${TEXT}/${task_id}`))).toMatchObject({
    task_status: 'submitted',
    task_info: { external_task_id: 'mine-2' },
  })
  await own.age(0)
  await again.runJob('poll-tasks')
  expect(task(await client.get(`${TEXT}/${task_id}`))).toMatchObject({ task_status: 'succeed' })
  await own.close()
})
