// Vectors and rankings at vendors whose formats are not OpenAI's: by clients of OpenAI, of Google and of Cohere.
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeAwsKey, fakeBearerKey } from '../../testing/fake-dialects/aws-signature.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const COHERE = 'embed-v4.0'
const VOYAGE = 'voyage-4'
const JINA = 'jina-embeddings-v4'
const OPENAI = 'text-embedding-3-small'
const RANKS = 'rerank-2.5'
const HIDDEN = 'my-vectors'
const ratios = Object.fromEntries([COHERE, VOYAGE, JINA, OPENAI, RANKS, HIDDEN].map((model) => [model, 1]))
const VOYAGE_TYPE = 1101

let world: World
let openai: OpenAI
let google: GoogleGenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios })
  await world.addChannel({ name: 'Cohere', type: 34, models: `${COHERE},${HIDDEN}`, model_mapping: JSON.stringify({ [HIDDEN]: COHERE }) })
  await world.addChannel({ name: 'Voyage', type: VOYAGE_TYPE, models: `${VOYAGE},${RANKS}`, base_url: `${world.provider.url}/voyage` })
  await world.addChannel({ name: 'Jina', type: 38, models: JINA })
  await world.addChannel({ name: 'OpenAI', type: 1, models: OPENAI })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1` })
  google = new GoogleGenAI({ apiKey: world.key, httpOptions: { baseUrl: world.url } })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  await world.close()
})
beforeEach(() => world.provider.clear())

const sent = () => world.provider.requests.at(-1)
const whole = (body: object) => [step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(body)), step.end()]
/** The fake's vector of the input at this place. */
const sines = (index: number, length = 16) => Array.from({ length }, (_, at) => Math.fround(Math.sin(index + at + 1)))
const closeTo = (vector: readonly number[]) => vector.map((number) => expect.closeTo(number, 6))
/** What one call takes off the balance; ratio 1, so a token of input is a unit. */
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

describe('the library of OpenAI', () => {
  test.each([COHERE, VOYAGE, JINA, OPENAI])('gets a vector for each text, and what the vendor counts is charged; at %s', async (model) => {
    let answer: OpenAI.CreateEmbeddingResponse | undefined
    const cost = await charge(async () => {
      answer = await openai.embeddings.create({ model, input: ['one #in:30', 'two'] })
    })
    expect(answer).toMatchObject({ object: 'list', model, usage: { prompt_tokens: 30, total_tokens: 30 } })
    expect(answer?.data.map(({ index, embedding }) => [index, embedding])).toEqual([
      [0, closeTo(sines(0))],
      [1, closeTo(sines(1))],
    ])
    expect(cost).toBe(30)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ model_name: model, prompt_tokens: 30, completion_tokens: 0 })
    expect(row?.facts).toMatchObject({ usage_source: 'upstream', endpoint: '/v1/embeddings' })
  })

  test.each([
    [COHERE, '/v2/embed', { texts: ['a'], input_type: 'search_document', embedding_types: ['float'], output_dimension: 256 }],
    [VOYAGE, '/voyage/v1/embeddings', { input: ['a'], output_dimension: 256 }],
    [JINA, '/v1/embeddings', { input: 'a', dimensions: 256 }],
    [OPENAI, '/v1/embeddings', { input: 'a', dimensions: 256, encoding_format: 'base64' }],
  ])('at %s the request is the vendor’s own', async (model, path, body) => {
    const { data } = await openai.embeddings.create({ model, input: 'a', dimensions: 256 })
    expect(data[0]?.embedding).toHaveLength(256)
    expect(sent()).toMatchObject({ method: 'POST', path, headers: { authorization: 'Bearer far-key', 'content-type': 'application/json' } })
    expect(sent()?.body).toEqual({ model, ...body })
  })

  test.each([COHERE, VOYAGE, JINA, OPENAI])('gets the encoding that it asks for; at %s', async (model) => {
    const floats = await openai.embeddings.create({ model, input: 'a', encoding_format: 'float' })
    expect(floats.data[0]?.embedding).toEqual(closeTo(sines(0)))
    const base64 = await openai.embeddings.create({ model, input: 'a', encoding_format: 'base64' })
    expect(base64.data[0]?.embedding).toBe(Buffer.from(Float32Array.from(sines(0)).buffer).toString('base64'))
  })

  test('gets base64 where a vendor that knows the word answers with floats all the same', async () => {
    world.provider.next(
      whole({ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [1, 2] }], usage: { prompt_tokens: 3 }, own: 1 }),
    )
    expect(await openai.embeddings.create({ model: OPENAI, input: 'a' })).toMatchObject({ data: [{ embedding: [1, 2] }], own: 1 })
  })
})

describe('a field of another vendor', () => {
  const embed = (body: object, headers: Record<string, string> = {}) => world.post('/v1/embeddings', { input: ['a'], ...body }, headers)

  test('reaches the vendor that takes it', async () => {
    await embed({ model: COHERE, input_type: 'search_query', truncate: 'END', max_tokens: 9 })
    expect(sent()?.body).toMatchObject({ input_type: 'search_query', truncate: 'END', max_tokens: 9 })
    await embed({ model: VOYAGE, input_type: 'query', output_dtype: 'int8', truncation: false, output_dimension: 4 })
    expect(sent()?.body).toEqual({
      ...{ model: VOYAGE, input: ['a'], input_type: 'query', output_dtype: 'int8', truncation: false, output_dimension: 4 },
    })
  })

  test('is said in the words of the vendor that is asked, and named where that has none', async () => {
    const { headers } = await embed({ model: VOYAGE, task: 'retrieval.passage', late_chunking: true, user: 'u' })
    expect(sent()?.body).toEqual({ model: VOYAGE, input: ['a'], input_type: 'document' })
    expect(headers['x-waystation-lost']).toBe('late_chunking,user')
    const strict = await embed({ model: VOYAGE, late_chunking: true }, { 'x-waystation-strict': 'true' })
    expect(strict).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('late_chunking') } } })
  })

  test('of Jina’s own goes to Jina as it is, and its answer comes back as it is', async () => {
    const body = {
      ...{ model: JINA, input: ['a', { image: 'https://x.example/a.png' }], task: 'retrieval.query', late_chunking: true },
      ...{ dimensions: 4, embedding_type: 'ubinary', normalized: false, return_multivector: true },
    }
    const reply = {
      model: JINA,
      object: 'list',
      usage: { total_tokens: 5 },
      data: [{ object: 'embeddings', index: 0, embeddings: [[1], [2]] }],
    }
    world.provider.next(whole(reply))
    const answer = await embed(body)
    expect(sent()?.body).toEqual(body)
    expect(answer.json).toEqual(reply)
    expect(answer.headers['x-waystation-lost']).toBeUndefined()
  })

  test('that no vendor of a type can have, so that the answer would be another one, is refused and costs nothing', async () => {
    const cost = await charge(async () => {
      for (const body of [
        { model: VOYAGE, input: [[1, 2]] },
        { model: VOYAGE, input: [{ image: 'https://x.example/a.png' }] },
      ])
        expect((await embed(body)).status).toBe(400)
    })
    expect(cost).toBe(0)
    expect(world.provider.requests).toEqual([])
  })
})

describe('the library of Google', () => {
  test.each([COHERE, VOYAGE, JINA])('gets its vectors; at %s', async (model) => {
    const cost = await charge(async () => {
      const answer = await google.models.embedContent({
        ...{ model, contents: ['one #in:12', 'two'] },
        config: { outputDimensionality: 5, taskType: 'RETRIEVAL_QUERY' },
      })
      expect(answer.embeddings?.map(({ values }) => values)).toEqual([closeTo(sines(0, 5)), closeTo(sines(1, 5))])
    })
    expect(cost).toBe(12)
    expect(JSON.stringify(sent()?.body)).toMatch(/"search_query"|"query"|"retrieval.query"/)
  })
})

describe('clients of Cohere', () => {
  const embed = (body: object) => world.post('/v2/embed', { texts: ['a', 'b'], input_type: 'search_query', ...body })

  test('reach Cohere with what they write, and get what it answers', async () => {
    const body = {
      model: COHERE,
      texts: ['a', 'b'],
      input_type: 'clustering',
      embedding_types: ['float', 'int8'],
      output_dimension: 4,
      truncate: 'START',
    }
    const { status, json } = await embed(body)
    expect(status).toBe(200)
    expect(sent()?.body).toEqual(body)
    expect(json).toMatchObject({
      ...{ id: expect.stringMatching(/^fake-/), response_type: 'embeddings_by_type', texts: ['a', 'b'] },
      ...{ embeddings: { float: [closeTo(sines(0, 4)), closeTo(sines(1, 4))], int8: [expect.any(Array), expect.any(Array)] } },
    })
    await embed({ model: HIDDEN })
    expect(sent()?.body).toMatchObject({ model: COHERE })
  })

  test.each([VOYAGE, JINA, OPENAI])('get an answer of Cohere’s shape; at %s', async (model) => {
    let json: Record<string, unknown> = {}
    const cost = await charge(async () => {
      const answer = await embed({ model, texts: ['a #in:9', 'b'], embedding_types: ['float', 'base64'], output_dimension: 4 })
      expect(answer.status, answer.text).toBe(200)
      json = answer.json
    })
    const floats = [sines(0, 4), sines(1, 4)]
    expect(json).toEqual({
      ...{ id: expect.any(String), response_type: 'embeddings_by_type', texts: ['a #in:9', 'b'] },
      embeddings: {
        float: floats.map(closeTo),
        base64: floats.map((vector) => Buffer.from(Float32Array.from(vector).buffer).toString('base64')),
      },
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: 9 } },
    })
    expect(cost).toBe(9)
  })

  test('are told what a vendor cannot give them', async () => {
    expect((await embed({ model: OPENAI })).headers['x-waystation-lost']).toBe('input_type')
    expect(await embed({ model: OPENAI, embedding_types: ['ubinary'] })).toMatchObject({
      status: 400,
      json: { error: { code: 'untranslatable' } },
    })
    expect(await embed({ model: VOYAGE, texts: [] })).toMatchObject({ status: 400, json: { error: { code: 'invalid_embedding_request' } } })
    expect(await embed({})).toMatchObject({ status: 400, json: { error: { code: 'model_required' } } })
  })
})

describe('the charge', () => {
  const embed = (model: string, input: unknown) => world.post('/v1/embeddings', { model, input })

  test.each([COHERE, VOYAGE])(
    'is our own count where the vendor tells none, marked as such, and the client is told it; at %s',
    async (model) => {
      let told: unknown
      const cost = await charge(async () => {
        told = (await embed(model, 'a handful of words here #usage:missing')).json.usage
      })
      expect(cost).toBeGreaterThan(4)
      expect(cost).toBeLessThan(30)
      expect(told).toEqual({ prompt_tokens: cost, total_tokens: cost })
      expect((await world.logs(1))[0]?.facts.usage_source).toBe('counted')
    },
  )

  test.each([COHERE, VOYAGE])('is believed up to what was sent; at %s', async (model) => {
    const cost = await charge(() => embed(model, 'few #usage:absurd'))
    expect(cost).toBe(Buffer.byteLength(sent()?.rawBody ?? '') + 10_000)
    expect((await world.logs(1))[0]?.facts.usage_cut).toEqual({ input: cost })
  })

  test.each([
    ['with too few vectors', { embeddings: { float: [[1]] } }],
    ['of another shape', { data: [{ embedding: [1] }] }],
    ['that is an error', { message: 'no' }],
  ])('is nothing for an answer %s', async (_what, reply) => {
    world.provider.next(whole(reply), 5)
    expect(await charge(async () => expect((await embed(COHERE, ['a', 'b'])).status).toBe(502))).toBe(0)
  })

  test('is nothing for a refusal, which is told in the vendor’s words', async () => {
    const cost = await charge(async () => {
      const many = await embed(COHERE, Array(97).fill('a'))
      expect(many).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('total number of texts') } } })
    })
    expect(cost).toBe(0)
  })
})

describe('a ranking at Voyage', () => {
  const rank = (path: string, body: object = {}) =>
    world.post(path, { model: RANKS, query: 'which #in:40', documents: ['one', { text: 'the longest' }, 'three'], ...body })

  test('is asked for in Voyage’s words and told in those of the client', async () => {
    let answer: Awaited<ReturnType<typeof rank>> | undefined
    const cost = await charge(async () => {
      answer = await rank('/v1/rerank', { top_n: 2, truncation: false, max_chunks_per_doc: 3 })
    })
    expect(sent()?.path).toBe('/voyage/v1/rerank')
    expect(sent()?.body).toEqual({
      model: RANKS,
      query: 'which #in:40',
      documents: ['one', 'the longest', 'three'],
      top_k: 2,
      truncation: false,
    })
    expect(answer?.json).toMatchObject({
      results: [
        { index: 1, relevance_score: 0.011, document: { text: 'the longest' } },
        { index: 2, relevance_score: 0.005, document: { text: 'three' } },
      ],
      usage: { total_tokens: 40 },
    })
    expect(answer?.headers['x-waystation-lost']).toBe('max_chunks_per_doc')
    expect(cost).toBe(40)
    expect((await rank('/v2/rerank')).json.results).toHaveLength(3)
  })
})

describe('a ranking in a format that one server has', () => {
  const documents = ['one', { text: 'the longest' }, 'three']
  const texts = ['one', 'the longest', 'three']
  const query = 'which #in:40'
  const servers = [
    [63, '/sglang', 'BAAI/bge-reranker-v2-m3', '/sglang/v1/rerank', { query, documents: texts, return_documents: false }, 'counted'],
    [1061, '/tei', 'BAAI/bge-reranker-v2-m3', '/tei/rerank', { query, texts, truncate: true }, 'counted'],
    [
      1011,
      '',
      'nvidia/rerank-1b',
      '/v1/ranking',
      { query: { text: query }, passages: texts.map((text) => ({ text })), truncate: 'END' },
      'upstream',
    ],
    [
      1006,
      '',
      'Qwen/Qwen3-Reranker-8B',
      '/v1/inference/Qwen/Qwen3-Reranker-8B',
      { queries: [query, query, query], documents: texts },
      'upstream',
    ],
  ] as const

  test.each(servers)(
    'type %i%s: is asked for in its words, answered in the client’s, and tested',
    async (type, below, model, path, body, source) => {
      await world.setOption('ModelRatio', JSON.stringify({ ...ratios, [model]: 1 }))
      const id = await world.addChannel({ name: 'ranks', type, models: model, base_url: world.provider.url + below })
      const cost = await charge(async () => {
        const answer = await world.post('/v1/rerank', { model, query, documents, top_n: 2, truncation: true, max_chunks_per_doc: 3 })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.json).toMatchObject({
          model,
          results: [
            { index: 1, relevance_score: 0.011, document: { text: 'the longest' } },
            { index: 2, relevance_score: 0.005, document: { text: 'three' } },
          ],
          usage: { total_tokens: source === 'upstream' ? 40 : expect.any(Number) },
        })
        expect(answer.headers['x-waystation-lost']).toContain('max_chunks_per_doc')
        expect((answer.json as { results: object[] }).results).toHaveLength(2)
      })
      expect(sent()).toMatchObject({ method: 'POST', path })
      expect(sent()?.body).toEqual(type === 63 || type === 1011 ? { model, ...body } : body)
      if (source === 'upstream') expect(cost).toBe(40)
      expect(cost).toBeGreaterThan(0)
      expect((await world.logs(1))[0]?.facts.usage_source).toBe(source)
      expect((await world.post('/v2/rerank', { model, query, documents: texts })).json.results).toHaveLength(3)
      const picture = await world.post('/v1/rerank', { model, query, documents: [{ image: 'https://example.com/a.png' }] })
      expect(picture).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('documents[0]') } } })
      expect((await world.console.ask('GET', `/api/channel/test/${id}?model=${encodeURIComponent(model)}`)).body).toMatchObject({
        success: true,
      })
      await world.console.call('DELETE', `/api/channel/${id}`)
    },
  )

  test.each(servers)('type %i%s: scores that are not those of these documents are no answer', async (type, below, model) => {
    await world.setOption('ModelRatio', JSON.stringify({ ...ratios, [model]: 1 }))
    const id = await world.addChannel({ name: 'ranks', type, models: model, base_url: world.provider.url + below })
    for (const answer of [[{ index: 9, score: 1 }], { scores: [1, 2] }, { rankings: [{ index: 9, logit: 1 }] }, { error: 'no' }]) {
      world.provider.next(whole(answer))
      expect((await world.post('/v1/rerank', { model, query, documents: ['one'] })).status).toBeGreaterThanOrEqual(400)
    }
    await world.console.call('DELETE', `/api/channel/${id}`)
  })
})

describe('a ranking at Bedrock', () => {
  const [COHERES, AMAZONS] = ['cohere.rerank-v3-5:0', 'amazon.rerank-v1:0'] as const
  const rank = (model: string, documents: unknown = ['one', 'the longest']) =>
    world.post('/v1/rerank', { model, query: 'which', documents, top_n: 1 })

  test.each([
    [COHERES, { query: 'which', documents: ['one', 'the longest'], top_n: 1, api_version: 2 }, 1000],
    [AMAZONS, { query: 'which', documents: ['one', 'the longest'], top_n: 1 }, 500],
  ] as const)('%s is invoked, signed or by a key of its own, and costs a search', async (model, body, units) => {
    for (const key of [fakeAwsKey('RANKS'), fakeBearerKey]) {
      const id = await world.addChannel({ name: 'Bedrock', type: 33, models: model, key })
      const cost = await charge(async () => {
        const { status, json, text } = await rank(model)
        expect(status, text).toBe(200)
        expect(json).toMatchObject({ model, results: [{ index: 1, relevance_score: 0.011 }], usage: { total_tokens: expect.any(Number) } })
      })
      expect(cost).toBe(units)
      expect(sent()).toMatchObject({ method: 'POST', path: `/model/${encodeURIComponent(model)}/invoke`, body })
      expect((await world.logs(1))[0]?.facts.usage_source).toBe('counted')
      await world.console.call('DELETE', `/api/channel/${id}`)
    }
  })

  test('of many documents costs as many searches as there are hundreds', async () => {
    const id = await world.addChannel({ name: 'Bedrock', type: 33, models: COHERES, key: fakeBearerKey })
    expect(await charge(() => rank(COHERES, Array(101).fill('a')))).toBe(2000)
    await world.console.call('DELETE', `/api/channel/${id}`)
  })
})

test('channels are tested with what their models are for', async () => {
  const create = async (fields: object) =>
    (await world.console.call<{ id: number }>('POST', '/api/channel/', { name: 'n', key: 'k', group: 'default', ...fields })).id
  const { url } = world.provider
  for (const [type, base_url, models] of [
    [34, url, COHERE],
    [VOYAGE_TYPE, `${url}/voyage`, VOYAGE],
    [VOYAGE_TYPE, `${url}/voyage`, RANKS],
    [38, url, JINA],
  ] as const) {
    const id = await create({ type, base_url, models })
    const { body } = await world.console.ask('GET', `/api/channel/test/${id}`)
    expect([models, body]).toEqual([models, expect.objectContaining({ success: true })])
    await world.console.call('DELETE', `/api/channel/${id}`)
  }
})
