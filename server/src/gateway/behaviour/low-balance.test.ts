// That a balance is low is told after every charge, also after one that is exactly what was held (server-behaviour 4.8).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { openFakeDrawingProxy } from '../../testing/fake-tasks/fake-drawing-proxy.ts'
import { openPayers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let beside: Database
beforeAll(async () => {
  world = await openWorld({ options: { ModelPrice: '{"fake-chat":0.01}' } })
  beside = await openTestDatabase(world.address)
})
afterAll(async () => {
  await beside.close()
  await world.close()
})

const deliveries = () => beside.read.selectFrom('outbox').select(['kind', 'ref']).execute()

test('a call at a fixed price warns its user, and a refused one does not', async () => {
  const body = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }
  const { quota } = await world.console.call<{ quota: number }>('GET', '/api/user/self')
  const settings = { notify_type: 'webhook', webhook_url: 'https://hooks.test/quota', quota_warning_threshold: quota }
  await world.console.call('PUT', '/api/user/setting', settings)
  expect((await world.post('/v1/chat/completions', { ...body, model: 'unknown' })).status).toBe(404)
  expect((await world.post('/v1/chat/completions', body)).status).toBe(200)
  await expect.poll(deliveries).toEqual([{ kind: 'webhook', ref: expect.stringMatching(/^quota-warning:1:/) }])
})

test('a drawing warns its user too', async () => {
  const proxy = await openFakeDrawingProxy('secret')
  await world.addChannel({ type: 2, key: 'secret', base_url: proxy.url, models: 'mj_imagine' })
  const payers = await openPayers(world)
  const { userId, key, console } = await payers.add(1_000_000)
  await console.call('PUT', '/api/user/setting', {
    ...{ notify_type: 'webhook', webhook_url: 'https://hooks.test/quota', quota_warning_threshold: 1_000_000 },
  })
  const drawn = await fetch(`${world.url}/mj/submit/imagine`, {
    ...{ method: 'POST', body: '{"prompt":"a cat"}' },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  expect(drawn.status).toBe(200)
  const warning = { kind: 'webhook', ref: expect.stringMatching(`^quota-warning:${userId}:`) }
  await expect.poll(deliveries).toEqual(expect.arrayContaining([warning]))
  await payers.close()
  await proxy.close()
})
