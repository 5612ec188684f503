// Recordings that Qwen writes down, for OpenAI's own library. The stand-in takes what the vendor's reference has, and nothing else. Ratio 1, so a
// thousand tokens are a minute.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeTranscribers, openFakeTranscribers } from '../../testing/fakes/fake-transcribers.ts'
import { recording } from '../../testing/recording.ts'
import { spentIn } from '../testing/spent.ts'
import { openWorld, type World } from '../testing/world.ts'

const KEY = 'key-of-recordings-0123456789'
const QWEN = 'qwen3-asr-flash'
const MADE_AT = '/api/v1/services/aigc/multimodal-generation/generation'

let world: World
let vendor: FakeTranscribers
let openai: OpenAI
const channels: Record<string, number> = {}
beforeAll(async () => {
  vendor = await openFakeTranscribers(KEY)
  world = await openWorld({ channel: null, ratios: { [QWEN]: 1 } })
  channels[QWEN] = await world.addChannel({ name: QWEN, type: 17, base_url: vendor.url, key: KEY, models: QWEN })
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
const written = async (fields: object) =>
  openai.audio.transcriptions.create({ file: await talk(61.2), model: QWEN, ...fields } as never).withResponse()

describe('Qwen', () => {
  test('is paid by the seconds that it counts', async () => {
    const { made, charge, row } = await spent(() => written({}))
    expect(made.data).toEqual({ text: 'Hello there.', usage: { type: 'duration', seconds: 62 } })
    expect(charge).toBe(1033)
    expect(row).toMatchObject({ prompt_tokens: 1033, completion_tokens: 0, is_stream: false })
    expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_seconds: 62, charge: { held: 1033 } })
    expect(vendor.requests).toMatchObject([{ path: MADE_AT, refusal: undefined }])
  })

  test('gets the recording as data, the prompt as context, and the language', async () => {
    const fields = { file: await talk(1, 'talk.mp3'), prompt: 'Names: Zoë', language: 'de', temperature: 0.2, response_format: 'text' }
    const { data, response } = await written(fields)
    expect(data).toBe('Hello there.\n')
    expect(response.headers.get('x-waystation-lost')).toBe('temperature')
    expect(vendor.requests[0]?.body).toEqual({
      model: QWEN,
      input: {
        messages: [
          { role: 'system', content: [{ text: 'Names: Zoë' }] },
          { role: 'user', content: [{ audio: `data:audio/mpeg;base64,${recording(1).toString('base64')}` }] },
        ],
      },
      parameters: { asr_options: { language: 'de' } },
    })
  })

  test('has no times, and what needs them is refused before money is held', async () => {
    const { made, charge } = await spent(() => written({ response_format: 'vtt' }).catch(caught))
    expect(String(made)).toContain('response_format: vtt')
    expect([charge, vendor.requests]).toEqual([0, []])
  })

  test('refuses longer files than it takes, in its words, and free of charge', async () => {
    const { made, charge } = await spent(async () => written({ file: await talk(300) }).catch(caught))
    expect(made).toMatchObject({ status: 400 })
    expect(String(made)).toContain('The audio is too long')
    expect(charge).toBe(0)
  })
})

test.each([[QWEN]])('a channel of %s is tested with it', async (model) => {
  expect(await world.console.call('GET', `/api/channel/test/${channels[model]}?model=${model}`)).toMatchObject({ model })
  expect(vendor.requests.map(({ refusal }) => refusal)).toEqual([undefined])
})
