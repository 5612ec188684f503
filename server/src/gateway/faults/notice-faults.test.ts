// What goes out beside calls (reliability.md 3.2: FLT-26): a receiver of webhooks that never answers, or refuses, holds no call up.
import { createServer } from 'node:https'
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { openEgress } from '../../lib/net/egress.ts'
import { chat } from '../../testing/client.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { listenLocally } from '../../testing/network/local-site.ts'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

let world: World
let beside: Database
/** Ends the answers that the receiver has not given. */
const unanswered: (() => void)[] = []
const receiver = createServer(localhostCertificate, (_request, response) => {
  unanswered.push(() => response.writeHead(503).end())
})
let site: Awaited<ReturnType<typeof listenLocally>>
beforeAll(async () => {
  site = await listenLocally(receiver)
  const userEgress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 5000, ca: localhostCertificate.cert })
  world = await openWorld({ options: PRICES, userEgress })
  beside = await openTestDatabase(world.address)
})
afterAll(async () => {
  await beside.close()
  await world.close()
  await site.close()
})

const deliveries = () => beside.read.selectFrom('outbox').select(['kind', 'tries', 'last_error']).execute()

test('FLT-26 while a webhook waits for a receiver that says nothing, calls are served and paid, and a refused webhook is kept for later', async () => {
  const webhook_url = `https://localhost:${site.port}/quota`
  const { quota } = await world.console.call<{ quota: number }>('GET', '/api/user/self')
  await world.console.call('PUT', '/api/user/setting', { notify_type: 'webhook', webhook_url, quota_warning_threshold: quota })
  const spent = await spentBy(world, async () => {
    expect(await chat(world.url, world.key, ask('#in:50 #out:5'))).toMatchObject({ status: 200, end: 'whole' })
    await expect.poll(() => unanswered.length).toBe(1)
    for (const stream of [false, true]) {
      expect(await chat(world.url, world.key, ask('#in:50 #out:5', { stream }))).toMatchObject({ status: 200, end: 'whole' })
    }
    expect(await newestLog(world, 3)).toMatchObject({ type: logType.consumption, quota: 60 })
    expect(unanswered).toHaveLength(1)
  })
  expect(spent).toBe(180)
  for (const end of unanswered) end()
  await expect.poll(deliveries).toEqual([{ kind: 'webhook', tries: 1, last_error: expect.stringContaining('503') }])
})
