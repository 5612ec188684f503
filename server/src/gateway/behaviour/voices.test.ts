// Calls through channels of ElevenLabs: its voices and its transcripts, for OpenAI's own library. The stand-in takes what the vendor's API
// reference has, and nothing else. Ratio 1 throughout, so a character is a unit.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeElevenLabs, openFakeElevenLabs, refused, spoken } from '../../testing/fakes/fake-eleven-labs.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { recording } from '../../testing/recording.ts'
import { openWorld, type World } from '../testing/world.ts'

const ELEVEN_LABS = 1065
const KEY = 'sk_first-secret-0123456789'
const SPARE_KEY = 'sk_second-secret-0123456789'
/** River, and one of the operator's own. */
const RIVER = 'SAz9YHcvj6GT2YYXdXww'
const OWN = 'OwnVoice0123456789ab'
const MODELS = ['eleven_flash_v2_5', 'eleven_v3', 'scribe_v2', 'reader', 'broken', 'spared', 'mixed']

let world: World
let vendor: FakeElevenLabs
let openai: OpenAI
let channel: number
beforeAll(async () => {
  vendor = await openFakeElevenLabs([RIVER, OWN], [KEY, SPARE_KEY])
  const ratios = Object.fromEntries(MODELS.map((model) => [model, 1]))
  world = await openWorld({ channel: null, ratios, options: { RetryTimes: '1' } })
  const add = (name: string, fields: Record<string, unknown>) =>
    world.addChannel({ name, type: ELEVEN_LABS, base_url: vendor.url, key: KEY, ...fields })
  channel = await add('main', { models: 'eleven_flash_v2_5,eleven_v3,scribe_v2' })
  const reader = { reader: 'eleven_flash_v2_5' }
  await add('mapped', {
    models: 'reader',
    model_mapping: JSON.stringify(reader),
    setting: JSON.stringify({ voices: { nova: OWN, host: OWN } }),
  })
  await add('broken', { models: 'broken', key: 'sk_wrong-secret-0123456789' })
  await add('first', { models: 'spared', priority: 2, model_mapping: JSON.stringify({ spared: 'scribe_v2' }) })
  await add('second', { models: 'spared', priority: 1, key: SPARE_KEY, model_mapping: JSON.stringify({ spared: 'scribe_v2' }) })
  await add('mixed', { models: 'mixed', priority: 2, model_mapping: JSON.stringify({ mixed: 'eleven_v3' }) })
  await world.addChannel({ models: 'mixed', priority: 1, model_mapping: JSON.stringify({ mixed: 'tts-1' }) })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
  await vendor.close()
})
beforeEach(() => vendor.clear())

const spent = async <Value>(make: () => Promise<Value>) => {
  const before = await world.balance()
  const made = await make()
  return { made, charge: before - (await world.balance()), row: (await world.logs(1))[0]! }
}
const caught = (error: unknown) => error
type Speech = Partial<OpenAI.Audio.SpeechCreateParams>
const speak = (fields: Speech = {}) =>
  openai.audio.speech.create({ model: 'eleven_flash_v2_5', voice: 'alloy', input: 'Hello 世界 😀', ...fields })
const heard = async (fields: Speech = {}) => Buffer.from(await (await speak(fields)).arrayBuffer())
const talk = (seconds = 61.2) => toFile(recording(seconds), 'talk.wav', { type: 'audio/wav' })

describe('speech', () => {
  test('costs its characters, whatever the vendor counts in credits, and comes as the vendor sent it', async () => {
    const { made, charge, row } = await spent(() => heard())
    expect(made.equals(spoken('Hello 世界 😀'))).toBe(true)
    expect(charge).toBe(10)
    expect(row).toMatchObject({ quota: 10, prompt_tokens: 10, completion_tokens: 0, model_name: 'eleven_flash_v2_5' })
    expect(row.facts).toMatchObject({ characters: 10, usage_source: 'counted', end_reason: 'done', charge: { held: 10 } })
    expect(vendor.requests).toMatchObject([
      {
        path: `/v1/text-to-speech/${RIVER}/stream?output_format=mp3_44100_128`,
        body: { text: 'Hello 世界 😀', model_id: 'eleven_flash_v2_5' },
      },
    ])
  })

  test.each([
    ['mp3', 'mp3_44100_128', 'audio/mpeg'],
    ['opus', 'opus_48000_64', 'audio/opus'],
    ['pcm', 'pcm_24000', 'audio/pcm'],
    ['wav', 'wav_24000', 'audio/wav'],
  ] as const)('%s is %s there', async (response_format, name, type) => {
    const answer = await speak({ response_format })
    await answer.arrayBuffer()
    expect(answer.headers.get('content-type')).toBe(type)
    expect(vendor.requests[0]?.path).toContain(`output_format=${name}`)
  })

  test.each<[what: string, fields: Speech, words: string]>([
    ['a format that the vendor has not', { response_format: 'aac' }, 'response_format: aac'],
    ['another one', { response_format: 'flac' }, 'response_format: flac'],
    ['a voice that would change the address', { voice: '../../v1/models?x=' }, 'voice: ../../v1/models?x='],
    ['a voice of two dots', { voice: '..' }, 'voice: ..'],
    ['events in place of bytes', { stream_format: 'sse' }, 'stream_format: sse'],
  ])('%s is refused in words, before money is held or the vendor is called', async (_what, fields, words) => {
    const { made, charge } = await spent(() => speak(fields).catch(caught))
    expect(made).toMatchObject({ status: 400 })
    expect(String(made)).toContain(words)
    expect(charge).toBe(0)
    expect(vendor.requests).toEqual([])
  })

  test('what the vendor cannot do is done at another one that can', async () => {
    await heard({ model: 'mixed', response_format: 'mp3' })
    expect(vendor.requests).toHaveLength(1)
    const aac = await speak({ model: 'mixed', response_format: 'aac' })
    await aac.arrayBuffer()
    expect(aac.headers.get('content-type')).toBe('audio/aac')
    expect(vendor.requests).toHaveLength(1)
    expect(world.provider.requests.at(-1)?.body).toMatchObject({ model: 'tts-1', voice: 'alloy', response_format: 'aac' })
  })

  test.each([
    ['an id of the vendor’s', 'eleven_flash_v2_5', OWN],
    ['a name of the channel’s', 'reader', 'host'],
    ['a name of OpenAI’s that the channel gives to another one', 'reader', 'nova'],
  ])('the voice may be %s', async (_what, model, voice) => {
    await heard({ model, voice })
    expect(vendor.requests[0]).toMatchObject({ path: expect.stringContaining(`/${OWN}/`), body: { model_id: 'eleven_flash_v2_5' } })
  })

  test('speed goes as far as the vendor has it, its own fields go on, and the rest is named as lost', async () => {
    const fields = { speed: 2, instructions: 'calmly', voice_settings: { stability: 0.4 }, seed: 7, pronunciation_dictionary_locators: [] }
    const answer = await speak(fields)
    await answer.arrayBuffer()
    expect(vendor.requests[0]?.body).toEqual({
      ...{ text: 'Hello 世界 😀', model_id: 'eleven_flash_v2_5', seed: 7 },
      voice_settings: { stability: 0.4, speed: 1.2 },
    })
    const lost = answer.headers.get('x-waystation-lost')?.split(',').toSorted()
    expect(lost).toEqual(['instructions', 'pronunciation_dictionary_locators', 'speed'])
  })

  test('requests are written for the vendor even where they pass through', async () => {
    await world.setOption('global.pass_through_request_enabled', 'true')
    const bytes = await heard()
    await world.setOption('global.pass_through_request_enabled', 'false')
    expect(bytes.equals(spoken('Hello 世界 😀'))).toBe(true)
  })

  test('a recording that breaks off is cut off for the client too, and its text is paid for', async () => {
    vendor.next(KEY, [step.head(200, { 'content-type': 'audio/mpeg' }), step.bytes(Buffer.from('half')), step.wait(50), step.cut()])
    const { made, charge } = await spent(() => heard().catch(caught))
    expect(made).toBeInstanceOf(Error)
    expect(charge).toBe(10)
  })

  test('a voice that is not there is the fault of who names it', async () => {
    const { made, charge } = await spent(() => speak({ voice: 'NobodysVoice01234567' }).catch(caught))
    expect(made).toMatchObject({ status: 400 })
    expect(String(made)).toContain('was not found')
    expect(charge).toBe(0)
    // Its key serves the next call.
    expect(await heard()).toEqual(spoken('Hello 世界 😀'))
  })

  test('a key that is refused costs nothing, and its words are told', async () => {
    const { made, charge } = await spent(() => speak({ model: 'broken' }).catch(caught))
    expect(made).toBeInstanceOf(Error)
    expect(charge).toBe(0)
    expect(vendor.requests.map(({ refusal }) => refusal)).toEqual(['invalid_api_key'])
    await expect.poll(async () => JSON.stringify((await world.logs(1))[0])).toContain('Invalid API key')
  })
})

describe('transcription', () => {
  const write = (fields: object = {}) =>
    openai.audio.transcriptions.create({ file: undefined as never, model: 'scribe_v2', ...fields } as never) as Promise<unknown>

  test('is paid by the seconds that the vendor counts, and written as OpenAI writes it', async () => {
    const { made, charge, row } = await spent(async () => write({ file: await talk(), language: 'de', temperature: 0.2 }))
    expect(made).toEqual({ text: 'Hello there. (laughs) Good bye!', usage: { type: 'duration', seconds: 62 } })
    expect(charge).toBe(1033)
    expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_seconds: 61.2, endpoint: '/v1/audio/transcriptions' })
    const [sent] = vendor.requests
    expect(sent?.body).toEqual({ model_id: 'scribe_v2', timestamps_granularity: 'none', language_code: 'de', temperature: '0.2' })
    expect(sent?.file).toEqual({ name: 'talk.wav', type: 'audio/wav', size: recording(61.2).length })
  })

  test.each([
    ['text', 'Hello there. (laughs) Good bye!\n'],
    [
      'srt',
      '1\n00:00:00,100 --> 00:00:01,000\nHello there.\n\n2\n00:00:01,100 --> 00:00:01,500\n(laughs)\n\n3\n01:01:01,500 --> 01:01:02,400\nGood bye!\n\n',
    ],
    [
      'vtt',
      'WEBVTT\n\n00:00:00.100 --> 00:00:01.000\nHello there.\n\n00:00:01.100 --> 00:00:01.500\n(laughs)\n\n01:01:01.500 --> 01:01:02.400\nGood bye!\n\n',
    ],
  ] as const)('%s comes as plain text', async (response_format, text) => {
    const answer = await openai.audio.transcriptions.create({ file: await talk(2), model: 'scribe_v2', response_format }).withResponse()
    expect(answer.data).toBe(text)
    expect(answer.response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  test('verbose_json has the language, and the words or the sentences with their times', async () => {
    const verbose = { response_format: 'verbose_json', file: await talk(2) }
    const sentences = await write(verbose)
    expect(sentences).toMatchObject({
      ...{ task: 'transcribe', language: 'english', duration: 2, usage: { type: 'duration', seconds: 2 } },
      segments: [
        { id: 0, start: 0.1, end: 1, text: 'Hello there.', avg_logprob: -0.25 },
        { id: 1, text: '(laughs)' },
        { id: 2, text: 'Good bye!' },
      ],
    })
    expect(sentences).not.toHaveProperty('words')
    const words = await write({ ...verbose, timestamp_granularities: ['word'] })
    expect(words).toMatchObject({ words: [{ word: 'Hello', start: 0.1, end: 0.5 }, {}, {}, {}, { word: 'bye!' }] })
    expect(words).not.toHaveProperty('segments')
  })

  test('diarized_json says who speaks', async () => {
    const made = await write({ response_format: 'diarized_json', file: await talk(2) })
    expect(vendor.requests[0]?.body).toMatchObject({ diarize: 'true', timestamps_granularity: 'word' })
    expect(made).toMatchObject({
      segments: [
        { type: 'transcript.text.segment', speaker: 'speaker_0' },
        { speaker: 'speaker_0' },
        { speaker: 'speaker_1', text: 'Good bye!' },
      ],
    })
  })

  test('what has no price or nothing like it there is not sent, and named as lost', async () => {
    const fields = { prompt: 'Names: Zoë', keyterms: 'Waystation', webhook: 'true', num_speakers: '2' }
    const answer = await openai.audio.transcriptions.create({ file: await talk(2), model: 'scribe_v2', ...fields } as never).withResponse()
    expect(vendor.requests[0]?.body).toEqual({ model_id: 'scribe_v2', timestamps_granularity: 'none', num_speakers: '2' })
    expect(answer.response.headers.get('x-waystation-lost')?.split(',').toSorted()).toEqual(['keyterms', 'prompt', 'webhook'])
  })

  test('a stream is answered whole, as OpenAI does where a model has none', async () => {
    const form = new FormData()
    for (const [name, text] of Object.entries({ model: 'scribe_v2', stream: 'true' })) form.set(name, text)
    form.set('file', new File([new Uint8Array(recording(2))], 'talk.wav'))
    const headers = { authorization: `Bearer ${world.key}` }
    const answer = await fetch(`${world.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
    expect(await answer.json()).toMatchObject({ text: 'Hello there. (laughs) Good bye!' })
  })

  test('a format that nobody has is refused in words, before the vendor is called', async () => {
    const { made, charge } = await spent(async () => write({ file: await talk(2), response_format: 'xml' }).catch(caught))
    expect(String(made)).toContain('response_format: xml')
    expect([charge, vendor.requests]).toEqual([0, []])
  })

  test('without a report of the vendor the length of the file is charged', async () => {
    vendor.next(KEY, scenario.reply(200, { text: 'Short.', language_code: 'eng', words: [] }), 'upload')
    const { made, charge, row } = await spent(async () => write({ file: await talk() }))
    expect(made).toEqual({ text: 'Short.' })
    expect([charge, row.facts.usage_source]).toEqual([1033, 'counted'])
  })

  test('an account without credits is followed by another channel, and the same bytes', async () => {
    vendor.next(KEY, refused(401, 'quota_exceeded', 'This request exceeds your quota of 10000.'), 'upload')
    const { made, charge, row } = await spent(async () => write({ model: 'spared', file: await talk(3) }))
    expect(made).toMatchObject({ text: 'Hello there. (laughs) Good bye!' })
    expect(charge).toBe(50)
    expect(row.facts.admin_info?.use_channel).toHaveLength(2)
    expect(vendor.requests.map(({ file }) => file?.size)).toEqual([recording(3).length, recording(3).length])
  })

  test('what is no transcript costs nothing', async () => {
    vendor.next(KEY, scenario.reply(200, { message: 'accepted', request_id: 'r' }), 'upload')
    const { made, charge } = await spent(async () => write({ file: await talk(2) }).catch(caught))
    expect(made).toMatchObject({ status: expect.any(Number) })
    expect(charge).toBe(0)
  })
})

describe('the channel', () => {
  test.each([
    ['that speaks', 'eleven_v3'],
    ['that writes down', 'scribe_v2'],
  ])('is tested with a model %s', async (_what, model) => {
    const outcome = await world.console.call('GET', `/api/channel/test/${channel}?model=${model}`)
    expect(outcome).toMatchObject({ model })
    expect(vendor.requests).toHaveLength(1)
    expect(vendor.requests[0]?.refusal).toBeUndefined()
  })

  test('lists the models that speak', async () => {
    expect(await world.console.call('GET', `/api/channel/fetch_models/${channel}`)).toEqual(['eleven_flash_v2_5', 'eleven_v3'])
  })

  test('shows the credits that are left', async () => {
    const balance = await world.console.call('GET', `/api/channel/update_balance/${channel}`)
    expect(balance).toMatchObject({ amount: 82_769, currency: 'credits' })
  })
})
