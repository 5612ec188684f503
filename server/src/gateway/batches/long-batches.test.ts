// Answers that are many times longer than what is kept of them: they are read and passed on as they come, and four times as many take no more memory.
import { collectGarbage } from '@waystation/wire/testing/collect-garbage'
import { someToTry } from '@waystation/wire/testing/matrix'
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
const vendors = someToTry('vendors of long answers', ['Google', 'OpenAI', 'Anthropic'], 1)
/** Answers of a mebibyte each, few and many. */
const [FEW, MANY] = [12, 48] as const
/** What many may take beyond what few do: a third of what would be kept if all were. */
const MOST_BYTES = ((MANY - FEW) * MEBIBYTE) / 3

const picture = Buffer.alloc(MEBIBYTE, 'A')

/** The most memory that was in use beyond what was before, while this was done: looked at whenever it calls. */
async function peakOf<Done>(work: (look: () => Promise<void>) => Promise<Done>): Promise<{ done: Done; peak: number }> {
  const used = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let [peak, looks] = [0, 0]
  const done = await work(async () => {
    peak = Math.max(peak, used() - before)
    looks += 1
  })
  expect(looks).toBeGreaterThan(2)
  return { done, peak }
}

/** Many took no more than few. */
function expectFlat([few = 0, many = 0]: readonly number[]): void {
  expect(many - few).toBeLessThan(MOST_BYTES)
}

/** So many pieces, each with a mebibyte that is there once. Between them it is looked at what is in use, once all that was sent has been read. */
const answered = (type: string, pieces: readonly (readonly Buffer[])[], look: () => Promise<void>, end = ''): readonly Step[] => [
  step.head(200, { 'content-type': type }),
  ...pieces.flatMap((piece, index) => [...piece.map((bytes) => step.bytes(bytes)), ...(index % 4 === 3 ? [step.until(look)] : [])]),
  step.bytes(Buffer.from(end)),
  step.end(),
]
const upTo = <Made>(count: number, make: (index: number) => Made) => Array.from({ length: count }, (_one, index) => make(index))

/** A batch of Google's whose answers are pictures. */
async function submitPictures(count: number) {
  const src = upTo(count, () => ({ contents: 'Hi', config: { maxOutputTokens: 100 } }))
  const { name = '' } = await batches.alice.google.batches.create({ model: GEMINI, src, config: { displayName: 'long' } })
  const vendorName = `batches/${batches.vendor.batchIds.at(-1)}`
  const part = { inlineData: { mimeType: 'image/png', data: '%' } }
  const usageMetadata = { promptTokenCount: 20, candidatesTokenCount: 5, totalTokenCount: 25 }
  const response = { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }], usageMetadata }
  const [before = '', behind = ''] = JSON.stringify({ response }).split('%')
  const metadata = { '@type': 'x', model: `models/${GEMINI}`, displayName: 'long', name: vendorName, state: 'BATCH_STATE_SUCCEEDED' }
  const told = JSON.stringify({ name: vendorName, metadata, done: true })
  const head = `${told.slice(0, -1)},"response":{"inlinedResponses":{"inlinedResponses":[`
  const pieces = upTo(count, (index) => [Buffer.from(`${index === 0 ? head : ','}${before}`), picture, Buffer.from(behind)])
  const steps = (look: () => Promise<void>) => answered('application/json', pieces, look, ']}}}')
  const sentBytes = pieces.flat().reduce((sum, { length }) => sum + length, ']}}}'.length)
  return { name, vendorName, steps, sentBytes }
}

test.runIf(vendors.includes('Google'))(
  'answers of Google with pictures are charged, and read, with no more memory the more there are',
  async () => {
    const { alice, vendor, poll, world } = batches
    const peaks = { charged: [0, 0], read: [0, 0] }
    for (const [run, count] of [FEW, MANY].entries()) {
      const { name, vendorName, steps, sentBytes } = await submitPictures(count)
      const charged = await peakOf((look) => {
        vendor.next(steps(look), { to: /\/batches\/\w+$/ })
        return alice.spending(poll)
      })
      expect(charged.done.cost).toBe((count * PRICE) / 2)
      const read = await peakOf(async (look) => {
        vendor.next(steps(look), { to: /\/batches\/\w+$/ })
        const answer = await fetch(`${world.url}/v1beta/${name}`, { headers: { 'x-goog-api-key': alice.payer.key } })
        let [beginning, bytes] = ['', 0]
        for await (const chunk of answer.body ?? []) {
          if (bytes === 0) beginning = Buffer.from(chunk).toString('latin1', 0, 1000)
          bytes += chunk.length
        }
        return { status: answer.status, type: answer.headers.get('content-type'), beginning, bytes }
      })
      expect(read.done).toMatchObject({ status: 200, type: expect.stringMatching(/json/) })
      expect(read.done.beginning.startsWith(`{"name":"${name}","metadata":`)).toBe(true)
      expect(read.done.beginning).not.toContain(vendorName)
      expect(read.done.bytes).toBe(sentBytes + 2 * (name.length - vendorName.length))
      peaks.charged[run] = charged.peak
      peaks.read[run] = read.peak
    }
    expectFlat(peaks.charged)
    expectFlat(peaks.read)
  },
)

const message = { type: 'message', role: 'assistant', stop_reason: 'end_turn', usage: { input_tokens: 20, output_tokens: 5 } }
const files = [
  {
    name: 'OpenAI',
    submit: (count: number): Promise<object> => batches.alice.submit(upTo(count, (index) => line(`r${index}`))),
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
    submit: (count: number): Promise<object> =>
      batches.alice.claude.messages.batches.create({ requests: upTo(count, (index) => request(`r${index}`)) }),
    to: /\/results$/,
    answer: (id: string, text: string) => ({
      custom_id: id,
      result: { type: 'succeeded', message: { ...message, content: [{ type: 'text', text }] } },
    }),
  },
]

test.each(files.filter(({ name }) => vendors.includes(name)))(
  'answers of $name are charged with no more memory the more there are',
  async ({ submit, to, answer }) => {
    const { alice, vendor, poll } = batches
    const piece = (index: number) => {
      const [before = '', behind = ''] = JSON.stringify(answer(`r${index}`, '%')).split('%')
      return [Buffer.from(before), picture, Buffer.from(`${behind}\n`)]
    }
    const peaks: number[] = []
    for (const count of [FEW, MANY]) {
      await submit(count)
      const { done, peak } = await peakOf((look) => {
        vendor.next(answered('application/x-ndjson', upTo(count, piece), look), { to })
        return alice.spending(poll)
      })
      expect(done.cost).toBe((count * PRICE) / 2)
      peaks.push(peak)
    }
    expectFlat(peaks)
  },
)

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
