// Every kind of film that Veo makes at Vertex AI, in answers and in a bucket, to each of its ends; and what Google tells only when it has failed for it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cases, type FilmCase, type FilmClient, type FilmWorld, openFilmWorld, PRICE } from '../testing/film-world.ts'

const named = (name: string): FilmCase => cases.find((one) => one.name === name) ?? expect.unreachable(name)
const bucket = JSON.stringify({ film_bucket: 'gs://films.house/made' })
const own = (model: string): FilmCase => ({ ...named('vertex'), model })
const answered = own('veo-3.1-generate-001')
const light = own('veo-3.1-lite-generate-001')
const older = own('veo-3.0-generate-001')
const second = own('veo-2.0-generate-001')
const inBucket: FilmCase = {
  ...{ ...named('vertex, bucket'), model: 'veo-3.1-fast-generate-001', channel: { other: 'us-central1', setting: bucket } },
}

let films: FilmWorld
let alice: FilmClient
beforeAll(async () => {
  films = await openFilmWorld([answered, { ...light, name: 'light' }, { ...older, name: 'older' }, { ...second, name: 'second' }, inBucket])
  alice = films.alice
})
afterAll(() => films.close())
afterEach(() => films.clear())

const google = () => films.vendorOf('vertex')
const LIMIT_MS = 360 * 60_000
const picture = (data: string) => `data:image/png;base64,${data}`
const [first, last] = [picture('iVBORw0KGgo='), picture('iVBORw0KGgk=')]

/** What is asked for beside the prompt, what Google is sent of it, and how many of the model's seconds it costs. */
const actions: readonly (readonly [name: string, asked: object, instance: object, parameters: object, times: number])[] = [
  ['a text, as long and as large as usual', {}, {}, { durationSeconds: 8, resolution: '720p', generateAudio: true }, 8],
  ['4 seconds', { seconds: 4 }, {}, { durationSeconds: 4 }, 4],
  ['6 seconds, upright', { seconds: 6, ratio: '9:16' }, {}, { durationSeconds: 6, aspectRatio: '9:16' }, 6],
  ['1080p', { size: '1920x1080' }, {}, { resolution: '1080p', aspectRatio: '16:9' }, 8],
  ['4k', { resolution: '4k' }, {}, { resolution: '4k' }, 8],
  ['no sound', { sound: false }, {}, { generateAudio: false }, 8],
  ['sound', { sound: true }, {}, { generateAudio: true }, 8],
  ['a first picture', { image: first }, { image: { mimeType: 'image/png' } }, {}, 8],
  ['a first and a last picture', { images: [first, last] }, { image: {}, lastFrame: { bytesBase64Encoded: 'iVBORw0KGgk=' } }, {}, 8],
  ['pictures of what is in it', { reference_images: [first, last] }, { referenceImages: [{ referenceType: 'asset' }, {}] }, {}, 8],
  ['a seed and what shall not be in it', { metadata: { seed: 7, negative_prompt: 'rain' } }, {}, { seed: 7, negativePrompt: 'rain' }, 8],
]
/** What the resolutions of these models cost against the usual one. */
const factorOf = (model: string, { resolution }: { resolution?: string }) =>
  model === inBucket.model ? { '1080p': 1.2, '4k': 3 }[resolution ?? ''] : { '4k': 1.5 }[resolution ?? '']

describe.each([answered, inBucket])('$name', (one) => {
  test.each(actions)('%s', async (_name, asked, instance, parameters, seconds) => {
    const body = { prompt: 'A cat', ...asked }
    const { cost } = await alice.spending(async () => {
      const id = await alice.film({ model: one.model, body })
      await films.poll()
      expect(await alice.told(id)).toMatchObject({ status: 'completed', seconds: String(seconds) })
      const content = await alice.get(`/v1/videos/${id}/content`)
      expect([content.status, content.bytes.equals(google().film)]).toEqual([200, true])
    })
    const sent = google().requests.find(({ path }) => path.endsWith(':predictLongRunning'))
    const place = one === inBucket ? { storageUri: 'gs://films.house/made' } : {}
    expect(sent?.body).toMatchObject({
      instances: [{ prompt: 'A cat', ...instance }],
      parameters: { ...parameters, ...place, sampleCount: 1 },
    })
    expect(cost).toBe(Math.round(seconds * PRICE * (factorOf(one.model, parameters) ?? 1)))
  })

  test.each(actions)('%s, that fails, is unfit or takes too long, costs nothing', async (_name, asked) => {
    for (const [state, reason] of [
      ['failed', /internal server issue/],
      ['moderated', /could not generate/],
      ['running', /in time/],
    ] as const) {
      google().plan(state)
      const { done, cost } = await alice.spending(async () => {
        const id = await alice.film({ model: one.model, body: { prompt: 'A cat', ...asked } })
        await films.poll()
        if (state === 'running') await films.age(LIMIT_MS)
        await films.poll()
        return alice.told(id)
      })
      expect([cost, done]).toMatchObject([0, { status: 'failed', error: { message: expect.stringMatching(reason) } }])
    }
    expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
  })
})

test('what Google takes and then finds wrong is told with its words, and costs nothing', async () => {
  const { done, cost } = await alice.spending(async () => {
    const id = await alice.film({ model: answered.model, body: { prompt: 'A cat', metadata: { enhancePrompt: false } } })
    await films.poll()
    return alice.told(id)
  })
  expect([cost, done]).toMatchObject([0, { status: 'failed', error: { message: 'Veo 3 prompt enhancement cannot be disabled.' } }])
  expect(google().violations).toHaveLength(1)
  for (const request of google().requests) request.violations.length = 0
})

describe('is not asked for', () => {
  test.each<[string, string, object, string]>([
    [answered.model, 'five seconds', { seconds: 5 }, 'seconds'],
    [second.model, 'four seconds', { seconds: 4 }, 'seconds'],
    [answered.model, 'reference pictures in six seconds', { seconds: 6, reference_images: [first] }, 'seconds'],
    [answered.model, 'a last picture alone', { last_frame: last }, 'last_frame'],
    [older.model, 'a first and a last picture', { images: [first, last] }, 'last_frame'],
    [answered.model, 'a first and a reference picture', { image: first, reference_images: [last] }, 'reference_images'],
    [answered.model, 'four reference pictures', { reference_images: [first, first, first, first] }, 'reference_images'],
    [light.model, 'a reference picture', { reference_images: [first] }, 'reference_images'],
    [older.model, 'a reference picture', { reference_images: [first] }, 'reference_images'],
    [second.model, 'a reference picture', { reference_images: [first] }, 'reference_images'],
  ])('%s with %s', async (model, _, asked, place) => {
    const { done, cost } = await alice.spending(() => alice.post('/v1/videos', { model, prompt: 'A cat', ...asked }))
    const error = { code: 'untranslatable', message: expect.stringContaining(place) }
    expect([done.status, done.json, cost]).toMatchObject([400, { error }, 0])
    expect(google().requests).toEqual([])
  })
})
