// Several nodes on one database and one Redis: whatever one of them does counts for all.
import type { ChannelHour } from '@waystation/contract/channels/state/channel-health'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseKind } from '../../db/kind.ts'
import { type ConsoleClient, logIn } from '../../testing/console-client.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { REDIS, withRedis } from '../../testing/databases/redis-server.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openWorld, type World } from '../testing/world.ts'

/** What a right that was taken away may last elsewhere. */
const REVOKED_WITHIN_MS = 2000
const chat = (text = 'hello') => ({ model: 'fake-chat', max_tokens: 20, messages: [{ role: 'user', content: text }] })
const served = (replies: readonly { status: number }[]) => replies.filter(({ status }) => status === 200).length

/** A call at the node of this address. */
async function at(url: string, key: string, body: object, path = '/v1/chat/completions') {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await request(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.statusCode, text: await answer.body.text() }
}

/** Two nodes for the tests of a group. */
function twoNodes(kind: DatabaseKind) {
  const clock = drivenClock()
  const found: { world?: World; secondUrl?: string; second?: ConsoleClient } = {}
  const there = <Value>(value: Value | undefined): Value => value ?? expect.unreachable('the nodes are there only while tests run')
  beforeAll(async () => {
    const world = await openWorld({ database: kind, redisUrl: REDIS, options: { 'relay.conversation_affinity': 'true' }, clock })
    const secondUrl = (await world.openNode()).url
    Object.assign(found, { world, secondUrl, second: await logIn(secondUrl) })
  }, 180_000)
  afterEach(() => found.world?.provider.clear())
  afterAll(async () => {
    expect(await found.world?.books()).toMatchObject({ openHolds: 0, differences: [] })
    await found.world?.close()
  })
  return {
    clock,
    get world() {
      return there(found.world)
    },
    get secondUrl() {
      return there(found.secondUrl)
    },
    get second() {
      return there(found.second)
    },
    /** So many calls at the same time, half of them at each node. */
    both: (key: string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => at(n % 2 ? there(found.world).url : there(found.secondUrl), key, chat()))),
  }
}

type Nodes = ReturnType<typeof twoNodes>

withRedis('several nodes', () => {
  eachKind(
    'several nodes',
    (kind) => {
      const nodes = twoNodes(kind)
      limitsAndMoney(nodes)
      rightsAndChannels(nodes)
      callsAndConversations(nodes)
      figuresAndOptions(nodes)
    },
    { except: ['sqlite'] },
  )
})

function limitsAndMoney(nodes: Nodes): void {
  test('requests a minute are counted over both', async () => {
    const token = await nodes.world.addToken()
    await nodes.world.console.call('PUT', `/api/token/${token.id}/budget`, { unit: 'calls', period: 'minute', limit: 50 })
    const replies = await nodes.both(`sk-${token.key}`, 200)
    const codes = replies.map(({ status, text }) =>
      status === 200 ? 'served' : (JSON.parse(text) as { error: { code: string } }).error.code,
    )
    expect(Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => [code, length]))).toEqual({
      served: 50,
      rate_limit_exceeded: 150,
    })
  })

  test('calls at once are counted over both, and their places are free for both', async () => {
    const token = await nodes.world.addToken()
    await nodes.world.console.call('PUT', `/api/token/${token.id}/budget`, { unit: 'calls', period: 'at_once', limit: 10 })
    const held = Promise.withResolvers<void>()
    const waits = step.until(() => held.promise)
    const reply = scenario.reply(200, {
      id: 'c',
      object: 'chat.completion',
      model: 'fake-chat',
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }],
    })
    nodes.world.provider.next([waits, ...reply], 10)
    let refused = 0
    const all = Array.from({ length: 60 }, (_, n) => at(n % 2 ? nodes.world.url : nodes.secondUrl, `sk-${token.key}`, chat()))
    for (const one of all) void one.then(({ status }) => (refused += status === 429 ? 1 : 0))
    await expect.poll(() => refused).toBe(50)
    held.resolve()
    expect(served(await Promise.all(all))).toBe(10)
    expect((await at(nodes.secondUrl, `sk-${token.key}`, chat())).status).toBe(200)
  })

  test('a balance is spent to its end at both together, and not beyond', async () => {
    const token = await nodes.world.addToken({ unlimited_quota: false, remain_quota: 400 })
    const replies = await nodes.both(`sk-${token.key}`, 60)
    const left = (await nodes.world.console.call<{ remain_quota: number }>('GET', `/api/token/${token.id}`)).remain_quota
    expect(served(replies)).toBeGreaterThan(0)
    expect(served(replies)).toBeLessThan(60)
    expect(left).toBeGreaterThanOrEqual(0)
  })
}

function rightsAndChannels(nodes: Nodes): void {
  test('a key that is disabled at one is refused at the other within two seconds, and its stream there is cut', async () => {
    const token = await nodes.world.addToken()
    const key = `sk-${token.key}`
    expect((await at(nodes.secondUrl, key, chat())).status).toBe(200)
    const word = {
      id: 'c',
      object: 'chat.completion.chunk',
      model: 'fake-chat',
      choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }],
    }
    nodes.world.provider.next([step.streamHead(), step.endless(`data: ${JSON.stringify(word)}\n\n`, 25)])
    const stream = at(nodes.secondUrl, key, { ...chat(), stream: true })
    await expect.poll(() => nodes.world.provider.requests.length).toBe(2)
    await nodes.world.console.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 })
    await vi.waitFor(async () => expect((await at(nodes.secondUrl, key, chat())).status).not.toBe(200), REVOKED_WITHIN_MS)
    expect((await stream).text).toContain('access_revoked')
  })

  test('a channel that is disabled at one is not used at the other', async () => {
    const channelId = await nodes.world.addChannel({ name: 'second', models: 'fake-model', key: 'other-key' })
    const ask = () => at(nodes.secondUrl, nodes.world.key, { ...chat(), model: 'fake-model' })
    await nodes.world.setOption('ModelRatio', JSON.stringify({ 'fake-chat': 1, 'fake-model': 1 }))
    await vi.waitFor(async () => expect((await ask()).status).toBe(200), 10_000)
    await nodes.world.console.call('PUT', '/api/channel/', { id: channelId, status: 2 })
    await vi.waitFor(async () => expect((await ask()).status).toBe(503), 2000)
  })

  test('a key that has to wait is left alone by both', async () => {
    await nodes.world.addChannel({ name: 'cooling', models: 'fake-stream-20x50ms', key: 'waiting-key' })
    await nodes.world.setOption('ModelRatio', JSON.stringify({ 'fake-chat': 1, 'fake-stream-20x50ms': 1 }))
    const ask = (url: string) => at(url, nodes.world.key, { ...chat(), model: 'fake-stream-20x50ms' })
    await vi.waitFor(async () => expect((await ask(nodes.secondUrl)).status).toBe(200), 10_000)
    nodes.world.provider.clear()
    nodes.world.provider.next(scenario.reply(429, { error: { message: 'wait' } }, { 'retry-after': '600' }))
    expect((await ask(nodes.world.url)).status).toBe(429)
    await vi.waitFor(async () => expect((await ask(nodes.secondUrl)).status).toBe(429), 2000)
    const asked = nodes.world.provider.requests.length
    expect((await ask(nodes.secondUrl)).status).toBe(429)
    expect(nodes.world.provider.requests.length).toBe(asked)
  })
}

function callsAndConversations(nodes: Nodes): void {
  test('a call in the background is followed and cancelled at the other', async () => {
    const held = Promise.withResolvers<void>()
    nodes.world.provider.next([step.until(() => held.promise), ...scenario.words(['late'])])
    const created = await at(nodes.world.url, nodes.world.key, { model: 'fake-chat', input: 'hello', background: true }, '/v1/responses')
    const { id } = JSON.parse(created.text) as { id: string }
    const headers = { authorization: `Bearer ${nodes.world.key}` }
    const read = async () => (await (await request(`${nodes.secondUrl}/v1/responses/${id}`, { headers })).body.json()) as { status: string }
    expect((await read()).status).toBe('in_progress')
    const cancelled = request(`${nodes.secondUrl}/v1/responses/${id}/cancel`, { method: 'POST', headers })
    let isAnswered = false
    void cancelled.then(() => (isAnswered = true))
    // The vendor does not end, and nobody waits for it for ever.
    await expect
      .poll(() => {
        nodes.clock.advance(1000)
        return isAnswered
      })
      .toBe(true)
    expect(await (await cancelled).body.json()).toMatchObject({ id, status: 'cancelled' })
    held.resolve()
    expect((await read()).status).toBe('cancelled')
  })

  test('a conversation goes back to the channel at which the other node had it answered', async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `key-${n}`).join('\n')
    await nodes.world.addChannel({ name: 'many keys', models: 'gpt-4o-mini', key: keys })
    await vi.waitFor(
      async () => expect((await at(nodes.secondUrl, nodes.world.key, { ...chat(), model: 'gpt-4o-mini' })).status).toBe(200),
      10_000,
    )
    nodes.world.provider.clear()
    const turn = (url: string, n: number) => at(url, nodes.world.key, { ...chat(`a conversation ${n}`), model: 'gpt-4o-mini' })
    for (let n = 0; n < 5; n++)
      for (const url of [nodes.world.url, nodes.secondUrl, nodes.world.url]) expect((await turn(url, n)).status).toBe(200)
    const shown = nodes.world.provider.requests.map(({ headers }) => headers.authorization)
    const homes = Array.from({ length: 5 }, (_, n) => new Set(shown.slice(n * 3, n * 3 + 3)).size)
    expect(homes).toEqual([1, 1, 1, 1, 1])
    expect(new Set(shown).size).toBe(5)
  })
}

function figuresAndOptions(nodes: Nodes): void {
  test('the last hour of a channel has the calls of both', async () => {
    const channelId = await nodes.world.addChannel({ name: 'hours', models: 'text-embedding-3-small' })
    const ask = (url: string) => at(url, nodes.world.key, { model: 'text-embedding-3-small', input: 'hello' }, '/v1/embeddings')
    await vi.waitFor(async () => expect((await ask(nodes.secondUrl)).status).toBe(200), 10_000)
    for (let n = 0; n < 3; n++) for (const url of [nodes.world.url, nodes.secondUrl]) expect((await ask(url)).status).toBe(200)
    for (const console of [nodes.world.console, nodes.second])
      await vi.waitFor(async () => {
        const hour = await console.call<ChannelHour>('GET', `/api/channel/${channelId}/health`)
        expect(hour.calls).toBe(7)
      }, 10_000)
  })

  test('an option that is set at one is in force at the other', async () => {
    await nodes.world.setOption('SystemName', 'Two nodes')
    await vi.waitFor(async () => {
      const status = (await (await request(`${nodes.secondUrl}/api/status`)).body.json()) as { data: { system_name: string } }
      expect(status.data.system_name).toBe('Two nodes')
    }, 2000)
  })
}

eachKind(
  'processes on one database',
  (kind) => {
    test('without Redis a second one is refused in words, and so is one with Redis beside one that is alone', async () => {
      const alone = await openWorld({ database: kind })
      await expect(alone.openNode({ redisUrl: REDIS })).rejects.toThrow(/without REDIS_URL runs on this database/)
      await alone.close()
    })
  },
  { except: ['sqlite'] },
)

withRedis('processes with Redis', () => {
  eachKind(
    'processes with Redis',
    (kind) => {
      test('one without it is refused in words', async () => {
        const world = await openWorld({ database: kind, redisUrl: REDIS })
        await expect(world.openNode({ redisUrl: undefined, isFurther: false })).rejects.toThrow(/need REDIS_URL/)
        await world.close()
      })
    },
    { except: ['sqlite'] },
  )
})
