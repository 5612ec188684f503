// Documents that are read page by page, by Mistral's library: sold by the page.
import { Mistral } from '@mistralai/mistralai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

/** 0.004 dollars a page, at 500,000 units each. */
const OCR = 'mistral-ocr-latest'
const PAGE = 2000
/** Ratio 1: a token is a unit. */
const BY_TOKENS = 'my-ocr'

let world: World
let channel: number
let mistral: Mistral
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { [BY_TOKENS]: 1 } })
  const models = `${OCR},${BY_TOKENS}`
  channel = await world.addChannel({ name: 'Mistral', type: 42, models, base_url: `${world.provider.url}/mistral` })
  mistral = new Mistral({ apiKey: world.key, serverURL: world.url })
})
afterAll(() => world.close())

const address = (pages: number, more = '') => `https://docs.example/a.pdf#pages:${pages}${more}`
const pdf = (pages: number): string => {
  const tree = `%PDF-1.4\n1 0 obj\n<< /Type /Pages /Count ${pages} /Kids [] >>\nendobj\n`
  return `data:application/pdf;base64,${Buffer.from(tree).toString('base64')}`
}
const sent = () => world.provider.requests.at(-1)
const ask = (body: object, key = world.key) =>
  world.post(
    '/v1/ocr',
    { model: OCR, document: { type: 'document_url', document_url: address(1) }, ...body },
    { authorization: `Bearer ${key}` },
  )
const held = async () => (await world.logs(1))[0]?.facts.charge?.held
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

describe('Mistral’s library', () => {
  test('gets the pages, and each costs its price', async () => {
    const cost = await charge(async () => {
      const document = { type: 'document_url' as const, documentUrl: address(3) }
      const reply = await mistral.ocr.process({ model: OCR, document, includeImageBase64: true })
      expect(reply.pages.map(({ markdown }) => markdown)).toEqual(['# Page 0', '# Page 1', '# Page 2'])
      expect(reply.usageInfo).toEqual({ pagesProcessed: 3, docSizeBytes: 1024 })
    })
    expect(cost).toBe(3 * PAGE)
    expect(sent()?.path).toBe('/mistral/v1/ocr')
    expect(sent()?.body).toMatchObject({
      model: OCR,
      document: { type: 'document_url', document_url: address(3) },
      include_image_base64: true,
    })
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ model_name: OCR, quota: 3 * PAGE, prompt_tokens: 0, completion_tokens: 0 })
    expect(row?.facts).toMatchObject({
      ...{ usage_source: 'upstream', endpoint: '/v1/ocr', end_reason: 'done', pages: 3 },
      charge: { kind: 'per-call', lines: [{ bucket: 'pages', tokens: 3 }], model_price: '0.004' },
    })
  })

  test('reads the pages that it names, and a picture as one', async () => {
    const named = await charge(() =>
      mistral.ocr.process({ model: OCR, document: { type: 'document_url', documentUrl: address(9) }, pages: [0, 4] }),
    )
    expect(named).toBe(2 * PAGE)
    expect(await held()).toBe(2 * PAGE)
    const image = { type: 'image_url' as const, imageUrl: 'https://pictures.example/a.png' }
    expect(await charge(() => mistral.ocr.process({ model: OCR, document: image }))).toBe(PAGE)
    expect(await held()).toBe(PAGE)
  })
})

describe('the hold', () => {
  test.each([
    ['the pages of a list', { pages: [0, 1, 1, 7] }, 3],
    ['the pages of a text', { pages: '0-3, 8' }, 5],
    ['a PDF’s own pages', { document: { type: 'document_url', document_url: pdf(12) } }, 12],
    ['the most that the vendor reads, of an address', {}, 1000],
    [
      'the most, of a document whose pages cannot be counted',
      { document: { type: 'document_url', document_url: 'data:text/plain;base64,aGk=' } },
      1000,
    ],
  ])('is for %s', async (_what, body, pages) => {
    expect((await ask(body)).status).toBe(200)
    expect(await held()).toBe(pages * PAGE)
  })

  test('is refused in words where the balance does not cover it, before any vendor is asked', async () => {
    const poor = await world.addToken({ unlimited_quota: false, remain_quota: 5 * PAGE })
    const { requestCount } = world.provider
    const refused = await ask({}, `sk-${poor.key}`)
    expect(refused).toMatchObject({ status: 403, json: { error: { code: 'pre_consume_token_quota_failed' } } })
    expect((refused.json.error as { message: string }).message).toContain('Select fewer with pages, or send the file itself')
    expect(world.provider.requestCount).toBe(requestCount)
    expect((await ask({ pages: [0, 1] }, `sk-${poor.key}`)).status).toBe(200)
  })
})

describe('the charge', () => {
  test('is for the pages of the reply where the vendor tells no count', async () => {
    expect(await charge(() => ask({ document: { type: 'document_url', document_url: address(4, ' #usage:missing') } }))).toBe(4 * PAGE)
  })

  test('is cut where the vendor counts more than were named, and believed beyond what a PDF says of itself', async () => {
    const document = { type: 'document_url', document_url: address(4, ' #told:90') }
    expect(await charge(() => ask({ document, pages: [0, 1] }))).toBe(2 * PAGE)
    expect((await world.logs(1))[0]?.facts.usage_cut).toEqual({ pages: 2 })
    const inline = { type: 'document_url', document_url: pdf(2), document_name: '#told:5' }
    expect(await charge(() => ask({ document: inline }))).toBe(5 * PAGE)
  })

  test('is a thousand tokens a page at a price by tokens', async () => {
    expect(await charge(() => ask({ model: BY_TOKENS, document: { type: 'document_url', document_url: address(3) } }))).toBe(3000)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ prompt_tokens: 3000 })
    expect(row?.facts).toMatchObject({ pages: 3, charge: { kind: 'per-token', lines: [{ bucket: 'freshInput', tokens: 3000 }] } })
  })

  test('is nothing for what is no reply', async () => {
    const cost = await charge(async () => {
      world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text('{"pages":"none"}'), step.end()], 5)
      expect((await ask({ pages: [0] })).status).toBe(502)
      world.provider.clear()
    })
    expect(cost).toBe(0)
  })

  test('adds up in the books', async () => {
    expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  })
})

test.each([
  ['document', { document: undefined }],
  ['document', { document: 'a.pdf' }],
  ['document', { document: { type: 'document_url' } }],
  ['document.document_url', { document: { type: 'document_url', document_url: 7 } }],
  ['document.image_url', { document: { type: 'image_url', image_url: {} } }],
  ['pages', { pages: 3 }],
  ['pages', { pages: ['first'] }],
  ['pages', { pages: '5-2' }],
  ['pages', { pages: '0-9999999' }],
])('a wrong %s is refused by its name', async (path, body) => {
  const { status, json } = await ask(body)
  expect([status, json]).toMatchObject([400, { error: { code: 'bad_request', message: expect.stringContaining(`${path}: expected`) } }])
})

test('what makes a page dearer has no price, and is refused before money is held', async () => {
  const { requestCount } = world.provider
  const answer = await ask({ pages: [0], document_annotation_format: { type: 'json_object' } })
  expect(answer).toMatchObject({
    status: 400,
    json: { error: { code: 'untranslatable', message: expect.stringContaining('document_annotation_format') } },
  })
  expect(world.provider.requestCount).toBe(requestCount)
})

test('a file of the vendor’s account is read for nobody who was not given it', async () => {
  const answer = await ask({ document: { type: 'file', file_id: 'file-of-another' }, pages: [0] })
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'vendor_id_not_given' } } })
})

test('is offered where it can be called, with its price, and a channel is tested by a page', async () => {
  await world.addChannel({ name: 'other', type: 8, models: 'mistral-ocr-4-1' })
  const listed = await world.console.call<{ model_name: string; quota_type: number; model_price: number }[]>('GET', '/api/pricing')
  expect(listed.map(({ model_name }) => model_name)).not.toContain('mistral-ocr-4-1')
  expect(listed.find(({ model_name }) => model_name === OCR)).toMatchObject({ quota_type: 1, model_price: 0.004 })
  await world.console.call('GET', `/api/channel/test/${channel}?model=${OCR}`)
  expect(sent()?.body).toMatchObject({
    model: OCR,
    document: { type: 'document_url', document_url: expect.stringMatching(/^data:application\/pdf;base64,JVBER/) },
  })
})
