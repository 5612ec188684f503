// Recordings that Mistral writes down, for its own library and for OpenAI's: events of its own, which pass through. Ratio 1, so a thousand tokens
// are a minute.
import { Mistral } from '@mistralai/mistralai'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { type FakeTranscribers, openFakeTranscribers } from '../../testing/fakes/fake-transcribers.ts'
import { mistralEvent } from '../../testing/fakes/transcribers/mistral-transcripts.ts'
import { recording } from '../../testing/recording.ts'
import { openWorld, type World } from '../testing/world.ts'

const KEY = 'key-of-voxtral-0123456789'
const MODEL = 'voxtral-mini-2602'

let world: World
let vendor: FakeTranscribers
let mistral: Mistral
let channel: number
beforeAll(async () => {
  vendor = await openFakeTranscribers(KEY)
  world = await openWorld({ channel: null, ratios: { [MODEL]: 1, ears: 1 } })
  const mapping = JSON.stringify({ ears: MODEL })
  channel = await world.addChannel({ type: 42, models: `${MODEL},ears`, model_mapping: mapping, base_url: vendor.url, key: KEY })
  mistral = new Mistral({ apiKey: world.key, serverURL: world.url })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await vendor.close()
})
beforeEach(() => vendor.clear())

async function allOf<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of stream) items.push(item)
  return items
}
const talk = (seconds: number) => ({ fileName: 'talk.wav', content: recording(seconds) })
const spent = async <Value>(make: () => Promise<Value>) => {
  const before = await world.balance()
  const made = await make()
  return { made, charge: before - (await world.balance()), row: (await world.logs(1))[0]! }
}

test('a whole transcript costs the seconds that Mistral counts', async () => {
  const { made, charge, row } = await spent(() =>
    mistral.audio.transcriptions.complete({ model: 'ears', file: talk(61.2), language: 'en' }),
  )
  expect(made).toMatchObject({ model: MODEL, text: 'Hello there.', language: 'en', usage: { promptAudioSeconds: 62 } })
  expect(charge).toBe(1033)
  expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_seconds: 62, upstream_model_name: MODEL, charge: { held: 1033 } })
  expect(vendor.requests).toMatchObject([{ path: '/v1/audio/transcriptions', body: { model: MODEL, language: 'en' } }])
})

test('its events pass through, each under its own name', async () => {
  const { made, charge, row } = await spent(async () => {
    const stream = await mistral.audio.transcriptions.stream({ model: 'ears', file: talk(61.2), timestampGranularities: ['segment'] })
    return allOf(stream)
  })
  expect(made.map(({ event }) => event)).toEqual([
    ...['transcription.language', 'transcription.text.delta', 'transcription.segment', 'transcription.text.delta'],
    ...['transcription.segment', 'transcription.done'],
  ])
  expect(made.map(({ data }) => data)).toMatchObject([
    { audioLanguage: 'en' },
    { text: 'Hello' },
    { text: 'Hello', start: 0.1, end: 0.5, speakerId: 'speaker_1' },
    { text: ' there.' },
    { text: 'there.', speakerId: 'speaker_2' },
    { text: 'Hello there.', usage: { promptAudioSeconds: 62 } },
  ])
  expect(charge).toBe(1033)
  expect(row).toMatchObject({ is_stream: true, prompt_tokens: 1033, completion_tokens: 0 })
  expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_seconds: 62, end_reason: 'done' })
})

test('the end of a stream waits for the bill, and nothing else does', async () => {
  const vendorEnds = Promise.withResolvers<void>()
  const allIsThere = Promise.withResolvers<void>()
  const awaitTest = async () => {
    allIsThere.resolve()
    await vendorEnds.promise
  }
  const usage = { prompt_audio_seconds: 30, prompt_tokens: 4, completion_tokens: 8, total_tokens: 400 }
  const done = mistralEvent('transcription.done', { model: MODEL, text: 'Hello', language: 'en', segments: [], usage })
  const delta = mistralEvent('transcription.text.delta', { text: 'Hello' })
  vendor.next(KEY, [step.streamHead(), delta, done, step.until(awaitTest), step.end()], 'upload')

  const before = await world.balance()
  const events = (await mistral.audio.transcriptions.stream({ model: MODEL, file: talk(30) }))[Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ event: 'transcription.text.delta' })
  await allIsThere.promise
  const last = events.next()
  let hasCome = false
  void last.then(() => {
    hasCome = true
  })
  expect(await world.balance()).toBe(before)
  expect(hasCome).toBe(false)
  vendorEnds.resolve()
  expect((await last).value).toMatchObject({ event: 'transcription.done' })
  expect(await world.balance()).toBe(before - 500)
})

test('a stream that breaks off is charged by the length of the file, and has no end', async () => {
  vendor.next(KEY, [step.streamHead(), mistralEvent('transcription.text.delta', { text: 'Hello' }), step.end()], 'upload')
  const names: string[] = []
  const { made, charge, row } = await spent(async () => {
    const stream = await mistral.audio.transcriptions.stream({ model: MODEL, file: talk(30) })
    try {
      for await (const { event } of stream) names.push(event)
      return undefined
    } catch (error) {
      return error
    }
  })
  expect(made).toBeInstanceOf(Error)
  expect(names).toEqual(['transcription.text.delta'])
  expect(charge).toBe(500)
  expect(row.facts).toMatchObject({ usage_source: 'counted', audio_seconds: 30, end_reason: 'upstream_truncated' })
})

test('OpenAI’s library reads the same events', async () => {
  const openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
  const file = await toFile(recording(30), 'talk.wav', { type: 'audio/wav' })
  const { made, charge } = await spent(async () => allOf(await openai.audio.transcriptions.create({ model: MODEL, file, stream: true })))
  expect(made.at(-1)).toMatchObject({ type: 'transcription.done', text: 'Hello there.' })
  expect(charge).toBe(500)
})

test.each([
  ['file_id', 'f7b1-of-somebody-else'],
  ['file_url', 'https://films.example/ten-hours.mp3'],
])('%s beside a file is refused: it is no recording that could be measured', async (name, value) => {
  const form = new FormData()
  form.set('model', MODEL)
  form.set(name, value)
  form.set('file', new File([new Uint8Array(recording(1))], 'talk.wav'))
  const { made, charge } = await spent(async () => {
    const answer = await fetch(`${world.url}/v1/audio/transcriptions`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${world.key}` }, body: form },
    })
    return { status: answer.status, text: await answer.text() }
  })
  expect(made.status).toBe(400)
  expect(made.text).toContain(name)
  expect([charge, vendor.requests]).toEqual([0, []])
})

test('a channel is tested with a recording', async () => {
  expect(await world.console.call('GET', `/api/channel/test/${channel}?model=${MODEL}`)).toMatchObject({ model: MODEL })
  expect(vendor.requests).toMatchObject([{ path: '/v1/audio/transcriptions', refusal: undefined }])
})
