// security 21: refused calls do not fill the log without limit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { openWorld, type World } from '../testing/world.ts'
import { RefusalRows } from './refusal-rows.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 180_000)
afterAll(() => world.close())

test('of a user`s refusals in a minute thirty are written, and the next row counts those left out', () => {
  let nowMs = 0
  const rows = new RefusalRows(() => nowMs)
  const taken = Array.from({ length: 100 }, () => rows.take(7))
  expect(taken.filter((leftOut) => leftOut !== undefined)).toHaveLength(30)
  // Another user's are not affected.
  expect(rows.take(8)).toBe(0)
  nowMs = 59_999
  expect(rows.take(7)).toBeUndefined()
  nowMs = 60_000
  expect(rows.take(7)).toBe(71)
  expect(rows.take(7)).toBe(0)
})

test('refused calls beyond thirty a minute are answered as ever, and counted in place of written', async () => {
  const poor = `sk-${(await world.addToken({ unlimited_quota: false, remain_quota: 0 })).key}`
  for (let call = 0; call < 40; call++) {
    const facts = await chat(world.url, poor, { model: 'fake-chat', messages: [{ role: 'user', content: 'hi' }] })
    expect(facts).toMatchObject({ status: 401, inBandError: { code: 'token_exhausted' } })
  }
  await expect.poll(async () => (await world.logs(0)).length).toBe(30)
  const metrics = await (await fetch(`${world.url}/metrics`)).text()
  expect(metrics).toMatch(/^waystation_refusals_left_out_total 10$/m)
})
