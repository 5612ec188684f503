// A conversation: streamed word by word, and what it costs is what the log and the balance say.
/// <reference lib="dom" />
import type { LogEntry } from '@waystation/contract/calls/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { step } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const UNITS_PER_DOLLAR = 500_000

test('an answer comes word by word, and its cost is that of the log row', { tags: 'main' }, async () => {
  const { page, say, button, field, watched } = await scene.open('user', '/playground')
  const { client } = scene.facts.members.user
  const balance = async () => (await client.call<{ quota: number }>('GET', '/api/user/self')).quota
  const before = await balance()
  await field('playground.placeholder').fill('Tell me something long #in:3000 #out:400 #cached:1000 #chunks:20x60ms')
  // How long the answer was after each change of the page.
  await page.evaluate(() => {
    const lengths = new Set<number>()
    const note = () => lengths.add([...document.querySelectorAll('article')].at(-1)?.textContent?.length ?? 0)
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { lengths })
  })
  await field('playground.placeholder').press('Enter')
  await button('playground.stop').waitFor()
  const answer = page.getByRole('article').last()
  await button('playground.stop').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => (window as unknown as { lengths: Set<number> }).lengths.size)).toBeGreaterThan(4)
  await answer.getByRole('button', { name: say('playground.copyAnswer') }).waitFor()

  const { items } = await client.call<{ items: LogEntry[] }>('GET', '/api/log/self?p=1&page_size=10')
  const row = items.find(({ prompt_tokens, completion_tokens }) => prompt_tokens === 3000 && completion_tokens === 400)
  expect(row?.quota).toBeGreaterThan(0)
  expect(before - (await balance())).toBe(row?.quota)
  const shown = /\$(\d+\.\d+)/.exec((await answer.textContent()) ?? '')?.[1]
  expect(Number(shown) * UNITS_PER_DOLLAR).toBeCloseTo(row?.quota ?? 0, 5)
  expect(watched.takeTroubles()).toEqual([])

  // What was said is still there after a reload.
  await page.reload()
  await watched.settled()
  await page.getByText('Tell me something long').first().waitFor()
})

test('what is sent while the models are still loading is asked when they are there', async () => {
  const { page, field, button, say } = await scene.open('user', '/playground')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/pricing*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await field('playground.placeholder').fill('Tell me something #out:5')
  expect(await button('playground.send').getAttribute('title')).toBe(say('playground.modelsLoading'))
  await field('playground.placeholder').press('Enter')
  expect(await page.getByRole('article').count()).toBe(0)
  held.resolve()
  await button('playground.copyAnswer').waitFor()
  expect(await field('playground.placeholder').inputValue()).toBe('')
})

// security 18
test("an image in an answer is fetched when its button is clicked, and not before; the model's own data is shown", async () => {
  const { page, field, say, button } = await scene.open('user', '/playground')
  const fetched: string[] = []
  await page.route('https://*.example/**', (route) => {
    fetched.push(route.request().url())
    return route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') })
  })
  await field('playground.placeholder').fill(
    `Look ![one](https://one.example/?said=secret) [![two](https://two.example/2.png)](https://two.example/page) ![own](data:image/png;base64,${PIXEL})`,
  )
  await field('playground.placeholder').press('Enter')
  await button('playground.copyAnswer').waitFor()
  const load = (host: string) => page.getByRole('article').getByRole('button', { name: say('image.load', { host }) })
  await load('one.example').waitFor()
  await page.locator('article img[src^="data:image/png"]').waitFor()
  // An image that is asked for now comes after all that were asked for before.
  await page.evaluate(async () => {
    const image = new Image()
    image.src = 'https://last.example/'
    await image.decode()
  })
  expect(fetched.splice(0)).toEqual(['https://last.example/'])
  expect(await page.locator('article img[src^="https:"]').count()).toBe(0)
  await load('one.example').click()
  await page.locator('article img[src^="https://one.example"]').waitFor()
  await expect.poll(() => fetched).toEqual(['https://one.example/?said=secret'])
  // One that stands in a link is shown in its place: the link is not followed.
  await load('two.example').click()
  await expect.poll(() => fetched.at(-1)).toBe('https://two.example/2.png')
  expect(fetched).toHaveLength(2)
  expect(page.context().pages()).toHaveLength(1)
})

test('a picture is made, and changed by the next question', async () => {
  await scene.addChannel({ name: 'Pictures', type: 1, base_url: `${scene.facts.provider.url}/v1`, models: 'dall-e-3' })
  const { provider } = scene.facts
  const made = JSON.stringify({ created: 1, data: [{ b64_json: PIXEL }] })
  const answer = [step.head(200, { 'content-type': 'application/json' }), step.text(made), step.end()]
  const { page, field, watched } = await scene.open('user', '/playground?model=dall-e-3')
  const { client } = scene.facts.members.user
  const balance = async () => (await client.call<{ quota: number }>('GET', '/api/user/self')).quota
  const before = await balance()
  const ask = async (words: string, count: number) => {
    provider.next(answer)
    await field('playground.placeholder').fill(words)
    await field('playground.placeholder').press('Enter')
    await expect.poll(() => page.locator('article img[src^="data:image/png"]').count()).toBe(count)
  }
  await ask('a cat', 1)
  expect(provider.requests.at(-1)?.body).toEqual({ model: 'dall-e-3', prompt: 'a cat' })
  await ask('without the hat', 2)
  expect(provider.requests.at(-1)?.body).toEqual({
    model: 'dall-e-3',
    prompt: 'without the hat',
    images: [{ image_url: `data:image/png;base64,${PIXEL}` }],
  })
  // 0.04 dollars each.
  await expect.poll(async () => before - (await balance())).toBe(2 * 20_000)
  await page.getByRole('article').last().getByText('$0.04').waitFor()
  expect(watched.takeTroubles()).toEqual([])
})

test('what an admin wrote shows its images at once', async () => {
  const { client } = scene.facts.members.root
  await client.call('PUT', '/api/option/', { key: 'HomePageContent', value: '# Welcome\n\n![logo](https://logo.example/a.png)' })
  const { page } = await scene.open('visitor', '/login')
  const fetched: string[] = []
  await page.route('https://logo.example/**', (route) => {
    fetched.push(route.request().url())
    return route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') })
  })
  await page.goto(`${scene.url}/`)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await expect.poll(() => fetched).toEqual(['https://logo.example/a.png'])
  await client.call('PUT', '/api/option/', { key: 'HomePageContent', value: '' })
})

test('an answer that is stopped stays, marked as not complete', { tags: 'main' }, async () => {
  const { button, field, sees, say } = await scene.open('admin', '/playground')
  await field('playground.placeholder').fill('Go on for ever #out:300 #chunks:100x60ms')
  await field('playground.placeholder').press('Enter')
  await button('playground.stop').waitFor()
  await sees(/the of and/)
  await button('playground.stop').click()
  await sees(say('playground.incomplete.stopped'))
})
