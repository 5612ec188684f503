// Texts that are spoken: with OpenAI's own library, priced by their characters, or by tokens of text and sound (server-behaviour 4.5).
// Ratio 1, so a character is a unit.
import OpenAI from 'openai'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spokenBytes } from '../../testing/fake-dialects/audio.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let openai: OpenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'tts-1': 1, 'tts-long': 1, 'gpt-4o-mini-tts': 1, voice: 1 } })
  await world.addChannel({ type: 1, models: 'tts-1,gpt-4o-mini-tts,tts-long' })
  await world.addChannel({
    models: 'voice,reader',
    setting: '{"vendor_ids":"pass"}',
    model_mapping: JSON.stringify({ voice: 'tts-1', reader: 'tts-1' }),
  })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(() => world.close())

const spent = async <Value>(make: () => Promise<Value>) => {
  const before = await world.balance()
  const made = await make()
  return { made, charge: before - (await world.balance()), row: (await world.logs(1))[0]! }
}
const speak = (body: object, headers: object = {}) =>
  request(`${world.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', ...body }),
  })

test('a text costs its characters, and its bytes come as the vendor sent them', async () => {
  const input = 'Hello 世界 😀'
  const { made, charge, row } = await spent(async () => {
    const answer = await openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input })
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    return Buffer.from(await answer.arrayBuffer())
  })
  expect(made.equals(spokenBytes(input))).toBe(true)
  expect(charge).toBe(10)
  expect(row).toMatchObject({ quota: 10, prompt_tokens: 10, completion_tokens: 0, model_name: 'tts-1' })
  expect(row.facts).toMatchObject({
    characters: 10,
    usage_source: 'counted',
    end_reason: 'done',
    endpoint: '/v1/audio/speech',
    charge: { lines: [{ bucket: 'freshInput', tokens: 10, weight: '1' }], held: 10 },
  })
})

test.each([
  ['mp3', 'audio/mpeg'],
  ['opus', 'audio/ogg'],
  ['aac', 'audio/aac'],
  ['flac', 'audio/flac'],
  ['wav', 'audio/wav'],
  ['pcm', 'audio/pcm'],
] as const)('%s comes as %s', async (response_format, type) => {
  const answer = await openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'one two', response_format })
  expect(answer.headers.get('content-type')).toBe(type)
  expect(Buffer.from(await answer.arrayBuffer()).equals(spokenBytes('one two'))).toBe(true)
})

test('all fields go to the vendor, under its own name of the model, and none are added', async () => {
  const body = { input: 'a', voice: { id: 'voice_1' }, speed: 1.5, instructions: 'calmly', response_format: 'wav', seed: 3 }
  await (await speak({ model: 'voice', ...body })).body.dump()
  expect(world.provider.requests.at(-1)?.body).toEqual({ model: 'tts-1', ...body })
  expect((await world.logs(1))[0]?.facts).toMatchObject({ is_model_mapped: true, upstream_model_name: 'tts-1' })
})

test('an alias goes by what its price goes by: its own, or that of the model that it stands for', async () => {
  const own = await spent(async () => (await speak({ model: 'voice', input: 'Good morning to all.' })).body.dump())
  expect(own.row).toMatchObject({ prompt_tokens: 5, quota: 5 })
  expect(own.row.facts).toMatchObject({ charge: { priced_model: 'voice' } })
  const other = await spent(async () => (await speak({ model: 'reader', input: 'Good morning to all.' })).body.dump())
  expect(other.row).toMatchObject({ prompt_tokens: 20, quota: 20 })
  expect(other.row.facts).toMatchObject({ characters: 20, charge: { priced_model: 'tts-1', held: 20 } })
})

test('sound goes out while it comes in, and its end waits for the bill', async () => {
  const answer = await speak({ model: 'tts-1', input: '#chunks:5x120ms' })
  let firstMs: number | undefined
  const startedMs = performance.now()
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) {
    firstMs ??= performance.now() - startedMs
    chunks.push(chunk as Buffer)
  }
  expect(performance.now() - startedMs - firstMs!).toBeGreaterThan(300)
  expect(Buffer.concat(chunks).equals(spokenBytes('#chunks:5x120ms'))).toBe(true)
  expect((await world.logs(1))[0]).toMatchObject({ quota: 15, is_stream: true })
})

test('events with pieces of sound pass through, and cost what the vendor reports', async () => {
  const { made, row } = await spent(async () => {
    const answer = await speak({ model: 'gpt-4o-mini-tts', input: 'Say it. #in:8 #out:40', stream_format: 'sse' })
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    return answer.body.text()
  })
  const events = made
    .split('\n\n')
    .filter(Boolean)
    .map((one) => JSON.parse(one.slice('data: '.length)) as { type: string; audio?: string })
  expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { input_tokens: 8, output_tokens: 40 } })
  const sound = events.flatMap(({ audio }) => (audio ? [Buffer.from(audio, 'base64')] : []))
  expect(Buffer.concat(sound).equals(spokenBytes('Say it. #in:8 #out:40'))).toBe(true)
  // Eight tokens of text, and forty of sound at twenty times their price.
  expect(row).toMatchObject({ prompt_tokens: 8, completion_tokens: 40, quota: 808 })
  expect(row.facts).toMatchObject({ usage_source: 'upstream' })
})

test('a model that is sold by tokens is reckoned by its text where it answers in bytes', async () => {
  const { row } = await spent(async () => {
    const answer = await speak({ model: 'gpt-4o-mini-tts', input: 'The quick brown fox jumps over the lazy dog.', instructions: 'Calmly.' })
    return answer.body.dump()
  })
  // Ten tokens of text and four of instructions; six of sound for each, at twenty times the price.
  expect(row).toMatchObject({ prompt_tokens: 14, completion_tokens: 84, quota: 14 + 84 * 20 })
  expect(row.facts).toMatchObject({ usage_source: 'counted', sound_tokens_per_token: 6 })
})

test.each([
  ['without an input', { input: undefined }, 'input: expected a string'],
  ['with an empty one', { input: '' }, 'input: expected a text that is not empty'],
  ['with a list as input', { input: ['a'] }, 'input: expected a string'],
])('a request %s is refused, and costs nothing', async (_, body, words) => {
  const requestsBefore = world.provider.requestCount
  const { made, charge } = await spent(() => speak(body))
  expect(made.statusCode).toBe(400)
  expect(await made.body.json()).toMatchObject({ error: { message: expect.stringContaining(words), type: 'invalid_request_error' } })
  expect(charge).toBe(0)
  expect(world.provider.requestCount).toBe(requestsBefore)
})

test('a refusal is shown with the vendor’s message, and costs nothing', async () => {
  const long = await spent(() => speak({ input: 'x'.repeat(4097) }))
  expect(long.made.statusCode).toBe(400)
  expect(await long.made.body.json()).toMatchObject({ error: { message: expect.stringContaining('string too long') } })
  expect(long.charge).toBe(0)
  const odd = await spent(() => speak({ input: 'a', response_format: 'midi' }))
  expect([odd.made.statusCode, odd.charge]).toEqual([400, 0])
})

test('a million characters cost a million where a vendor takes them', async () => {
  const input = 'word '.repeat(210_000)
  const { made, charge } = await spent(async () => {
    const answer = await speak({ model: 'tts-long', input })
    let bytes = 0
    for await (const chunk of answer.body) bytes += (chunk as Buffer).length
    return bytes
  })
  expect(made).toBe(input.length * 64)
  expect(charge).toBe(input.length)
})

test('the model of a request that names none is tts-1', async () => {
  await (await speak({ model: undefined, input: 'abc' })).body.dump()
  expect(world.provider.requests.at(-1)?.body).toMatchObject({ model: 'tts-1' })
})

test('after all this the books add up', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
