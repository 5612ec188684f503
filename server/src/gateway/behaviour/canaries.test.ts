// security 6 and 14: a vendor that puts our keys, and the addresses of inner machines, into everything that it says of a failure. None of
// it reaches a caller, an admin, a log, an audit row or a list; what a model says arrives as it was said, even where it looks the same.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, dialects, errorBodies, errorFrames, failureOf, plantedHeaders, typed, wholeBodies } from '../testing/canary-vendor.ts'
import { beginning } from '../testing/vendor-ends.ts'
import { openWorld, type World } from '../testing/world.ts'

const KEY = 'canarykey+0123/45678xyz=='
const base64 = (text: string) => Buffer.from(text).toString('base64')
const failure = () => failureOf(words, KEY)
const planted = plantedHeaders(KEY)

let far: Server
let farUrl: string
let answer: (response: ServerResponse) => void = (response) => response.end()
let world: World
const lines: string[] = []

/** Everything that must not be told, in one text. */
let words: string
let forbidden: string[]

beforeAll(async () => {
  far = createServer((incoming, response) => {
    incoming.resume().on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
  farUrl = `http://127.0.0.1:${(far.address() as AddressInfo).port}`
  const inner = ['10.77.66.55:8080', '[fd77::5]:9000', 'http://canary-inner:9000/x?y=1', 'db.canary.internal', '169.254.169.254', farUrl]
  const keys = [KEY, encodeURIComponent(KEY), base64(`:${KEY}`), base64(KEY), `${KEY.slice(0, 8)}***${KEY.slice(-5)}`]
  const others = ['sk-canaryother0123456789', 'AIzaCanary0123456789', 'org-canary0123456789abcdef', 'Bearer canary0123456789']
  words = `Refused: ${[...keys, ...others, ...inner].join(' , ')} ; dial tcp 10.77.66.55:8080: lookup canary-host on 10.77.66.55:53`
  forbidden = [...keys, ...others, ...inner, 'canary-host', '10.77.66.55', 'fd77::', '78xyz==', new URL(farUrl).host]

  world = await openWorld({
    channel: null,
    logLines: lines,
    options: { RetryTimes: '0', AutomaticDisableChannelEnabled: 'true', AutomaticDisableKeywords: 'never' },
    ratios: Object.fromEntries(dialects.map((name) => [name, 1])),
  })
  for (const name of dialects) {
    await world.addChannel({
      name,
      key: KEY,
      base_url: farUrl,
      models: name,
      openai_organization: 'org-canary0123456789abcdef',
      setting: JSON.stringify({ dialects: [name] }),
      auto_ban: 0,
    })
  }
})
afterAll(async () => {
  await world.close()
  far.closeAllConnections()
  far.close()
})
beforeEach(() => {
  lines.length = 0
})

function expectClean(text: string, where: string): void {
  const found = forbidden.filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))
  expect(found, `${where}: ${text.slice(0, 3000)}`).toEqual([])
}

/** Everything that is stored, but for what an admin entered. */
function stored(): string {
  if (world.address.kind !== 'sqlite') throw new Error('this test reads the file')
  const database = new DatabaseSync(world.address.path, { readOnly: true, timeout: 60_000 })
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
    const rows = tables.flatMap(({ name }) => database.prepare(`select * from "${String(name)}"`).all())
    return JSON.stringify(
      rows.map(({ base_url: _, openai_organization: __, detail, ...row }) => (row.action === 'channel.create' ? row : { ...row, detail })),
    )
  } finally {
    database.close()
  }
}

/** Lists and rows as people see them, the database, and the operator's log. */
async function expectNothingLeaked(): Promise<void> {
  const settled = await world.books()
  expect(settled.openHolds).toBe(0)
  const read = async (path: string) => JSON.stringify((await world.console.ask('GET', path)).body)
  for (const path of ['/api/log/?p=1&page_size=100', '/api/log/self?p=1&page_size=100']) expectClean(await read(path), path)
  const channels = JSON.parse(await read('/api/channel/?p=0&page_size=100')) as { data: Record<string, unknown>[] }
  for (const { base_url: _, openai_organization: __, ...channel } of channels.data) expectClean(JSON.stringify(channel), 'the channel list')
  expectClean(stored(), 'the database')
  expectClean(lines.join('\n'), 'the operator’s log')
}

async function call([path, body]: [string, object]): Promise<{ status: number; text: string; whole: string }> {
  const response = await request(world.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // A stream that failed may end by being cut.
  const text = await response.body.text().catch((error: unknown) => String(error))
  return { status: response.statusCode, text, whole: JSON.stringify(response.headers) + text }
}

const statuses = [400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 529]
const pairs = dialects.flatMap((client) => dialects.map((vendor) => [client, vendor] as const))
type Dialect = (typeof dialects)[number]

/** The forms in which a vendor refuses. */
const forms = {
  'as its own error': (vendor) => JSON.stringify(errorBodies[vendor](words, KEY)),
  'as other JSON': () => JSON.stringify({ message: words, detail: words }),
  'as a list of errors': (vendor) => JSON.stringify([errorBodies[vendor](words, KEY)]),
  'as plain words': () => words,
} satisfies Record<string, (vendor: Dialect) => string>
/** Each pair of dialects meets each status, each form, and both kinds of call. */
const refusals = cellsToTry(
  'refusals with secrets',
  pairs.flatMap(([client, vendor]) =>
    statuses.flatMap((status) =>
      Object.entries(forms).flatMap(([name, form]) => [false, true].map((isStream) => ({ client, vendor, status, name, form, isStream }))),
    ),
  ),
  ({ client, vendor, status, name, isStream }) => [`${client} ${vendor}`, status, name, isStream],
)

describe.each(pairs)('SEC-2: %s client, %s vendor', (client, vendor) => {
  test('every refusal, in every form, is shown without its secrets', async () => {
    for (const { status, name, form, isStream } of refusals.filter((one) => one.client === client && one.vendor === vendor)) {
      const body = form(vendor)
      answer = (response) => response.writeHead(status, `Refused ${KEY}`, { 'content-type': 'application/json', ...planted }).end(body)
      const result = await call(ask(client, vendor, isStream))
      expect(result.status).toBeGreaterThanOrEqual(400)
      expectClean(result.whole, `${status} ${name} ${isStream ? 'stream' : 'whole'}`)
    }
    await expectNothingLeaked()
  }, 120_000)

  test('an error with a good status, before the first byte and after it', async () => {
    const head = { 'content-type': 'text/event-stream', ...planted }
    const answers: [isStream: boolean, text: string, head: Record<string, string>][] = [
      [false, JSON.stringify(errorBodies[vendor](words, KEY)), { ...head, 'content-type': 'application/json' }],
      [false, `<html>${words}</html>`, { ...head, 'content-type': 'text/html' }],
      [true, `<html>${words}</html>`, { ...head, 'content-type': 'text/html' }],
      [true, errorFrames[vendor](words, KEY), head],
      [true, beginning(vendor, 'hello') + errorFrames[vendor](words, KEY), head],
      [true, `${beginning(vendor, 'hello')}: comment ${words}\n\nevent: error\ndata: ${words}\n\n${errorFrames[vendor](words, KEY)}`, head],
      [true, `${beginning(vendor, 'hello')}: comment ${words}\n${errorFrames[vendor](words, KEY)}`, head],
    ]
    for (const [isStream, text, headers] of answers) {
      answer = (response) => response.writeHead(200, `Fine ${KEY}`, headers).end(text)
      const result = await call(ask(client, vendor, isStream))
      expectClean(result.whole, text.slice(0, 200))
    }
    await expectNothingLeaked()
  }, 120_000)
})

describe('model output', () => {
  const escaped = () => JSON.stringify(words).slice(1, -1)

  test.each(pairs)(
    '%s through %s arrives as it was said',
    async (client, vendor) => {
      const body = JSON.stringify(wholeBodies[vendor](words))
      answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      // The vendor's key may cool for some seconds yet, after the 429s of the tests above.
      const wholeCall = () => call(ask(client, vendor, false))
      await expect.poll(async () => (await wholeCall()).status, { timeout: 60_000, interval: 500 }).toBe(200)
      const whole = await wholeCall()
      expect(whole.status, whole.text).toBe(200)
      if (client === vendor) expect(whole.text).toBe(body)
      else expect(whole.text).toContain(escaped())

      // The text is in the answer, and an error follows: only what is said of the error is clean.
      const stream = beginning(vendor, words)
      answer = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream + errorFrames[vendor](words, KEY))
      const streamed = await call(ask(client, vendor, true))
      expect(streamed.text).toContain(escaped())
      if (client === vendor && vendor !== 'gemini-generate') {
        expect(streamed.text.startsWith(stream)).toBe(true)
        expectClean(streamed.text.slice(stream.length), 'the error')
      }
    },
    90_000,
  )

  test('a failure in which nothing is secret is passed on byte by byte', async () => {
    const text = `${beginning('openai-chat', 'hi')}data:   {"error" : {"message":"the model broke off", "type":"server_error","code":null}}\n\n`
    answer = (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
    expect((await call(ask('openai-chat', 'openai-chat', true))).text).toBe(text)
  })

  test('the text that a failed response repeats is the model’s, its error is not', async () => {
    const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words, annotations: [] }] }
    const failed = {
      type: 'response.failed',
      sequence_number: 4,
      response: { id: 'resp_1', object: 'response', status: 'failed', error: failure(), output: [item] },
    }
    answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(beginning('openai-responses', 'hello') + typed(failed))
    const { text } = await call(ask('openai-responses', 'openai-responses', true))
    const last = JSON.parse(text.trim().split('data: ').at(-1) ?? '') as typeof failed
    expect(last.response.output).toEqual([item])
    expectClean(JSON.stringify(last.response.error), 'the error')
  })
})

describe('outside of calls', () => {
  const fails = (status: number) => {
    answer = (response) =>
      response
        .writeHead(status, `Refused ${KEY}`, { 'content-type': 'application/json', ...planted })
        .end(JSON.stringify({ error: failure() }))
  }
  const garbage = (text: string) => {
    answer = (response) => response.writeHead(200, { 'content-type': 'application/json', ...planted }).end(text)
  }
  const inner = `{"secrets": "${'inner service '.repeat(100)}"}`

  test('a channel’s test and its list of models quote an error’s message alone, clean and short', async () => {
    for (const id of [1, 2, 3, 4]) {
      for (const path of [`/api/channel/test/${id}`, `/api/channel/fetch_models/${id}`]) {
        for (const status of statuses) {
          fails(status)
          const text = JSON.stringify((await world.console.ask('GET', path)).body)
          expectClean(text, `${path} ${status}`)
          expect(text.length).toBeLessThan(1000)
        }
        for (const text of [inner, `<html>${inner}</html>`, words, JSON.stringify({ error: failure() })]) {
          garbage(text)
          const result = JSON.stringify((await world.console.ask('GET', path)).body)
          expectClean(result, path)
          expect(result).not.toContain('inner service')
        }
      }
    }
    await expectNothingLeaked()
  })

  test('the output of a channel test and the names of its models are clean too', async () => {
    garbage(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: words }, finish_reason: 'stop' }],
      }),
    )
    expectClean(JSON.stringify((await world.console.ask('GET', '/api/channel/test/1')).body), 'the test')
    garbage(JSON.stringify({ data: [{ id: 'model-a' }, { id: KEY }, { id: 'x'.repeat(300) }] }))
    expect((await world.console.ask('GET', '/api/channel/fetch_models/1')).body.data).toEqual(['model-a'])
  })

  test('counting tokens', async () => {
    fails(500)
    const result = await call(['/v1/messages/count_tokens', { model: 'anthropic-messages', messages: [{ role: 'user', content: 'hi' }] }])
    expectClean(result.whole, 'the count')
  })

  test('a background call shows its failure without secrets, whenever it is fetched', async () => {
    fails(400)
    for (const model of dialects) {
      const queue = () => call(['/v1/responses', { model, input: 'hello', background: true }])
      let queued = await queue()
      const isQueued = async () => {
        if (queued.status !== 200) queued = await queue()
        return queued.status
      }
      // The vendor's key may cool for some seconds yet, after the 429s of the tests above.
      await expect.poll(isQueued, { timeout: 60_000, interval: 500 }).toBe(200)
      const { id } = JSON.parse(queued.text) as { id: string }
      await expect.poll(async () => (await read(id)).includes('"failed"')).toBe(true)
      expectClean(await read(id), model)
      expectClean(await read(`${id}?stream=true`), model)
    }
    await expectNothingLeaked()

    async function read(path: string): Promise<string> {
      const response = await request(`${world.url}/v1/responses/${path}`, { headers: { authorization: `Bearer ${world.key}` } })
      return response.body.text()
    }
  })

  test('the reason why a channel was disabled', async () => {
    const id = await world.addChannel({
      name: 'dies',
      key: KEY,
      base_url: farUrl,
      models: 'dies',
      openai_organization: 'org-canary0123456789abcdef',
    })
    await world.setOption('ModelRatio', JSON.stringify({ dies: 1 }))
    fails(401)
    await call(ask('openai-chat', 'dies', false))
    await expect.poll(async () => (await world.console.call<{ status: number }>('GET', `/api/channel/${id}`)).status).toBe(3)
    const { other_info } = await world.console.call<{ other_info: string }>('GET', `/api/channel/${id}`)
    expect(other_info).toContain('Refused')
    expectClean(other_info, 'the reason')
    await expectNothingLeaked()
  })
})
