// Recordings that are written down: with OpenAI's own library, priced by their length (server-behaviour 4.5 and its test vector 10) or by
// what the vendor reports. Ratio 1 throughout, so a token of input is a unit.
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recording } from '../../testing/recording.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let openai: OpenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'whisper-1': 1, ears: 1, 'gpt-4o-transcribe': 1, 'fake-chat': 1 } })
  await world.addChannel({ type: 1, models: 'whisper-1,gpt-4o-transcribe', key: 'far-key' })
  await world.addChannel({ models: 'ears', model_mapping: JSON.stringify({ ears: 'whisper-1' }) })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
})
afterAll(() => world.close())

const file = (seconds: number, name = 'talk.wav') => toFile(recording(seconds), name, { type: 'audio/wav' })
const fileIn = (sent: { readonly form: FormData | undefined } | undefined) => {
  const found = sent?.form?.get('file')
  if (found instanceof File) return found
  throw new Error('no file was sent')
}
const spent = async <Value>(make: () => Promise<Value>) => {
  const before = await world.balance()
  const made = await make()
  return { made, charge: before - (await world.balance()), row: (await world.logs(1))[0]! }
}

test.each([
  ['the vendor reports', '', 'upstream', 62],
  ['is measured', '#usage:missing', 'counted', 61.2],
] as const)('61.2 seconds are 1033 tokens where their length %s', async (_, prompt, source, seconds) => {
  const { made, charge, row } = await spent(async () =>
    openai.audio.transcriptions.create({ file: await file(61.2), model: 'whisper-1', prompt }),
  )
  expect(made.text).toBe('A recording of 61.2 seconds.')
  expect(charge).toBe(1033)
  expect(row).toMatchObject({ quota: 1033, prompt_tokens: 1033, completion_tokens: 0, is_stream: false, model_name: 'whisper-1' })
  expect(row.facts).toMatchObject({
    audio_seconds: seconds,
    usage_source: source,
    endpoint: '/v1/audio/transcriptions',
    charge: { lines: [{ bucket: 'freshInput', tokens: 1033, weight: '1' }], held: 1033, quota: 1033 },
  })
})

test('a model that counts sound in tokens is charged for the tokens that its vendor reports', async () => {
  const { made, row } = await spent(async () => openai.audio.transcriptions.create({ file: await file(30), model: 'gpt-4o-transcribe' }))
  expect(made.text).toBe('A recording of 30 seconds.')
  // Ten tokens of sound a second at 2.4, and five of text at 4.
  expect(row).toMatchObject({ prompt_tokens: 300, completion_tokens: 5, quota: 740 })
  expect(row.facts).toMatchObject({ usage_source: 'upstream', audio_input: 300 })
  expect(row.facts.audio_seconds).toBeUndefined()
})

test('and at a thousand tokens of sound a minute where it reports none', async () => {
  const { row } = await spent(async () =>
    openai.audio.transcriptions.create({ file: await file(30), model: 'gpt-4o-transcribe', prompt: '#usage:missing' }),
  )
  expect(row).toMatchObject({ prompt_tokens: 500, completion_tokens: 0, quota: 1200 })
  expect(row.facts).toMatchObject({ usage_source: 'counted', audio_input: 500, audio_seconds: 30 })
})

test('every field goes to the vendor as it came, and the file byte by byte, under the vendor’s name of the model', async () => {
  const bytes = recording(1.5)
  const prompt = 'Names: Ärger, "Zoë"\r\nand more'
  await openai.audio.transcriptions.create({
    file: await toFile(bytes, 'Gespräch "1".wav', { type: 'audio/wav' }),
    model: 'ears',
    language: 'de',
    prompt,
    temperature: 0.2,
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
    // @ts-expect-error a field of another vendor
    hotwords: 'Waystation',
  })
  const { form, headers, path } = world.provider.requests.at(-1)!
  expect(path).toBe('/v1/audio/transcriptions')
  expect(headers.authorization).toBe('Bearer far-key')
  const texts = [...form!].filter(([name]) => name !== 'file')
  expect(Object.fromEntries(texts)).toMatchObject({
    model: 'whisper-1',
    language: 'de',
    prompt,
    temperature: '0.2',
    hotwords: 'Waystation',
  })
  expect(form!.getAll('timestamp_granularities[]')).toEqual(['word', 'segment'])
  const sent = fileIn({ form })
  expect([sent.name, sent.type]).toEqual(['Gespräch "1".wav', 'audio/wav'])
  expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await world.logs(1))[0]?.facts).toMatchObject({ is_model_mapped: true, upstream_model_name: 'whisper-1', audio_seconds: 2 })
})

test.each([
  ['text', 'A recording of 2 seconds.\n'],
  ['srt', '1\n00:00:00,000 --> 00:00:01,000\nA recording of 2 seconds.\n\n'],
  ['vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nA recording of 2 seconds.\n\n'],
] as const)('%s comes as the vendor wrote it, and costs what its length does', async (response_format, text) => {
  const { made, charge } = await spent(async () =>
    openai.audio.transcriptions.create({ file: await file(2), model: 'whisper-1', response_format }).withResponse(),
  )
  expect(made.data).toBe(text)
  expect(made.response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(charge).toBe(33)
})

test('verbose_json comes whole', async () => {
  const { made, charge } = await spent(async () =>
    openai.audio.transcriptions.create({
      file: await file(2),
      model: 'whisper-1',
      response_format: 'verbose_json',
      prompt: '#usage:missing',
    }),
  )
  expect(made).toMatchObject({ task: 'transcribe', language: 'english', duration: 2, segments: [] })
  expect(charge).toBe(33)
})

test('translations are the same at an address of their own', async () => {
  const { made, row } = await spent(async () => openai.audio.translations.create({ file: await file(2), model: 'whisper-1' }))
  expect(made.text).toBe('A recording of 2 seconds.')
  expect(world.provider.requests.at(-1)?.path).toBe('/v1/audio/translations')
  expect(row).toMatchObject({ quota: 33 })
})

test('a stream of events passes through, and its last one waits for the bill', async () => {
  const types: string[] = []
  const { charge, row } = await spent(async () => {
    const stream = await openai.audio.transcriptions.create({
      file: await file(10),
      model: 'gpt-4o-transcribe',
      prompt: '#out:12',
      stream: true,
    })
    for await (const event of stream) types.push(event.type)
  })
  expect(types).toEqual([...Array.from({ length: 12 }, () => 'transcript.text.delta'), 'transcript.text.done'])
  // 100 tokens of sound at 2.4, two of the prompt, twelve of text at 4.
  expect(charge).toBe(290)
  expect(row).toMatchObject({ is_stream: true, prompt_tokens: 102, completion_tokens: 12 })
  expect(row.facts.end_reason).toBe('done')
})

test('a model that does not stream answers whole, as it does at OpenAI', async () => {
  const { made, charge } = await spent(async () => {
    const form = new FormData()
    form.set('model', 'whisper-1')
    form.set('stream', 'true')
    form.set('file', new File([new Uint8Array(recording(2))], 'talk.wav'))
    const answer = await fetch(`${world.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}` },
      body: form,
    })
    return answer.json()
  })
  expect(made).toMatchObject({ text: 'A recording of 2 seconds.' })
  expect(charge).toBe(33)
})

test('the model of a form that names none is whisper-1', async () => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(recording(1))], 'talk.wav'))
  const answer = await fetch(`${world.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}` },
    body: form,
  })
  expect(answer.status).toBe(200)
  expect(world.provider.requests.at(-1)?.body).toMatchObject({ model: 'whisper-1' })
})

test('a channel that fails is followed by another with the same bytes, and a call that all fail costs nothing', async () => {
  const spare = await world.addChannel({ type: 1, models: 'whisper-1', name: 'spare' })
  const requestsBefore = world.provider.requests.length
  const once = await spent(async () =>
    openai.audio.transcriptions.create({ file: await file(3), model: 'whisper-1', prompt: '#refuse:500x1 #call:again' }),
  )
  expect(once.charge).toBe(50)
  const [first, second] = world.provider.requests.slice(requestsBefore)
  for (const one of [first, second]) expect(Buffer.from(await fileIn(one).arrayBuffer()).equals(recording(3))).toBe(true)
  expect(once.row.facts.admin_info?.use_channel).toHaveLength(2)

  const never = await spent(async () =>
    openai.audio.transcriptions
      .create({ file: await file(3), model: 'whisper-1', prompt: '#refuse:500x9 #call:never' })
      .catch((error: unknown) => error),
  )
  expect(never.made).toMatchObject({ status: 500 })
  expect(never.charge).toBe(0)
  await world.console.call('DELETE', `/api/channel/${spare}`)
})

test('a refusal of OpenAI is shown with its message, and costs nothing', async () => {
  const { made, charge } = await spent(async () =>
    openai.audio.transcriptions
      .create({ file: await file(1, 'talk.doc'), model: 'whisper-1', response_format: 'json' })
      .catch((error: unknown) => error),
  )
  expect(made).toMatchObject({ status: 400 })
  expect(String(made)).toContain('Unrecognized file format.')
  expect(charge).toBe(0)
})

test('a vendor without such an endpoint is not called', async () => {
  await world.addChannel({ type: 14, models: 'claude-ears' })
  await world.setOption('ModelRatio', JSON.stringify({ 'claude-ears': 1 }))
  const requestsBefore = world.provider.requests.length
  const error = await openai.audio.transcriptions.create({ file: await file(1), model: 'claude-ears' }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 400 })
  expect(world.provider.requests).toHaveLength(requestsBefore)
})

test('after all this the books add up', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
