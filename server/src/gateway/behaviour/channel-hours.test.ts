// What the gateway tells of its channels, and that a restart does not make it forget.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let first: number
let second: number
beforeAll(async () => {
  world = await openWorld({ channel: null })
  first = await world.addChannel({ name: 'first', priority: 10 })
  second = await world.addChannel({ name: 'second', priority: 5 })
})
afterAll(() => world.close())

interface Hour {
  readonly calls: number
  readonly failed: number
  readonly slow: number
  readonly first_p95_ms: number | null
  readonly slices: number[][]
}
const ask = (more: object = {}) =>
  world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }], ...more })
const hourOf = (id: number) => world.console.call<Hour>('GET', `/api/channel/${id}/health`)

test('attempts count, each at its own channel', async () => {
  world.provider.next(scenario.refuse(503))
  expect((await ask({ stream: true })).status).toBe(200)
  expect(await hourOf(first)).toMatchObject({ calls: 1, failed: 1, first_p95_ms: null })
  expect(await hourOf(second)).toMatchObject({ calls: 1, failed: 0, first_p95_ms: expect.any(Number) })
})

test('a fault of the caller is a call that did not fail; a call without an attempt is not counted', async () => {
  world.provider.next(scenario.refuse(400, 'your fault'))
  expect((await ask()).status).toBe(400)
  expect((await ask({ model: 'unknown' })).status).toBe(404)
  expect(await hourOf(first)).toMatchObject({ calls: 2, failed: 1 })
})

test('a stream that breaks off is a failure, though its call was answered', async () => {
  world.provider.next([step.streamHead(), step.say('hel'), step.cut()])
  await ask({ stream: true })
  expect(await hourOf(first)).toMatchObject({ calls: 3, failed: 2 })
})

test('the list has twenty slices for all ids at once', async () => {
  const list = await world.console.call<{ id: number; slices: number[][] }[]>('GET', `/api/channel/health?ids=${first},${second},99999`)
  expect(list.map(({ id, slices }) => [id, slices.length])).toEqual([
    [first, 20],
    [second, 20],
    [99_999, 20],
  ])
  const sums = list.map(({ slices }) => slices.reduce((sum, slice) => sum + (slice[0] ?? 0), 0))
  expect(sums).toEqual([3, 1, 0])
})
