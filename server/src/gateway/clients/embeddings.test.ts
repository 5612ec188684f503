// Vectors, asked for in the words of Google and of OpenAI, at vendors that know both and at vendors that know one of the two.
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../testing/client.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

const MODELS = { google: 'gemini-embedding-001', openai: 'text-embedding-3-small', withModel: 'vectors' }

let world: World
let google: GoogleGenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(Object.values(MODELS).map((model) => [model, 1])) })
  await world.addChannel({ name: 'Gemini', type: 24, models: MODELS.google })
  await world.addChannel({ name: 'chat', type: 8, models: MODELS.openai })
  await world.addChannel({
    name: 'other name',
    type: 24,
    models: MODELS.withModel,
    model_mapping: JSON.stringify({ vectors: MODELS.google }),
  })
  google = new GoogleGenAI({ apiKey: world.key, httpOptions: { baseUrl: world.url } })
})
afterAll(() => world.close())

const embed = (model: string, action: string, body: object, headers: Record<string, string> = {}) =>
  call(`${world.url}/v1beta/models/${model}:${action}`, { method: 'POST', body, headers: { 'x-goog-api-key': world.key, ...headers } })
const texts = (...all: string[]) => ({
  requests: all.map((text) => ({ model: `models/${MODELS.google}`, content: { parts: [{ text }] } })),
})
/** What the newest call cost; ratio 1, so a token of input is a unit. */
const lastCharge = async () => (await world.logs(1))[0]?.quota

test.each([MODELS.google, MODELS.openai])(
  'the SDK of Google gets a vector for each text, of the length that it asks for; at %s',
  async (model) => {
    const before = await world.balance()
    const answer = await google.models.embedContent({ model, contents: ['one #in:30', 'two'], config: { outputDimensionality: 5 } })
    expect(answer.embeddings?.map(({ values }) => values?.length)).toEqual([5, 5])
    expect(answer.embeddings?.[1]?.values?.[0]).toBeCloseTo(Math.sin(2), 5)
    expect(before - (await world.balance())).toBe(30)
    expect((await world.logs(1))[0]).toMatchObject({ model_name: model, prompt_tokens: 30, completion_tokens: 0 })
  },
)

test.each([MODELS.google, MODELS.openai])('one text, one vector, and its usage is reported; at %s', async (model) => {
  const { status, json } = await embed(model, 'embedContent', { content: { parts: [{ text: 'one #in:12' }] } })
  expect(status).toBe(200)
  expect(json).toMatchObject({ embedding: { values: expect.any(Array) }, usageMetadata: { promptTokenCount: 12 } })
  expect(await lastCharge()).toBe(12)
})

test('the vendor gets its own name of the model, in the address and in every request', async () => {
  expect((await embed(MODELS.withModel, 'batchEmbedContents', texts('a', 'b'))).status).toBe(200)
  const sent = world.provider.requests.at(-1)
  expect(sent?.path).toBe(`/v1beta/models/${MODELS.google}:batchEmbedContents`)
  const wanted = { model: `models/${MODELS.google}` }
  expect(sent?.body).toMatchObject({ requests: [wanted, wanted] })
})

test('fields of Google’s reach Google as they came, and are reported as losses where the vendor does not know them', async () => {
  const body = { content: { parts: [{ text: 'x' }] }, taskType: 'RETRIEVAL_DOCUMENT', title: 'T', output_dimensionality: 4 }
  const own = await embed(MODELS.google, 'embedContent', body)
  expect(world.provider.requests.at(-1)?.body).toEqual(body)
  expect(own.headers.get('x-waystation-lost')).toBeUndefined()
  const foreign = await embed(MODELS.openai, 'embedContent', body)
  expect(world.provider.requests.at(-1)?.body).toEqual({ model: MODELS.openai, input: ['x'], encoding_format: 'float', dimensions: 4 })
  expect(foreign.headers.get('x-waystation-lost')).toBe('taskType,title')
  const strict = await embed(MODELS.openai, 'embedContent', body, { 'x-waystation-strict': 'true' })
  expect(strict).toMatchObject({ status: 400, json: { error: { status: 'INVALID_ARGUMENT' } } })
})

test('what OpenAI’s shape cannot express is refused there, and costs nothing', async () => {
  const before = await world.balance()
  const picture = { content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] } }
  expect((await embed(MODELS.openai, 'embedContent', picture)).status).toBe(400)
  const [one, two] = texts('a', 'b').requests
  const lengths = {
    requests: [
      { ...one, outputDimensionality: 4 },
      { ...two, outputDimensionality: 8 },
    ],
  }
  expect((await embed(MODELS.openai, 'batchEmbedContents', lengths)).status).toBe(400)
  for (const body of [{}, { content: 'x' }, { content: { parts: 'x' } }])
    expect(await embed(MODELS.google, 'embedContent', body)).toMatchObject({ status: 400, json: { error: { code: 400 } } })
  expect((await embed(MODELS.google, 'batchEmbedContents', { requests: [] })).status).toBe(400)
  expect(await world.balance()).toBe(before)
})

test('a vendor that reports no usage is billed by our own count; one that answers with too few vectors is not', async () => {
  await embed(MODELS.google, 'embedContent', { content: { parts: [{ text: 'a handful of words here #usage:missing' }] } })
  const [row] = await world.logs(1)
  expect(row?.facts.usage_source).toBe('counted')
  expect(row?.quota).toBeGreaterThan(3)
  const before = await world.balance()
  const body = JSON.stringify({ data: [{ index: 0, embedding: [1, 2] }] })
  world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text(body), step.end()])
  expect((await embed(MODELS.openai, 'batchEmbedContents', texts('a', 'b'))).status).toBe(502)
  expect(await world.balance()).toBe(before)
})

test('OpenAI’s own embeddings are served by Google’s door for them', async () => {
  const client = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1` })
  const { data, usage } = await client.embeddings.create({ model: MODELS.google, input: ['a #in:9', 'b'] })
  expect(data).toHaveLength(2)
  expect(usage.prompt_tokens).toBe(9)
  expect(world.provider.requests.at(-1)?.path).toBe('/v1beta/openai/embeddings')
  expect(await lastCharge()).toBe(9)
})
