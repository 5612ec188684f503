// MON-4, MON-5 and MON-12 through the front door: many callers at once, while others write the same rows.
import type { Token } from '@waystation/contract/people/token'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, PRICES, spentBy } from './bill.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ options: PRICES })
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const tokenOf = (id: number) => world.console.call<Token>('GET', `/api/token/${id}`)

test('MON-4 a token with a limit is never overdrawn by parallel calls, and what was served is what was paid', async () => {
  const COST = 120
  const token = await world.addToken({ name: 'limited', unlimited_quota: false, remain_quota: 40 * COST })
  // What is held is at least what the call costs, or a settled call could overdraw by the difference (I7).
  const body = ask(`#in:100 #out:10 ${'x'.repeat(300)}`, { max_tokens: 10 })
  let served = 0
  const spent = await spentBy(world, async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => chat(world.url, `sk-${token.key}`, body)))
    served = answers.filter((facts) => facts.status === 200).length
    for (const facts of answers.filter((one) => one.status !== 200)) expect([401, 403]).toContain(facts.status)
  })
  expect(served).toBeGreaterThan(20)
  expect(served).toBeLessThanOrEqual(40)
  expect(spent).toBe(served * COST)
  expect(await tokenOf(token.id)).toMatchObject({ remain_quota: (40 - served) * COST, used_quota: served * COST })
})

test('MON-5 no spending is lost while the rows of its user and token are written', async () => {
  const token = await world.addToken({ name: 'busy', unlimited_quota: false, remain_quota: 1_000_000 })
  let isOver = false
  let served = 0
  const spent = await spentBy(world, async () => {
    const spenders = Array.from({ length: 8 }, async () => {
      while (!isOver) if ((await chat(world.url, `sk-${token.key}`, ask('#in:7 #out:3'))).status === 200) served += 1
    })
    for (let turn = 0; turn < 15; turn++) {
      await world.console.call('PUT', '/api/token/', {
        id: token.id,
        name: `busy ${turn}`,
        unlimited_quota: false,
        remain_quota: 1_000_000,
        expired_time: -1,
      })
      await world.console.call('PUT', '/api/token/?status_only=1', { id: token.id, status: 1 })
      await world.console.call('PUT', '/api/user/self/language', { language: turn % 2 ? 'zh' : 'en' })
    }
    isOver = true
    await Promise.all(spenders)
  })
  expect(served).toBeGreaterThan(20)
  expect(spent).toBe(served * 13)
  expect((await tokenOf(token.id)).used_quota).toBe(served * 13)
})

test('MON-12 calls that name the same request id are charged each', async () => {
  const spent = await spentBy(world, async () => {
    const calls = await Promise.all(
      Array.from({ length: 50 }, () =>
        chat(world.url, world.key, ask('#in:10 #out:1'), {
          headers: { 'x-request-id': '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'idempotency-key': 'same' },
        }),
      ),
    )
    expect(calls.filter((facts) => facts.status === 200)).toHaveLength(50)
    expect(new Set(calls.map((facts) => facts.requestId)).size).toBe(50)
  })
  expect(spent).toBe(50 * 12)
})

test('a deleted or disabled token is refused from the next call on', async () => {
  const token = await world.addToken({ name: 'short-lived' })
  expect((await chat(world.url, `sk-${token.key}`, ask('#in:1 #out:1'))).status).toBe(200)
  await world.console.call('PUT', '/api/token/?status_only=1', { id: token.id, status: 2 })
  expect((await chat(world.url, `sk-${token.key}`, ask('#in:1 #out:1'))).status).toBe(401)
})
