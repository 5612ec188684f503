// Sound at Cloudflare's Workers AI, for OpenAI's own library: each model runs at an address of its own. The stand-in takes what Cloudflare's pages of these
// models have, and nothing else. Ratio 1, so a thousand tokens are a minute, and a character is a unit.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { type FakeTranscribers, openFakeTranscribers } from '../../testing/fakes/fake-transcribers.ts'
import { spokenBytes } from '../../testing/fakes/transcribers/workers-ai-sound.ts'
import { recording } from '../../testing/recording.ts'
import { spentIn } from '../testing/spent.ts'
import { openWorld, type World } from '../testing/world.ts'

const KEY = 'key-of-workers-0123456789'
const WHISPER = '@cf/openai/whisper-large-v3-turbo'
const AURA = '@cf/deepgram/aura-2-en'
const MELO = '@cf/myshell-ai/melotts'
const models = [WHISPER, AURA, MELO]
const RUN = '/client/v4/accounts/acc1/ai/run'

let world: World
let vendor: FakeTranscribers
let openai: OpenAI
let channel: number
beforeAll(async () => {
  vendor = await openFakeTranscribers(KEY)
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  channel = await world.addChannel({ type: 39, base_url: vendor.url, key: KEY, other: 'acc1', models: models.join(',') })
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

describe('Whisper', () => {
  const talk = (seconds: number) => toFile(recording(seconds), 'talk.wav', { type: 'audio/wav' })
  const written = async (fields: object) =>
    openai.audio.transcriptions.create({ file: await talk(61.2), model: WHISPER, ...fields } as never).withResponse()

  test('is paid by the length that it reports', async () => {
    const { made, charge, row } = await spent(() => written({ language: 'en', prompt: 'Names: Zoë', temperature: 0.2 }))
    expect(made.data).toEqual({ text: 'Hello there.', usage: { type: 'duration', seconds: 62 } })
    expect(made.response.headers.get('x-waystation-lost')).toBe('temperature')
    expect(charge).toBe(1033)
    expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_seconds: 61.2, charge: { held: 1033 } })
    expect(vendor.requests).toMatchObject([{ path: `${RUN}/${WHISPER}`, refusal: undefined }])
    expect(vendor.requests[0]?.body).toEqual({
      ...{ audio: recording(61.2).toString('base64'), task: 'transcribe', language: 'en', initial_prompt: 'Names: Zoë' },
    })
  })

  test('has times, of which subtitles and words are made', async () => {
    expect((await written({ response_format: 'srt' })).data).toBe('1\n00:00:00,100 --> 00:00:01,000\nHello there.\n\n')
    const { data } = await written({ response_format: 'verbose_json', timestamp_granularities: ['word'] })
    expect(data).toMatchObject({
      language: 'english',
      duration: 61.2,
      words: [{ word: 'Hello', start: 0.1, end: 0.5 }, { word: 'there.' }],
    })
  })

  test('tells no speakers apart, which is refused before it is called', async () => {
    const { made, charge } = await spent(() => written({ response_format: 'diarized_json' }).catch(caught))
    expect(String(made)).toContain('response_format: diarized_json')
    expect([charge, vendor.requests]).toEqual([0, []])
  })
})

const input = 'Good morning'
const heard = async (fields: Partial<OpenAI.Audio.SpeechCreateParams>) => {
  const answer = await openai.audio.speech.create({ model: AURA, voice: 'nova', input, ...fields })
  const { headers } = answer
  return {
    ...{ type: headers.get('content-type'), lost: headers.get('x-waystation-lost') },
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

describe('Aura', () => {
  test.each([
    ['mp3', 'audio/mpeg', { encoding: 'mp3' }],
    ['flac', 'audio/flac', { encoding: 'flac' }],
    ['opus', 'audio/ogg', { encoding: 'opus', container: 'ogg' }],
    ['wav', 'audio/wav', { encoding: 'linear16', container: 'wav', sample_rate: 24_000 }],
  ] as const)('speaks in %s, and costs the characters', async (response_format, type, encoding) => {
    const { made, charge, row } = await spent(() => heard({ response_format }))
    expect(made.type).toBe(type)
    expect(made.bytes.equals(spokenBytes(input))).toBe(true)
    expect(charge).toBe(12)
    expect(row.facts).toMatchObject({ characters: 12, end_reason: 'done', charge: { held: 12 } })
    expect(vendor.requests).toMatchObject([{ path: `${RUN}/${AURA}`, refusal: undefined }])
    expect(vendor.requests[0]?.body).toEqual({ text: input, speaker: 'luna', ...encoding })
  })

  test('takes its own voices, and names what it has not as lost', async () => {
    const { lost } = await heard({ voice: 'thalia', instructions: 'calmly', speed: 2 })
    expect(lost).toBe('instructions,speed')
    expect(vendor.requests[0]?.body).toMatchObject({ speaker: 'thalia' })
  })

  test('refuses a voice in Cloudflare’s words, free of charge', async () => {
    const { made, charge } = await spent(() => heard({ voice: 'nobody' }).catch(caught))
    expect(made).toMatchObject({ status: 400 })
    expect(String(made)).toContain('speaker nobody')
    expect(charge).toBe(0)
  })
})

describe('MeloTTS', () => {
  test('has its recording in JSON, of which the client gets the bytes', async () => {
    const fields = { model: MELO, lang: 'fr' }
    const { made, charge, row } = await spent(() => heard(fields))
    expect([made.type, made.lost]).toEqual(['audio/mpeg', 'voice'])
    expect(made.bytes.equals(spokenBytes(input))).toBe(true)
    expect(charge).toBe(12)
    expect(row.facts).toMatchObject({ characters: 12, end_reason: 'done', charge: { held: 12 } })
    expect(vendor.requests).toMatchObject([{ path: `${RUN}/${MELO}`, refusal: undefined }])
    expect(vendor.requests[0]?.body).toEqual({ prompt: input, lang: 'fr' })
  })

  test('makes nothing but mp3, and the rest is refused before it is called', async () => {
    const { made, charge } = await spent(() => heard({ model: MELO, response_format: 'wav' }).catch(caught))
    expect(String(made)).toContain('response_format: wav')
    expect([charge, vendor.requests]).toEqual([0, []])
  })

  test('an answer without a recording is none, and costs nothing', async () => {
    const errors = [{ code: 3040, message: 'Capacity temporarily exceeded' }]
    vendor.next(KEY, scenario.reply(200, { result: null, success: false, errors, messages: [] }))
    const { made, charge } = await spent(() => heard({ model: MELO }).catch(caught))
    expect(String(made)).toContain('Capacity temporarily exceeded')
    expect(charge).toBe(0)
  })
})

test.each(models)('a channel of %s is tested with it', async (model) => {
  expect(await world.console.call('GET', `/api/channel/test/${channel}?model=${model}`)).toMatchObject({ model })
  expect(vendor.requests.map(({ refusal }) => refusal)).toEqual([undefined])
})
