// Answers of hundreds of megabytes: they are read and passed on as they come, with as little memory as short ones.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Step, step } from '../../testing/fakes/fake-provider-script.ts'
import { type BatchWorld, GEMINI, line, openBatchWorld, PRICE, request } from './testing/batch-world.ts'

let batches: BatchWorld
beforeAll(async () => {
  batches = await openBatchWorld()
})
afterEach(() => batches.vendor.clear())
afterAll(() => batches.close())

const MEBIBYTE = 1024 * 1024
/** The most that may be in use beyond what was before. */
const MOST_BYTES = 128 * MEBIBYTE
const SAMPLE_MS = 100

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // the flag makes it
const PICTURE = 'A'.repeat(MEBIBYTE)

/** The most memory that was in use beyond what was before, while this was done. */
async function peakOf<Done>(work: () => Promise<Done>): Promise<{ done: Done; peak: number }> {
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let [peak, samples] = [0, 0]
  const timer = setInterval(() => {
    peak = Math.max(peak, used() - before)
    samples += 1
  }, SAMPLE_MS)
  try {
    const done = await work()
    expect(samples).toBeGreaterThan(2)
    return { done, peak }
  } finally {
    clearInterval(timer)
  }
}

/** So many pieces, each with a mebibyte that is there once. */
const answered = (type: string, piece: (index: number) => readonly Buffer[], count: number, end = ''): readonly Step[] => [
  step.head(200, { 'content-type': type }),
  ...Array.from({ length: count }, (_one, index) => piece(index).map((bytes) => step.bytes(bytes))).flat(),
  step.bytes(Buffer.from(end)),
  step.end(),
]
const picture = Buffer.from(PICTURE)

test('300 answers of Google with pictures of a mebibyte are charged, and read, with the memory of a few', async () => {
  const { alice, vendor, poll, world } = batches
  const COUNT = 300
  const src = Array.from({ length: COUNT }, () => ({ contents: 'Hi', config: { maxOutputTokens: 100 } }))
  const { name = '' } = await alice.google.batches.create({ model: GEMINI, src, config: { displayName: 'long' } })
  const [id] = vendor.batchIds.slice(-1)
  const part = { inlineData: { mimeType: 'image/png', data: '%' } }
  const usageMetadata = { promptTokenCount: 20, candidatesTokenCount: 5, totalTokenCount: 25 }
  const response = { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }], usageMetadata }
  const [before = '', behind = ''] = JSON.stringify({ response }).split('%')
  const metadata = { '@type': 'x', model: `models/${GEMINI}`, displayName: 'long', name: `batches/${id}`, state: 'BATCH_STATE_SUCCEEDED' }
  const head = `${JSON.stringify({ name: `batches/${id}`, metadata, done: true }).slice(0, -1)},"response":{"inlinedResponses":{"inlinedResponses":[`
  const piece = (index: number) => [Buffer.from(`${index === 0 ? head : ','}${before}`), picture, Buffer.from(behind)]
  const steps = answered('application/json', piece, COUNT, ']}}}')
  vendor.next(steps, { to: /\/batches\/\w+$/ })
  const charged = await peakOf(() => alice.spending(poll))
  expect(charged.done.cost).toBe((COUNT * PRICE) / 2)
  expect(charged.peak).toBeLessThan(MOST_BYTES)

  vendor.next(steps, { to: /\/batches\/\w+$/ })
  const read = await peakOf(async () => {
    const answer = await fetch(`${world.url}/v1beta/${name}`, { headers: { 'x-goog-api-key': alice.payer.key } })
    let [beginning, bytes] = ['', 0]
    for await (const chunk of answer.body ?? []) {
      if (bytes === 0) beginning = Buffer.from(chunk).toString('latin1', 0, 1000)
      bytes += chunk.length
    }
    return { status: answer.status, type: answer.headers.get('content-type'), beginning, bytes }
  })
  expect(read.peak).toBeLessThan(MOST_BYTES)
  expect(read.done).toMatchObject({ status: 200, type: expect.stringMatching(/json/) })
  expect(read.done.beginning.startsWith(`{"name":"${name}","metadata":`)).toBe(true)
  expect(read.done.beginning).not.toContain(`batches/${id}`)
  const sent = steps.reduce((sum, one) => sum + (one.do === 'bytes' ? one.bytes.length : 0), 0)
  expect(read.done.bytes).toBe(sent + 2 * (name.length - `batches/${id}`.length))
})

const message = { type: 'message', role: 'assistant', stop_reason: 'end_turn', usage: { input_tokens: 20, output_tokens: 5 } }
const ANSWERS = 150
const files = [
  {
    name: 'OpenAI',
    submit: () => batches.alice.submit(Array.from({ length: ANSWERS }, (_one, index) => line(`r${index}`))),
    to: /\/content$/,
    answer: (id: string, text: string) => ({
      custom_id: id,
      response: {
        status_code: 200,
        body: {
          choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 },
        },
      },
    }),
  },
  {
    name: 'Anthropic',
    submit: () =>
      batches.alice.claude.messages.batches.create({ requests: Array.from({ length: ANSWERS }, (_one, index) => request(`r${index}`)) }),
    to: /\/results$/,
    answer: (id: string, text: string) => ({
      custom_id: id,
      result: { type: 'succeeded', message: { ...message, content: [{ type: 'text', text }] } },
    }),
  },
]

test.each(files)('answers of $name with a mebibyte of text each are charged with the memory of a few', async ({ submit, to, answer }) => {
  const { alice, vendor, poll } = batches
  await submit()
  const piece = (index: number) => {
    const [before = '', behind = ''] = JSON.stringify(answer(`r${index}`, '%')).split('%')
    return [Buffer.from(before), picture, Buffer.from(`${behind}\n`)]
  }
  vendor.next(answered('application/x-ndjson', piece, ANSWERS), { to })
  const { done, peak } = await peakOf(() => alice.spending(poll))
  expect(done.cost).toBe((ANSWERS * PRICE) / 2)
  expect(peak).toBeLessThan(MOST_BYTES)
})

test('answers of Google that come in a file are charged, and are their owner’s', async () => {
  const { alice, bob, vendor, poll, world } = batches
  vendor.givesFiles = true
  const src = ['a', 'b'].map((key) => ({ contents: 'Hi', config: { maxOutputTokens: 100 }, metadata: { key } }))
  const { done: name, cost } = await alice.spending(async () => {
    const { name = '' } = await alice.google.batches.create({ model: GEMINI, src, config: { displayName: 'x' } })
    await poll()
    return name
  })
  expect(cost).toBe(PRICE)
  const { dest } = await alice.google.batches.get({ name })
  expect(dest?.fileName).toMatch(/^files\/batch-/)
  const download = (key: string) =>
    fetch(`${world.url}/v1beta/${dest?.fileName}:download?alt=media`, { headers: { 'x-goog-api-key': key } })
  expect(await (await download(alice.payer.key)).text()).toMatch(/"key":"a".*\n.*"key":"b"/)
  expect((await download(bob.payer.key)).status).toBeGreaterThanOrEqual(400)
})
