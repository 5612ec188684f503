// Who says what in a recording: with OpenAI's own library, whose lists and objects are fields of a form, and priced by the tokens or the
// seconds that the vendor reports. Ratio 1, so a token of input is a unit.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recording } from '../../testing/recording.ts'
import { openWorld, type World } from '../testing/world.ts'

const DIARIZES = 'gpt-4o-transcribe-diarize'
const models = [DIARIZES, 'gpt-transcribe', 'gpt-4o-transcribe']

let world: World
let openai: OpenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  await world.addChannel({ type: 1, models: models.join(',') })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(() => world.close())

const file = (seconds: number) => toFile(recording(seconds), 'talk.wav', { type: 'audio/wav' })
const sample = (seconds: number) => `data:audio/wav;base64,${recording(seconds).toString('base64')}`
/** The texts of the form that the vendor got, in their order. */
const sentFields = () => [...(world.provider.requests.at(-1)?.form ?? [])].filter(([, value]) => typeof value === 'string')

const known = { known_speaker_names: ['agent', 'customer'], known_speaker_references: [sample(2), sample(10)] }

test('a recording of speakers that are known is written down with their names', async () => {
  const made = await openai.audio.transcriptions.create({
    ...{ file: await file(40), model: DIARIZES, response_format: 'diarized_json', chunking_strategy: 'auto', ...known },
  })
  expect(made).toEqual({
    ...{ task: 'transcribe', duration: 40, text: 'A recording of 40 seconds.' },
    segments: [
      { type: 'transcript.text.segment', id: 'seg_0', start: 0, end: 1.2, text: 'Who is there?', speaker: 'customer' },
      { type: 'transcript.text.segment', id: 'seg_1', start: 1.4, end: 2, text: 'It is me.', speaker: 'B' },
    ],
    usage: {
      type: 'tokens',
      input_tokens: 400,
      input_token_details: { text_tokens: 0, audio_tokens: 400 },
      output_tokens: 5,
      total_tokens: 405,
    },
  })
  expect(sentFields()).toEqual(
    expect.arrayContaining([
      ['chunking_strategy', 'auto'],
      ['known_speaker_names[]', 'agent'],
      ['known_speaker_names[]', 'customer'],
      ['known_speaker_references[]', known.known_speaker_references[0]],
      ['known_speaker_references[]', known.known_speaker_references[1]],
    ]),
  )
  expect((await world.logs(1))[0]).toMatchObject({ prompt_tokens: 400, completion_tokens: 5, is_stream: false })
  expect((await world.logs(1))[0]?.facts).toMatchObject({ usage_source: 'upstream', audio_input: 400 })
})

test('how a recording is cut goes on as the object that the client wrote', async () => {
  const chunking_strategy = { type: 'server_vad', threshold: 0.4, prefix_padding_ms: 200, silence_duration_ms: 300 } as const
  await openai.audio.transcriptions.create({ file: await file(31), model: DIARIZES, response_format: 'diarized_json', chunking_strategy })
  expect(sentFields()).toEqual(
    expect.arrayContaining([
      ['chunking_strategy[type]', 'server_vad'],
      ['chunking_strategy[threshold]', '0.4'],
      ['chunking_strategy[prefix_padding_ms]', '200'],
      ['chunking_strategy[silence_duration_ms]', '300'],
    ]),
  )
})

test('a stream tells its segments as they come, and its end waits for the bill', async () => {
  const stream = await openai.audio.transcriptions.create({
    ...{ file: await file(10), model: DIARIZES, response_format: 'diarized_json', chunking_strategy: 'auto', stream: true },
  })
  const events = []
  for await (const event of stream) events.push(event)
  expect(events.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 5 }, () => 'transcript.text.delta'),
    ...['transcript.text.segment', 'transcript.text.segment', 'transcript.text.done'],
  ])
  expect(events.at(-2)).toMatchObject({ speaker: 'B', text: 'It is me.' })
  expect((await world.logs(1))[0]).toMatchObject({ is_stream: true, prompt_tokens: 100, completion_tokens: 5 })
})

test('lists of languages, keywords and what else to tell reach the models that take them', async () => {
  const guided = { languages: ['de', 'en'], keywords: ['Waystation', 'Zoë'] }
  await openai.audio.transcriptions.create({ file: await file(2), model: 'gpt-transcribe', ...guided })
  expect(sentFields()).toEqual(
    expect.arrayContaining([
      ...guided.languages.map((language) => ['languages[]', language]),
      ...guided.keywords.map((keyword) => ['keywords[]', keyword]),
    ]),
  )
  await openai.audio.transcriptions.create({ file: await file(2), model: 'gpt-4o-transcribe', include: ['logprobs'] })
  expect(sentFields()).toContainEqual(['include[]', 'logprobs'])
})

test('usage by the second is charged as the time that it is', async () => {
  await openai.audio.transcriptions.create({ file: await file(61.2), model: 'gpt-transcribe' })
  const [row] = await world.logs(1)
  expect(row).toMatchObject({ prompt_tokens: 1033, completion_tokens: 0 })
  expect(row?.facts).toMatchObject({ usage_source: 'upstream', audio_seconds: 62 })
})

test('what a model does not take is refused in the vendor’s words, and costs nothing', async () => {
  const before = await world.balance()
  const uncut = await openai.audio.transcriptions
    .create({ file: await file(31), model: DIARIZES, response_format: 'diarized_json' })
    .catch((error: unknown) => error)
  expect(uncut).toMatchObject({ status: 400 })
  expect(String(uncut)).toContain('chunking_strategy is required')
  expect(await world.balance()).toBe(before)
})

test('after all this the books add up', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
