// Prices from elsewhere, compared with the own ones: real requests to a server of this test, and nothing is ever changed.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { PriceProposal } from '@waystation/contract/prices/price-review'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'

type Answer = (response: ServerResponse<IncomingMessage>) => void

let console: TestConsole
let root: Visitor
let admin: Visitor
let answers: Record<string, Answer> = {}
let seen: string[] = []
const site = createServer(localhostCertificate, (request, response) => {
  seen.push(request.url ?? '')
  const answer = answers[request.url ?? '']
  if (answer) answer(response)
  else response.writeHead(404).end('nothing here')
})
let url = ''

beforeAll(async () => {
  console = await openConsole({ ca: localhostCertificate.cert })
  root = await console.root()
  admin = await console.user('admin', 10)
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  url = `https://localhost:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  await console.close()
  site.close()
})
beforeEach(async () => {
  answers = {}
  seen = []
  await put('PriceSourceAddress', url)
  await put('ModelsDevAddress', `${url}/api.json`)
})

const english = { 'accept-language': 'en' }
const put = async (key: string, value: string, as = root) =>
  (await console.call('PUT /api/option/', { as, body: { key, value }, headers: english })).json
const text =
  (content: string, type = 'application/json'): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(content)
const json = (content: unknown) => text(JSON.stringify(content))
const compare = async (id: string, language = 'en') =>
  (await console.call(`POST /api/price/sources/${id}`, { as: admin, headers: { 'accept-language': language } })).json
const proposal = async (id: string): Promise<PriceProposal> => {
  const { success, message, data } = await compare(id)
  expect(success, message).toBe(true)
  return data as PriceProposal
}
const priceRows = () => console.database.read.selectFrom('option').selectAll().where('key', 'like', '%Ratio').execute()

describe('the list of sources', () => {
  const list = async () => (await console.call('GET /api/price/sources', { as: admin })).json.data

  test('a fresh installation offers models.dev alone', async () => {
    const fresh = await openConsole()
    const { json: reply } = await fresh.call('GET /api/price/sources', { as: await fresh.root() })
    expect(reply.data).toEqual([{ id: 'models-dev', name: 'models.dev', address: 'https://models.dev/api.json' }])
    await fresh.close()
  })

  test('names those whose address is set', async () => {
    const ratios = (id: string) => ({ id, name: id, address: `${url}/model-ratios/${id}` })
    const presets = ['flexible', 'openrouter', 'mixed', 'legacy'].map(ratios)
    expect(await list()).toEqual([{ id: 'models-dev', name: 'models.dev', address: `${url}/api.json` }, ...presets])
    await put('ModelsDevAddress', '')
    expect(await list()).toEqual(presets)
    await put('PriceSourceAddress', '')
    expect(await list()).toEqual([])
    expect(await compare('mixed')).toMatchObject({
      success: false,
      code: 'not_found',
      message: expect.stringContaining('This price source'),
    })
  })

  test('only the super admin sets the addresses, and only to https', async () => {
    for (const key of ['ModelsDevAddress', 'PriceSourceAddress']) {
      expect(await put(key, 'https://elsewhere.example', admin)).toMatchObject({ success: false, code: 'root_only_option' })
      for (const address of ['http://localhost/x', 'ftp://localhost', 'localhost', 'https://', 'javascript:alert(1)'])
        expect(await put(key, address), address).toMatchObject({ success: false, code: 'bad_option' })
    }
    expect((await put('PriceSourceAddress', 'http://localhost')).message).toContain('must be an address starting with https://')
  })
})

describe('lists of ratios', () => {
  test('what is different or new here is proposed, what is the same is counted, and nothing is changed', async () => {
    const before = await priceRows()
    answers['/model-ratios/flexible/prompt.json'] = json({ 'gpt-4o': 1.5, 'gpt-4o-mini': 0.075, 'brand-new': 0.30000000000000004 })
    answers['/model-ratios/flexible/completion.json'] = json({ 'gpt-4o': 4, 'gpt-4o-mini': 4, 'brand-new': 2, 'gpt-4.1': 5 })
    const found = await proposal('flexible')
    expect(found).toEqual({
      source: 'flexible',
      fetched_at: expect.any(Number),
      same: 1,
      unreadable: 0,
      models: [
        {
          model: 'brand-new',
          prices: [
            { key: 'ModelRatio', now: null, proposed: 0.3 },
            { key: 'CompletionRatio', now: null, proposed: 2 },
          ],
        },
        { model: 'gpt-4.1', prices: [{ key: 'CompletionRatio', now: 4, proposed: 5 }] },
        { model: 'gpt-4o', prices: [{ key: 'ModelRatio', now: 1.25, proposed: 1.5 }] },
      ],
    })
    expect(await priceRows()).toEqual(before)
  })

  test('the own edits count, a price that was taken away is none, and a price per call is named', async () => {
    await put('ModelRatio', '{"gpt-4o":1.5,"gpt-4.1":null,"house":7}')
    await put('ModelPrice', '{"gpt-4o":0.02}')
    answers['/model-ratios/mixed/prompt.json'] = json({ 'gpt-4o': 1.5, 'gpt-4.1': 1, house: 8 })
    answers['/model-ratios/mixed/completion.json'] = json({ 'gpt-4o': 5 })
    expect((await proposal('mixed')).models).toEqual([
      { model: 'gpt-4.1', prices: [{ key: 'ModelRatio', now: null, proposed: 1 }] },
      { model: 'gpt-4o', prices: [{ key: 'CompletionRatio', now: 4, proposed: 5 }], fixed_price: 0.02 },
      { model: 'house', prices: [{ key: 'ModelRatio', now: 7, proposed: 8 }] },
    ])
    await put('ModelRatio', '')
    await put('ModelPrice', '')
  })

  test('a ratio that is not set here and would be charged so anyway is none to propose', async () => {
    answers['/model-ratios/legacy/completion.json'] = json({ 'nobody-knows': 1, 'somebody-knows': 2 })
    const found = await proposal('legacy')
    expect(found).toMatchObject({
      same: 1,
      models: [{ model: 'somebody-knows', prices: [{ key: 'CompletionRatio', now: null, proposed: 2 }] }],
    })
    // The legacy list has ratios of output only.
    expect(seen).toEqual(['/model-ratios/legacy/completion.json'])
  })

  test('entries that are no price are counted', async () => {
    const odd = '{"a":"1","b":null,"c":-1,"d":1e999,"e":{},"f":[1],"__proto__":2,"constructor":3,"":4,"g":1000001,"h":true,"fine":2}'
    answers['/model-ratios/openrouter/prompt.json'] = text(odd)
    answers['/model-ratios/openrouter/completion.json'] = json({})
    const found = await proposal('openrouter')
    expect(found).toMatchObject({
      unreadable: 11,
      same: 0,
      models: [{ model: 'fine', prices: [{ key: 'ModelRatio', now: null, proposed: 2 }] }],
    })
  })
})

describe('the list of models.dev', () => {
  const cost = (input: number, output: number, more = {}) => ({ cost: { input, output, ...more } })
  test("vendors' own prices are compared bucket by bucket", async () => {
    answers['/api.json'] = json({
      reseller: { models: { 'gpt-4o': cost(1, 1), 'some/model': cost(1, 2) } },
      openai: {
        models: { 'gpt-4o': cost(2.5, 10, { cache_read: 1.25 }), 'gpt-4.1': cost(2, 9, { cache_read: 0.5, cache_write: 0 }), broken: {} },
      },
    })
    const found = await proposal('models-dev')
    expect(found).toMatchObject({ source: 'models-dev', same: 1, unreadable: 1 })
    expect(found.models).toEqual([
      {
        model: 'gpt-4.1',
        prices: [
          { key: 'CacheCreationRatio', now: 1, proposed: 0 },
          { key: 'CompletionRatio', now: 4, proposed: 4.5 },
        ],
      },
      {
        model: 'some/model',
        prices: [
          { key: 'ModelRatio', now: null, proposed: 0.5 },
          { key: 'CompletionRatio', now: null, proposed: 2 },
        ],
      },
    ])
    expect(seen).toEqual(['/api.json'])
  })
})

describe('what cannot be read is told in words', () => {
  test.each<[string, Answer, string, string]>([
    ['a page', text('<!doctype html><html>', 'text/html'), 'the response is not a JSON object', '响应不是 JSON 对象'],
    ['a list', json([1, 2]), 'the response is not a JSON object', '响应不是 JSON 对象'],
    ['null', json(null), 'the response is not a JSON object', '响应不是 JSON 对象'],
    ['NaN', text('{"a":NaN}'), 'the response is not a JSON object', '响应不是 JSON 对象'],
    ['nothing', text(''), 'the response is not a JSON object', '响应不是 JSON 对象'],
    ['nesting without end', text('['.repeat(2_000_000)), 'the response is not a JSON object', '响应不是 JSON 对象'],
    ['a failure', (response) => void response.writeHead(503).end('{}'), 'status 503', '状态码 503'],
    [
      'a way to a private address',
      (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      'status 302',
      '状态码 302',
    ],
    [
      'a length beyond the limit',
      (response) => void response.writeHead(200, { 'content-length': 11 * 1024 * 1024 }).write('{'),
      'too large',
      '响应过大',
    ],
    ['a line that breaks', (response) => void response.socket?.destroy(), 'no response', '没有响应'],
  ])('%s', async (_what, answer, en, zh) => {
    answers['/api.json'] = answer
    expect(await compare('models-dev')).toMatchObject({ success: false, code: 'document_unreadable', message: expect.stringContaining(en) })
    expect((await compare('models-dev', 'zh')).message).toContain(zh)
  })

  test('ten megabytes are taken, more are not', async () => {
    const filled = (bytes: number) => `{"x":"${' '.repeat(bytes - 8)}"}`
    answers['/model-ratios/legacy/completion.json'] = text(filled(10 * 1024 * 1024))
    expect(await proposal('legacy')).toMatchObject({ unreadable: 1, models: [] })
    answers['/model-ratios/legacy/completion.json'] = text(filled(10 * 1024 * 1024 + 1))
    expect((await compare('legacy')).message).toContain('too large')
    // Without a length that is declared.
    answers['/model-ratios/legacy/completion.json'] = (response) => {
      const half = Buffer.alloc(6 * 1024 * 1024, 0x20)
      response.writeHead(200)
      response.write(half)
      response.end(half)
    }
    expect((await compare('legacy')).message).toContain('too large')
  })

  test('more models than there are is no list', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`m${at}`, 1]))
    answers['/model-ratios/legacy/completion.json'] = json(many)
    expect((await compare('legacy')).message).toContain('too many models')
  })

  test('a host that does not answer is named, and the address of cloud credentials is not asked', async () => {
    await put('ModelsDevAddress', 'https://127.0.0.1:1/api.json')
    expect((await compare('models-dev')).message).toContain('127.0.0.1:1')
    await put('ModelsDevAddress', 'https://169.254.169.254/api.json')
    expect(await compare('models-dev')).toMatchObject({ success: false, code: 'address_blocked' })
  })

  test('of two files none may be missing', async () => {
    answers['/model-ratios/flexible/prompt.json'] = json({ a: 1 })
    expect(await compare('flexible')).toMatchObject({ code: 'document_unreadable', message: expect.stringContaining('status 404') })
  })

  test('a source that there is not is told so, whatever its name', async () => {
    for (const id of ['nowhere', '__proto__', '..%2Fprompt', 'flexible%2F..'])
      expect(await compare(id), id).toMatchObject({ success: false, code: 'not_found' })
    expect(seen).toEqual([])
  })
})

test('nobody below an admin looks, and no comparison is noted as a deed', async () => {
  const user = await console.user('plain')
  for (const line of ['GET /api/price/sources', 'POST /api/price/sources/mixed'])
    expect((await console.call(line, { as: user })).json.code, line).toBe('no_permission')
  expect(seen).toEqual([])
  const rows = await console.database.read.selectFrom('audit').select('action').execute()
  expect(rows.filter(({ action }) => action.startsWith('price.'))).toEqual([])
})
