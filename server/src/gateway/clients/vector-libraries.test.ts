// Vectors and rankings by the libraries of the vendors that sell them, and by the AI SDK's providers for those, at vendors of every format.
import { createAzure } from '@ai-sdk/azure'
import { createCohere } from '@ai-sdk/cohere'
import { createMistral } from '@ai-sdk/mistral'
import { createTogetherAI } from '@ai-sdk/togetherai'
import { Mistral } from '@mistralai/mistralai'
import { MistralError, ResponseValidationError } from '@mistralai/mistralai/models/errors'
import { APICallError, type EmbeddingModel, embedMany, type RerankingModel, rerank } from 'ai'
import { CohereClient, CohereClientV2, Cohere as cohereErrors } from 'cohere-ai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VoyageAIClient, VoyageAIError } from 'voyageai'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const COHERE = 'embed-v4.0'
const VOYAGE = 'voyage-4'
const MISTRAL = 'mistral-embed'
const OPENAI = 'text-embedding-3-small'
const vectorModels = [COHERE, VOYAGE, MISTRAL, OPENAI]
const SEARCHES = 'rerank-v3.5'
const TOKENS = 'jina-reranker-v3'
const VOYAGE_RANKS = 'rerank-2.5'
const rankModels = [SEARCHES, TOKENS, VOYAGE_RANKS]

let world: World
beforeAll(async () => {
  const ratios = Object.fromEntries([...vectorModels, TOKENS, VOYAGE_RANKS].map((model) => [model, 1]))
  world = await openWorld({ channel: null, ratios })
  await world.addChannel({ name: 'Cohere', type: 34, models: `${COHERE},${SEARCHES}` })
  await world.addChannel({ name: 'Voyage', type: 1101, models: `${VOYAGE},${VOYAGE_RANKS}`, base_url: `${world.provider.url}/voyage` })
  await world.addChannel({ name: 'Jina', type: 38, models: TOKENS })
  await world.addChannel({ name: 'Mistral', type: 42, models: MISTRAL })
  await world.addChannel({ name: 'OpenAI', type: 1, models: OPENAI })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
  await world.close()
})
beforeEach(() => world.provider.clear())

const WRONG_KEY = 'sk-wrong'
const NO_MODEL = 'no-such-model'
/** The fake's vector of the input at this place. */
const sines = (index: number) => Array.from({ length: 16 }, (_, at) => expect.closeTo(Math.sin(index + at + 1), 5))
const vectors = [sines(0), sines(1)]
const texts = ['one #in:30', 'two']
const query = 'which #in:40'
const documents = ['one', 'the longest', 'three']

/** What one call takes off the balance; ratio 1, so a token of input is a unit. */
async function charge(call: () => Promise<unknown>): Promise<number> {
  const before = await world.balance()
  await call()
  return before - (await world.balance())
}

/** What a call throws; fails where it throws nothing. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call did not fail'),
    (error: unknown) => error,
  )

interface VectorLibrary {
  readonly name: string
  /** The vectors of the texts, and the tokens of input that the library reports. */
  readonly embed: (key: string, model: string) => Promise<{ vectors: unknown; tokens: unknown }>
  /** Is it an error of the library's own class? */
  readonly isOwnError: (error: unknown) => boolean
  /** Where it has the words of an error; absent: in `message`. */
  readonly wordsIn?: 'responseBody'
  readonly models: readonly string[]
}

const aiVectors = (name: string, modelOf: (key: string) => (model: string) => EmbeddingModel): VectorLibrary => ({
  name,
  isOwnError: (error) => APICallError.isInstance(error),
  models: vectorModels,
  async embed(key, model) {
    const { embeddings, usage } = await embedMany({ model: modelOf(key)(model), values: texts, maxRetries: 0 })
    return { vectors: embeddings, tokens: usage.tokens }
  },
})

const vectorLibraries: readonly VectorLibrary[] = [
  {
    name: '@mistralai/mistralai',
    isOwnError: (error) => error instanceof MistralError,
    // The others give vectors no id, which this library demands.
    models: [COHERE, VOYAGE],
    async embed(apiKey, model) {
      const answer = await new Mistral({ apiKey, serverURL: world.url }).embeddings.create({ model, inputs: texts })
      return { vectors: answer.data.map(({ embedding }) => embedding), tokens: answer.usage.promptTokens }
    },
  },
  {
    name: 'cohere-ai',
    isOwnError: (error) => error instanceof cohereErrors.UnauthorizedError,
    models: vectorModels,
    async embed(token, model) {
      const answer = await new CohereClientV2({ token, environment: world.url, maxRetries: 0 }).embed({
        ...{ model, texts, inputType: 'search_document', embeddingTypes: ['float'] },
      })
      return { vectors: answer.embeddings.float, tokens: answer.meta?.billedUnits?.inputTokens }
    },
  },
  {
    name: 'voyageai',
    isOwnError: (error) => error instanceof VoyageAIError,
    models: vectorModels,
    async embed(apiKey, model) {
      const answer = await new VoyageAIClient({ apiKey, baseUrl: `${world.url}/v1`, maxRetries: 0 }).embed({ model, input: texts })
      return { vectors: answer.data?.map(({ embedding }) => embedding), tokens: answer.usage?.totalTokens }
    },
  },
  {
    ...aiVectors('ai, @ai-sdk/mistral', (apiKey) => createMistral({ apiKey, baseURL: `${world.url}/v1` }).embeddingModel),
    // It looks for them where Mistral's own errors have them.
    wordsIn: 'responseBody',
  },
  aiVectors('ai, @ai-sdk/cohere', (apiKey) => createCohere({ apiKey, baseURL: `${world.url}/v2` }).embeddingModel),
  aiVectors('ai, @ai-sdk/togetherai', (apiKey) => createTogetherAI({ apiKey, baseURL: `${world.url}/v1` }).embeddingModel),
  aiVectors(
    'ai, @ai-sdk/azure',
    (apiKey) =>
      createAzure({ apiKey, baseURL: `${world.url}/openai`, apiVersion: '2024-10-21', useDeploymentBasedUrls: true }).embeddingModel,
  ),
]

describe.each(vectorLibraries)('vectors by $name', ({ embed, isOwnError, wordsIn = 'message', models }) => {
  test.each(models)('are what the vendor gave, and what it counts is reported and charged; at %s', async (model) => {
    const cost = await charge(async () => expect(await embed(world.key, model)).toEqual({ vectors, tokens: 30 }))
    expect(cost).toBe(30)
    expect((await world.logs(1))[0]).toMatchObject({ model_name: model, prompt_tokens: 30, completion_tokens: 0 })
  })

  test('with a wrong key, or of a model that is not there, are the library’s own error', async () => {
    const refused = await failureOf(embed(WRONG_KEY, OPENAI))
    expect(refused).toSatisfy(isOwnError)
    expect(refused).toMatchObject({ statusCode: 401, [wordsIn]: expect.stringMatching(/request id/) })
    const cost = await charge(async () => expect(await failureOf(embed(world.key, NO_MODEL))).toMatchObject({ statusCode: 404 }))
    expect(cost).toBe(0)
  })
})

interface RankLibrary {
  readonly name: string
  /** Places and scores of the two best documents. */
  readonly rank: (key: string, model: string) => Promise<readonly [place: number, score: number][]>
  /** Is it an error of the library's own class? */
  readonly isOwnError: (error: unknown) => boolean
}

const aiRanks = (name: string, modelOf: (key: string) => (model: string) => RerankingModel): RankLibrary => ({
  name,
  isOwnError: (error) => APICallError.isInstance(error),
  async rank(key, model) {
    const { ranking } = await rerank({ model: modelOf(key)(model), query, documents, topN: 2, maxRetries: 0 })
    return ranking.map(({ originalIndex, score }) => [originalIndex, score])
  },
})

const rankLibraries: readonly RankLibrary[] = [
  {
    name: 'cohere-ai, version 2',
    isOwnError: (error) => error instanceof cohereErrors.UnauthorizedError,
    async rank(token, model) {
      const { results } = await new CohereClientV2({ token, environment: world.url, maxRetries: 0 }).rerank({
        ...{ model, query, documents, topN: 2 },
      })
      return results.map(({ index, relevanceScore }) => [index, relevanceScore])
    },
  },
  {
    name: 'cohere-ai, version 1',
    isOwnError: (error) => error instanceof cohereErrors.UnauthorizedError,
    async rank(token, model) {
      const { results } = await new CohereClient({ token, environment: world.url, maxRetries: 0 }).rerank({
        ...{ model, query, documents, topN: 2 },
      })
      return results.map(({ index, relevanceScore }) => [index, relevanceScore])
    },
  },
  aiRanks('ai, @ai-sdk/cohere', (apiKey) => createCohere({ apiKey, baseURL: `${world.url}/v2` }).rerankingModel),
  aiRanks('ai, @ai-sdk/togetherai', (apiKey) => createTogetherAI({ apiKey, baseURL: `${world.url}/v1` }).rerankingModel),
]

describe.each(rankLibraries)('rankings by $name', ({ rank, isOwnError }) => {
  test.each(rankModels)('have the best documents first, and are charged; at %s', async (model) => {
    const cost = await charge(async () =>
      expect(await rank(world.key, model)).toEqual([
        [1, 0.011],
        [2, 0.005],
      ]),
    )
    // A search is 0.002 dollars at 500,000 units each; the others count the tokens that the query names.
    expect(cost).toBe(model === SEARCHES ? 1000 : 40)
  })

  test('with a wrong key, or by a model that is not there, are the library’s own error', async () => {
    const refused = await failureOf(rank(WRONG_KEY, TOKENS))
    expect(refused).toSatisfy(isOwnError)
    expect(refused).toMatchObject({ statusCode: 401, message: expect.stringMatching(/request id/) })
    const cost = await charge(async () => expect(await failureOf(rank(world.key, NO_MODEL))).toMatchObject({ statusCode: 404 }))
    expect(cost).toBe(0)
  })
})

describe('what only some vendors give their own libraries', () => {
  const answered = (body: object) => {
    world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(body)), step.end()])
  }

  // As https://docs.mistral.ai/api documents it: vectors with an id.
  test('Mistral’s own vectors are told as they came', async () => {
    const usage = { prompt_tokens: 4, completion_tokens: 0, total_tokens: 4 }
    const data = [0, 1].map((index) => ({ object: 'embedding', index, embedding: [0.5, index] }))
    answered({ id: 'embd-aad6fc62b17349b192ef09225058bc45', object: 'list', model: MISTRAL, usage, data })
    const mistral = new Mistral({ apiKey: world.key, serverURL: world.url })
    let answer: Awaited<ReturnType<typeof mistral.embeddings.create>> | undefined
    const cost = await charge(async () => {
      answer = await mistral.embeddings.create({ model: MISTRAL, inputs: texts })
    })
    expect(answer).toMatchObject({ id: 'embd-aad6fc62b17349b192ef09225058bc45', data, usage: { promptTokens: 4 } })
    expect(cost).toBe(4)
  })

  test('OpenAI’s vectors go on without an id, which Mistral’s library refuses', async () => {
    const mistral = new Mistral({ apiKey: world.key, serverURL: world.url })
    await expect(mistral.embeddings.create({ model: OPENAI, inputs: texts })).rejects.toBeInstanceOf(ResponseValidationError)
  })
})
