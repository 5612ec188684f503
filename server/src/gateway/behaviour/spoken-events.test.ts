// Speech of vendors that send recordings as events with pieces of them: Google's, MiniMax's and DashScope's, for OpenAI's own library, which gets bytes. The
// stand-in takes what their references have, and nothing else. Ratio 1, so a token of input or a character is a unit.
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { type FakeSpeakers, openFakeSpeakers, samplesOf } from '../../testing/fakes/fake-speakers.ts'
import { openWorld, type World } from '../testing/world.ts'

const KEY = 'key-of-speech-0123456789'
const GEMINI = 'gemini-3.8-flash-tts'
const EARLIER = 'gemini-2.5-flash-preview-tts'
const MINIMAX = 'speech-2.8-hd'
const QWEN = 'qwen3-tts-flash'
const INSTRUCTED = 'qwen3-tts-instruct-flash'
const models = [GEMINI, EARLIER, MINIMAX, QWEN, INSTRUCTED]

let world: World
let vendor: FakeSpeakers
let openai: OpenAI
const channels: Record<string, number> = {}
beforeAll(async () => {
  vendor = await openFakeSpeakers(KEY)
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  await world.setOption('CompletionRatio', JSON.stringify({ [GEMINI]: 2, [EARLIER]: 2 }))
  const add = (type: number, name: string, fields: object) =>
    world.addChannel({ name, type, base_url: vendor.url, key: KEY, models: name, ...fields })
  channels[GEMINI] = await add(24, GEMINI, {})
  await add(24, EARLIER, { setting: JSON.stringify({ voices: { host: 'Puck' } }) })
  channels[MINIMAX] = await add(35, MINIMAX, {})
  channels[QWEN] = await add(17, QWEN, { models: `${QWEN},${INSTRUCTED}` })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await vendor.close()
})
beforeEach(() => vendor.clear())

type Speech = Partial<OpenAI.Audio.SpeechCreateParams>
const speak = (fields: Speech) => openai.audio.speech.create({ model: GEMINI, voice: 'alloy', input: 'Hello 世界', ...fields })
const heard = async (fields: Speech) => {
  const answer = await speak(fields)
  return {
    type: answer.headers.get('content-type'),
    lost: answer.headers.get('x-waystation-lost'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const caught = (error: unknown) => error
const spent = async <Value>(make: () => Promise<Value>) => {
  const before = await world.balance()
  const made = await make()
  return { made, charge: before - (await world.balance()), row: (await world.logs(1))[0]! }
}
const samples = samplesOf('Hello 世界')
/** What a player reads of the head: the rate, and how many channels of how many bits. */
const headOf = (bytes: Buffer) => ({
  ...{ kind: bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16), data: bytes.toString('latin1', 36, 40) },
  ...{ channels: bytes.readUInt16LE(22), rate: bytes.readUInt32LE(24), bits: bytes.readUInt16LE(34) },
})
const wave = { kind: 'RIFFWAVEfmt ', data: 'data', channels: 1, rate: 24_000, bits: 16 }

describe('Google', () => {
  test('speaks in WAVE, and costs the tokens that it reports', async () => {
    const { made, charge, row } = await spent(() => heard({ response_format: 'wav' }))
    expect(made.type).toBe('audio/wav')
    expect(headOf(made.bytes)).toEqual(wave)
    expect(made.bytes.subarray(44).equals(samples)).toBe(true)
    // Eight of text, and eighty of sound at twice their price.
    expect(charge).toBe(8 + 2 * 80)
    expect(row).toMatchObject({ prompt_tokens: 8, completion_tokens: 80, is_stream: true })
    expect(row.facts).toMatchObject({ usage_source: 'upstream', end_reason: 'done' })
    expect(vendor.requests[0]?.body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hello 世界' }] }],
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      },
    })
  })

  test('gives its samples as they are where they are requested, and WAVE where nothing is', async () => {
    const pcm = await heard({ response_format: 'pcm' })
    expect(pcm.type).toBe('audio/pcm')
    expect(pcm.bytes.equals(samples)).toBe(true)
    expect((await heard({})).type).toBe('audio/wav')
  })

  test.each<[what: string, fields: Speech, words: string]>([
    ['a format that takes an encoder', { response_format: 'mp3' }, 'response_format: mp3'],
    ['events', { stream_format: 'sse' }, 'stream_format: sse'],
    ['a voice that it has not', { voice: 'Bob' }, 'voice: Bob (one of Zephyr, Puck, '],
  ])('%s is refused in words, before money is held or it is called', async (_what, fields, words) => {
    const { made, charge } = await spent(() => speak(fields).catch(caught))
    expect(made).toMatchObject({ status: 400 })
    expect(String(made)).toContain(words)
    expect([charge, vendor.requests]).toEqual([0, []])
  })

  test.each([
    ['zephyr', GEMINI, 'Zephyr'],
    ['nova', GEMINI, 'Leda'],
    ['host', EARLIER, 'Puck'],
  ])('the voice %s of %s is %s', async (voice, model, voiceName) => {
    await heard({ voice, model, response_format: 'pcm' })
    expect(vendor.requests[0]?.body).toMatchObject({
      generationConfig: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } } },
    })
  })

  test('is told the style beside the text, and its earlier models in it', async () => {
    const fields = { instructions: 'Say cheerfully', response_format: 'pcm', speed: 2 } as const
    expect((await heard(fields)).lost).toBe('speed')
    await heard({ ...fields, model: EARLIER })
    expect(vendor.requests.map(({ body }) => body.contents)).toEqual([
      [{ role: 'user', parts: [{ text: 'Hello 世界', speechMetadata: { style: 'Say cheerfully' } }] }],
      [{ role: 'user', parts: [{ text: 'Say cheerfully: Hello 世界' }] }],
    ])
  })

  test('a text that it does not speak is refused with its reason, and costs nothing', async () => {
    vendor.next(KEY, [step.streamHead(), step.frame({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }), step.end()])
    const { made, charge } = await spent(() => speak({ response_format: 'wav' }).catch(caught))
    expect(String(made)).toContain('PROHIBITED_CONTENT')
    expect(charge).toBe(0)
  })

  test('a recording that breaks off is cut, and what came of it is charged', async () => {
    const data = samples.toString('base64')
    const frame = step.frame({ candidates: [{ content: { parts: [{ inlineData: { mimeType: 'audio/L16;rate=24000', data } }] } }] })
    vendor.next(KEY, [step.streamHead(), frame, step.end()])
    const { made, row } = await spent(() => heard({ response_format: 'pcm' }).catch(caught))
    expect(made).toBeInstanceOf(Error)
    expect(row.facts).toMatchObject({ end_reason: 'upstream_truncated', usage_source: 'counted', sound_tokens_per_token: 9 })
  })
})

describe('MiniMax', () => {
  test.each([
    ['mp3', 'audio/mpeg', { format: 'mp3', sample_rate: 32_000, bitrate: 128_000, channel: 1 }],
    ['flac', 'audio/flac', { format: 'flac', sample_rate: 32_000, channel: 1 }],
    ['pcm', 'audio/pcm', { format: 'pcm', sample_rate: 24_000, channel: 1 }],
  ] as const)('speaks in %s, and costs the characters that it reports', async (response_format, type, audio_setting) => {
    const { made, charge, row } = await spent(() => heard({ model: MINIMAX, response_format }))
    expect(made.type).toBe(type)
    expect(made.bytes.equals(samples)).toBe(true)
    expect(vendor.requests[0]?.body).toEqual({
      ...{ model: MINIMAX, text: 'Hello 世界', stream: true, stream_options: { exclude_aggregated_audio: true }, audio_setting },
      voice_setting: { voice_id: 'Calm_Woman' },
    })
    // A Chinese character is two.
    expect(charge).toBe(10)
    expect(row.facts).toMatchObject({ usage_source: 'upstream', end_reason: 'done', charge: { held: 10 } })
  })

  test('gives WAVE with a head before its samples', async () => {
    const { type, bytes } = await heard({ model: MINIMAX, response_format: 'wav' })
    expect(type).toBe('audio/wav')
    expect(headOf(bytes)).toEqual(wave)
    expect(bytes.subarray(44).equals(samples)).toBe(true)
  })

  test('takes ids of its voices and fields of its own, and what it has not is named as lost', async () => {
    const own = { voice_setting: { emotion: 'happy', voice_id: 'other' }, language_boost: 'auto', subtitle_enable: true }
    const { lost } = await heard({ model: MINIMAX, voice: 'male-qn-qingse', speed: 3, instructions: 'calmly', ...own })
    expect(vendor.requests[0]?.body).toMatchObject({
      voice_setting: { voice_id: 'male-qn-qingse', speed: 2, emotion: 'happy' },
      language_boost: 'auto',
    })
    expect(lost?.split(',').toSorted()).toEqual(['instructions', 'speed', 'subtitle_enable'])
  })

  test('a whole recording at the end is not given twice', async () => {
    const audio = samples.toString('hex')
    vendor.next(KEY, [
      step.streamHead(),
      step.frame({ data: { audio, status: 1 } }),
      step.frame({ data: { audio, status: 2 } }),
      step.end(),
    ])
    expect((await heard({ model: MINIMAX })).bytes.equals(samples)).toBe(true)
  })

  test('a refusal with a good status is one, in its words, and costs nothing', async () => {
    vendor.next(KEY, scenario.reply(200, { base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }))
    const { made, charge } = await spent(() => speak({ model: MINIMAX }).catch(caught))
    expect(String(made)).toContain('input new_sensitive')
    expect(charge).toBe(0)
  })

  test('aac is refused before it is called', async () => {
    expect(String(await speak({ model: MINIMAX, response_format: 'aac' }).catch(caught))).toContain('response_format: aac')
    expect(vendor.requests).toEqual([])
  })
})

describe('DashScope', () => {
  test('speaks in WAVE, and costs the characters that it reports', async () => {
    const { made, charge, row } = await spent(() => heard({ model: QWEN, voice: 'nova', instructions: 'calmly', speed: 2 }))
    expect([made.type, made.lost?.split(',').toSorted()]).toEqual(['audio/wav', ['instructions', 'speed']])
    expect(headOf(made.bytes)).toEqual(wave)
    expect(made.bytes.subarray(44).equals(samples)).toBe(true)
    expect(charge).toBe(10)
    expect(row.facts).toMatchObject({ usage_source: 'upstream', end_reason: 'done', charge: { held: 10 } })
    expect(vendor.requests[0]?.body).toEqual({ model: QWEN, input: { text: 'Hello 世界', voice: 'Chelsie' } })
  })

  test('takes instructions at the model for them, and gives samples as they are', async () => {
    const fields = { instructions: 'calmly', language_type: 'English', response_format: 'pcm', voice: 'Eldric Sage' } as const
    expect((await heard({ model: INSTRUCTED, ...fields })).bytes.equals(samples)).toBe(true)
    expect(vendor.requests[0]?.body.input).toEqual({
      ...{ text: 'Hello 世界', voice: 'Eldric Sage', instructions: 'calmly', language_type: 'English' },
    })
  })

  test('an event that says what went wrong is a refusal, in its words', async () => {
    const event = { code: 'Throttling', message: 'Requests rate limit exceeded', request_id: '6f3c' }
    vendor.next(KEY, [step.streamHead(), step.frame(event), step.end()])
    const { made, charge } = await spent(() => speak({ model: QWEN }).catch(caught))
    expect(String(made)).toContain('Requests rate limit exceeded')
    expect(charge).toBe(0)
  })
})

test.each([GEMINI, MINIMAX, QWEN])('a channel of %s is tested by speaking', async (model) => {
  expect(await world.console.call('GET', `/api/channel/test/${channels[model]}?model=${model}`)).toMatchObject({ model })
  expect(vendor.requests.map(({ refusal }) => refusal)).toEqual([undefined])
})
