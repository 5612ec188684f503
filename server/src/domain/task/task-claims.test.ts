import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { TaskClaims } from './task-claims.ts'

eachDatabase('claims of submissions', ({ database, openAnother }) => {
  let other: Database
  beforeAll(async () => {
    other = await openAnother()
  })
  afterAll(() => other.close())

  const troubles: unknown[] = []
  const onTrouble = (error: unknown) => troubles.push(error)
  const rows = () => database().read.selectFrom('task_claim').select('name').execute()

  test('under one key of one user there is one submission at a time, on two nodes, and no row is left', async () => {
    const nodes = [new TaskClaims({ database: database(), onTrouble }), new TaskClaims({ database: other, onTrouble })]
    const running = new Map<string, number>()
    let most = 0
    const done: string[] = []
    const submit = (userId: number, key: string) => async () => {
      const name = `${userId} ${key}`
      running.set(name, (running.get(name) ?? 0) + 1)
      most = Math.max(most, running.get(name) ?? 0)
      // Long enough for others to look.
      await rows()
      running.set(name, (running.get(name) ?? 0) - 1)
      done.push(name)
    }
    const all = nodes.flatMap((node) =>
      [0, 1, 2].flatMap(() => [node.run(1, 'a', submit(1, 'a')), node.run(1, 'b', submit(1, 'b')), node.run(2, 'a', submit(2, 'a'))]),
    )
    await Promise.all(all)
    expect([most, done.length]).toEqual([1, 18])
    expect([await rows(), troubles]).toEqual([[], []])
  })

  test('what fails gives its claim back', async () => {
    const [here, there] = [new TaskClaims({ database: database(), onTrouble }), new TaskClaims({ database: other, onTrouble })]
    await expect(here.run(1, 'c', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await there.run(1, 'c', () => Promise.resolve('yes'))).toBe('yes')
  })

  test('a claim is kept while its node lives, and runs out with it; who waits too long is told so', async () => {
    const clock = drivenClock()
    const living = new TaskClaims({ database: database(), onTrouble, leaseMs: 600_000, clock })
    const waiting = new TaskClaims({ database: other, onTrouble, waitMs: 300 })
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
    const long = living.run(1, 'd', () => {
      begin()
      return end
    })
    const untilMs = async () => Number((await database().read.selectFrom('task_claim').select('until_ms').executeTakeFirst())?.until_ms)
    await hasBegun
    const firstMs = await untilMs()
    expect(firstMs).toBeGreaterThan(0)
    clock.advance(200_000)
    await expect.poll(untilMs).toBeGreaterThan(firstMs)
    await expect(waiting.run(1, 'd', () => Promise.resolve())).rejects.toMatchObject({ code: 'task_key_in_use' })
    finish()
    await long
    // A node that died: its claim is there, and nobody renews it.
    const dead = new TaskClaims({ database: { run: diesAfterItsClaim() }, onTrouble, leaseMs: 500 })
    void dead.run(1, 'e', () => Promise.resolve())
    await expect.poll(rows).toEqual([{ name: '1 e' }])
    const heir = new TaskClaims({ database: other, onTrouble })
    expect(await heir.run(1, 'e', () => Promise.resolve('again'))).toBe('again')
    expect([await rows(), troubles]).toEqual([[], []])
  })

  /** A database that is asked for one thing, and then no more. */
  function diesAfterItsClaim(): Database['run'] {
    let calls = 0
    return (task, input) => (calls++ === 0 ? database().run(task, input) : new Promise(() => {}))
  }
})
