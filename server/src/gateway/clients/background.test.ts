// Calls of the Responses API that run in the background, through the vendor's own library: asked for, looked at, cancelled, gone on from.
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveResponse } from '../../domain/response/response-store.ts'
import { loadMasterKey, secretsOf } from '../../lib/secret.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { pollFor } from '../../testing/time/poll.ts'
import { spentBy } from '../faults/bill.ts'
import { openWorld, type World } from '../testing/world.ts'
import { addUpstreams, modelAt, priceOptions, prices, upstreams } from './testing/upstreams.ts'

let world: World
let client: OpenAI
beforeAll(async () => {
  // A cancelled call's vendor is listened to for its bill, here for a second.
  world = await openWorld({ channel: null, options: { ...priceOptions, 'relay.drain_seconds_after_client_left': '1' } })
  await addUpstreams(world)
  client = clientOf(world)
})
afterAll(() => world.close())

const clientOf = ({ key, url }: World, retries = 0) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: retries })

/** What a stream of a short text consists of. */
const eventTypes = [
  'response.created',
  'response.in_progress',
  'response.output_item.added',
  'response.content_part.added',
  'response.output_text.delta',
  'response.output_text.done',
  'response.content_part.done',
  'response.output_item.done',
  'response.completed',
]

/** Looks until it has ended. */
async function ended(of: OpenAI, id: string): Promise<OpenAI.Responses.Response> {
  return pollFor(
    () => of.responses.retrieve(id),
    ({ status }) => status !== 'queued' && status !== 'in_progress',
  )
}

describe.each(upstreams)('at $name', (upstream) => {
  const model = modelAt(upstream, 'gpt-5')

  test('the answer is fetched by its id, billed once, and gone on from', async () => {
    const spent = await spentBy(world, async () => {
      const created = await client.responses.create({ model, input: 'hello there #held #in:50 #out:10', background: true })
      expect(created).toMatchObject({ status: 'queued', background: true, output: [] })
      expect(await client.responses.retrieve(created.id)).toMatchObject({ id: created.id, status: 'in_progress' })
      await expect(client.responses.create({ model, previous_response_id: created.id, input: 'and?' })).rejects.toMatchObject({
        status: 400,
        code: 'response_not_finished',
      })
      await expect.poll(() => JSON.stringify(world.provider.requests.at(-1)?.body)).toContain('#held')
      world.provider.release()
      const done = await ended(client, created.id)
      expect(done).toMatchObject({ id: created.id, status: 'completed', background: true, usage: { input_tokens: 50, output_tokens: 10 } })
      expect(done.output_text.split(' ')).toHaveLength(10)
      const sent = world.provider.requests.at(-1)?.body as { background?: boolean }
      expect(sent.background).toBeUndefined()
    })
    expect(spent).toBe(50 * prices.input + 10 * prices.output)
    const [row] = await world.logs(1)
    expect(row).toMatchObject({ facts: { end_reason: 'done' } })

    const first = await ended(client, (await client.responses.create({ model, input: 'one', background: true })).id)
    const second = await client.responses.create({ model, previous_response_id: first.id, input: 'two' })
    expect(second.output_text).toContain('two')
    expect(JSON.stringify(world.provider.requests.at(-1)?.body)).toContain('one')
  })
})

const model = modelAt(upstreams[0] as (typeof upstreams)[number], 'gpt-5')

test('one that is cancelled ends at once, stays cancelled, and costs nothing where its vendor has not answered', async () => {
  const spent = await spentBy(world, async () => {
    const created = await client.responses.create({ model, input: 'hello #held', background: true })
    await expect.poll(() => JSON.stringify(world.provider.requests.at(-1)?.body)).toContain('#held')
    expect(await client.responses.cancel(created.id)).toMatchObject({ id: created.id, status: 'cancelled', output: [] })
    // The vendor is not waited for.
    expect(world.provider.requests.at(-1)?.endedAtMs).toBeUndefined()
    expect(await client.responses.cancel(created.id)).toMatchObject({ status: 'cancelled' })
    expect(await client.responses.retrieve(created.id)).toMatchObject({ status: 'cancelled' })
  })
  expect(spent).toBe(0)
})

test('one that is deleted ends, and is not there', async () => {
  const created = await client.responses.create({ model, input: 'hello #held', background: true })
  await client.responses.delete(created.id)
  await expect(client.responses.retrieve(created.id)).rejects.toMatchObject({ status: 404 })
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test('one that has ended stays as it ended, and only its owner may look at it', async () => {
  const done = await ended(client, (await client.responses.create({ model, input: 'hello', background: true })).id)
  expect(await client.responses.cancel(done.id)).toMatchObject({ status: 'completed', output: done.output })
  const other = new OpenAI({ apiKey: `${world.key}x`, baseURL: `${world.url}/v1`, maxRetries: 0 })
  await expect(other.responses.retrieve(done.id)).rejects.toMatchObject({ status: 401 })
})

test('a refusal is in the stored response, and costs nothing', async () => {
  const spent = await spentBy(world, async () => {
    const created = await client.responses.create({ model, input: 'hello #refuse:400x9', background: true })
    const failed = await ended(client, created.id)
    expect(failed).toMatchObject({ status: 'failed', output: [] })
    expect(failed.error?.message).toMatch(/request id: /)
  })
  expect(spent).toBe(0)
})

test('a call with store=false cannot run in the background', async () => {
  const created = client.responses.create({ model, input: 'hello', background: true, store: false })
  await expect(created).rejects.toMatchObject({ status: 400, code: 'background_not_stored' })
})

test('it is streamed on request, goes on after a disconnect, and is replayed from any event on', async () => {
  const spent = await spentBy(world, async () => {
    const created = { model, input: 'hello #wait:300 #in:50 #out:10', background: true, stream: true } as const
    const types: string[] = []
    let id = ''
    for await (const event of await client.responses.create(created)) {
      types.push(event.type)
      if (event.type === 'response.completed') id = event.response.id
    }
    expect(types).toEqual(eventTypes)
    const usage = { input_tokens: 50, output_tokens: 10 }
    expect(await client.responses.retrieve(id)).toMatchObject({ id, status: 'completed', background: true, usage })

    const again: string[] = []
    for await (const event of await client.responses.retrieve(id, { stream: true, starting_after: 3 })) again.push(event.type)
    expect(again).toEqual(types.slice(4))
  })
  expect(spent).toBe(50 * prices.input + 10 * prices.output)

  const left = await client.responses.create({ model, input: 'hello #wait:500', background: true, stream: true })
  const first = await left[Symbol.asyncIterator]().next()
  expect(first.value).toMatchObject({ type: 'response.created', response: { status: 'queued', background: true } })
  left.controller.abort()
  await expect.poll(async () => (await world.logs(1))[0]?.facts.end_reason).toBe('done')
})

test('a stream of a running call waits for its end, cancelled or not', async () => {
  const created = await client.responses.create({ model, input: 'hello #held', background: true })
  const stream = await client.responses.retrieve(created.id, { stream: true })
  await client.responses.cancel(created.id)
  const events: string[] = []
  for await (const event of stream) events.push(event.type)
  expect(events.at(-1)).toBe('response.cancelled')
  const failed = await ended(client, (await client.responses.create({ model, input: 'hello #refuse:400x9', background: true })).id)
  const replayed = []
  for await (const event of await client.responses.retrieve(failed.id, { stream: true })) replayed.push(event)
  expect(replayed).toMatchObject([
    { type: 'response.created', response: { id: failed.id, error: null } },
    { type: 'response.failed', response: { id: failed.id, error: failed.error } },
  ])
})

test('a caller without a balance is refused at once', async () => {
  const { key } = await world.addToken({ name: 'poor', unlimited_quota: false, remain_quota: 1 })
  const poor = new OpenAI({ apiKey: `sk-${key}`, baseURL: `${world.url}/v1`, maxRetries: 0 })
  await expect(poor.responses.create({ model, input: 'hello '.repeat(500), background: true })).rejects.toMatchObject({
    status: 403,
    code: 'pre_consume_token_quota_failed',
  })
})

test('one whose node was killed is shown as failed', async () => {
  const database = await openTestDatabase(world.address)
  try {
    const body = JSON.stringify({ id: 'resp_lost', object: 'response', status: 'queued', background: true, output: [] })
    // As it was kept before texts were sealed.
    const before = { tokenId: 0, model: '', group: '', previousKey: '', rowUid: '', itemKeys: [], bytes: 0, expiresAt: 4_000_000_000 }
    await database.run(saveResponse, { key: '1:resp_lost', userId: 1, channelId: 0, input: '[]', body, ...before })
    expect(await client.responses.retrieve('resp_lost')).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
    expect(await client.responses.cancel('resp_lost')).toMatchObject({ status: 'failed' })
  } finally {
    await database.close()
  }
})

test('a shutdown ends what takes too long: it is stored as failed, and nothing stays held', async () => {
  const short = await openWorld({ channel: null, options: priceOptions, drainSeconds: 1 })
  const database = await openTestDatabase(short.address)
  try {
    await addUpstreams(short)
    const created = await clientOf(short).responses.create({ model, input: 'hello #held', background: true })
    await short.server.close()
    const row = await database.read.selectFrom('stored_response').select(['body', 'row_uid']).executeTakeFirstOrThrow()
    const secrets = secretsOf(loadMasterKey({ text: undefined, path: join(short.folder, 'master.key') }, () => false))
    expect(JSON.parse(secrets.open(row.body, `stored_response:body:${row.row_uid}`))).toMatchObject({
      id: created.id,
      status: 'failed',
      error: { code: 'gateway_shutdown' },
    })
    expect(await database.read.selectFrom('hold').select('id').where('state', '=', 'open').execute()).toEqual([])
  } finally {
    await database.close()
    await short.close()
  }
})
