// Films at Vertex AI: what Google is asked for, films that stand in its answers, and films in a bucket.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cases, type FilmCase, type FilmClient, type FilmWorld, openFilmWorld } from '../testing/film-world.ts'

const named = (name: string): FilmCase => cases.find((one) => one.name === name) ?? expect.unreachable(name)
const [answered, inBucket] = [named('vertex'), named('vertex, bucket')]

let films: FilmWorld
let alice: FilmClient
beforeAll(async () => {
  films = await openFilmWorld([answered, inBucket])
  alice = films.alice
})
afterAll(() => films.close())
afterEach(() => films.clear())

const google = () => films.vendorOf('vertex')
const submitted = () => google().requests.find(({ path }) => path.endsWith(':predictLongRunning'))

async function finished(one: Pick<FilmCase, 'model' | 'body'>): Promise<string> {
  const id = await alice.film(one)
  await films.poll()
  expect(await alice.told(id)).toMatchObject({ status: 'completed' })
  return id
}

describe('Google is asked for', () => {
  test('one film, with sound unless the caller wants none', async () => {
    await finished(answered)
    expect(submitted()?.body).toEqual({
      instances: [{ prompt: 'A cat on a wall' }],
      parameters: { durationSeconds: 6, resolution: '720p', sampleCount: 1, generateAudio: true },
    })
    google().clear()
    await finished({ ...answered, body: { ...answered.body, sound: false } })
    expect(submitted()?.body).toMatchObject({ parameters: { generateAudio: false } })
  })

  test('nothing of what the second generation has not', async () => {
    await finished(inBucket)
    expect(submitted()?.body).toEqual({
      instances: [{ prompt: 'A cat on a wall' }],
      parameters: { durationSeconds: 5, sampleCount: 1, storageUri: 'gs://films.house/made' },
    })
  })

  test('no bucket, no topic and no further films of the caller’s', async () => {
    const metadata = { storageUri: 'gs://of-somebody', pubsubTopic: 'projects/a/topics/b', sampleCount: 4, personGeneration: 'allow_adult' }
    await finished({ ...answered, body: { ...answered.body, metadata } })
    const { parameters } = submitted()?.body ?? {}
    expect(parameters).toMatchObject({ sampleCount: 1, personGeneration: 'allow_adult' })
    expect(parameters).not.toHaveProperty('storageUri')
    expect(parameters).not.toHaveProperty('pubsubTopic')
  })

  test('a film that a picture begins and a picture ends', async () => {
    const picture = (data: string) => `data:image/png;base64,${data}`
    await finished({ ...answered, body: { ...answered.body, image: picture('iVBORw0KGgo='), last_frame: picture('iVBORw0KGgk=') } })
    expect(submitted()?.body).toMatchObject({
      instances: [
        {
          image: { bytesBase64Encoded: 'iVBORw0KGgo=', mimeType: 'image/png' },
          lastFrame: { bytesBase64Encoded: 'iVBORw0KGgk=', mimeType: 'image/png' },
        },
      ],
    })
  })

  test('no film of a picture by address, which it cannot fetch', async () => {
    const { status, json } = await alice.post('/v1/videos', { model: answered.model, ...answered.body, image: 'https://site.test/a.png' })
    expect([status, json]).toMatchObject([400, { error: { message: expect.stringContaining('image') } }])
    expect(submitted()).toBeUndefined()
  })
})

test('a film that is larger than other answers may be is told of, and given out whole', async () => {
  const small = google().film
  google().film = randomBytes(20 * 1024 * 1024 + 1)
  try {
    const id = await finished(answered)
    const { status, bytes } = await alice.get(`/v1/videos/${id}/content`)
    expect([status, bytes.equals(google().film)]).toEqual([200, true])
  } finally {
    google().film = small
  }
})

test('a film that Google no longer tells of is gone', async () => {
  google().plan('succeeded', 'linkless')
  const id = await finished(answered)
  const { status, json } = await alice.get(`/v1/videos/${id}/content`)
  expect([status, json]).toMatchObject([404, { error: { code: 'task_file_gone' } }])
  google().plan('succeeded', 'error')
  const failing = await finished(answered)
  expect((await alice.get(`/v1/videos/${failing}/content`)).status).toBe(404)
})

describe('a film in a bucket', () => {
  test('is given out whole and in parts, with the key of its channel', async () => {
    const id = await finished(inBucket)
    const whole = await alice.get(`/v1/videos/${id}/content`)
    expect([whole.status, whole.bytes.equals(google().film)]).toEqual([200, true])
    const part = await alice.get(`/v1/videos/${id}/content`, { range: 'bytes=0-3' })
    expect([part.status, part.bytes.equals(google().film.subarray(0, 4))]).toEqual([206, true])
    expect(google().requests.at(-1)).toMatchObject({ method: 'GET', headers: { range: 'bytes=0-3' }, status: 206 })
  })

  test('that was deleted is gone', async () => {
    google().plan('dead-link')
    const id = await finished(inBucket)
    const { status, json } = await alice.get(`/v1/videos/${id}/content`)
    expect([status, json]).toMatchObject([404, { error: { code: 'task_file_gone' } }])
  })
})

test('a bucket is named as Google names it', async () => {
  const save = (film_bucket: string) =>
    films.world.addChannel({
      type: 41,
      key: inBucket.key,
      models: 'veo-3.0-generate-001',
      other: 'us',
      setting: JSON.stringify({ film_bucket }),
    })
  for (const wrong of ['films', 'https://films.test', 'gs://', 'gs://a b']) await expect(save(wrong)).rejects.toThrow(/film_bucket/)
})
