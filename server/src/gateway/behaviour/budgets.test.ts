// Budgets as calls meet them: held from, charged against, renewed by the first call of the next period.
import { DatabaseSync } from 'node:sqlite'
import type { Budget } from '@waystation/contract/money/budget'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ ratios: { 'fake-chat': 1 } })
})
afterAll(() => world.close())

const COST = 60
const usage = { prompt_tokens: 2, completion_tokens: COST - 2, total_tokens: COST }
const answer = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'fake-chat', usage },
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
}
const day = { period: 'day', zone: 'UTC', limit: 5000 }

async function tokenWith(budget: object) {
  const token = await world.addToken({ unlimited_quota: true })
  await world.console.call('PUT', `/api/token/${token.id}/budget`, budget)
  const ask = async (maximum = COST, reply: object = answer) => {
    world.provider.next(scenario.reply(200, reply))
    const body = { model: 'fake-chat', max_tokens: maximum, messages: [{ role: 'user', content: 'hello' }] }
    return world.post('/v1/chat/completions', body, { authorization: `Bearer sk-${token.key}` })
  }
  const shown = async () => {
    const all = await world.console.call<(Budget & { token_id: number })[]>('GET', '/api/token/budgets')
    return all.find(({ token_id }) => token_id === token.id)
  }
  return { ...token, ask, shown }
}

test('calls count against it, what does not fit is refused in words with its next beginning, and a higher limit lets on', async () => {
  const { id, ask, shown } = await tokenWith({ ...day, limit: 250 })
  expect((await ask()).status).toBe(200)
  expect(await shown()).toMatchObject({ spent: COST, held: 0, limit: 250 })
  const refused = await ask(400)
  expect(refused).toMatchObject({ status: 403, json: { error: { code: 'token_budget_used_up', type: 'insufficient_quota' } } })
  const midnight = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString().slice(0, 10)
  expect(refused.text).toContain(`${midnight} 00:00 (UTC)`)
  await world.console.call('PUT', `/api/token/${id}/budget`, { ...day, limit: 5000 })
  expect((await ask(400)).status).toBe(200)
  expect(await shown()).toMatchObject({ spent: 2 * COST, limit: 5000 })
  // What was spent counts on: a lower limit is used up at once.
  await world.console.call('PUT', `/api/token/${id}/budget`, { ...day, limit: 100 })
  expect((await ask()).status).toBe(403)
  expect(await shown()).toMatchObject({ spent: 2 * COST, limit: 100 })
  await world.console.call('DELETE', `/api/token/${id}/budget?period=day`)
  expect((await ask()).status).toBe(200)
})

test('many calls at once never spend more than it has', async () => {
  const { ask, shown } = await tokenWith({ ...day, limit: 700 })
  const replies = await Promise.all(Array.from({ length: 40 }, () => ask()))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 403]))
  const served = replies.filter(({ status }) => status === 200).length
  expect(await shown()).toMatchObject({ spent: served * COST, held: 0 })
  expect(served * COST).toBeLessThanOrEqual(700)
})

test('the first call of the next period renews it, once', async () => {
  const { id, ask, shown } = await tokenWith({ ...day, limit: 100 })
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(403)
  if (world.address.kind !== 'sqlite') throw new Error('this test writes into the file')
  const database = new DatabaseSync(world.address.path, { timeout: 60_000 })
  const row = database.prepare("select started_at from budget where owner_kind = 'token' and owner_id = ?").get(id)
  const began = Number(row?.started_at)
  database.prepare('update budget set started_at = ?, renews_at = ? where owner_id = ?').run(began - 86_400, began, id)
  database.close()
  // The caller is read anew after a change of the token.
  await world.console.call('PUT', '/api/token/', { id, name: 'renamed' })
  const replies = await Promise.all([ask(), ask(), ask()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  expect(await shown()).toMatchObject({ spent: COST, started_at: began })
})

test('what a vendor reports beyond the hold is paid by the balance, and the budget shows it', async () => {
  const { ask, shown } = await tokenWith({ ...day, limit: 100 })
  const before = await world.balance()
  // Answers that refused calls left over.
  world.provider.clear()
  const dear = { ...answer, usage: { prompt_tokens: 900, completion_tokens: 50, total_tokens: 950 } }
  expect((await ask(COST, dear)).status).toBe(200)
  expect(await shown()).toMatchObject({ spent: 950, held: 0 })
  expect(before - (await world.balance())).toBe(950)
  const [row] = await world.logs(1)
  expect(row).toMatchObject({ quota: 950 })
  expect(row?.facts).not.toHaveProperty('write_off')
  expect((await ask()).status).toBe(403)
})

test('a user’s budget counts for all of their tokens and for the playground', async () => {
  const self = await world.console.call<{ id: number }>('GET', '/api/user/self')
  await world.console.call('PUT', `/api/user/${self.id}/budget`, { ...day, limit: 170 })
  const [one, other] = [await tokenWith(day), await tokenWith(day)]
  expect((await one.ask()).status).toBe(200)
  expect((await other.ask()).status).toBe(200)
  expect(await one.ask()).toMatchObject({ status: 403, json: { error: { code: 'user_budget_used_up' } } })
  expect(await world.console.call('GET', '/api/user/budgets')).toMatchObject([{ spent: 2 * COST, held: 0 }])
  await world.console.call('DELETE', `/api/user/${self.id}/budget?period=day`)
  expect((await one.ask()).status).toBe(200)
})

test('the books hold', async () => {
  expect((await world.books()).differences).toEqual([])
})

test('another zone does not forget what was spent in the running period, and another period begins beside it', async () => {
  const { id, ask, shown } = await tokenWith({ ...day, limit: 5000 })
  expect((await ask()).status).toBe(200)
  const change = (budget: object) => world.console.call('PUT', `/api/token/${id}/budget`, { ...day, ...budget })
  await change({ period: 'month', limit: 100 })
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(403)
  await world.console.call('DELETE', `/api/token/${id}/budget?period=month`)
  expect(await shown()).toMatchObject({ spent: 2 * COST, period: 'day' })
  await change({ zone: 'Asia/Shanghai', limit: 5000 })
  expect((await shown())?.spent).toBeLessThanOrEqual(2 * COST)
  expect((await ask()).status).toBe(200)
  await world.console.call('DELETE', `/api/token/${id}/budget?period=day`)
  await change({ limit: 5000 })
  // A budget that was taken away is forgotten.
  expect(await shown()).toMatchObject({ spent: 0 })
})
