// Media that a request names by an address, at vendors that take data only: fetched through the guard, within limits, and never charged
// where they cannot be had.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEgress } from '../../lib/net/egress.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { type LocalSite, openSite } from '../../testing/network/local-site.ts'
import { answer } from '../testing/answers.ts'
import { openWorld, type World } from '../testing/world.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const PDF = Buffer.from('%PDF-1.7\n%%EOF')
const MEBIBYTE = 1024 * 1024
/** Takes no addresses but those of Google's own files. */
const EARLY = 'gemini-2.0-flash'
const CHAT = 'gpt-4o'

type Site = Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>
const give = (type: string | undefined, body: Buffer) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body)

const site: Site = {
  '/cat.png': give('image/png', PNG),
  '/unlabelled': give(undefined, PNG),
  '/paper.pdf': give('application/pdf', PDF),
  '/page': give('text/html; charset=utf-8', Buffer.from('<p>no picture</p>')),
  '/huge': give('image/png', Buffer.alloc(20 * MEBIBYTE + 1)),
  '/moved': (_, response) => void response.writeHead(302, { location: '/cat.png' }).end(),
  '/round': (_, response) => void response.writeHead(302, { location: '/round' }).end(),
  '/broken': (request) => void request.socket.destroy(),
}

let media: LocalSite
let origin: string
let seen: string[] = []
/** Reaches this machine's own addresses, where the site is. */
const reachesAll = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 2000 })

beforeAll(async () => {
  media = await openSite((request, response) => {
    const path = String(request.url)
    seen.push(path)
    const page = site[path]
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  origin = media.url
})
afterAll(() => media.close())
beforeEach(() => {
  seen = []
})

const open = (userEgress?: typeof reachesAll) =>
  openWorld({ channel: { type: 24, models: EARLY }, ratios: { [EARLY]: 1, [CHAT]: 1 }, ...(userEgress ? { userEgress } : {}) })

const chatWith = (...urls: string[]) => ({
  model: EARLY,
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'What is this?' }, ...urls.map((url) => ({ type: 'image_url', image_url: { url } }))] },
  ],
})
const partsOf = (world: World) => {
  const body = world.provider.requests.at(-1)?.body as { contents: { parts: object[] }[] } | undefined
  return body?.contents[0]?.parts
}

describe('a vendor that takes data only', () => {
  let world: World
  beforeAll(async () => {
    world = await open(reachesAll)
  })
  afterAll(async () => {
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    await world.close()
  })
  beforeEach(() => world.provider.clear())
  const ask = async (...paths: string[]) => {
    world.provider.next(scenario.reply(200, answer('gemini-generate')))
    return world.post('/v1/chat/completions', chatWith(...paths.map((path) => (path.includes('://') ? path : origin + path))))
  }

  test.each(['/cat.png', '/unlabelled', '/moved'])('gets the data of %s', async (path) => {
    expect((await ask(path)).status).toBe(200)
    expect(partsOf(world)).toEqual([{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } }])
  })

  test('gets each of several, and one that is named twice is fetched once', async () => {
    expect((await ask('/cat.png', '/unlabelled', '/cat.png')).status).toBe(200)
    expect(partsOf(world)).toHaveLength(4)
    expect(seen).toEqual(['/cat.png', '/unlabelled'])
  })

  test.each([
    ['/missing', 'HTTP 404'],
    ['/page', 'text/html'],
    ['/huge', '> 20 MB'],
    ['/round', 'HTTP 302'],
    ['/broken', 'unreachable'],
    ['http://169.254.169.254/latest/meta-data', 'blocked address'],
  ])('%s is refused in words, and nothing is sent, charged or held against the channel', async (path, reason) => {
    const before = await world.balance()
    const { status, json } = await ask(path)
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: 'media_not_fetched', message: expect.stringContaining(`turns[0].parts[1] (${reason})`) })
    expect(world.provider.requests).toEqual([])
    expect(await world.balance()).toBe(before)
    world.provider.clear()
    expect((await ask('/cat.png')).status).toBe(200)
  })

  test('more addresses than a request may have are not begun with', async () => {
    const { json } = await ask(...Array.from({ length: 17 }, (_, at) => `/many-${at}`))
    expect(json.error).toMatchObject({ message: expect.stringContaining('more than 16') })
    expect(seen).toEqual([])
  })

  test('a second channel that is tried gets what was fetched for the first', async () => {
    const second = await world.addChannel({ type: 24, models: EARLY })
    world.provider.next(scenario.reply(503, { error: { message: 'busy' } }))
    expect((await ask('/cat.png')).status).toBe(200)
    expect(world.provider.requests).toHaveLength(2)
    expect(seen).toEqual(['/cat.png'])
    await world.console.call('DELETE', `/api/channel/${second}`)
  })

  test('a document of the Messages API reaches a chat vendor as data', async () => {
    await world.addChannel({ type: 1, models: CHAT })
    world.provider.next(scenario.reply(200, answer('openai-chat')))
    const source = { type: 'url', url: `${origin}/paper.pdf` }
    const content = [
      { type: 'document', source, title: 'paper.pdf' },
      { type: 'text', text: 'Sum it up' },
    ]
    const { status } = await world.post('/v1/messages', { model: CHAT, max_tokens: 50, messages: [{ role: 'user', content }] })
    expect(status).toBe(200)
    const body = world.provider.requests.at(-1)?.body as { messages: { content: object[] }[] }
    expect(body.messages[0]?.content[0]).toEqual({
      type: 'file',
      file: { file_data: `data:application/pdf;base64,${PDF.toString('base64')}`, filename: 'paper.pdf' },
    })
  })

  test('a vendor that fetches is given the address', async () => {
    await world.addChannel({ type: 14, models: 'claude-sonnet-4-6', setting: '{"vendor_ids":"pass"}' })
    world.provider.next(scenario.reply(200, answer('anthropic-messages')))
    const url = `${origin}/cat.png`
    expect((await world.post('/v1/chat/completions', { ...chatWith(url), model: 'claude-sonnet-4-6' })).status).toBe(200)
    expect(JSON.stringify(world.provider.requests.at(-1)?.body)).toContain(url)
    expect(seen).toEqual([])
  })

  test('goes through the operator’s worker where there is one, which gets https addresses only', async () => {
    const asked: unknown[] = []
    const worker = await openSite(async (request, response) => {
      asked.push(await json(request))
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    })
    await world.setOption('WorkerValidKey', 'worker-key')
    await world.setOption('WorkerUrl', worker.url)
    expect((await ask('https://93.184.215.14/cat.png')).status).toBe(200)
    expect(asked).toEqual([
      expect.objectContaining({ url: 'https://93.184.215.14/cat.png', key: 'worker-key', method: 'GET', headers: expect.any(Object) }),
    ])
    expect(partsOf(world)?.[1]).toEqual({ inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } })
    expect((await ask('/cat.png')).json.error).toMatchObject({ message: expect.stringContaining('blocked address') })
    expect([asked.length, seen]).toEqual([1, []])
    await world.setOption('WorkerUrl', '')
    await worker.close()
  })
})

test('addresses of this network are not reached, whatever channels may reach', async () => {
  const world = await open()
  const { status, json } = await world.post('/v1/chat/completions', chatWith(`${origin}/cat.png`))
  expect([status, seen]).toEqual([400, []])
  expect(json.error).toMatchObject({ code: 'media_not_fetched', message: expect.stringContaining('blocked address') })
  await world.close()
})
