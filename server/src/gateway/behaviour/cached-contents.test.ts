// Google's kept beginnings of prompts, requested with its own library: paid by the hour when they are made, and used at the account that has them.
import { GoogleGenAI } from '@google/genai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let payers: Payers
let google: GoogleGenAI
let other: GoogleGenAI
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: {} })
  // Calls that name no content go to the first.
  await world.addChannel({ name: 'preferred', type: 24, key: 'key-of-preferred', models: 'gemini-2.5-flash', priority: 9 })
  await world.addChannel({ name: 'with caches', type: 24, key: 'key-a\nkey-b\nkey-c', models: 'gemini-2.5-flash,gemini-2.5-pro' })
  payers = await openPayers(world)
  const open = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: world.url } })
  google = open(world.key)
  other = open((await payers.add(1_000_000_000)).key)
})
afterAll(async () => {
  await payers.close()
  await world.close()
})

const answer = (body: unknown, status = 200) => [
  step.head(status, { 'content-type': 'application/json' }),
  step.text(JSON.stringify(body)),
  step.end(),
]
const expireTime = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const kept = (name: string, tokens: number, seconds: number) => ({
  name: `cachedContents/${name}`,
  model: 'models/gemini-2.5-pro',
  displayName: 'book',
  usageMetadata: { totalTokenCount: tokens },
  createTime: new Date().toISOString(),
  expireTime: expireTime(seconds),
})
const BOOK = 'word '.repeat(80_000)

async function keep(name: string, tokens: number, seconds: number) {
  world.provider.next(answer(kept(name, tokens, seconds)))
  const config = { contents: [{ role: 'user', parts: [{ text: BOOK }] }], systemInstruction: 'You know this book.', ttl: `${seconds}s` }
  return google.caches.create({ model: 'gemini-2.5-pro', config })
}

test('content is read once and kept by the hour, and its price is held for and explained', async () => {
  const before = await world.balance()
  const cache = await keep('book', 100_000, 7200)
  expect(cache).toMatchObject({ name: 'cachedContents/book', usageMetadata: { totalTokenCount: 100_000 } })
  expect(world.provider.requests.at(-1)).toMatchObject({
    path: '/v1beta/cachedContents',
    body: { model: 'models/gemini-2.5-pro', ttl: '7200s' },
  })
  // Half a million units are a dollar. A hundred thousand tokens are read at 125 thousandths, and kept for an hour at 450.
  const charge = (125 + 2 * 450) * 500
  expect(before - (await world.balance())).toBe(charge)
  const [row] = await world.logs(0)
  expect(row).toMatchObject({ quota: charge, prompt_tokens: 100_000, completion_tokens: 0, model_name: 'gemini-2.5-pro' })
  expect(row?.other).toContain('"cacheStorage"')
})

test('a call that names it goes to the key that has it, past a better channel and other keys', async () => {
  await keep('novel', 90_000, 600)
  const authorization = world.provider.requests.at(-1)?.headers['x-goog-api-key']
  for (let at = 0; at < 8; at += 1) {
    await google.models.generateContent({
      model: 'gemini-2.5-pro',
      contents: 'Who is she?',
      config: { cachedContent: 'cachedContents/novel' },
    })
    expect(world.provider.requests.at(-1)?.headers['x-goog-api-key']).toBe(authorization)
  }
  const flash = google.models.generateContent({
    model: 'gemini-2.5-flash',
    contents: 'q',
    config: { cachedContent: 'cachedContents/novel' },
  })
  await flash
  expect(world.provider.requests.at(-1)?.headers['x-goog-api-key']).toBe(authorization)
})

test('only its owner lists, reads, shortens, uses and deletes it', async () => {
  await keep('secret', 90_000, 3600)
  const name = 'cachedContents/secret'
  const names: unknown[] = []
  for await (const one of await google.caches.list({ config: { pageSize: 2 } })) names.push(one.name)
  expect(names).toEqual(['cachedContents/secret', 'cachedContents/novel', 'cachedContents/book'])
  const count = world.provider.requestCount
  const theirs: unknown[] = []
  for await (const one of await other.caches.list()) theirs.push(one)
  expect(theirs).toEqual([])
  await expect(other.caches.get({ name })).rejects.toMatchObject({ status: 404 })
  await expect(other.caches.update({ name, config: { ttl: '60s' } })).rejects.toMatchObject({ status: 404 })
  await expect(other.caches.delete({ name })).rejects.toMatchObject({ status: 404 })
  const used = other.models.generateContent({ model: 'gemini-2.5-pro', contents: 'q', config: { cachedContent: name } })
  await expect(used).rejects.toMatchObject({ status: 400, message: expect.stringContaining('cachedContent') })
  expect(world.provider.requestCount).toBe(count)

  world.provider.next(answer(kept('secret', 90_000, 3600)))
  expect(await google.caches.get({ name })).toMatchObject({ name })
  world.provider.next(answer(kept('secret', 90_000, 60)))
  expect(await google.caches.update({ name, config: { ttl: '60s' } })).toMatchObject({ name })
  expect(world.provider.requests.at(-1)).toMatchObject({ method: 'PATCH', path: '/v1beta/cachedContents/secret', body: { ttl: '60s' } })
  const asked = world.provider.requestCount
  await expect(google.caches.update({ name, config: { ttl: '86400s' } })).rejects.toMatchObject({ status: 400 })
  expect(world.provider.requestCount).toBe(asked)
  world.provider.next(answer({}))
  await google.caches.delete({ name })
  expect(world.provider.requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1beta/cachedContents/secret' })
  await expect(google.caches.get({ name })).rejects.toMatchObject({ status: 404 })
})

test('what its vendor refuses costs nothing and is nobody’s', async () => {
  const before = await world.balance()
  world.provider.next(scenario.refuse(400))
  const refused = google.caches.create({ model: 'gemini-2.5-pro', config: { contents: 'short', ttl: '300s' } })
  await expect(refused).rejects.toMatchObject({ status: 400 })
  expect(await world.balance()).toBe(before)
  await expect(google.caches.create({ model: 'gemini-2.5-pro', config: { contents: BOOK, ttl: 'soon' } })).rejects.toMatchObject({
    status: 400,
  })
})

test('a lifetime that the balance cannot pay for is refused before anything is sent', async () => {
  const poor = new GoogleGenAI({ apiKey: (await payers.add(200_000)).key, httpOptions: { baseUrl: world.url } })
  const count = world.provider.requestCount
  const month = poor.caches.create({ model: 'gemini-2.5-pro', config: { contents: BOOK, ttl: '2592000s' } })
  await expect(month).rejects.toMatchObject({ status: 403 })
  expect(world.provider.requestCount).toBe(count)
})
