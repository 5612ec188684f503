// The nodes that are listed and counted, on each database.
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { runAt } from '../../testing/time/run-at.ts'
import { endLease, renewLease } from '../ledger/ledger-tasks.ts'
import { type NodeFacts, NodeList } from './node-list.ts'

const DAY_SECONDS = 86_400
const facts: NodeFacts = {
  ...{ version: '1.2.3', liveCalls: 2, drains: 1, memoryBytes: 3_000_000, delayMs: 4 },
  ...{ isEnding: false, isConnected: true },
}

eachDatabase('nodes', ({ database, address }) => {
  const nodeOf = (epoch: string) =>
    new NodeList({ database: database(), epoch, facts: () => facts, now: () => Date.now(), onTrouble: () => undefined })
  const renew = (epoch: string, leaseSeconds: number) => database().run(renewLease, { epoch, name: `name of ${epoch}`, leaseSeconds })
  const startedDaysAgo = (epoch: string, days: number) =>
    runAt(address(), `update node set started_at = started_at - ${days * DAY_SECONDS} where epoch = '${epoch}'`)
  const shown = async (node: NodeList, epoch: string) => (await node.list()).find((one) => one.epoch === epoch)

  test('one that ended in order was last seen at its last report, and is remembered for a week from then', async () => {
    const [here, gone] = [nodeOf('here'), nodeOf('gone')]
    await Promise.all([renew('here', DAY_SECONDS), renew('gone', DAY_SECONDS)])
    await startedDaysAgo('gone', 8)
    await gone.report()
    await database().run(endLease, { epoch: 'gone' })
    await here.report()
    const seenAt = (await shown(here, 'gone'))?.seenAt ?? 0
    expect(await shown(here, 'gone')).toMatchObject({ state: 'ended', isThis: false, facts })
    expect(Math.abs(Date.now() / 1000 - seenAt)).toBeLessThan(DAY_SECONDS)

    const old = JSON.stringify({ ...facts, reportedAtMs: Date.now() - 8 * DAY_SECONDS * 1000 })
    await runAt(address(), `update node set facts = '${old}' where epoch = 'gone'`)
    await here.report()
    expect(await shown(here, 'gone')).toBeUndefined()
    expect(await shown(here, 'here')).toMatchObject({ state: 'running', isThis: true })
  })

  test('one of them does what is done for all: the oldest that is to stay', async () => {
    const isEnding = { old: false, young: false }
    const nodes = (['old', 'young'] as const).map(
      (epoch) =>
        new NodeList({
          ...{ database: database(), epoch, facts: () => ({ ...facts, isEnding: isEnding[epoch] }), now: () => Date.now() },
          onTrouble: () => undefined,
        }),
    )
    const firsts = async () => {
      for (const node of nodes) await node.report()
      await nodes[0]?.report()
      return nodes.map((node) => node.isFirst)
    }
    for (const other of ['here', 'a', 'gone']) await database().run(endLease, { epoch: other })
    for (const epoch of ['old', 'young']) await renew(epoch, DAY_SECONDS)
    await startedDaysAgo('old', 1)
    expect(await firsts()).toEqual([true, false])
    isEnding.old = true
    expect(await firsts()).toEqual([false, true])
    isEnding.young = true
    expect(await firsts()).toEqual([true, false])
    await database().run(endLease, { epoch: 'old' })
    expect((await firsts())[1]).toBe(true)
    await database().run(endLease, { epoch: 'young' })
  })

  test('those that live are counted and listed, however many came and went meanwhile', async () => {
    const here = nodeOf('here')
    await Promise.all(['here', 'a'].map((epoch) => renew(epoch, DAY_SECONDS)))
    await Promise.all(['here', 'a'].map((epoch) => startedDaysAgo(epoch, 3)))
    const now = Math.floor(Date.now() / 1000)
    const gone = Array.from({ length: 210 }, (_, at) => `('z${at}', 'z', ${now}, ${(now - at - 60) * 1000})`)
    await runAt(address(), `insert into node (epoch, name, started_at, lease_until_ms) values ${gone.join(', ')}`)
    await here.report()
    expect(here.count).toBe(2)
    const nodes = await here.list()
    const running = nodes.filter(({ state }) => state === 'running').map(({ epoch }) => epoch)
    expect(running.toSorted()).toEqual(['a', 'here'])
    const starts = nodes.map(({ startedAt }) => startedAt)
    expect(starts).toEqual(starts.toSorted((a, b) => b - a))
  })
})
