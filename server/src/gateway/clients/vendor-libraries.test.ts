// Libraries that are made for one vendor: each through its part of the matrix, and what it tells of a key and of a model that are not there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { aiVendorClients } from './testing/drivers/ai-vendors.ts'
import { mistral } from './testing/drivers/mistral.ts'
import { runMatrix } from './testing/run-matrix.ts'
import { classesOf, failureOf } from './testing/scenarios.ts'

const clients = [mistral, ...aiVendorClients]

runMatrix(clients)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test.each(clients)('$name has its own error for a wrong key and for an unknown model, whole and streamed', async ({ open, refusal }) => {
  const { kind, status, words = (error) => (error as Error).message } = refusal
  const before = await world.balance()
  for (const isStream of [false, true])
    for (const [key, model, wanted, told] of [
      ['sk-wrong', 'fake-chat', 401, 'Invalid API key'],
      [world.key, 'no-such-model', 404, 'no-such-model'],
    ] as const) {
      const failure = await failureOf(open({ url: world.url, key })({ model, prompt: 'hello', isStream }))
      expect(classesOf(failure)).toContain(kind)
      expect(status?.(failure)).toBe(wanted)
      expect(words(failure)).toContain(told)
    }
  expect(world.provider.requests).toEqual([])
  expect(await world.balance()).toBe(before)
})
