// Rankings, in the words of Jina and of Cohere, at vendors of every format.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

/** A model for each vendor. */
const JINA = 'jina-reranker-v3'
const COHERE = 'rerank-v3.5'
const SERVER = 'bge-reranker-v2-m3'
const HIDDEN = 'my-reranker'
const VECTORS = 'jina-embeddings-v4'
const ratios = { [JINA]: 1, [SERVER]: 1, [HIDDEN]: 1, [VECTORS]: 1 }

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios })
  await world.addChannel({ name: 'Jina', type: 38, models: `${JINA},${VECTORS}` })
  await world.addChannel({ name: 'Cohere', type: 34, models: COHERE })
  await world.addChannel({ name: 'own', type: 8, models: `${SERVER},${HIDDEN}`, model_mapping: JSON.stringify({ [HIDDEN]: SERVER }) })
})
afterAll(() => world.close())

const rank = (body: object, path = '/v1/rerank', headers: Record<string, string> = {}) =>
  world.post(path, { model: JINA, query: 'which', documents: ['one', 'the longest', 'three'], ...body }, headers)
const sent = () => world.provider.requests.at(-1)
const resultsOf = (json: Record<string, unknown>) => json.results as { index: number; relevance_score: number; document?: unknown }[]
const placesOf = (json: Record<string, unknown>) => resultsOf(json).map(({ index }) => index)
/** What one call takes off the balance. */
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

describe('the reply', () => {
  test.each([JINA, COHERE, SERVER])('has the ranking, best first, with the documents of Jina’s clients; at %s', async (model) => {
    const { status, json } = await rank({ model, documents: ['one', { text: 'the longest' }, 'three'] })
    expect(status).toBe(200)
    expect(json).toMatchObject({ model, object: 'list', usage: { total_tokens: expect.any(Number) } })
    expect(resultsOf(json)).toEqual([
      { index: 1, relevance_score: 0.011, document: { text: 'the longest' } },
      { index: 2, relevance_score: 0.005, document: { text: 'three' } },
      { index: 0, relevance_score: 0.003, document: { text: 'one' } },
    ])
  })

  test('is as short as was asked, and without documents where they are not wanted', async () => {
    const { json } = await rank({ top_n: 2, return_documents: false })
    expect(resultsOf(json)).toEqual([
      { index: 1, relevance_score: 0.011 },
      { index: 2, relevance_score: 0.005 },
    ])
    expect(sent()?.body).toMatchObject({ top_n: 2, return_documents: false })
  })

  test('is cut and sorted here where the vendor does neither', async () => {
    const results = [0.1, 0.9, 0.5].map((relevance_score, index) => ({ index, relevance_score }))
    world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify({ results })), step.end()])
    expect(placesOf((await rank({ top_n: 2 })).json)).toEqual([1, 2])
  })

  test('has no documents for Cohere’s clients, unless they ask; searches are told as Cohere tells them', async () => {
    const plain = await rank({ model: COHERE }, '/v2/rerank')
    expect(resultsOf(plain.json)[0]).toEqual({ index: 1, relevance_score: 0.011 })
    expect(plain.json).toMatchObject({ id: expect.stringMatching(/^fake-/), meta: { billed_units: { search_units: 1 } } })
    const { json } = await rank({ model: JINA, return_documents: true }, '/v2/rerank')
    expect(resultsOf(json)[0]?.document).toEqual({ text: 'the longest' })
    expect(json.meta).toEqual({ api_version: { version: '2' } })
    expect((await rank({})).json).not.toHaveProperty('meta')
  })

  test.each([
    ['a place that no document has', [{ index: 3, relevance_score: 1 }]],
    ['a place twice', [0, 0].map((index) => ({ index, relevance_score: 1 }))],
    ['no place at all', []],
    ['no score', [{ index: 0 }]],
    ['no list', 'none'],
  ])('with %s is none, and costs nothing', async (_what, results) => {
    const cost = await charge(async () => {
      const steps = [step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify({ results })), step.end()]
      world.provider.next(steps, 5)
      expect((await rank({})).status).toBe(502)
      world.provider.clear()
    })
    expect(cost).toBe(0)
  })
})

describe('the request', () => {
  test('goes to Jina as plain texts, with Jina’s own fields', async () => {
    await rank({ documents: [{ text: 'one' }, 'two'], truncation: true, own: { kept: 1 } })
    expect(sent()?.path).toBe('/v1/rerank')
    expect(sent()?.body).toEqual({ model: JINA, query: 'which', documents: ['one', 'two'], truncation: true, own: { kept: 1 } })
  })

  test('goes to Cohere as Cohere takes it; what it cannot say is named', async () => {
    const body = { model: COHERE, documents: [{ text: 'one', title: 'T' }, 'two'], max_tokens_per_doc: 9, truncation: true }
    const { headers } = await rank({ ...body, top_n: 1, return_documents: true })
    expect(sent()?.path).toBe('/v2/rerank')
    expect(sent()?.body).toEqual({ model: COHERE, query: 'which', documents: ['one', 'two'], top_n: 1, max_tokens_per_doc: 9 })
    expect(headers['x-waystation-lost']).toBe('truncation,documents[0].title')
    const strict = await rank(body, '/v1/rerank', { 'x-waystation-strict': 'true' })
    expect(strict).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('truncation') } } })
  })

  test('of Cohere’s clients goes to others without what is Cohere’s own', async () => {
    const { headers } = await rank({ max_tokens_per_doc: 9, priority: 1 }, '/v2/rerank')
    expect(Object.keys(sent()?.body as object)).toEqual(['model', 'query', 'documents'])
    expect(headers['x-waystation-lost']).toBe('max_tokens_per_doc,priority')
  })

  test('with pictures is for those who see them', async () => {
    const documents = [{ image: 'https://pictures.example/a.png' }, { text: 'b' }]
    expect((await rank({ documents })).status).toBe(200)
    expect(sent()?.body).toMatchObject({ documents: [documents[0], 'b'] })
    const cost = await charge(async () => expect((await rank({ model: COHERE, documents })).status).toBe(400))
    expect(cost).toBe(0)
  })

  test('has the name that the model has at the vendor, and the reply the one that was called', async () => {
    const { json } = await rank({ model: HIDDEN })
    expect(sent()?.body).toMatchObject({ model: SERVER })
    expect(json.model).toBe(HIDDEN)
  })

  test.each([
    ['query', { query: undefined }],
    ['query', { query: '' }],
    ['query', { query: 7 }],
    ['documents', { documents: undefined }],
    ['documents', { documents: [] }],
    ['documents', { documents: 'one' }],
    ['documents', { documents: Array(10_001).fill('a') }],
    ['documents[1]', { documents: ['a', 5] }],
    ['documents[0]', { documents: [{ title: 'a' }] }],
    ['top_n', { top_n: 0 }],
    ['top_n', { top_n: 1.5 }],
    ['top_n', { top_n: 'all' }],
    ['return_documents', { return_documents: 'yes' }],
  ])('with a wrong %s is refused by its name', async (path, body) => {
    for (const door of ['/v1/rerank', '/v2/rerank']) {
      const { status, json } = await rank(body, door)
      expect(status).toBe(400)
      const code = path.startsWith('documents') ? 'invalid_documents' : path === 'query' ? 'invalid_query' : 'bad_request'
      expect(json).toMatchObject({ error: { code, message: expect.stringContaining(`${path}: expected`) } })
    }
  })

  test('without a model is refused, and so is a channel that ranks nothing', async () => {
    expect((await rank({ model: undefined })).status).toBe(400)
    await world.addChannel({ name: 'talks only', type: 43, models: 'bge-reranker-talk' })
    await world.setOption('ModelRatio', JSON.stringify({ ...ratios, 'bge-reranker-talk': 1 }))
    expect(await rank({ model: 'bge-reranker-talk' })).toMatchObject({ status: 400, json: { error: { code: 'cannot_translate' } } })
  })

  test('that the vendor refuses is told in its own words', async () => {
    const refusal = JSON.stringify({ detail: 'model is not loaded' })
    world.provider.next([step.head(400, { 'content-type': 'application/json' }), step.text(refusal), step.end()])
    expect(await rank({})).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('model is not loaded') } } })
  })
})

describe('the charge', () => {
  test('is that of the tokens that the vendor counts', async () => {
    expect(await charge(() => rank({ query: 'which #in:120' }))).toBe(120)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ model_name: JINA, prompt_tokens: 120, completion_tokens: 0, quota: 120 })
    expect(row?.facts).toMatchObject({ usage_source: 'upstream', endpoint: '/v1/rerank' })
  })

  test('is our own count where the vendor tells none, marked as such, and the client is told it', async () => {
    let told: unknown
    const cost = await charge(async () => {
      told = (await rank({ query: 'a handful of words #usage:missing', documents: ['some more', 'and more'] })).json.usage
    })
    expect(cost).toBeGreaterThan(8)
    expect(cost).toBeLessThan(30)
    expect(told).toEqual({ prompt_tokens: cost, completion_tokens: 0, total_tokens: cost })
    expect((await world.logs(1))[0]?.facts.usage_source).toBe('counted')
  })

  test('is our own count where the vendor’s cannot be one, and the bound where it is too high', async () => {
    const counted = await charge(() => rank({ query: 'a few #usage:negative' }))
    expect(counted).toBeGreaterThan(3)
    expect((await world.logs(1))[0]?.facts).toMatchObject({ usage_source: 'counted', usage_suspect: true })
    const query = 'which of these #usage:absurd'
    const cost = await charge(() => rank({ query, documents: ['a', 'b', 'c'] }))
    // The query is read with each document.
    const bytes = Buffer.byteLength(sent()?.rawBody ?? '')
    expect(cost).toBe(bytes + 2 * Buffer.byteLength(query) + 10_000)
    expect((await world.logs(1))[0]?.facts.usage_cut).toEqual({ input: cost })
  })

  test('is one price for each search that Cohere counts', async () => {
    // 0.002 dollars at 500,000 units each.
    expect(await charge(() => rank({ model: COHERE }))).toBe(1000)
    expect(await charge(() => rank({ model: COHERE, documents: Array(101).fill('a') }))).toBe(2000)
    const [row] = await world.logs(1)
    expect(row?.facts).toMatchObject({
      usage_source: 'upstream',
      charge: { kind: 'per-call', lines: [{ bucket: 'searches', tokens: 2 }], model_price: '0.002', held: 2000 },
    })
  })

  test('is our own count of searches where Cohere tells none, and the bound where it tells too many', async () => {
    const documents = Array(250).fill('a')
    expect(await charge(() => rank({ model: COHERE, documents, query: 'q #usage:missing' }))).toBe(3000)
    expect((await world.logs(1))[0]?.facts.usage_source).toBe('counted')
    expect(await charge(() => rank({ model: COHERE, documents, query: 'q #searches:400' }))).toBe(3000)
    expect((await world.logs(1))[0]?.facts.usage_cut).toEqual({ searches: 3 })
  })

  test('of a model that is sold by searches is counted here where its vendor counts tokens', async () => {
    await world.addChannel({ name: 'reseller', type: 40, models: 'rerank-english-v3.0' })
    expect(await charge(() => rank({ model: 'rerank-english-v3.0', documents: Array(101).fill('a') }))).toBe(2000)
    const [row] = await world.logs(1)
    expect(row?.facts.usage_source).toBe('counted')
    expect(row?.prompt_tokens).toBeGreaterThan(0)
  })

  test('at a price by tokens is our own count where the vendor counts searches', async () => {
    await world.addChannel({ name: 'second Cohere', type: 34, models: 'rerank-v4.0-pro' })
    await world.setOption('ModelRatio', JSON.stringify({ ...ratios, 'rerank-v4.0-pro': 1 }))
    const cost = await charge(() => rank({ model: 'rerank-v4.0-pro', query: 'a handful of words' }))
    expect(cost).toBeGreaterThan(4)
    expect(cost).toBeLessThan(30)
    expect((await world.logs(1))[0]?.facts.usage_source).toBe('counted')
  })

  test('is set aside first: a key that does not cover it is refused before any vendor is asked', async () => {
    const poor = await world.addToken({ unlimited_quota: false, remain_quota: 1999 })
    const { requestCount } = world.provider
    const call = (documents: unknown) =>
      world.post('/v1/rerank', { model: COHERE, query: 'q', documents }, { authorization: `Bearer sk-${poor.key}` })
    expect(await call(Array(101).fill('a'))).toMatchObject({ status: 403, json: { error: { code: 'pre_consume_token_quota_failed' } } })
    expect(world.provider.requestCount).toBe(requestCount)
    expect((await call(['a'])).status).toBe(200)
  })

  test('is set aside for the query beside each document, and for as many searches as there can be', async () => {
    await rank({ query: `${'word '.repeat(2000)}#in:50`, documents: Array(10).fill('a') })
    const [byTokens] = await world.logs(1)
    expect(byTokens?.quota).toBe(50)
    expect(byTokens?.facts.charge?.held).toBeGreaterThan((10 * 10_000) / 2.5)
    await rank({ model: COHERE, query: 'q', documents: Array(100).fill('a'.repeat(1999)) })
    const [bySearches] = await world.logs(1)
    expect(bySearches).toMatchObject({ quota: 1000, facts: { charge: { held: 4000 } } })
  })

  test('never comes to more than a key covers, however many calls come at once', async () => {
    const poor = await world.addToken({ unlimited_quota: false, remain_quota: 3500 })
    const body = { model: COHERE, query: 'q #wait:300', documents: ['a'] }
    const calls = Array.from({ length: 12 }, () => world.post('/v1/rerank', body, { authorization: `Bearer sk-${poor.key}` }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(3).fill(200), ...Array(9).fill(403)])
  })

  test('is paid once where another channel answers, whose format is another', async () => {
    await world.addChannel({ name: 'first', type: 8, models: 'rerank-multilingual-v3.0', priority: 10 })
    await world.addChannel({ name: 'then', type: 34, models: 'rerank-multilingual-v3.0' })
    world.provider.clear()
    world.provider.next([step.head(500, { 'content-type': 'application/json' }), step.text('{}'), step.end()])
    expect(await charge(() => rank({ model: 'rerank-multilingual-v3.0' }))).toBe(1000)
    expect(world.provider.requests.map(({ path }) => path)).toEqual(['/v1/rerank', '/v2/rerank'])
  })

  test('adds up in the books', async () => {
    expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  })
})

test('other addresses of Cohere’s second version are unknown, and say so in JSON', async () => {
  const told = { message: expect.stringContaining('/v2/classify'), error: { code: 'unknown_path' } }
  expect(await world.post('/v2/classify', {})).toMatchObject({ status: 404, json: told })
})

test('Jina’s own fields of vectors reach Jina', async () => {
  const body = {
    ...{ model: VECTORS, input: ['a', { text: 'b' }], task: 'retrieval.query', late_chunking: true, dimensions: 4 },
    ...{ embedding_type: 'float', normalized: true, truncate: false },
  }
  expect((await world.post('/v1/embeddings', body)).status).toBe(200)
  expect(sent()).toMatchObject({ path: '/v1/embeddings', body })
})
