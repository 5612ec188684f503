// The stand-in of Veo at Vertex AI, asked by hand as Google's pages show it, and by Google's own library.
import { GoogleGenAI, VideoGenerationReferenceType } from '@google/genai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FakeTokenEndpoint } from '../../fakes/fake-token-endpoint.ts'
import { type FakeFilms, openFilmVendor } from '../fake-films.ts'
import { vertexVeo } from './veo.ts'

let server: FakeFilms
beforeEach(async () => {
  server = await openFilmVendor(vertexVeo, ['token-a', 'token-b'])
})
afterEach(() => server.close())

const resource = (model: string, location = 'us-central1') => `projects/house/locations/${location}/publishers/google/models/${model}`
const THIRD = 'veo-3.1-generate-001'
const picture = { bytesBase64Encoded: 'iVBORw0KGgo=', mimeType: 'image/png' }
const kept = { gcsUri: 'gs://video-bucket/input/first.jpg', mimeType: 'image/jpeg' }
const asset = { image: picture, referenceType: 'asset' }

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of the vendor, which the tests look into
  readonly body: any
}
async function post(path: string, body: object, headers: Record<string, string> = { authorization: 'Bearer token-a' }): Promise<Answer> {
  const response = await fetch(`${server.url}/v1/${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8', ...headers } },
  })
  return { status: response.status, body: await response.json() }
}
const submit = (instance: object, parameters: object = {}, model = THIRD) =>
  post(`${resource(model)}:predictLongRunning`, { instances: [instance], parameters })
const fetched = (operationName: string, model = THIRD) => post(`${resource(model)}:fetchPredictOperation`, { operationName })
/** The operation of a request that is taken, as it stands. */
async function told(instance: object, parameters: object = {}, model = THIRD) {
  const { status, body } = await submit(instance, parameters, model)
  expect([status, body]).toMatchObject([200, { name: expect.stringContaining(`${resource(model)}/operations/`) }])
  return (await fetched(body.name, model)).body
}
const prompt = 'A cat'

describe('what the pages show is taken', () => {
  test.each([
    ['a text', { prompt }, { storageUri: 'gs://video-bucket/output/', sampleCount: 4 }, THIRD],
    ['a picture alone', { image: picture }, { resizeMode: 'crop', generateAudio: false }, 'veo-3.0-fast-generate-001'],
    ['a picture in a bucket', { prompt, image: kept }, { resizeMode: 'pad', seed: 4_294_967_295, aspectRatio: '9:16' }, THIRD],
    [
      'first and last frame',
      { prompt, image: kept, lastFrame: picture },
      { durationSeconds: 4, resolution: '720p' },
      'veo-3.1-lite-generate-001',
    ],
    ['first and last frame, second generation', { prompt, image: kept, lastFrame: kept }, { durationSeconds: 5 }, 'veo-2.0-generate-001'],
    ['three references', { prompt, referenceImages: [asset, asset, asset] }, { durationSeconds: 8, resolution: '1080p' }, THIRD],
    ['a style', { prompt, referenceImages: [{ ...asset, referenceType: 'style' }] }, { durationSeconds: 8 }, 'veo-2.0-generate-exp'],
    ['a film to go on with', { prompt, video: { ...kept, mimeType: 'video/mp4' } }, { durationSeconds: 7 }, THIRD],
    ['a camera', { prompt, image: kept, cameraControl: 'push_in' }, {}, THIRD],
    ['every length', { prompt }, { durationSeconds: 6, resolution: '4k', negativePrompt: 'rain', personGeneration: 'allow_adult' }, THIRD],
    ['what stands beside', { prompt }, { compressionQuality: 'lossless', pubsubTopic: 'projects/a/topics/b', enhancePrompt: true }, THIRD],
  ])('%s', async (_, instance, parameters, model) => {
    expect(await told(instance, parameters, model)).toMatchObject({ done: true, response: { raiMediaFilteredCount: 0 } })
    expect(server.violations).toEqual([])
  })
})

describe('what they do not have is rejected at once', () => {
  test.each([
    ['an unknown field', { prompt, first_frame: picture }, {}, THIRD, /Unknown name "first_frame"/],
    ['an unknown parameter', { prompt }, { duration_seconds: 4 }, THIRD, /Unknown name "duration_seconds"/],
    ['no prompt', {}, {}, THIRD, /prompt/],
    ['a length as text', { prompt }, { durationSeconds: '8' }, THIRD, /durationSeconds/],
    ['a square', { prompt }, { aspectRatio: '1:1' }, THIRD, /aspectRatio/],
    ['five films', { prompt }, { sampleCount: 5 }, THIRD, /sampleCount/],
    ['a seed below zero', { prompt }, { seed: -1 }, THIRD, /seed/],
    ['a resolution that nobody has', { prompt }, { resolution: '480p' }, THIRD, /resolution/],
    ['4k at the light model', { prompt }, { resolution: '4k' }, 'veo-3.1-lite-generate-001', /resolution/],
    ['a resolution of the second generation', { prompt }, { resolution: '720p' }, 'veo-2.0-generate-001', /resolution/],
    ['sound of the second generation', { prompt }, { generateAudio: true }, 'veo-2.0-generate-001', /generateAudio/],
    ['sound as text', { prompt }, { generateAudio: 'true' }, THIRD, /generateAudio/],
    ['a place that is no bucket', { prompt }, { storageUri: 'https://films.test' }, THIRD, /storageUri/],
    ['a picture by address', { image: { uri: 'https://site.test/a.png', mimeType: 'image/png' } }, {}, THIRD, /image/],
    ['a data URL', { image: { ...picture, bytesBase64Encoded: 'data:image/png;base64,iVBORw0KGgo=' } }, {}, THIRD, /image/],
    ['a picture twice', { image: { ...picture, gcsUri: kept.gcsUri } }, {}, THIRD, /either/],
    ['a picture of no type', { image: { bytesBase64Encoded: 'iVBORw0KGgo=' } }, {}, THIRD, /mimeType/],
    ['a moving picture', { image: { ...picture, mimeType: 'image/gif' } }, {}, THIRD, /mimeType/],
    ['a last frame alone', { prompt, lastFrame: picture }, {}, THIRD, /lastFrame/],
    ['a last frame where there is none', { prompt, image: picture, lastFrame: picture }, {}, 'veo-3.0-generate-001', /lastFrame/],
    ['a reference beside a picture', { prompt, image: picture, referenceImages: [asset] }, {}, THIRD, /referenceImages/],
    ['four references', { prompt, referenceImages: [asset, asset, asset, asset] }, {}, THIRD, /referenceImages/],
    ['a style at the third generation', { prompt, referenceImages: [{ ...asset, referenceType: 'style' }] }, {}, THIRD, /style/],
    ['a reference at the light model', { prompt, referenceImages: [asset] }, {}, 'veo-3.1-lite-generate-001', /asset/],
    ['a film beside a picture', { prompt, image: picture, video: { ...kept, mimeType: 'video/mp4' } }, {}, THIRD, /video/],
    ['a fitting of no picture', { prompt }, { resizeMode: 'crop' }, THIRD, /resizeMode/],
  ])('%s', async (_, instance, parameters, model, words) => {
    const { status, body } = await submit(instance, parameters, model)
    expect([status, body]).toMatchObject([400, { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringMatching(words) } }])
    expect([server.ids, server.violations]).toEqual([[], [expect.stringContaining('predictLongRunning')]])
  })

  test('other addresses, models, places, keys and bodies', async () => {
    const body = { instances: [{ prompt }] }
    for (const [path, code] of [
      [`${resource('veo-9')}:predictLongRunning`, 404],
      [`${resource(THIRD, 'global')}:predictLongRunning`, 404],
      [`${resource(THIRD)}:predict`, 404],
      [`models/${THIRD}:predictLongRunning`, 404],
    ] as const)
      expect(await post(path, body)).toMatchObject({ status: code, body: { error: { code, status: 'NOT_FOUND' } } })
    const headers: Record<string, string>[] = [{}, { authorization: 'Bearer ya29.other' }, { 'x-goog-api-key': 'token-a' }]
    for (const shown of headers)
      expect(await post(`${resource(THIRD)}:predictLongRunning`, body, shown)).toMatchObject({
        status: 401,
        body: { error: { status: 'UNAUTHENTICATED' } },
      })
    for (const wrong of [{}, { instances: [] }, { instances: [{ prompt }, { prompt }] }, { ...body, model: THIRD }])
      expect(await post(`${resource(THIRD)}:predictLongRunning`, wrong)).toMatchObject({ status: 400 })
    expect([server.ids, server.violations.length]).toEqual([[], 11])
  })
})

describe('what is told when the operation has failed for it', () => {
  test.each([
    [
      { prompt },
      { durationSeconds: 5 },
      THIRD,
      /^Unsupported output video duration 5 seconds, supported durations are \[8,4,6\] for feature text_to_video\.$/,
    ],
    [{ image: picture }, { durationSeconds: 5 }, THIRD, /5 seconds.+\[8,4,6\] for feature image_to_video/],
    [{ prompt, referenceImages: [asset] }, { durationSeconds: 6 }, THIRD, /6 seconds.+\[8\] for feature reference_to_video/],
    [{ prompt, video: { ...kept, mimeType: 'video/mp4' } }, { durationSeconds: 8 }, THIRD, /8 seconds.+\[7\] for feature video_extension/],
    [{ prompt }, { durationSeconds: 4 }, 'veo-2.0-generate-001', /4 seconds.+\[8,5,6,7\] for feature text_to_video/],
    [{ prompt }, { enhancePrompt: false }, 'veo-3.0-generate-001', /^Veo 3 prompt enhancement cannot be disabled\.$/],
  ])('%j with %j at %s', async (instance, parameters, model, words) => {
    server.plan('succeeded')
    const operation = await told(instance, parameters, model)
    expect(operation).toMatchObject({ done: true, error: { code: 3, message: expect.stringMatching(words) } })
    expect(operation).not.toHaveProperty('response')
    expect(server.violations).toHaveLength(1)
  })
})

describe('an operation', () => {
  test('is told of in its states', async () => {
    server.plan('queued', 'running', 'succeeded')
    const { name } = (await submit({ prompt }, { sampleCount: 2 })).body
    // `done` is left out while it is false.
    expect([(await fetched(name)).body, (await fetched(name)).body]).toEqual([{ name }, { name }])
    const film = { bytesBase64Encoded: server.film.toString('base64'), mimeType: 'video/mp4' }
    const { response, ...rest } = (await fetched(name)).body
    expect([rest, response.videos]).toEqual([{ name, done: true }, [film, film]])
  })

  test('that failed, or whose film or picture is unfit, says so in three ways', async () => {
    const plans = ['failed', 'moderated', 'moderated'] as const
    for (const plan of plans) server.plan(plan)
    const all = [await told({ prompt }), await told({ prompt }), await told({ image: picture })]
    expect(all).toMatchObject([
      { error: { code: 13 } },
      { response: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [expect.stringContaining('Support codes')] } },
      { error: { code: 3, message: expect.stringContaining('usage guidelines') } },
    ])
    expect(all[1].response).not.toHaveProperty('videos')
  })

  test('is found by its whole name, at its model, with its key', async () => {
    const { name } = (await submit({ prompt })).body
    const stranger = { authorization: 'Bearer token-b' }
    const path = `${resource(THIRD)}:fetchPredictOperation`
    const answers = [
      await post(path, { operationName: name }, stranger),
      await fetched(name, 'veo-3.1-fast-generate-001'),
      await fetched(name.replace('us-central1', 'us-east1')),
      await fetched(name.replace(/.$/, '9')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    for (const wrong of [{}, { name }, { operationName: 7 }, { operationName: 'operations/7' }])
      expect((await post(path, wrong)).status).toBe(400)
    expect((await fetch(`${server.url}/v1/${name}`, { headers: { authorization: 'Bearer token-a' } })).status).toBe(404)
  })
})

describe('a bucket', () => {
  const object = (place: string, query = '?alt=media', headers: Record<string, string> = { authorization: 'Bearer token-a' }) => {
    const [, bucket = '', name = ''] = /^gs:\/\/([^/]+)\/(.+)$/.exec(place) ?? []
    return fetch(`${server.url}/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}${query}`, { headers })
  }
  const placeOf = async (storageUri: string): Promise<string> => (await told({ prompt }, { storageUri })).response.videos[0].gcsUri

  test('holds the films of its operations, whole and in parts', async () => {
    const place = await placeOf('gs://films.house/made/')
    expect(place).toMatch(/^gs:\/\/films\.house\/made\/\d{20}\/sample_0\.mp4$/)
    const whole = await object(place)
    expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(server.film)]).toEqual([200, true])
    const part = await object(place, '?alt=media', { authorization: 'Bearer token-a', range: 'bytes=4-7' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, `bytes 4-7/${server.film.length}`, 'ftyp'])
    expect(await (await object(place, '')).json()).toMatchObject({ kind: 'storage#object' })
    expect((await object(place, '?alt=media', { authorization: 'Bearer token-a', range: 'bytes=99999999-' })).status).toBe(416)
  })

  test('refuses in its own form', async () => {
    const place = await placeOf('gs://films.house')
    server.plan('dead-link')
    const gone = await placeOf('gs://films.house')
    const statuses = [
      await object(place, '?alt=media', {}),
      await object(place, '?alt=media', { authorization: 'Bearer token-b' }),
      await object(gone),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([401, 404, 404])
    expect(await statuses[2]?.json()).toMatchObject({ error: { code: 404, errors: [{ reason: 'notFound' }] } })
  })

  test('is not used where none is named', async () => {
    expect((await told({ prompt })).response.videos).toMatchObject([{ mimeType: 'video/mp4' }])
    expect((await object('gs://films.house/sample_0.mp4')).status).toBe(404)
  })
})

describe('Google`s library', () => {
  /** It signs a token of its own where none is shown, so nothing is asked for elsewhere. */
  const client = (token = 'token-a') =>
    new GoogleGenAI({
      ...{ vertexai: true, project: 'house', location: 'us-central1' },
      googleAuthOptions: { credentials: { ...JSON.parse(new FakeTokenEndpoint().account('house').key), universe_domain: 'house.test' } },
      httpOptions: { baseUrl: server.url, headers: { authorization: `Bearer ${token}` } },
    })

  test('submits, asks and reads the film', async () => {
    server.plan('running', 'succeeded')
    const ai = client()
    const image = { imageBytes: 'iVBORw0KGgo=', mimeType: 'image/png' }
    const config = {
      numberOfVideos: 1,
      durationSeconds: 6,
      aspectRatio: '16:9',
      resolution: '720p',
      generateAudio: true,
      seed: 1,
      lastFrame: image,
    }
    let operation = await ai.models.generateVideos({ model: THIRD, prompt, image, config })
    operation = await ai.operations.getVideosOperation({ operation })
    expect(operation.done).toBeFalsy()
    operation = await ai.operations.getVideosOperation({ operation })
    expect(operation).toMatchObject({ done: true, response: { generatedVideos: [{ video: { mimeType: 'video/mp4' } }] } })
    expect(Buffer.from(operation.response?.generatedVideos?.[0]?.video?.videoBytes ?? '', 'base64').equals(server.film)).toBe(true)
    expect(server.violations).toEqual([])
  })

  test('sends references and buckets as the pages have them, and is told what is wrong', async () => {
    const referenceImages = [{ image: { gcsUri: kept.gcsUri, mimeType: kept.mimeType }, referenceType: VideoGenerationReferenceType.ASSET }]
    const operation = await client().models.generateVideos({
      model: THIRD,
      prompt,
      config: { referenceImages, outputGcsUri: 'gs://films.house' },
    })
    const done = await client().operations.getVideosOperation({ operation })
    expect(done.response?.generatedVideos?.[0]?.video?.uri).toMatch(/^gs:\/\/films\.house\//)
    expect(server.violations).toEqual([])
    await expect(client().models.generateVideos({ model: THIRD, prompt, config: { aspectRatio: '4:3' } })).rejects.toThrow(
      /INVALID_ARGUMENT/,
    )
    await expect(client('other').models.generateVideos({ model: THIRD, prompt })).rejects.toThrow(/UNAUTHENTICATED/)
  })
})
