// Runs over many channels on every database: one at a time, on whichever node.
import type { TestRun } from '@waystation/contract/channels/state/test-run'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { eachDatabase } from '../../../testing/databases/databases.ts'
import { type ChannelRun, channelRun, type RunParts } from './channel-run.ts'
import { runLeases } from './run-lease.ts'
import { claimRun, endRun, renewRun, takeLease } from './run-lease-store.ts'

const caller = { id: 1, username: 'root', role: 100, group: 'default', language: '' }

/** A step that waits until it is let go on. */
function gate() {
  const opened = Promise.withResolvers<void>()
  return { open: opened.resolve, passed: opened.promise }
}

eachDatabase('runs over channels', ({ database, openAnother }) => {
  const made: ChannelRun[] = []
  let named = 0
  afterEach(async () => {
    for (const run of made.splice(0)) await run.close()
  })
  const newName = () => `run-${named++}`
  const troubles: unknown[] = []
  const runOn = (name: string, parts: Partial<RunParts> = {}, on: Database = database()) => {
    const onTrouble = (error: unknown) => void troubles.push(error)
    const run = channelRun({
      ...{ name, leases: runLeases({ database: on, onTrouble }), ids: async () => [1, 2, 3], one: async () => ({}) },
      ...{ busy: 'channel_test_running', pauseSeconds: () => 0, now: Date.now, onTrouble },
      ...parts,
    })
    made.push(run)
    return run
  }
  const ended = async (run: ChannelRun): Promise<TestRun | null> => {
    await expect.poll(() => run.current()?.ended_at ?? 0).toBeGreaterThan(0)
    return run.current()
  }

  test('counts what became of each channel, and of one that cannot be looked at, too', async () => {
    const steps = [{ change: 'enabled' }, { isFailed: true, change: 'disabled' }, {}] as const
    const run = runOn(newName(), {
      ids: async () => [0, 1, 2, 3],
      async one(_caller, id) {
        const step = steps[id]
        if (!step) throw new Error('the database is away')
        return step
      },
    })
    expect(await run.start(caller, { only: 'disabled', tag: 'x' })).toMatchObject({ total: 4, ended_at: 0 })
    expect(await ended(run)).toMatchObject({
      ...{ only: 'disabled', tag: 'x', is_scheduled: false },
      ...{ total: 4, done: 4, failed: 2, enabled: 1, disabled: 1 },
    })
    expect(troubles.splice(0)).toMatchObject([{ message: 'the database is away' }])
  })

  test('another run of the name is refused meanwhile, here and on another node, and not after', async () => {
    const other = await openAnother()
    const [name, held] = [newName(), gate()]
    const run = runOn(name, { one: () => held.passed.then(() => ({})) })
    const elsewhere = runOn(name, {}, other)
    const running = expect.objectContaining({ code: 'channel_test_running' })
    const starts = await Promise.allSettled([run.start(caller), run.start(caller)])
    expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(elsewhere.start(caller)).rejects.toEqual(running)
    expect(await elsewhere.startDue(caller, 1)).toBe(false)
    held.open()
    await ended(run)
    expect(await elsewhere.start(caller)).toMatchObject({ total: 3 })
    await ended(elsewhere)
    await elsewhere.close()
    await other.close()
  })

  test('one that cannot begin leaves the way free', async () => {
    const name = newName()
    await expect(runOn(name, { ids: () => Promise.reject(new Error('no such tag')) }).start(caller)).rejects.toThrow('no such tag')
    const run = runOn(name)
    await run.start(caller)
    await ended(run)
  })

  test('only a person’s run is told of at its end', async () => {
    const told: TestRun[] = []
    const run = runOn(newName(), { onEnd: async (end) => void told.push(end) })
    expect(await run.startDue(caller, 60_000)).toBe(true)
    expect(await ended(run)).toMatchObject({ is_scheduled: true })
    expect(told).toEqual([])
    await run.start(caller)
    await expect.poll(() => told).toMatchObject([{ done: 3, is_scheduled: false }])
  })

  test('by schedule it begins when the last one of all channels began so long ago, on whichever node', async () => {
    const name = newName()
    const run = runOn(name)
    expect(await run.startDue(caller, 60_000)).toBe(true)
    await ended(run)
    expect(await run.startDue(caller, 60_000)).toBe(false)
    expect(await runOn(name).startDue(caller, 60_000)).toBe(false)
    expect(await run.startDue(caller, 1)).toBe(true)
    await ended(run)
    const part = runOn(newName())
    await part.start(caller, { only: 'all', tag: 'x' })
    await ended(part)
    expect(await part.startDue(caller, 60_000)).toBe(true)
    await ended(part)
  })

  test('with a pause they are done one by one; stopping it ends the pause', async () => {
    const seen: number[] = []
    const run = runOn(newName(), {
      pauseSeconds: () => 3600,
      async one(_caller, id) {
        seen.push(id)
        return {}
      },
    })
    await run.start(caller)
    await expect.poll(() => seen).toEqual([1])
    expect(run.current()).toMatchObject({ done: 1, ended_at: 0 })
    run.stop()
    expect(await ended(run)).toMatchObject({ total: 3, done: 1 })
    expect(seen).toEqual([1])
  })

  test('one that is closed leaves the work to other nodes at once', async () => {
    const [name, held] = [newName(), gate()]
    const run = runOn(name, { one: () => held.passed.then(() => ({})) })
    await run.start(caller)
    await run.close()
    const elsewhere = runOn(name)
    await elsewhere.start(caller)
    await ended(elsewhere)
    await expect(run.start(caller)).rejects.toMatchObject({ code: 'channel_test_running' })
    held.open()
  })

  test('a lease that ran out is another’s to take, and its former owner learns of it', async () => {
    const name = newName()
    const wanted = { name, leaseMs: 60_000, everyMs: 0, isWhole: true }
    expect(await database().run(claimRun, { ...wanted, owner: 'one', leaseMs: -1 })).toBe(true)
    expect(await database().run(claimRun, { ...wanted, owner: 'two' })).toBe(true)
    expect(await database().run(claimRun, { ...wanted, owner: 'three' })).toBe(false)
    expect(await database().run(renewRun, { name, owner: 'one', leaseMs: 1 })).toBe(false)
    await database().run(endRun, { name, owner: 'one' })
    expect(await database().run(claimRun, { ...wanted, owner: 'three' })).toBe(false)
    expect(await database().run(renewRun, { name, owner: 'two', leaseMs: 60_000 })).toBe(true)
    await database().run(endRun, { name, owner: 'two' })
    expect(await database().run(claimRun, { ...wanted, owner: 'three' })).toBe(true)
  })

  test('of many that take it for the first time at once, one has it', async () => {
    const wanted = { name: newName(), leaseMs: 60_000, everyMs: 0, isWhole: true }
    const other = await openAnother()
    const owners = Array.from({ length: 8 }, (_, at) => `owner-${at}`)
    const taken = await Promise.all(owners.map((owner, at) => takeLease(at % 2 === 0 ? database() : other, { ...wanted, owner })))
    await other.close()
    expect(taken.filter((isMine) => isMine)).toHaveLength(1)
  })
})
