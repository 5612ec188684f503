// Speech of Mistral and xAI and transcripts of xAI and Cohere, for OpenAI's own library. The stand-in takes what the references of these have,
// and nothing else. Ratio 1, so a character, or a token of sound, is a unit.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeVoiceVendors, openFakeVoiceVendors, soundOf } from '../../testing/fakes/fake-voice-vendors.ts'
import { recording } from '../../testing/recording.ts'
import { spentIn } from '../testing/spent.ts'
import { openWorld, type World } from '../testing/world.ts'

const KEY = 'key-of-voices-0123456789'
const MISTRAL = 'voxtral-mini-tts-3-0'
const COHERE = 'cohere-transcribe-03-2026'
const types: Readonly<Record<string, number>> = { [MISTRAL]: 42, 'grok-tts': 48, 'grok-stt': 48, [COHERE]: 34 }

let world: World
let vendor: FakeVoiceVendors
let openai: OpenAI
const channels: Record<string, number> = {}
beforeAll(async () => {
  vendor = await openFakeVoiceVendors(KEY)
  const models = Object.keys(types)
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  for (const model of models)
    channels[model] = await world.addChannel({ name: model, type: types[model] ?? 0, base_url: vendor.url, key: KEY, models: model })
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
const input = 'Good morning 世界'
type Speech = Partial<OpenAI.Audio.SpeechCreateParams>
const heard = async (fields: Speech) => {
  const answer = await openai.audio.speech.create({ model: MISTRAL, voice: 'nova', input, ...fields })
  return {
    type: answer.headers.get('content-type'),
    lost: answer.headers.get('x-waystation-lost'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const talk = (seconds: number) => toFile(recording(seconds), 'talk.wav', { type: 'audio/wav' })
const written = async (fields: object) =>
  openai.audio.transcriptions.create({ file: await talk(61.2), model: 'grok-stt', ...fields } as never).withResponse()

describe('speech', () => {
  test.each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
    ['flac', 'audio/flac'],
    ['opus', 'audio/ogg'],
  ] as const)('Mistral’s events become %s, and cost the characters', async (response_format, type) => {
    const { made, charge, row } = await spent(() => heard({ response_format }))
    expect(made.type).toBe(type)
    expect(made.bytes.equals(soundOf(input))).toBe(true)
    expect(charge).toBe(15)
    expect(row.facts).toMatchObject({ characters: 15, end_reason: 'done' })
    expect(vendor.requests[0]?.body).toEqual({ model: MISTRAL, input, voice_id: 'gb_jane_neutral', response_format, stream: true })
  })

  test('xAI’s bytes come as they are, and cost the characters', async () => {
    const { made, charge } = await spent(() => heard({ model: 'grok-tts', voice: 'Rex', instructions: 'calmly', speed: 1 }))
    expect(made.bytes.equals(soundOf(input))).toBe(true)
    expect([charge, made.type, made.lost]).toEqual([15, 'audio/mpeg', 'instructions'])
    expect(vendor.requests).toMatchObject([{ path: '/v1/tts' }])
    expect(vendor.requests[0]?.body).toEqual({
      ...{ text: input, voice_id: 'rex', language: 'auto' },
      output_format: { codec: 'mp3', sample_rate: 24_000, bit_rate: 128_000 },
    })
  })

  test.each([
    [MISTRAL, 'pcm'],
    ['grok-tts', 'opus'],
  ] as const)('%s has no %s, which is refused before it is called', async (model, response_format) => {
    const { made, charge } = await spent(() => heard({ model, response_format }).catch(caught))
    expect(String(made)).toContain(`response_format: ${response_format}`)
    expect([charge, vendor.requests]).toEqual([0, []])
  })
})

describe('transcripts', () => {
  test('xAI’s are paid by the seconds that it counts', async () => {
    const { made, charge, row } = await spent(() => written({ language: 'en' }))
    expect(made.data).toEqual({ text: 'Hello there.', usage: { type: 'duration', seconds: 62 } })
    expect(charge).toBe(1033)
    expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_seconds: 61.2 })
    expect(vendor.requests).toMatchObject([{ path: '/v1/stt', body: { format: 'true', language: 'en' } }])
  })

  test('xAI’s words become subtitles and speakers', async () => {
    expect((await written({ response_format: 'srt' })).data).toBe('1\n00:00:00,100 --> 00:00:01,000\nHello there.\n\n')
    expect((await written({ response_format: 'diarized_json' })).data).toMatchObject({
      segments: [
        { speaker: 'speaker_0', text: 'Hello' },
        { speaker: 'speaker_1', text: 'there.' },
      ],
    })
    expect(vendor.requests.map(({ body }) => body)).toEqual([{}, { diarize: 'true' }])
  })

  test('Cohere’s are paid by the length of the file', async () => {
    const { made, charge, row } = await spent(() => written({ model: COHERE, language: 'en', temperature: 0.2, prompt: 'Names' }))
    expect(made.data).toEqual({ text: 'Hello there.' })
    expect(made.response.headers.get('x-waystation-lost')).toBe('prompt')
    expect(charge).toBe(1033)
    expect(row.facts).toMatchObject({ usage_source: 'counted' })
    expect(vendor.requests[0]?.body).toEqual({ model: COHERE, language: 'en', temperature: '0.2' })
  })

  test.each([
    ['a recording without its language', {}, 'language (required)'],
    ['subtitles', { language: 'en', response_format: 'srt' }, 'response_format: srt'],
  ])('Cohere takes no %s, which is refused before it is called', async (_what, fields, words) => {
    const { made, charge } = await spent(() => written({ model: COHERE, ...fields }).catch(caught))
    expect(String(made)).toContain(words)
    expect([charge, vendor.requests]).toEqual([0, []])
  })
})

test.each(Object.keys(types))('a channel of %s is tested with it', async (model) => {
  expect(await world.console.call('GET', `/api/channel/test/${channels[model]}?model=${model}`)).toMatchObject({ model })
  expect(vendor.requests.map(({ refusal }) => refusal)).toEqual([undefined])
})
