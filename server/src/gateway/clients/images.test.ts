// Pictures, requested with the libraries that their makers give out, at a stand-in that refuses what OpenAI refuses.
import { createOpenAI } from '@ai-sdk/openai'
import { createTogetherAI } from '@ai-sdk/togetherai'
import { createXai } from '@ai-sdk/xai'
import { GoogleGenAI } from '@google/genai'
import { generateImage } from 'ai'
import OpenAI, { AzureOpenAI, toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PICTURE } from '../../testing/fake-dialects/images.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let openai: OpenAI
let google: GoogleGenAI
/** Google's library has this call for its cloud only. */
let cloud: GoogleGenAI
beforeAll(async () => {
  const prices = { 'grok-imagine-image-2.0': 0.02, 'black-forest-labs/FLUX.1-kontext-pro': 0.04 }
  world = await openWorld({ channel: null, ratios: {}, options: { ModelPrice: JSON.stringify(prices) } })
  await world.addChannel({ name: 'xAI', type: 48, models: 'grok-imagine-image-2.0' })
  await world.addChannel({ name: 'Together', type: 1005, models: 'black-forest-labs/FLUX.1-kontext-pro' })
  await world.addChannel({ name: 'OpenAI', type: 1, models: 'gpt-image-2,dall-e-2,dall-e-3' })
  await world.addChannel({ name: 'Google', type: 24, models: 'imagen-4.0-generate-001,gemini-2.5-flash-image' })
  await world.addChannel({ name: 'Azure', type: 3, models: 'gpt-image-1.5' })
  await world.addChannel({ name: 'older Azure', type: 3, other: '2025-04-01-preview', models: 'gpt-image-1' })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
  google = new GoogleGenAI({ apiKey: world.key, httpOptions: { baseUrl: world.url } })
  cloud = new GoogleGenAI({ enterprise: true, apiKey: world.key, httpOptions: { baseUrl: world.url } })
})
afterAll(() => world.close())

const picture = (name: string) => toFile(Buffer.from(PICTURE, 'base64'), name, { type: 'image/png' })
const answer = (body: unknown) => [step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(body)), step.end()]

const charged = async () => (await world.logs(0)).map(({ quota }) => quota).filter((quota) => quota > 0)

/** What one call made, and what it took off the balance, in no more than one row of the log. */
async function spent<Value>(make: () => Promise<Value>): Promise<{ made: Value; charge: number }> {
  const [before, rows] = [await world.balance(), await charged()]
  const made = await make()
  const charge = before - (await world.balance())
  expect(await charged()).toEqual(charge > 0 ? [charge, ...rows] : rows)
  return { made, charge }
}

/** The types of all events of a stream. */
async function typesOf(stream: AsyncIterable<{ readonly type: string }>): Promise<string[]> {
  const types: string[] = []
  for await (const { type } of stream) types.push(type)
  return types
}

/** Half a million units are a dollar: text in 5, pictures in 8, and pictures out 30 dollars a million. */
const units = (textTokens: number, imageTokens: number, output: number) => Math.round((textTokens * 5 + imageTokens * 8 + output * 30) / 2)

describe('the library of OpenAI', () => {
  test('gets a picture of a text', async () => {
    const { made, charge } = await spent(() =>
      openai.images.generate({ model: 'gpt-image-2', prompt: 'a cat #in:20 #out:1056', size: '1024x1024', quality: 'medium', n: 1 }),
    )
    expect(made.data).toEqual([{ b64_json: PICTURE }])
    expect(made.usage).toMatchObject({ input_tokens: 20, output_tokens: 1056 })
    expect(charge).toBe(units(20, 0, 1056))
  })

  test('reads a stream of pictures to its end', async () => {
    const { made, charge } = await spent(async () => {
      const stream = await openai.images.generate({
        model: 'gpt-image-2',
        prompt: 'a cat #in:20 #out:1256',
        stream: true,
        partial_images: 2,
      })
      return typesOf(stream)
    })
    const partial = 'image_generation.partial_image'
    expect(made).toEqual([partial, partial, 'image_generation.completed'])
    expect(charge).toBe(units(20, 0, 1256))
  })

  test('changes several pictures below a mask', async () => {
    const { made, charge } = await spent(async () =>
      openai.images.edit({
        ...{ model: 'gpt-image-2', prompt: 'no hat #images:2 #in:20 #out:1056', image: [await picture('a.png'), await picture('b.png')] },
        ...{ mask: await picture('mask.png'), quality: 'high', background: 'opaque' },
      }),
    )
    expect(made.data).toEqual([{ b64_json: PICTURE }])
    expect(charge).toBe(units(20, 200, 1056))
    expect(world.provider.requests.at(-1)?.form?.getAll('image[]')).toHaveLength(2)
  })

  test('reads a stream of a change to its end', async () => {
    const { made, charge } = await spent(async () => {
      const image = await picture('a.png')
      const stream = await openai.images.edit({
        ...{ model: 'gpt-image-2', prompt: 'no hat #in:20 #out:1156', image, stream: true, partial_images: 1 },
      })
      return typesOf(stream)
    })
    expect(made).toEqual(['image_edit.partial_image', 'image_edit.completed'])
    expect(charge).toBe(units(20, 100, 1156))
  })

  test('gets others like a picture', async () => {
    const { made, charge } = await spent(async () =>
      openai.images.createVariation({ model: 'dall-e-2', image: await picture('a.png'), n: 2, size: '512x512' }),
    )
    expect(made.data).toEqual([{ url: 'https://pictures.test/1' }, { url: 'https://pictures.test/1' }])
    // 0.018 dollars each.
    expect(charge).toBe(18_000)
  })

  test.each([
    ['response_format', { response_format: 'url' as const }],
    ['partial_images', { partial_images: 1 }],
    ['size', { size: '1000x1000' }],
    ['bogus', { bogus: 1 }],
  ])('is told what the vendor says of %s, for nothing', async (field, fields) => {
    const refused = openai.images.generate.bind(openai.images, { model: 'gpt-image-2', prompt: 'a cat', ...fields })
    const { made, charge } = await spent(() => refused().catch((error: unknown) => error))
    expect(made).toBeInstanceOf(OpenAI.BadRequestError)
    expect(made).toMatchObject({ message: expect.stringContaining(field) })
    expect(charge).toBe(0)
  })
})

test.each(['gpt-image-1', 'gpt-image-1.5'])('Azure makes and changes pictures by the deployment %s', async (model) => {
  const azure = new AzureOpenAI({
    apiKey: world.key,
    endpoint: world.url,
    apiVersion: '2025-04-01-preview',
    deployment: model,
    maxRetries: 0,
  })
  const made = await spent(() => azure.images.generate({ model, prompt: 'a cat #in:20 #out:1056' }))
  const place = `/openai/deployments/${model}/images`
  expect(made.made.data).toEqual([{ b64_json: PICTURE }])
  expect(made.charge).toBeGreaterThan(0)
  expect(world.provider.requests.at(-1)?.path).toBe(`${place}/generations?api-version=2025-04-01-preview`)
  const plain = await spent(() => openai.images.generate({ model, prompt: 'a cat #in:20 #out:1056' }))
  expect(plain.charge).toBe(made.charge)
  const isOlder = model === 'gpt-image-1'
  expect(world.provider.requests.at(-1)?.path).toBe(
    isOlder ? `${place}/generations?api-version=2025-04-01-preview` : '/openai/v1/images/generations',
  )
  const changed = await spent(async () => openai.images.edit({ model, prompt: 'no hat #in:20 #out:1056', image: await picture('a.png') }))
  expect(changed.made.data).toEqual([{ b64_json: PICTURE }])
  expect(changed.charge).toBeGreaterThan(made.charge)
  expect(world.provider.requests.at(-1)?.path).toBe(isOlder ? `${place}/edits?api-version=2025-04-01-preview` : '/openai/v1/images/edits')
})

describe('the AI SDK', () => {
  const provider = () => createOpenAI({ apiKey: world.key, baseURL: `${world.url}/v1` })

  test('gets pictures of a text', async () => {
    const { made, charge } = await spent(() =>
      generateImage({ model: provider().image('gpt-image-2'), prompt: 'a cat #in:20 #out:2112', n: 2, size: '1024x1024', maxRetries: 0 }),
    )
    expect(made.images.map(({ base64 }) => base64)).toEqual([PICTURE, PICTURE])
    expect(charge).toBe(units(20, 0, 2112))
  })

  test('gets pictures of a model that is sold by them', async () => {
    const { made, charge } = await spent(() =>
      generateImage({ model: provider().image('dall-e-3'), prompt: 'a cat', size: '1024x1792', maxRetries: 0 }),
    )
    expect(made.image.base64).toBe(PICTURE)
    expect(charge).toBe(40_000)
  })

  test('changes a picture', async () => {
    const images = [Buffer.from(PICTURE, 'base64')]
    const { made, charge } = await spent(() =>
      generateImage({ model: provider().image('gpt-image-2'), prompt: { text: 'no hat #in:20 #out:1056', images }, maxRetries: 0 }),
    )
    expect(made.image.base64).toBe(PICTURE)
    expect(charge).toBe(units(20, 100, 1056))
  })
})

describe('the AI SDK of a vendor that is asked in another way', () => {
  const images = [Buffer.from(PICTURE, 'base64')]
  const data = `data:image/png;base64,${PICTURE}`

  test('makes and changes pictures of xAI in its own words', async () => {
    const model = createXai({ apiKey: world.key, baseURL: `${world.url}/v1` }).image('grok-imagine-image-2.0')
    world.provider.next(answer({ data: [{ b64_json: PICTURE, respect_moderation: true }] }))
    const made = await spent(() => generateImage({ model, prompt: 'a cat', aspectRatio: '16:9', maxRetries: 0 }))
    expect([made.made.image.base64, made.charge]).toEqual([PICTURE, 10_000])
    const asked = { model: 'grok-imagine-image-2.0', response_format: 'b64_json' }
    expect(world.provider.requests.at(-1)?.body).toEqual({ ...asked, prompt: 'a cat', aspect_ratio: '16:9' })
    world.provider.next(answer({ data: [{ b64_json: PICTURE }] }))
    const changed = await spent(() => generateImage({ model, prompt: { text: 'no hat', images }, maxRetries: 0 }))
    expect([changed.made.image.base64, changed.charge]).toEqual([PICTURE, 10_000])
    const sent = world.provider.requests.at(-1)
    expect(sent?.path).toBe('/v1/images/edits')
    expect(sent?.body).toEqual({ ...asked, prompt: 'no hat', image: { url: data, type: 'image_url' } })
  })

  test('makes and changes pictures of Together in its own words', async () => {
    const name = 'black-forest-labs/FLUX.1-kontext-pro'
    const model = createTogetherAI({ apiKey: world.key, baseURL: `${world.url}/v1` }).image(name)
    world.provider.next(answer({ data: [{ b64_json: PICTURE }] }))
    const prompt = { text: 'no hat', images }
    const { made, charge } = await spent(() => generateImage({ model, prompt, size: '1024x768', maxRetries: 0 }))
    expect([made.image.base64, charge]).toEqual([PICTURE, 20_000])
    const sent = world.provider.requests.at(-1)
    expect(sent?.path).toBe('/v1/images/generations')
    expect(sent?.body).toEqual({ model: name, prompt: 'no hat', width: 1024, height: 768, image_url: data, response_format: 'base64' })
  })
})

test('a form of OpenAI’s library becomes JSON at a vendor that takes no forms', async () => {
  world.provider.next(answer({ data: [{ b64_json: PICTURE }] }))
  const { made, charge } = await spent(async () =>
    openai.images.edit({
      model: 'grok-imagine-image-2.0',
      prompt: 'no hat',
      image: [await picture('a.png'), await picture('b.png')],
      n: 2,
    }),
  )
  expect([made.data, charge]).toEqual([[{ b64_json: PICTURE }], 10_000])
  const one = { url: `data:image/png;base64,${PICTURE}`, type: 'image_url' }
  expect(world.provider.requests.at(-1)?.body).toEqual({ model: 'grok-imagine-image-2.0', prompt: 'no hat', n: 2, images: [one, one] })
})

describe('the library of Google', () => {
  test('gets pictures of Imagen, which are sold each', async () => {
    const one = { bytesBase64Encoded: PICTURE, mimeType: 'image/png' }
    world.provider.next(answer({ predictions: [one, one] }))
    const { made, charge } = await spent(() =>
      cloud.models.generateImages({
        model: 'imagen-4.0-generate-001',
        prompt: 'a cat',
        config: { numberOfImages: 2, aspectRatio: '9:16' },
      }),
    )
    expect(made.generatedImages?.map(({ image }) => image?.imageBytes)).toEqual([PICTURE, PICTURE])
    // 0.04 dollars each.
    expect(charge).toBe(40_000)
    const sent = world.provider.requests.at(-1)
    expect(sent?.path).toBe('/v1beta/models/imagen-4.0-generate-001:predict')
    expect(sent?.body).toEqual({ instances: [{ prompt: 'a cat' }], parameters: { sampleCount: 2, aspectRatio: '9:16' } })
  })

  test('is refused in its own words where it asks for too many, and where no channel of Google has the model', async () => {
    const ask = (model: string, numberOfImages: number) =>
      cloud.models.generateImages({ model, prompt: 'a cat', config: { numberOfImages } }).catch((error: unknown) => error)
    const [before, requests] = [await world.balance(), world.provider.requests.length]
    expect(await ask('imagen-4.0-generate-001', 1000)).toMatchObject({ status: 400, message: expect.stringContaining('sampleCount') })
    expect(await ask('dall-e-2', 1)).toMatchObject({ status: expect.any(Number), message: expect.stringContaining('error') })
    expect([await world.balance(), world.provider.requests.length]).toEqual([before, requests])
  })

  test('gets pictures in a conversation', async () => {
    const parts = [{ text: 'Here it is.' }, { inlineData: { mimeType: 'image/png', data: PICTURE } }]
    const usageMetadata = {
      ...{ promptTokenCount: 10, candidatesTokenCount: 1295, totalTokenCount: 1305 },
      candidatesTokensDetails: [
        { modality: 'TEXT', tokenCount: 5 },
        { modality: 'IMAGE', tokenCount: 1290 },
      ],
    }
    world.provider.next(answer({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }], usageMetadata }))
    const { made, charge } = await spent(() =>
      google.models.generateContent({
        ...{ model: 'gemini-2.5-flash-image', contents: 'a cat' },
        config: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '16:9' } },
      }),
    )
    expect(made.data).toBe(PICTURE)
    expect(charge).toBeGreaterThan(0)
  })
})

test('after all this the books add up', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
