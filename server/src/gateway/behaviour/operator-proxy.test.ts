// HTTP_PROXY, HTTPS_PROXY and NO_PROXY, from the environment to the vendor.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProxy, type TestProxy } from '../../testing/network/proxies.ts'
import { openWorld, type World } from '../testing/world.ts'

const CANARY = 'canary-of-the-proxy'
const hello = (model: string) => ({ model, messages: [{ role: 'user', content: 'hello' }] })
const logLines: string[] = []

let operators: TestProxy
let channels: TestProxy
let world: World
beforeAll(async () => {
  operators = await openProxy({ kind: 'http', user: 'me', password: CANARY })
  channels = await openProxy({ kind: 'http' })
  const models = ['usual', 'own', 'inner', 'gone']
  world = await openWorld({
    ...{ channel: null, logLines, ratios: Object.fromEntries(models.map((model) => [model, 1])) },
    environment: { HTTP_PROXY: operators.url, HTTPS_PROXY: operators.url, NO_PROXY: 'localhost' },
  })
  await world.addChannel({ models: 'usual' })
  await world.addChannel({ models: 'own', setting: JSON.stringify({ proxy: channels.url }) })
  await world.addChannel({ models: 'inner', base_url: `http://localhost:${world.provider.port}` })
})
afterAll(async () => {
  await world.close()
  await operators.close()
  await channels.close()
})

/** Calls, and answers how many requests each of the proxies had, and the vendor. */
async function call(model: string) {
  const before = [operators.requests.length, channels.requests.length, world.provider.requestCount]
  const { status } = await world.post('/v1/chat/completions', hello(model))
  const after = [operators.requests.length, channels.requests.length, world.provider.requestCount]
  const [byOperators, byChannels, atVendor] = after.map((count, at) => count - (before[at] ?? 0))
  return { status, byOperators, byChannels, atVendor }
}

test('a call goes by the proxy of the environment, a channel with a proxy by its own, and NO_PROXY straight', async () => {
  expect(await call('usual')).toEqual({ status: 200, byOperators: 1, byChannels: 0, atVendor: 1 })
  expect(await call('own')).toEqual({ status: 200, byOperators: 0, byChannels: 1, atVendor: 1 })
  expect(await call('inner')).toEqual({ status: 200, byOperators: 0, byChannels: 0, atVendor: 1 })
})

test('what administration asks of vendors and of other sites goes there too', async () => {
  const before = operators.requests.length
  const draft = { name: 'x', type: 8, key: 'k', base_url: world.provider.url, models: 'usual' }
  await world.console.call('POST', '/api/channel/fetch_models', draft)
  await world.console.call('POST', '/api/channel/test', { ...draft, model: 'usual' })
  expect(operators.requests.length - before).toBe(2)
})

test('its password is in no line of the log and in no answer, be it right, wrong, or the proxy away', async () => {
  const said: string[] = []
  const strict = await openProxy({ kind: 'http', user: 'me', password: 'another' })
  const gone = await openProxy({ kind: 'http' })
  await gone.close()
  for (const { url } of [strict, gone]) {
    const address = new URL(url)
    address.username = 'me'
    address.password = CANARY
    const lines: string[] = []
    const other = await openWorld({ logLines: lines, environment: { HTTP_PROXY: address.href, HTTPS_PROXY: address.href } })
    const answer = await other.post('/v1/chat/completions', hello('fake-chat'))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(other.provider.requestCount).toBe(0)
    const rows = await other.console.call('GET', '/api/log/?p=0&page_size=10')
    said.push(...lines, answer.text, JSON.stringify(rows), JSON.stringify(await other.console.call('GET', '/api/channel/?p=0')))
    await other.close()
  }
  expect(strict.refused()).toBeGreaterThan(0)
  await strict.close()
  expect(logLines.length).toBeGreaterThan(0)
  expect(
    [...logLines, ...said].filter((line) => line.includes(CANARY) || line.includes(Buffer.from(`me:${CANARY}`).toString('base64'))),
  ).toEqual([])
})
