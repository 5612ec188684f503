// Several nodes on one database and one Redis: whatever one of them does counts for all.
import type { ChannelHour } from '@waystation/contract/channels/channel'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ConsoleClient, logIn } from '../../testing/console-client.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { REDIS, withRedis } from '../../testing/databases/redis-server.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { pollFor } from '../../testing/time/poll.ts'
import { openWorld, type World } from '../testing/world.ts'

withRedis('several nodes', () => {
  eachKind(
    'several nodes',
    (kind) => {
      let world: World
      let secondUrl = ''
      let second: ConsoleClient
      beforeAll(async () => {
        world = await openWorld({ database: kind, redisUrl: REDIS, options: { 'relay.conversation_affinity': 'true' } })
        secondUrl = (await world.openNode()).url
        second = await logIn(secondUrl)
      }, 180_000)
      afterEach(() => world.provider.clear())
      afterAll(async () => {
        expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
        await world.close()
      })

      /** The same call at either node. */
      const at = async (url: string, key: string, body: object, path = '/v1/chat/completions') => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const answer = await request(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
        return { status: answer.statusCode, text: await answer.body.text() }
      }
      const chat = (text = 'hello') => ({ model: 'fake-chat', max_tokens: 20, messages: [{ role: 'user', content: text }] })
      const both = (key: string, count: number) =>
        Promise.all(Array.from({ length: count }, (_, n) => at(n % 2 ? world.url : secondUrl, key, chat())))
      const served = (replies: readonly { status: number }[]) => replies.filter(({ status }) => status === 200).length

      test('requests a minute are counted over both', async () => {
        const token = await world.addToken()
        await world.console.call('PUT', `/api/token/${token.id}/budget`, { unit: 'calls', period: 'minute', limit: 50 })
        const replies = await both(`sk-${token.key}`, 200)
        const codes = replies.map(({ status, text }) =>
          status === 200 ? 'served' : (JSON.parse(text) as { error: { code: string } }).error.code,
        )
        expect(Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => [code, length]))).toEqual({
          served: 50,
          rate_limit_exceeded: 150,
        })
      })

      test('calls at once are counted over both, and their places are free for both', async () => {
        const token = await world.addToken()
        await world.console.call('PUT', `/api/token/${token.id}/budget`, { unit: 'calls', period: 'at_once', limit: 10 })
        const held = Promise.withResolvers<void>()
        const waits = step.until(() => held.promise)
        const reply = scenario.reply(200, {
          id: 'c',
          object: 'chat.completion',
          model: 'fake-chat',
          choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }],
        })
        world.provider.next([waits, ...reply], 10)
        let refused = 0
        const all = Array.from({ length: 60 }, (_, n) => at(n % 2 ? world.url : secondUrl, `sk-${token.key}`, chat()))
        for (const one of all) void one.then(({ status }) => (refused += status === 429 ? 1 : 0))
        await expect.poll(() => refused).toBe(50)
        held.resolve()
        expect(served(await Promise.all(all))).toBe(10)
        expect((await at(secondUrl, `sk-${token.key}`, chat())).status).toBe(200)
      })

      test('a balance is spent to its end at both together, and not beyond', async () => {
        const token = await world.addToken({ unlimited_quota: false, remain_quota: 400 })
        const replies = await both(`sk-${token.key}`, 60)
        const left = (await world.console.call<{ remain_quota: number }>('GET', `/api/token/${token.id}`)).remain_quota
        expect(served(replies)).toBeGreaterThan(0)
        expect(served(replies)).toBeLessThan(60)
        expect(left).toBeGreaterThanOrEqual(0)
      })

      test('a key that is disabled at one is refused at the other within two seconds, and its stream there is cut', async () => {
        const token = await world.addToken()
        const key = `sk-${token.key}`
        expect((await at(secondUrl, key, chat())).status).toBe(200)
        const word = {
          id: 'c',
          object: 'chat.completion.chunk',
          model: 'fake-chat',
          choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }],
        }
        world.provider.next([step.streamHead(), step.endless(`data: ${JSON.stringify(word)}\n\n`, 25)])
        const stream = at(secondUrl, key, { ...chat(), stream: true })
        await expect.poll(() => world.provider.requests.length).toBe(2)
        const begunMs = performance.now()
        await world.console.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 })
        await pollFor(
          () => at(secondUrl, key, chat()),
          ({ status }) => status !== 200,
        )
        expect(performance.now() - begunMs).toBeLessThan(2000)
        expect((await stream).text).toContain('access_revoked')
      })

      test('a channel that is disabled at one is not used at the other', async () => {
        const channelId = await world.addChannel({ name: 'second', models: 'fake-model', key: 'other-key' })
        const ask = () => at(secondUrl, world.key, { ...chat(), model: 'fake-model' })
        await world.setOption('ModelRatio', JSON.stringify({ 'fake-chat': 1, 'fake-model': 1 }))
        await vi.waitFor(async () => expect((await ask()).status).toBe(200), 10_000)
        await world.console.call('PUT', '/api/channel/', { id: channelId, status: 2 })
        await vi.waitFor(async () => expect((await ask()).status).toBe(503), 2000)
      })

      test('a key that has to wait is left alone by both', async () => {
        await world.addChannel({ name: 'cooling', models: 'fake-stream-20x50ms', key: 'waiting-key' })
        await world.setOption('ModelRatio', JSON.stringify({ 'fake-chat': 1, 'fake-stream-20x50ms': 1 }))
        const ask = (url: string) => at(url, world.key, { ...chat(), model: 'fake-stream-20x50ms' })
        await vi.waitFor(async () => expect((await ask(secondUrl)).status).toBe(200), 10_000)
        world.provider.clear()
        world.provider.next(scenario.reply(429, { error: { message: 'wait' } }, { 'retry-after': '600' }))
        expect((await ask(world.url)).status).toBe(429)
        await vi.waitFor(async () => expect((await ask(secondUrl)).status).toBe(429), 2000)
        const asked = world.provider.requests.length
        expect((await ask(secondUrl)).status).toBe(429)
        expect(world.provider.requests.length).toBe(asked)
      })

      test('a call in the background is followed and cancelled at the other', async () => {
        const held = Promise.withResolvers<void>()
        world.provider.next([step.until(() => held.promise), ...scenario.words(['late'])])
        const created = await at(world.url, world.key, { model: 'fake-chat', input: 'hello', background: true }, '/v1/responses')
        const { id } = JSON.parse(created.text) as { id: string }
        const headers = { authorization: `Bearer ${world.key}` }
        const read = async () => (await (await request(`${secondUrl}/v1/responses/${id}`, { headers })).body.json()) as { status: string }
        expect((await read()).status).toBe('in_progress')
        const cancelled = await request(`${secondUrl}/v1/responses/${id}/cancel`, { method: 'POST', headers })
        expect(await cancelled.body.json()).toMatchObject({ id, status: 'cancelled' })
        held.resolve()
        expect((await read()).status).toBe('cancelled')
      })

      test('a conversation goes back to the channel at which the other node had it answered', async () => {
        const keys = Array.from({ length: 8 }, (_, n) => `key-${n}`).join('\n')
        await world.addChannel({ name: 'many keys', models: 'gpt-4o-mini', key: keys })
        await vi.waitFor(async () => expect((await at(secondUrl, world.key, { ...chat(), model: 'gpt-4o-mini' })).status).toBe(200), 10_000)
        world.provider.clear()
        const turn = (url: string, n: number) => at(url, world.key, { ...chat(`a conversation ${n}`), model: 'gpt-4o-mini' })
        for (let n = 0; n < 5; n++) for (const url of [world.url, secondUrl, world.url]) expect((await turn(url, n)).status).toBe(200)
        const shown = world.provider.requests.map(({ headers }) => headers.authorization)
        const homes = Array.from({ length: 5 }, (_, n) => new Set(shown.slice(n * 3, n * 3 + 3)).size)
        expect(homes).toEqual([1, 1, 1, 1, 1])
        expect(new Set(shown).size).toBe(5)
      })

      test('the last hour of a channel has the calls of both', async () => {
        const channelId = await world.addChannel({ name: 'hours', models: 'text-embedding-3-small' })
        const ask = (url: string) => at(url, world.key, { model: 'text-embedding-3-small', input: 'hello' }, '/v1/embeddings')
        await vi.waitFor(async () => expect((await ask(secondUrl)).status).toBe(200), 10_000)
        for (let n = 0; n < 3; n++) for (const url of [world.url, secondUrl]) expect((await ask(url)).status).toBe(200)
        for (const console of [world.console, second])
          await vi.waitFor(async () => {
            const hour = await console.call<ChannelHour>('GET', `/api/channel/${channelId}/health`)
            expect(hour.calls).toBe(7)
          }, 10_000)
      })

      test('an option that is set at one is in force at the other', async () => {
        await world.setOption('SystemName', 'Two nodes')
        await vi.waitFor(async () => {
          const status = (await (await request(`${secondUrl}/api/status`)).body.json()) as { data: { system_name: string } }
          expect(status.data.system_name).toBe('Two nodes')
        }, 2000)
      })
    },
    { except: ['sqlite'] },
  )
})

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
