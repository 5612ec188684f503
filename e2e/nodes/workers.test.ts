// WORKERS: several processes on one port, watched over by the one that started them.
import { readFileSync } from 'node:fs'
import type { ServerNode } from '@waystation/contract/site/node'
import { afterEach, expect, test, vi } from 'vitest'
import { eachKind } from '../../server/src/testing/databases/databases.ts'
import { withRedis } from '../../server/src/testing/databases/redis-server.ts'
import { randomNumbers } from '../../wire/testing/draws/random.ts'
import { Callers } from '../crash/callers.ts'
import { hasFailed, startLoad } from '../crash/load.ts'
import { openWorkerScene } from './worker-scene.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const childrenOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

withRedis('workers', () => {
  eachKind(
    'workers',
    (kind) => {
      test('serve together, come back when one dies, are renewed without a failed call, and end in order', async () => {
        const { server, door, judge, close } = await openWorkerScene(kind)
        ends.push(close)
        const callers = new Callers(server.url)
        const running = async () => {
          const nodes = (await callers.demand(door.root, 'GET', '/api/node/')) as ServerNode[]
          return nodes.filter(({ state }) => state === 'running')
        }
        await vi.waitFor(async () => expect((await running()).map(({ name }) => name).toSorted()).toEqual(['here/1', 'here/2']), 30_000)
        const load = startLoad({ url: server.url, keys: [door.unlimitedKey], clients: 8, random: randomNumbers(7).next, paceMs: 15 })
        ends.push(() => load.stop())
        await expect.poll(() => load.records.length).toBeGreaterThan(50)

        const [first = 0] = childrenOf(server.pid)
        const atFirst = (await running()).map(({ id }) => id)
        process.kill(first, 'SIGKILL')
        await vi.waitFor(async () => expect((await running()).filter(({ id }) => !atFirst.includes(id))).toHaveLength(1), 60_000)
        expect(childrenOf(server.pid)).not.toContain(first)
        const before = (await running()).map(({ id }) => id)

        const begun = load.records.length
        process.kill(server.pid, 'SIGHUP')
        await vi.waitFor(async () => {
          const now = await running()
          expect(now).toHaveLength(2)
          expect(now.filter(({ id }) => before.includes(id))).toEqual([])
        }, 120_000)
        expect(load.records.length).toBeGreaterThan(begun)
        expect(load.records.slice(begun).filter(hasFailed)).toEqual([])

        await load.stop()
        expect(await server.stop()).toBe(0)
        expect(await judge(load.records)).toMatchObject({ lost: 0, double: 0, wrong: 0, forNothing: 0, differences: 0, complaints: [] })
      }, 300_000)
    },
    { except: ['sqlite'] },
  )
})
