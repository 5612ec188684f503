// Recordings that Google's models write down, for OpenAI's own library. The stand-in takes what Google's reference has, and nothing else. Ratio 1, a
// token of sound at its usual price, and one of output at twice that.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { type FakeTranscribers, openFakeTranscribers } from '../../testing/fakes/fake-transcribers.ts'
import { geminiStream, geminiUsage } from '../../testing/fakes/transcribers/gemini-transcripts.ts'
import { recording } from '../../testing/recording.ts'
import { spentIn } from '../testing/spent.ts'
import { openWorld, type World } from '../testing/world.ts'

const KEY = 'AIzaSyKeyOfTranscripts0123456789abcdefg'
const GEMINI = 'gemini-3.8-flash'
const VERTEX = 'gemini-3.6-flash'

let world: World
let vendor: FakeTranscribers
let openai: OpenAI
beforeAll(async () => {
  vendor = await openFakeTranscribers(KEY)
  world = await openWorld({ channel: null, ratios: { [GEMINI]: 1, [VERTEX]: 1 } })
  await world.setOption('AudioRatio', JSON.stringify({ [GEMINI]: 1, [VERTEX]: 1 }))
  await world.setOption('CompletionRatio', JSON.stringify({ [GEMINI]: 2, [VERTEX]: 2 }))
  await world.addChannel({ name: 'Gemini', type: 24, models: GEMINI, base_url: vendor.url, key: KEY })
  await world.addChannel({ name: 'Vertex', type: 41, models: VERTEX, base_url: vendor.url, key: KEY, other: 'global' })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await vendor.close()
})
beforeEach(() => vendor.clear())

const caught = (error: unknown) => error
const spent = <Value>(make: () => Promise<Value>) => spentIn(world, make)
const talk = (seconds: number, name = 'talk.wav') => toFile(recording(seconds), name, { type: 'audio/wav' })
const written = async (fields: object, seconds = 30) =>
  openai.audio.transcriptions.create({ file: await talk(seconds), model: GEMINI, ...fields } as never).withResponse()
async function told(fields: object) {
  const events: { type: string; delta?: string; text?: string; usage?: object }[] = []
  const file = await talk(30)
  const stream = await openai.audio.transcriptions.create({ file, model: GEMINI, stream: true, ...fields })
  try {
    for await (const event of stream) events.push(event as (typeof events)[number])
    return { events }
  } catch (error) {
    return { events, error }
  }
}
/** Of 30 seconds: 960 tokens of sound, 40 of the wish, and sixteen of output at twice the price. */
const COST = 960 + 40 + 2 * 16

test.each([
  ['Gemini', GEMINI, `/v1beta/models/${GEMINI}:generateContent`],
  ['Vertex AI', VERTEX, `/v1/publishers/google/models/${VERTEX}:generateContent`],
])('%s writes down a recording, and is charged by its tokens of sound and text', async (_vendor, model, path) => {
  const { made, charge, row } = await spent(() => written({ model }))
  expect(made.data).toEqual({
    text: 'Hello there.',
    usage: {
      ...{ type: 'tokens', input_tokens: 1000, output_tokens: 16, total_tokens: 1016 },
      input_token_details: { text_tokens: 40, audio_tokens: 960 },
    },
  })
  expect(charge).toBe(COST)
  expect(row).toMatchObject({ prompt_tokens: 1000, completion_tokens: 16, is_stream: false })
  expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_input: 960, endpoint: '/v1/audio/transcriptions' })
  expect(vendor.requests).toMatchObject([{ path, refusal: undefined }])
})

test('what it takes to write down the recording is held for, and more than it costs', async () => {
  const { row } = await spent(() => written({}))
  // 30 seconds at 32 tokens, 150 tokens that may be said in them, and a thousand that may be thought.
  expect(row.facts.charge).toMatchObject({ held: 960 + 2 * (150 + 1024) })
})

test('the recording goes as data with a wish in words, in which language and prompt stand', async () => {
  const fields = { language: 'de', prompt: 'Ärger, Zoë', temperature: 0.2, chunking_strategy: 'auto' }
  const { response } = await written({ ...fields, file: await talk(1, 'talk.mp3') })
  expect(response.headers.get('x-waystation-lost')).toBe('chunking_strategy')
  const { contents, generationConfig } = vendor.requests[0]!.body as {
    contents: { parts: Record<string, unknown>[] }[]
    generationConfig: object
  }
  expect(contents[0]?.parts[0]).toEqual({ inlineData: { mimeType: 'audio/mp3', data: recording(1).toString('base64') } })
  expect(contents[0]?.parts[1]?.text).toMatch(/^Write down word for word .*\n.*\nThe language is de .*\n.*: Ärger, Zoë$/)
  expect(generationConfig).toEqual({ temperature: 0.2 })
})

test('a text is a text', async () => {
  const { data, response } = await written({ response_format: 'text' })
  expect(data).toBe('Hello there.\n')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test.each(['srt', 'vtt', 'verbose_json', 'diarized_json'])(
  '%s needs times, and is refused before money is held',
  async (response_format) => {
    const { made, charge } = await spent(() => written({ response_format }).catch(caught))
    expect(made).toMatchObject({ status: 400 })
    expect(String(made)).toContain(`response_format: ${response_format}`)
    expect([charge, vendor.requests]).toEqual([0, []])
  },
)

test('a stream is told in OpenAI’s events, without what was thought', async () => {
  const { made, charge, row } = await spent(() => told({}))
  expect(made.events).toEqual([
    { type: 'transcript.text.delta', delta: 'Hello' },
    { type: 'transcript.text.delta', delta: ' there.' },
    { type: 'transcript.text.done', text: 'Hello there.', usage: expect.objectContaining({ input_tokens: 1000, output_tokens: 16 }) },
  ])
  expect(charge).toBe(COST)
  expect(row).toMatchObject({ is_stream: true, prompt_tokens: 1000, completion_tokens: 16 })
  expect(row.facts).toMatchObject({ usage_source: 'upstream', end_reason: 'done' })
  expect(vendor.requests).toMatchObject([{ path: `/v1beta/models/${GEMINI}:streamGenerateContent?alt=sse`, refusal: undefined }])
})

test('the end of a stream waits for the bill', async () => {
  const vendorEnds = Promise.withResolvers<void>()
  const allIsThere = Promise.withResolvers<void>()
  const awaitTest = async () => {
    allIsThere.resolve()
    await vendorEnds.promise
  }
  const steps = geminiStream(['Hello', ' there.'], geminiUsage(960))
  vendor.next(KEY, [...steps.slice(0, -1), step.until(awaitTest), step.end()])
  const before = await world.balance()
  const stream = await openai.audio.transcriptions.create({ file: await talk(30), model: GEMINI, stream: true })
  const events = stream[Symbol.asyncIterator]()
  for (const delta of ['Hello', ' there.']) expect((await events.next()).value).toMatchObject({ type: 'transcript.text.delta', delta })
  await allIsThere.promise
  const last = events.next()
  let hasCome = false
  void last.then(() => {
    hasCome = true
  })
  expect(await world.balance()).toBe(before)
  expect(hasCome).toBe(false)
  vendorEnds.resolve()
  expect((await last).value).toMatchObject({ type: 'transcript.text.done' })
  expect(await world.balance()).toBe(before - COST)
})

test('a stream that breaks off has no end, and is charged by the length of the recording and what came', async () => {
  vendor.next(KEY, [...geminiStream(['Hello there', '.'], {}).slice(0, 3), step.end()])
  const { made, charge, row } = await spent(() => told({}))
  expect(made.events.map(({ type }) => type)).not.toContain('transcript.text.done')
  expect(row.facts).toMatchObject({ usage_source: 'counted', audio_seconds: 30, audio_input: 960, end_reason: 'upstream_truncated' })
  expect(charge).toBeGreaterThan(960)
})

test.each<[what: string, stream: boolean]>([
  ['whole', false],
  ['streamed', true],
])('a recording that it does not write down is refused with its reason, %s, and costs nothing', async (_what, stream) => {
  const body = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
  const whole = [step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(body)), step.end()]
  vendor.next(KEY, stream ? [step.streamHead(), step.frame(body), step.end()] : whole)
  const { made, charge } = await spent(() => written({ stream }).catch(caught))
  expect(String(made)).toContain('PROHIBITED_CONTENT')
  expect(charge).toBe(0)
})
