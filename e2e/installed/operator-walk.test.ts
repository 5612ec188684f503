// From the packed package to two nodes by the guide alone: its commands are read from its pages and given line by line, and between them happens
// what a person does in the browser.
import { readdirSync } from 'node:fs'
import type { ServerNode } from '@waystation/contract/site/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, setUp } from '../../server/src/testing/console-client.ts'
import { eachKind, kinds } from '../../server/src/testing/databases/databases.ts'
import { hasRedis } from '../../server/src/testing/databases/redis-server.ts'
import { packPackage } from '../../tools/ship/package.ts'
import { type GuideCommands, readGuideCommands, type Sections } from './guide-commands.ts'
import { type OperatorPlace, openOperatorPlace, programsMissing } from './operator-place.ts'
import { callOnce, startCalls } from './steady-calls.ts'
import type { Terminal } from './terminal.ts'

/** Every block of the shell in them is run. */
const sections: Sections = {
  'quick-start': ['From a package', 'Make a call', 'The first ten minutes'],
  scaling: ['From SQLite to PostgreSQL', 'Several nodes', 'A load balancer', 'Restart one node after another'],
  backup: ['Make a backup', 'The master key', 'Restore', 'Practise it'],
  operations: ["Providers' bills", 'Upgrades'],
}
const MODEL = 'gpt-5-mini'
/** The version that the nodes are upgraded to. */
const NEXT_VERSION = '9.9.9'
const ADDS_UP = 'Everything adds up.'

eachKind(
  'the guide leads a new operator',
  () => {
    const missing = [...(hasRedis ? [] : ['Redis']), ...programsMissing(['psql', 'curl', 'caddy'])]
    if (missing.length > 0) {
      test.skip(`from the package to two nodes: not there: ${missing.join(', ')}`)
      return
    }
    let place: OperatorPlace
    let guide: GuideCommands
    let packageFile = ''
    let nextFile = ''
    let key = ''
    /** Of the server that is there first, and later of the first node; of the second node; of the balancer; for everything else. */
    let terminals: { first: Terminal; second: Terminal; balancer: Terminal; other: Terminal }
    /** What the user has before any call, in quota units, and how many calls were answered since. */
    const expected = { balance: 0, calls: 0 }

    beforeAll(async () => {
      place = await openOperatorPlace(MODEL)
      guide = readGuideCommands(sections, {
        ...place.words,
        'waystation-0.1.0.tgz': () => packageFile,
        'waystation-NEW.tgz': () => nextFile,
        'sk-your-key': () => key,
      })
    })
    afterAll(() => place?.close())

    const isReady = async (url: string) => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true

    /** Gives the commands of a block, one by one; with an address, the last of them is what serves there from now on. Answers with what was printed. */
    async function give(terminal: Terminal, commands: readonly string[], servesAt?: string): Promise<string> {
      let text = ''
      const last = servesAt === undefined ? undefined : commands.at(-1)
      for (const command of last === undefined ? commands : commands.slice(0, -1)) text += await terminal.run(command)
      if (last !== undefined) await terminal.start(last, () => isReady(servesAt ?? ''))
      return text
    }

    /** A call with the key of the first minutes. */
    async function calls(url: string): Promise<void> {
      expect(await callOnce(url, key, { model: MODEL })).toBeUndefined()
      expected.calls += 1
    }

    /** The log has each answered call once, and the balance has moved by exactly what they cost. */
    async function expectExact(url: string): Promise<void> {
      const root = await logIn(url)
      const { quota } = await root.call<{ quota: number }>('GET', '/api/user/self')
      const { quota: charged } = await root.call<{ quota: number }>('GET', '/api/log/self/stat')
      const { total } = await root.call<{ total: number }>('GET', '/api/log/?p=1&page_size=1&type=2')
      expect({ balance: quota + charged, calls: total }).toEqual(expected)
    }

    test('from the package to a call, and to what the doctor and the ledger say', async () => {
      const repository = place.openInRepository()
      await give(repository, guide.block('quick-start: From a package'))
      packageFile = readdirSync(place.folder).find((name) => name.endsWith('.tgz')) ?? 'no package'
      const first = place.open()
      await give(first, guide.block('quick-start: From a package', 1), place.url)
      const open = () => place.open('waystation')
      terminals = { first, second: open(), balancer: open(), other: open() }

      await setUp(place.url)
      const root = await logIn(place.url)
      expected.balance = (await root.call<{ quota: number }>('GET', '/api/user/self')).quota
      const channel = { name: 'vendor', type: 1, key: 'far-key', base_url: place.provider.url, models: MODEL, group: 'default' }
      await root.call('POST', '/api/channel/', channel)
      key = `sk-${(await root.call<{ key: string }>('POST', '/api/token/', { name: 'first', unlimited_quota: true })).key}`
      expect(await give(terminals.other, guide.block('quick-start: Make a call'))).toContain('Echo: Hello')
      expected.calls += 1
      await root.call('PUT', '/api/option/', { key: 'ServerAddress', value: place.url })
      await give(terminals.other, guide.block('quick-start: The first ten minutes'))
      expect(await give(terminals.other, guide.block("operations: Providers' bills"))).toContain(ADDS_UP)
      await expectExact(place.url)
    })

    test('into PostgreSQL, where the key of before calls', async () => {
      const { first, other } = terminals
      await give(other, guide.block('scaling: From SQLite to PostgreSQL'))
      await first.interrupt()
      await give(first, guide.block('scaling: From SQLite to PostgreSQL', 1), place.url)
      await calls(place.url)
      await expectExact(place.url)
    })

    test('to two nodes, by which the key calls alike, and a balancer in front of them', async () => {
      const { first, second, balancer, other } = terminals
      const [node1, node2] = place.nodes
      await first.interrupt()
      await give(first, guide.block('scaling: Several nodes'))
      await give(first, guide.block('scaling: Several nodes', 1), node1)
      await give(second, guide.block('scaling: Several nodes', 2), node2)
      await give(other, guide.block('scaling: Several nodes', 3))
      await give(balancer, guide.block('scaling: A load balancer'), place.url)
      const root = await logIn(place.url)
      await root.call('PUT', '/api/option/', { key: 'ReverseProxyEnabled', value: 'true' })
      await give(other, guide.block('scaling: A load balancer', 1))
      const running = (await root.call<ServerNode[]>('GET', '/api/node/')).filter(({ state }) => state === 'running')
      expect(running.map(({ name }) => name).toSorted()).toEqual(['node-1', 'node-2'])
      for (const url of [node1, node2, place.url]) await calls(url)
      for (const url of [node1, node2, place.url]) await expectExact(url)
    })

    test('a backup, practised on SQLite', async () => {
      await give(terminals.other, guide.block('backup: Make a backup'))
      await give(terminals.other, guide.block('backup: The master key'))
      expect(await give(place.open('waystation'), guide.block('backup: Practise it'))).toContain(ADDS_UP)
    })

    test('an upgrade of one node after another, without a failed call', async () => {
      const kept = { ...expected }
      const { first, second, other } = terminals
      const [, node2] = place.nodes
      nextFile = (await packPackage(place.folder, () => undefined, NEXT_VERSION)).file.slice(place.folder.length + 1)
      const load = startCalls(place.url, key, { model: MODEL, clients: 4 })
      try {
        await give(other, guide.block('operations: Upgrades'))
        await first.interrupt()
        await give(first, guide.block('scaling: Restart one node after another'), place.nodes[0])
        await give(other, guide.block('scaling: Restart one node after another', 1))
        await second.interrupt()
        await give(second, guide.block('scaling: Several nodes', 2), node2)
      } finally {
        await load.stop()
      }
      expect(load.failures).toEqual([])
      expect(load.answered()).toBeGreaterThan(0)
      expected.calls += load.answered()
      expect(await give(other, guide.block('operations: Upgrades', 1))).toContain(ADDS_UP)
      await expectExact(place.url)
      for (const url of place.nodes) {
        const { version } = await (await logIn(url)).call<{ version: string }>('GET', '/api/status')
        expect(version).toContain(NEXT_VERSION)
      }
      Object.assign(expected, kept)
    })

    test('back to the backup: the database, the balance and the key are those of then', async () => {
      const { first, second, other } = terminals
      const [node1, node2] = place.nodes
      await Promise.all([first.interrupt(), second.interrupt()])
      await give(other, guide.block('backup: Restore'))
      await give(first, guide.block('scaling: Several nodes', 1), node1)
      await give(second, guide.block('scaling: Several nodes', 2), node2)
      // The balancer looks every two seconds.
      await expect.poll(() => isReady(place.url)).toBe(true)
      await expectExact(place.url)
      await calls(place.url)
      await expectExact(place.url)
      expect(await give(other, guide.block("operations: Providers' bills"))).toContain(ADDS_UP)
    })

    test('and nothing of these sections was left out', () => {
      expect({ blocks: guide.left(), words: guide.unused() }).toEqual({ blocks: [], words: [] })
    })
  },
  { except: kinds.filter((kind) => kind !== 'postgres') },
)
