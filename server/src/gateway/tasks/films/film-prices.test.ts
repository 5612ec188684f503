// What films cost at the prices that the product comes with, from the submission to the bill.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cases, type FilmWorld, openFilmWorld } from '../testing/film-world.ts'

const chosen = cases.filter(({ name }) => ['ark video', 'xai', 'vertex', 'dashscope, older'].includes(name))
let films: FilmWorld
beforeAll(async () => {
  films = await openFilmWorld(chosen, { isSeeded: true })
})
afterAll(() => films.close())
afterEach(() => films.clear())

const seedance = 'doubao-seedance-2-0-260128'
const dots = { '720p': 1280 * 720, '1080p': 1920 * 1088 }
const tokensOf = (resolution: keyof typeof dots, seconds: number) => Math.floor((dots[resolution] * (24 * seconds + 1)) / 1024)
/** Yuan a million tokens, at 7.25 to the dollar and 500,000 units to the dollar. */
const unitsOf = (tokens: number, yuan: number) => (tokens * yuan * 500_000) / 7.25 / 1_000_000

test.each([
  [{}, '720p', 46],
  [{ resolution: '1080p' }, '1080p', 51],
  [{ video: 'https://site.test/a.mp4' }, '720p', 28],
  [{ video: 'https://site.test/a.mp4', resolution: '1080p' }, '1080p', 31],
] as const)('Seedance with %j is charged by the tokens that it reports', async (change, resolution, yuan) => {
  const { done: id, cost } = await films.alice.spending(async () => {
    const made = await films.alice.film({ model: seedance, body: { prompt: 'A cat', seconds: 6, ...change } })
    await films.poll()
    return made
  })
  expect(await films.alice.told(id)).toMatchObject({ status: 'completed' })
  const tokens = tokensOf(resolution, 6)
  expect(Math.abs(cost - unitsOf(tokens, yuan))).toBeLessThanOrEqual(1)
  const { items } = await films.alice.payer.console.call<{ items: { completion_tokens: number; quota: number; other: string }[] }>(
    'GET',
    '/api/log/self/?p=1&page_size=1',
  )
  expect(items[0]).toMatchObject({ completion_tokens: tokens, quota: cost, other: expect.stringContaining(id) })
})

test.each([
  [{}, 0.05],
  [{ resolution: '720p' }, 0.07],
])('xAI with %j is charged by the second', async (change, dollars) => {
  const { cost } = await films.alice.spending(async () => {
    await films.alice.film({ model: 'grok-imagine-video', body: { prompt: 'A cat', seconds: 3, ...change } })
    await films.poll()
  })
  expect(cost).toBe(Math.round(dollars * 3 * 500_000))
})

test.each([
  ['veo-3.1-generate-001', { seconds: 4 }, 4 * 0.4],
  ['veo-3.1-generate-001', { seconds: 8, resolution: '4k' }, 8 * 0.6],
  ['wan2.5-t2v-preview', { seconds: 5, resolution: '480p' }, (5 * 0.3) / 7.25],
  ['wan2.5-t2v-preview', { seconds: 10, resolution: '1080p' }, 10 / 7.25],
] as const)('%s with %j is charged by the second too', async (model, change, dollars) => {
  const { cost } = await films.alice.spending(async () => {
    await films.alice.film({ model, body: { prompt: 'A cat', ...change } })
    await films.poll()
  })
  expect(cost).toBe(Math.round(dollars * 500_000))
})
