// Unexpected errors of a working server, from where they come up to what a super admin reads.
import type { AuditEntry } from '@waystation/contract/people/audit'
import type { ServerError } from '@waystation/contract/site/server-error'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from './gateway/testing/world.ts'
import { providers } from './providers/registry.ts'
import { logIn } from './testing/console-client.ts'
import { runAt } from './testing/time/run-at.ts'

const SECRET = 'sk-far-0123456789abcdef'
const PROMPT = 'the garden gate is blue'

let world: World
beforeAll(async () => {
  const openai = providers[1]
  if (!openai) throw new Error('channels of type 1 have no provider')
  world = await openWorld({
    ratios: { 'fake-chat': 1, 'broken-chat': 1 },
    providers: {
      1: {
        ...openai,
        adapt(body) {
          throw new Error(`cannot use "${JSON.stringify(body)}" with ${SECRET}`)
        },
      },
    },
  })
  await world.addChannel({ type: 1, key: SECRET, models: 'broken-chat' })
})
afterAll(() => world.close())

interface Listed {
  readonly items: readonly ServerError[]
  readonly total: number
  readonly unseen: number
}
const list = () => world.console.call<Listed>('GET', '/api/server-error/?p=1&page_size=100')
const listed = async (place: string): Promise<ServerError> => {
  let found: ServerError | undefined
  await expect
    .poll(async () => (found = (await list()).items.find((one) => one.place === place)), { timeout: 15_000, interval: 250 })
    .toBeDefined()
  if (!found) throw new Error(`no error is listed at ${place}`)
  return found
}
const metric = async () => {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  return Number(/^waystation_server_errors_total (\d+)$/m.exec(text)?.[1])
}

test('a call, a page of the console and a job that fail are listed with their request, and nothing of what was sent', async () => {
  expect(await list()).toMatchObject({ items: [], total: 0, unseen: 0 })
  expect(await metric()).toBe(0)
  const call = await world.post('/v1/chat/completions', { model: 'broken-chat', messages: [{ role: 'user', content: PROMPT }] })
  expect(call.status).toBe(500)
  await runAt(world.address, 'alter table announcement rename to announcement_away')
  const answer = await fetch(`${world.url}/api/announcements`)
  expect(await answer.json()).toMatchObject({ success: false, code: 'internal_error' })
  await runAt(world.address, 'alter table announcement_away rename to announcement')
  await runAt(world.address, 'alter table vault rename to vault_away')
  await world.server.runJob('purge-vault')
  await runAt(world.address, 'alter table vault_away rename to vault')

  const gateway = await listed('unexpected failure in a model call')
  expect(gateway).toMatchObject({ name: 'Error', times: 1, unseen: 1, request_id: call.headers['x-request-id'] })
  expect(gateway.message).toBe('cannot use … with [redacted]')
  expect(gateway.stack).toMatch(/server\/src\/gateway\/\S+:\d+:\d+/)
  const page = await listed('a console call failed')
  expect(page).toMatchObject({ request_id: answer.headers.get('x-request-id') })
  expect(page.message).toContain('no such table')
  await listed('job_failed (purge-vault)')
  const everything = JSON.stringify((await list()).items)
  for (const secret of [SECRET, PROMPT, 'garden', world.folder, import.meta.dirname]) expect(everything).not.toContain(secret)
  expect(await metric()).toBe(3)
})

test('they are counted for the super admin until they are marked as seen, and removed on demand; both are audited', async () => {
  const attention = () => world.console.call<{ server_errors: number }>('GET', '/api/data/attention')
  expect((await attention()).server_errors).toBe(3)
  const gateway = await listed('unexpected failure in a model call')
  await world.console.call('POST', '/api/server-error/seen', { id: gateway.id, until: gateway.last_at })
  expect((await attention()).server_errors).toBe(2)
  const page = await listed('a console call failed')
  await world.console.call('DELETE', `/api/server-error/${page.id}`)
  const left = await list()
  expect(left.items.map(({ place }) => place).toSorted()).toEqual(['job_failed (purge-vault)', 'unexpected failure in a model call'])
  expect(left.unseen).toBe(1)
  await world.console.call('POST', '/api/server-error/seen', { until: Math.max(...left.items.map(({ last_at }) => last_at)) })
  expect((await attention()).server_errors).toBe(0)
  const { items } = await world.console.call<{ items: AuditEntry[] }>('GET', '/api/audit/?p=1&page_size=10')
  const written = items.filter(({ action }) => action.startsWith('server-error.'))
  expect(written.map(({ action, target }) => [action, target])).toEqual([
    ['server-error.seen', ''],
    ['server-error.delete', page.id],
    ['server-error.seen', gateway.id],
  ])
  expect(written[1]?.detail).toMatchObject({ before: { place: 'a console call failed', times: 1 } })
})

test('what came up shortly before the end is kept over it', async () => {
  await world.post('/v1/chat/completions', { model: 'broken-chat', messages: [{ role: 'user', content: PROMPT }] })
  const before = (await listed('unexpected failure in a model call')).times
  await world.post('/v1/chat/completions', { model: 'broken-chat', messages: [{ role: 'user', content: PROMPT }] })
  const next = await world.restart()
  const console = await logIn(next.url)
  const answer = await console.call<Listed>('GET', '/api/server-error/')
  expect(answer.items.find(({ place }) => place === 'unexpected failure in a model call')?.times).toBeGreaterThan(before)
})
