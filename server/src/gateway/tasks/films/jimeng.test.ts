// Jimeng as a vendor, with the requests that its models take, and the door in its shape, whoever makes the film. Source of what is expected: Volcengine, Jimeng
// AI, 2026.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cases, type FilmAnswer, type FilmCase, FilmClient, type FilmWorld, openFilmWorld, PRICE } from '../testing/film-world.ts'

const caseOf = (name: string) => cases.find((one) => one.name === name) ?? expect.unreachable(name)
const [text, ark, veo] = [caseOf('jimeng'), caseOf('ark'), caseOf('veo')]
const others = [
  ...['jimeng_t2v_v30_1080p', 'jimeng_ti2v_v30_pro', 'jimeng_i2v_first_v30', 'jimeng_i2v_first_v30_1080', 'jimeng_i2v_first_tail_v30'],
  ...['jimeng_i2v_first_tail_v30_1080', 'jimeng_i2v_recamera_v30', 'jimeng_vgfm_t2v_l20', 'jimeng_vgfm_i2v_l20'],
]
const own: readonly FilmCase[] = [text, ...others.map((model) => ({ ...text, name: model, model }))]
const RELAYED = 'relayed-film'

let films: FilmWorld
let alice: FilmClient
let bob: FilmClient
beforeAll(async () => {
  films = await openFilmWorld([...own, ark, veo, { ...text, name: RELAYED, model: RELAYED }])
  alice = films.alice
  bob = films.bob
})
afterAll(() => films.close())
afterEach(() => films.clear())

const SUBMIT = '/jimeng/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31'
const ASK = '/jimeng/?Action=CVSync2AsyncGetResult&Version=2022-08-31'
const submitted = (name: string) => films.vendorOf(name).requests.filter(({ url }) => /SubmitTask/.test(url) || name === 'ark')
const bodyAt = (name: string) => submitted(name).map(({ body }) => body)

/** What Volcengine's gateway refuses, before Jimeng sees it. */
const byGateway = (status: number, Code: string) => ({ status, body: { ResponseMetadata: { Error: { Code, Message: 'wrong' } } } })

describe('a film at Jimeng', () => {
  const [first, last] = ['https://site.test/a.png', 'https://site.test/b.png']
  const data = 'data:image/png;base64,iVBORw0KGgo='
  const camera = { template_id: 'hitchcock_dolly_in', camera_strength: 'medium' }

  test.each([
    ['jimeng', { seconds: 10, ratio: '9:16', seed: 7 }, { frames: 241, aspect_ratio: '9:16', seed: 7 }, 10],
    ['jimeng_i2v_first_v30', { image: first }, { frames: 121, image_urls: [first] }, 5],
    ['jimeng_i2v_first_v30', { image: data }, { frames: 121, binary_data_base64: ['iVBORw0KGgo='] }, 5],
    ['jimeng_t2v_v30_1080p', { resolution: '1080p', ratio: '21:9' }, { frames: 121, aspect_ratio: '21:9' }, 5],
    ['jimeng_i2v_first_v30_1080', { image: first, seconds: 10 }, { frames: 241, image_urls: [first] }, 10],
    ['jimeng_i2v_first_tail_v30', { images: [data, data] }, { frames: 121, binary_data_base64: ['iVBORw0KGgo=', 'iVBORw0KGgo='] }, 5],
    ['jimeng_i2v_first_tail_v30_1080', { images: [first, last] }, { frames: 121, image_urls: [first, last] }, 5],
    ['jimeng_i2v_recamera_v30', { image: first, metadata: camera }, { frames: 121, image_urls: [first], ...camera }, 5],
    ['jimeng_ti2v_v30_pro', { image: first, ratio: '1:1' }, { frames: 121, image_urls: [first] }, 5],
    ['jimeng_ti2v_v30_pro', { size: '1920x1080' }, { frames: 121, aspect_ratio: '16:9' }, 5],
    ['jimeng_vgfm_t2v_l20', {}, {}, 5],
    ['jimeng_vgfm_i2v_l20', { image: first }, { image_urls: [first], aspect_ratio: '16:9' }, 5],
  ])('%s with %j', async (name, change, wanted, seconds) => {
    const model = name === 'jimeng' ? text.model : name
    const { cost } = await alice.spending(async () => {
      const id = await alice.film({ model, body: { prompt: 'A cat', ...change } })
      await films.poll()
      expect(await alice.told(id)).toMatchObject({ status: 'completed', seconds: String(seconds) })
    })
    expect([cost, bodyAt(name)]).toEqual([seconds * PRICE, [{ req_key: model, prompt: 'A cat', ...wanted }]])
  })

  test.each([
    [text.model, {}],
    ['jimeng_t2v_v30_1080p', { resolution: '1080p' }],
    ['jimeng_ti2v_v30_pro', {}],
    ['jimeng_ti2v_v30_pro', { image: first }],
    ['jimeng_i2v_first_v30', { image: data }],
    ['jimeng_i2v_first_v30_1080', { image: first }],
    ['jimeng_i2v_first_tail_v30', { images: [first, last] }],
    ['jimeng_i2v_first_tail_v30_1080', { images: [data, data] }],
    ['jimeng_i2v_recamera_v30', { image: first, metadata: camera }],
    ['jimeng_vgfm_t2v_l20', {}],
    ['jimeng_vgfm_i2v_l20', { image: first }],
  ])('%s with %j, that fails, is unfit or takes too long, costs nothing', async (model, change) => {
    const vendor = films.vendorOf(model === text.model ? 'jimeng' : model)
    for (const [state, reason] of [
      ['failed', /Input invalid/],
      ['moderated', /Risk Not Pass/],
      ['expired', /./],
      ['running', /in time/],
    ] as const) {
      vendor.plan(state)
      const { done, cost } = await alice.spending(async () => {
        const id = await alice.film({ model, body: { prompt: 'A cat', ...change } })
        await films.poll()
        if (state === 'running') await films.age(360 * 60_000)
        await films.poll()
        return alice.told(id)
      })
      expect([cost, done]).toMatchObject([0, { status: 'failed', error: { message: expect.stringMatching(reason) } }])
    }
    expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
  })

  test.each([
    [text.model, { image: first }, 'image'],
    ['jimeng_i2v_first_v30', { image: first, last_frame: last }, 'last_frame'],
    ['jimeng_i2v_first_tail_v30_1080', { images: [first, data] }, 'last_frame'],
    ['jimeng_vgfm_t2v_l20', { seconds: 10 }, 'seconds'],
    [text.model, { seconds: 7 }, 'seconds'],
    [text.model, { video: 'https://site.test/a.mp4' }, 'video'],
  ])('%s cannot be made with %j', async (model, change, place) => {
    const answer = await alice.post('/v1/videos', { model, prompt: 'A cat', ...change })
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { error: { code: 'untranslatable', message: expect.stringContaining(place) } },
    ])
  })

  test('what it does not have is named as lost', async () => {
    const answer = await alice.post('/v1/videos', { model: text.model, prompt: 'A cat', resolution: '1080p', sound: true, frames: 9 })
    expect([answer.status, answer.headers['x-waystation-lost']]).toEqual([200, 'sound,resolution,frames'])
    await films.poll()
  })

  test.each<[{ status: number; body: object }, number, RegExp]>([
    [{ status: 400, body: { code: 50_412, data: null, message: 'Text Risk Not Pass', status: 50_412 } }, 400, /Text Risk Not Pass/],
    [{ status: 429, body: { code: 50_430, data: null, message: 'Too many at once', status: 50_430 } }, 429, /rate-limited/],
    [{ status: 200, body: { code: 50_429, data: null, message: 'Too many', status: 50_429 } }, 429, /rate-limited/],
    [{ status: 200, body: { code: 50_400, data: null, message: 'Access Denied', status: 50_400 } }, 502, /^(?!.*Denied)/],
    [byGateway(401, 'SignatureDoesNotMatch'), 502, /^(?!.*wrong)/],
    [byGateway(400, 'InvalidTimestamp'), 502, /wrong/],
    [byGateway(400, 'InvalidCredential'), 502, /^(?!.*wrong)/],
    [byGateway(400, 'InvalidAuthorization'), 502, /^(?!.*wrong)/],
    [byGateway(400, 'MissingParameter'), 502, /wrong/],
    [byGateway(404, 'InvalidActionOrVersion'), 502, /wrong/],
    [byGateway(429, 'FlowLimitExceeded'), 429, /rate-limited/],
  ])('%j costs nothing', async (rejection, status, words) => {
    films.vendorOf('jimeng').nextSubmit(rejection)
    const { done, cost } = await alice.spending(() => alice.post('/v1/videos', { model: text.model, prompt: 'A cat' }))
    expect([done.status, cost, done.json]).toMatchObject([status, 0, { error: { message: expect.stringMatching(words) } }])
  })

  test('a film that Jimeng has let expire is given back', async () => {
    films.vendorOf('jimeng').plan('running', 'forgotten', 'expired')
    const { cost } = await alice.spending(async () => {
      const id = await alice.film({ model: text.model, body: { prompt: 'A cat' } })
      for (const status of ['in_progress', 'in_progress', 'failed']) {
        await films.poll()
        expect(await alice.told(id)).toMatchObject({ status })
      }
    })
    expect(cost).toBe(0)
  })
})

const State = z.enum(['in_queue', 'generating', 'done', 'not_found'])
const Answer = z.strictObject({
  ...{ code: z.int(), message: z.string().min(1), request_id: z.string().min(1), status: z.int() },
  data: z
    .strictObject({ task_id: z.string().startsWith('video_').optional(), status: State.optional(), video_url: z.url().optional() })
    .nullable(),
})
const read = ({ json }: Pick<FilmAnswer, 'json'>) => Answer.parse(json)
const bad = (answer: FilmAnswer) => {
  const { code, status, data } = read(answer)
  expect([status, data]).toEqual([code, null])
  return [answer.status, code]
}
const request = { req_key: text.model, prompt: 'A cat', seed: -1, frames: 121, aspect_ratio: '16:9' }

async function submit(who: FilmClient, change: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await who.post(SUBMIT, { ...request, ...change }, headers)
  expect([answer.status, answer.json]).toMatchObject([200, { code: 10_000 }])
  return read(answer).data?.task_id ?? expect.unreachable()
}
const ask = async (who: FilmClient, task_id: string) => read(await who.post(ASK, { req_key: text.model, task_id }))

describe('the door in Jimeng`s shape', () => {
  test('a film is submitted as its vendor takes it, told of in each state, and charged when it is made', async () => {
    films.vendorOf('jimeng').plan('queued', 'running', 'succeeded')
    const { cost } = await alice.spending(async () => {
      const id = await submit(alice)
      const { seed: _, ...sent } = request
      expect(bodyAt('jimeng')).toEqual([sent])
      for (const status of ['in_queue', 'generating', 'done']) {
        await films.poll()
        expect(await ask(alice, id)).toMatchObject({ code: 10_000, data: { status } })
      }
      const { pathname, search } = new URL((await ask(alice, id)).data?.video_url ?? '')
      const file = await bob.call('GET', pathname + search, { headers: { authorization: '' } })
      expect([file.status, file.headers['content-type']]).toEqual([200, 'video/mp4'])
    })
    expect(cost).toBe(5 * PRICE)
  })

  test('another vendor makes it where it can, and not where another film would come of it', async () => {
    const picture = 'https://site.test/a.png'
    const answer = await alice.post(SUBMIT, {
      req_key: ark.model,
      prompt: 'A cat',
      frames: 97,
      image_urls: [picture],
      camera_strength: 'weak',
    })
    const id = read(answer).data?.task_id ?? expect.unreachable()
    expect(answer.headers['x-waystation-lost']).toContain('camera_strength')
    expect(bodyAt('ark')).toMatchObject([
      { content: [{ text: 'A cat' }, { role: 'first_frame', image_url: { url: picture } }], duration: 4 },
    ])
    await films.poll()
    expect(await ask(alice, id)).toMatchObject({ data: { status: 'done' } })
    expect(bad(await alice.post(SUBMIT, { req_key: veo.model, prompt: 'A cat', image_urls: [picture, picture] }))).toEqual([400, 50_215])
  })

  test.each(['failed', 'moderated'] as const)('a film that %s is given back, and told with its reason', async (state) => {
    films.vendorOf('jimeng').plan(state)
    const { done, cost } = await alice.spending(async () => {
      const id = await submit(alice)
      await films.poll()
      return ask(alice, id)
    })
    expect([cost, done]).toMatchObject([0, { code: 50_500, data: { status: 'done' }, message: expect.stringMatching(/Not Pass|invalid/) }])
    expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
  })

  test.each([
    [400, 50_412, 400, 50_412],
    [400, 50_215, 400, 50_215],
    [429, 50_429, 429, 50_429],
    [400, 50_400, 502, 50_500],
    [500, 50_501, 500, 50_500],
  ])('Jimeng rejects with %i and %i, and its client is told %i and %i, for nothing', async (status, code, toldStatus, toldCode) => {
    films.vendorOf('jimeng').nextSubmit({ status, body: { code, data: null, message: 'no such luck', request_id: 'theirs', status: code } })
    const { done, cost } = await alice.spending(() => alice.post(SUBMIT, request))
    expect([...bad(done), cost]).toEqual([toldStatus, toldCode, 0])
    expect(JSON.stringify(done.json)).not.toContain('theirs')
  })

  test.each([
    [{ req_key: '' }, 'req_key'],
    [{ prompt: '' }, 'prompt'],
    [{ frames: 120 }, 'frames'],
    [{ frames: 24 * 500 + 1 }, 'seconds'],
    [{ seed: 'x' }, 'seed'],
    [{ image_urls: 'https://site.test/a.png' }, 'image_urls'],
    [{ image_urls: ['https://site.test/a.png'], binary_data_base64: ['AAAA'] }, 'image_urls'],
    [{ binary_data_base64: ['!'] }, 'images'],
  ])('%j is rejected with its place', async (change, place) => {
    const answer = await alice.post(SUBMIT, { ...request, ...change })
    expect([...bad(answer), read(answer).message]).toEqual([400, 50_215, expect.stringContaining(place)])
    expect(submitted('jimeng')).toEqual([])
  })

  test('no JSON, another action, no id, no model of that name, no such address, no key, no money', async () => {
    const json = { 'content-type': 'application/json' }
    expect(bad(await alice.call('POST', SUBMIT, { body: '{', headers: json }))).toEqual([400, 50_215])
    for (const query of ['', '?Action=CVProcess&Version=2022-08-31', '?Action=CVSync2AsyncSubmitTask&Version=2019-01-01'])
      expect(bad(await alice.post(`/jimeng/${query}`, request))).toEqual([400, 50_215])
    expect(bad(await alice.post(ASK, { req_key: text.model }))).toEqual([400, 50_215])
    expect(bad(await alice.post(SUBMIT, { ...request, req_key: 'jimeng_nothing' }))).toEqual([404, 50_204])
    expect(bad(await alice.get('/jimeng/video'))).toEqual([404, 50_215])
    for (const path of [SUBMIT, ASK]) expect(bad(await alice.post(path, request, { authorization: '' }))).toEqual([401, 50_400])
    expect(bad(await (await films.addPayer(10)).post(SUBMIT, request))).toEqual([403, 50_400])
    expect(submitted('jimeng')).toEqual([])
  })

  test('films of others, and removed ones, do not exist', async () => {
    const id = await submit(alice)
    await films.poll()
    expect(await ask(bob, id)).toMatchObject({ code: 10_000, data: { status: 'not_found' } })
    expect(await ask(alice, id)).toMatchObject({ data: { status: 'done' } })
    await alice.call('DELETE', `/v1/videos/${id}`)
    expect(await ask(alice, id)).toMatchObject({ data: { status: 'not_found' } })
  })

  test('a submission with an Idempotency-Key makes one film', async () => {
    const key = { 'idempotency-key': 'one' }
    const ids = await Promise.all([submit(alice, {}, key), submit(alice, {}, key)])
    expect(new Set([...ids, await submit(alice, {}, key)]).size).toBe(1)
    expect(submitted('jimeng').length).toBe(1)
    await films.poll()
  })

  test('another gateway with this door is a channel of Jimeng`s, with a token of it as the key', async () => {
    const mapping = JSON.stringify({ [RELAYED]: text.model })
    const [before] = [await bob.payer.balance()]
    const id = await films.world.addChannel({
      ...{ type: 51, key: bob.payer.key, base_url: films.world.url, models: RELAYED, model_mapping: mapping, priority: 10 },
    })
    const { cost } = await alice.spending(async () => {
      const film = await alice.film({ model: RELAYED, body: { prompt: 'A cat' } })
      expect(bodyAt('jimeng')).toEqual([{ req_key: text.model, prompt: 'A cat', frames: 121 }])
      // The film of the far gateway first, then ours.
      for (let asked = 0; asked < 2; asked += 1) await films.poll()
      expect(await alice.told(film)).toMatchObject({ status: 'completed' })
      const content = await alice.get(`/v1/videos/${film}/content`)
      expect([content.status, content.headers['content-type']]).toEqual([200, 'video/mp4'])
    })
    expect([cost, before - (await bob.payer.balance())]).toEqual([5 * PRICE, 5 * PRICE])
    await films.world.console.call('DELETE', `/api/channel/${id}`)
  })

  test('after a restart, a film is told of and charged as before', async () => {
    const other = await openFilmWorld([text])
    const id = await submit(other.alice)
    const again = await other.world.restart()
    const client = new FilmClient(again.url, other.alice.payer)
    expect(await ask(client, id)).toMatchObject({ data: { status: 'in_queue' } })
    await other.age(0)
    await again.runJob('poll-tasks')
    expect(await ask(client, id)).toMatchObject({ data: { status: 'done' } })
    await other.close()
  })
})
