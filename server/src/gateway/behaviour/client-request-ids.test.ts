// A call is found by the id that its client gave it, by its own user and by admins.
import type { LogEntry } from '@waystation/contract/calls/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachKind } from '../../testing/databases/databases.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

eachKind('ids that clients give their calls', (kind) => {
  let world: World
  let payers: Payers
  let other: Payer
  beforeAll(async () => {
    world = await openWorld({ database: kind })
    payers = await openPayers(world)
    other = await payers.add(5_000_000)
  }, 180_000)
  afterAll(async () => {
    await payers.database.close()
    await world.close()
  })

  const ask = (headers: Record<string, string>, stream = false) =>
    world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hi' }], stream }, headers)
  const find = async (id: string, client = world.console, path = '/api/log/') =>
    (await client.call<{ items: LogEntry[]; total: number }>('GET', `${path}?p=1&page_size=100&request_id=${encodeURIComponent(id)}`)).items
  const givenTo = ({ other: text }: LogEntry) => (JSON.parse(text) as { client_request_id?: string }).client_request_id

  test.each([
    ['x-client-request-id', false],
    ['x-request-id', true],
  ])('a call is found by its %s, as by our own', async (header, stream) => {
    const given = `build-42/${header}:${stream}`
    const answer = await ask({ [header]: given }, stream)
    expect(answer.status).toBe(200)
    const ours = String(answer.headers['x-request-id'])
    expect(ours).not.toBe(given)
    await expect.poll(async () => (await find(given)).map(({ request_id }) => request_id)).toEqual([ours])
    const [row] = await find(ours)
    expect(row && givenTo(row)).toBe(given)
    const stats = await world.console.call<{ quota: number }>('GET', `/api/log/stat?request_id=${encodeURIComponent(given)}`)
    expect(stats.quota).toBe(row?.quota)
  })

  test('a refused call and one whose vendor failed are found, too', async () => {
    await world.post(
      '/v1/chat/completions',
      { model: 'unheard-of', messages: [{ role: 'user', content: 'hi' }] },
      { 'x-request-id': 'no-1' },
    )
    world.provider.next(scenario.refuse(400), 1)
    await ask({ 'x-request-id': 'no-2' })
    for (const id of ['no-1', 'no-2']) await expect.poll(async () => (await find(id)).length).toBe(1)
  })

  test('users find their own calls only, admins all', async () => {
    await ask({ 'x-request-id': 'shared' })
    await ask({ 'x-request-id': 'shared', authorization: `Bearer ${other.key}` })
    await expect.poll(async () => (await find('shared')).length).toBe(2)
    const own = await find('shared', other.console, '/api/log/self')
    expect(own.map(({ token_id }) => token_id)).toEqual([other.tokenId])
    const mine = await find('shared', world.console, '/api/log/self')
    expect(mine.map(({ username }) => username)).toEqual(['root'])
  })

  test.each(['x'.repeat(129), 'two words', 'ümlaut'])('an id that is long or not plain is not kept: %s', async (given) => {
    const { headers, status } = await ask({ 'x-request-id': Buffer.from(given).toString('latin1') })
    expect(status).toBe(200)
    await expect.poll(async () => (await find(String(headers['x-request-id']))).map(givenTo)).toEqual([undefined])
  })

  test('a clean-up takes the ids along', async () => {
    await ask({ 'x-request-id': 'to-be-removed' })
    await expect.poll(async () => (await find('to-be-removed')).length).toBe(1)
    const leftAfterCleanUp = async () => {
      await world.console.call('DELETE', `/api/log/?target_timestamp=${Math.floor(Date.now() / 1000)}`)
      return find('to-be-removed')
    }
    await expect.poll(leftAfterCleanUp).toEqual([])
    await ask({ 'x-request-id': 'to-be-removed' })
    await expect.poll(async () => (await find('to-be-removed')).length).toBe(1)
  })
})
