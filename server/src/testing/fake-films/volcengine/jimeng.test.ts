// The stand-in of Jimeng, asked by hand as Volcengine's pages show it.
import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeFilms, openFilmVendor } from '../fake-films.ts'
import { jimeng } from './jimeng.ts'

const NOW = '20261128T235800Z'
const NOW_MS = Date.parse('2026-11-28T23:58:00Z')
let nowMs = NOW_MS
let server: FakeFilms
beforeEach(async () => {
  nowMs = NOW_MS
  server = await openFilmVendor(jimeng, ['AKLT1|secret', 'AKLT2|secret'], { now: () => nowMs })
})
afterEach(() => server.close())

interface Shown {
  readonly access?: string
  readonly stamp?: string
  readonly region?: string
  readonly service?: string
  readonly names?: string
  readonly algorithm?: string
  readonly hash?: string
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The steps of "HTTP request example" (docs 6444/1390583), in its order. */
function headersOf(body: string, query: string, shown: Shown = {}): Record<string, string> {
  const { access = 'AKLT1', stamp = NOW, region = 'cn-north-1', service = 'cv', algorithm = 'HMAC-SHA256' } = shown
  const { names = 'content-type;host;x-content-sha256;x-date', hash = sha256(body) } = shown
  const values: Record<string, string> = {
    ...{ 'content-type': 'application/json', host: new URL(server.url).host, 'x-content-sha256': hash, 'x-date': stamp },
  }
  const lines = names.split(';').map((name) => `${name}:${values[name.toLowerCase()]}\n`)
  const canonical = `POST\n/\n${query}\n${lines.join('')}\n${names}\n${sha256(body)}`
  const scope = `${stamp.slice(0, 8)}/${region}/${service}/request`
  let key: string | Buffer = 'secret'
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest()
  const signature = createHmac('sha256', key)
    .update(`${algorithm}\n${stamp}\n${scope}\n${sha256(canonical)}`)
    .digest('hex')
  const { host: _, ...sent } = values
  return { ...sent, authorization: `${algorithm} Credential=${access}/${scope}, SignedHeaders=${names}, Signature=${signature}` }
}

const SUBMIT = 'Action=CVSync2AsyncSubmitTask&Version=2022-08-31'
const RESULT = 'Action=CVSync2AsyncGetResult&Version=2022-08-31'
interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of the vendor, which the tests look into
  readonly body: any
}
async function post(query: string, sent: object, shown: Shown = {}, change: Record<string, string> = {}): Promise<Answer> {
  const body = JSON.stringify(sent)
  const response = await fetch(`${server.url}/?${query}`, {
    method: 'POST',
    body,
    headers: { ...headersOf(body, query, shown), ...change },
  })
  return { status: response.status, body: await response.json() }
}
const submitted = async (body: object): Promise<string> => (await post(SUBMIT, body)).body.data.task_id
const text = { req_key: 'jimeng_t2v_v30', prompt: '千军万马', seed: -1, frames: 121, aspect_ratio: '16:9' }
const url = 'https://site.test/a.png'
const png = 'iVBORw0KGgoAAAA='
const from = (req_key: string, more: object) => ({ req_key, prompt: '千军万马', seed: -1, frames: 241, ...more })
const camera = { template_id: 'hitchcock_dolly_out', camera_strength: 'medium' }

describe('what the pages show is taken', () => {
  test.each([
    text,
    { ...text, req_key: 'jimeng_t2v_v30_1080p', aspect_ratio: '21:9' },
    { req_key: 'jimeng_t2v_v30', prompt: 'A cat' },
    from('jimeng_i2v_first_v30', { image_urls: [url] }),
    from('jimeng_i2v_first_v30_1080', { binary_data_base64: [png] }),
    from('jimeng_i2v_first_tail_v30', { image_urls: [url, url] }),
    from('jimeng_i2v_first_tail_v30_1080', { binary_data_base64: [png, '/9j/4AAQSkZJRg=='] }),
    from('jimeng_i2v_recamera_v30', { image_urls: [url], ...camera }),
    from('jimeng_ti2v_v30_pro', { image_urls: [url], aspect_ratio: '16:9' }),
    { req_key: 'jimeng_ti2v_v30_pro', image_urls: [url] },
    { req_key: 'jimeng_ti2v_v30_pro', prompt: 'A cat' },
    { req_key: 'jimeng_vgfm_t2v_l20', prompt: 'A cat', aspect_ratio: '9:21' },
    { req_key: 'jimeng_vgfm_i2v_l20', image_urls: [url], aspect_ratio: '16:9' },
  ])('%j', async (body) => {
    const task_id = await submitted(body)
    const answer = await post(RESULT, { req_key: body.req_key, task_id })
    const { request_id: _, time_elapsed: __, ...told } = answer.body
    const video_url = expect.stringMatching(/^http.+\.mp4/)
    expect([answer.status, told]).toEqual([200, { code: 10_000, data: { status: 'done', video_url }, message: 'Success', status: 10_000 }])
    expect(server.violations).toEqual([])
  })
})

describe('what they do not have is rejected', () => {
  const first = from('jimeng_i2v_first_v30', { image_urls: [url] })
  const tail = from('jimeng_i2v_first_tail_v30', { image_urls: [url, url] })
  test.each([
    [text, { duration: 5 }],
    [text, { frames: 97 }],
    [text, { frames: '121' }],
    [text, { seed: -2 }],
    [text, { seed: 0.5 }],
    [text, { aspect_ratio: '9:21' }],
    [text, { prompt: undefined }],
    [text, { prompt: '' }],
    [text, { prompt: '马'.repeat(801) }],
    [text, { image_urls: [url] }],
    [first, { aspect_ratio: '16:9' }],
    [first, { image_urls: [url, url] }],
    [first, { image_urls: [] }],
    [first, { image_urls: url }],
    [first, { image_urls: ['gs://bucket/a.png'] }],
    [first, { binary_data_base64: [png] }],
    [first, { image_urls: undefined, binary_data_base64: [`data:image/png;base64,${png}`] }],
    [first, { image_urls: undefined, binary_data_base64: ['R0lGODlhAQABAAAAACw='] }],
    [tail, { image_urls: [url] }],
    [tail, { image_urls: [url], binary_data_base64: [png] }],
    [from('jimeng_i2v_recamera_v30', { image_urls: [url], ...camera }), { camera_strength: undefined }],
    [from('jimeng_i2v_recamera_v30', { image_urls: [url], ...camera }), { template_id: 'dolly' }],
    [{ req_key: 'jimeng_ti2v_v30_pro' }, {}],
    [{ req_key: 'jimeng_ti2v_v30_pro', prompt: 'A cat' }, { image_urls: [url, url] }],
    [{ req_key: 'jimeng_vgfm_t2v_l20', prompt: 'A cat' }, { frames: 121 }],
  ])('%j with %j', async (body, change) => {
    const answer = await post(SUBMIT, { ...body, ...change })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 50_215, data: null, status: 50_215, message: 'Input invalid for this service.' },
    ])
    expect([server.ids, server.violations.length]).toEqual([[], 1])
  })

  test('another model, and no body', async () => {
    expect(await post(SUBMIT, { ...text, req_key: 'jimeng_t2i_v40' })).toMatchObject({ status: 400, body: { code: 50_204, data: null } })
    expect(await post(SUBMIT, {})).toMatchObject({ status: 400, body: { code: 50_215 } })
    expect(await post(SUBMIT, text, {}, { 'content-type': 'text/plain' })).toMatchObject({ status: 401 })
  })
})

describe('a task', () => {
  test('is told of in its states, by its model and its key', async () => {
    server.plan('queued', 'running', 'succeeded')
    const task_id = await submitted(text)
    const ask = async (more: object = {}, shown: Shown = {}) =>
      (await post(RESULT, { req_key: text.req_key, task_id, ...more }, shown)).body
    expect([await ask(), await ask()]).toMatchObject([{ data: { status: 'in_queue' } }, { data: { status: 'generating' } }])
    const mark = { aigc_meta: { content_producer: '1', producer_id: '2', content_propagator: '3', propagate_id: '4' } }
    expect(await ask({ req_json: JSON.stringify(mark) })).toMatchObject({ data: { status: 'done', aigc_meta_tagged: true } })
    const absent = { code: 10_000, data: { status: 'not_found' } }
    expect(await ask({}, { access: 'AKLT2' })).toMatchObject(absent)
    expect(await ask({ req_key: 'jimeng_t2v_v30_1080p' })).toMatchObject(absent)
    expect(await ask({ task_id: '7' })).toMatchObject(absent)
    for (const wrong of [{ task_id: 7 }, { req_json: '{"return_url":true}' }, { req_json: mark }, { status: 'done' }])
      expect(await ask(wrong)).toMatchObject({ code: 50_215, data: null })
    nowMs += 12 * 3_600_000 + 1
    const later = new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '')
    expect(await ask({}, { stamp: later })).toMatchObject(absent)
  })

  test('that failed is told with a code in place of a state', async () => {
    for (const plan of ['failed', 'moderated', 'moderated', 'expired'] as const) server.plan(plan)
    const picture = from('jimeng_i2v_first_v30', { image_urls: [url] })
    const answers: Answer[] = []
    for (const body of [text, text, picture, text])
      answers.push(await post(RESULT, { req_key: body.req_key, task_id: await submitted(body) }))
    expect(answers).toMatchObject([
      { status: 400, body: { code: 50_215, data: null, status: 50_215 } },
      { status: 400, body: { code: 50_516, data: null, message: 'Post Video Risk Not Pass' } },
      { status: 400, body: { code: 50_411, data: null, message: 'Pre Img Risk Not Pass' } },
      { status: 200, body: { code: 10_000, data: { status: 'expired' } } },
    ])
  })
})

describe('the gateway before it', () => {
  const MINUTE_MS = 60_000
  const stampAt = (ms: number) => new Date(NOW_MS + ms).toISOString().replace(/[:-]|\.\d{3}/g, '')
  test.each<[string, number, Shown, Record<string, string>?]>([
    ['MissingAuthenticationToken', 401, {}, { authorization: '' }],
    ['InvalidAuthorization', 400, {}, { authorization: 'Bearer AKLT1|secret' }],
    ['InvalidAuthorization', 400, { algorithm: 'AWS4-HMAC-SHA256' }],
    [
      'MissingSignature',
      401,
      {},
      { authorization: 'HMAC-SHA256 Credential=AKLT1/20261128/cn-north-1/cv/request, SignedHeaders=host;x-date' },
    ],
    ['InvalidCredential', 400, {}, { authorization: 'HMAC-SHA256 Credential=AKLT1/20261128, SignedHeaders=host, Signature=0' }],
    ['InvalidAccessKey', 401, { access: 'AKLT9' }],
    ['InvalidTimestamp', 400, { stamp: stampAt(-16 * MINUTE_MS) }],
    ['InvalidTimestamp', 400, { stamp: stampAt(16 * MINUTE_MS) }],
    ['InvalidTimestamp', 400, {}, { 'x-date': '2026-11-28T23:58:00Z' }],
    ['InvalidCredential', 400, {}, { 'x-date': '20261129T000100Z' }],
    ['InvalidCredential', 400, { region: 'cn-beijing' }],
    ['InvalidActionOrVersion', 404, { service: 'imagex' }],
    ['SignatureDoesNotMatch', 401, {}, { 'x-date': stampAt(MINUTE_MS) }],
    ['SignatureDoesNotMatch', 401, { hash: sha256('another body') }],
    ['SignatureDoesNotMatch', 401, {}, { 'x-content-sha256': sha256('another body') }],
    ['SignatureDoesNotMatch', 401, {}, { 'content-type': 'application/json; charset=utf-8' }],
    ['SignatureDoesNotMatch', 401, { names: 'content-type;host;x-content-sha256' }],
    ['SignatureDoesNotMatch', 401, { names: 'content-type;x-content-sha256;x-date' }],
    ['SignatureDoesNotMatch', 401, { names: 'host;x-date' }],
    ['SignatureDoesNotMatch', 401, { names: 'host;content-type;x-content-sha256;x-date' }],
  ])('refuses with %s, %i, for %j %j', async (code, status, shown, change = {}) => {
    const answer = await post(SUBMIT, text, shown, change)
    const { ResponseMetadata, ...rest } = answer.body
    expect([answer.status, rest, ResponseMetadata]).toMatchObject([status, {}, { Error: { Code: code, CodeN: expect.any(Number) } }])
    expect(Object.keys(rest)).toEqual([])
    expect(server.ids).toEqual([])
  })

  test('takes what is within a quarter of an hour, and no content type', async () => {
    for (const stamp of [stampAt(-14 * MINUTE_MS), stampAt(14 * MINUTE_MS)]) expect((await post(SUBMIT, text, { stamp })).status).toBe(200)
    expect((await post(SUBMIT, text, { names: 'host;x-content-sha256;x-date' })).status).toBe(200)
  })

  test.each([
    ['Version=2022-08-31', 400, 'MissingParameter'],
    ['Action=CVSync2AsyncSubmitTask', 400, 'MissingParameter'],
    ['Action=CVSync2AsyncSubmitTask&Version=2022-08-30', 404, 'InvalidActionOrVersion'],
    ['Action=CVProcess&Version=2022-08-31', 404, 'InvalidActionOrVersion'],
  ])('knows two actions of one version: %s', async (query, status, code) => {
    const answer = await post(query, text)
    expect([answer.status, answer.body.ResponseMetadata.Error]).toMatchObject([status, { Code: code }])
  })
})
