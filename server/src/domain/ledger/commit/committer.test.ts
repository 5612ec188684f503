import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommitUnknown } from '../../../db/database.ts'
import { eachDatabase } from '../../../testing/databases/databases.ts'
import { drivenClock } from '../../../testing/time/driven-clock.ts'
import { faultyDatabase, holdFor, type LedgerFixture, logFor, openLedgerFixture } from '../testing/ledger-fixture.ts'

eachDatabase('the committer', ({ address }) => {
  let fixture: LedgerFixture
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
  }, 180_000)
  afterAll(async () => {
    expect((await fixture.reconcile()).differences).toEqual([])
    await fixture.close()
  })

  test('one operation that the database refuses does not hold up the others', async () => {
    const node = await fixture.node()
    const user = await fixture.user(1000)
    const good = Array.from({ length: 20 }, () => holdFor(node, { user, amount: 1 }))
    const bad = holdFor(node, { user: { accountId: 999_999_999, userId: 1 }, amount: 1 })
    const verdicts = await Promise.allSettled([...good.slice(0, 7), bad, ...good.slice(7)].map((hold) => node.submit(hold)))
    expect(verdicts[7]?.status).toBe('rejected')
    expect(verdicts.filter((verdict) => verdict.status === 'fulfilled' && verdict.value.kind === 'done')).toHaveLength(20)
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 20 })
    expect(node.troubles).toMatchObject([{ facts: { event: 'operation_refused_by_database', id: bad.id } }])
  })

  test('a note on a hold goes with the next batch, or alone when none comes, and the latest of several counts', async () => {
    const sizes: number[] = []
    const node = await fixture.node({ onBatch: (size) => sizes.push(size) })
    const user = await fixture.user(1000)
    const [first, second] = [holdFor(node, { user, amount: 10 }), holdFor(node, { user, amount: 10 })]
    await Promise.all([node.submit(first), node.submit(second)])
    for (const used of [1, 2, 3]) node.committer.piggyback({ kind: 'checkpoint', id: first.id, used, facts: '{}' })
    await node.submit({ kind: 'extend', id: second.id, by: 5 })
    expect(await fixture.used(first.id)).toBe(3)
    expect(sizes).toEqual([2, 2])

    node.committer.piggyback({ kind: 'checkpoint', id: second.id, used: 7, facts: '{}' })
    await expect.poll(() => fixture.used(second.id)).toBe(7)
    node.committer.piggyback({ kind: 'checkpoint', id: second.id, used: 9, facts: '{}' })
    expect(await node.committer.drain(5000)).toBe(true)
    expect(await fixture.used(second.id)).toBe(9)
    expect(sizes).toEqual([2, 2, 1, 1])
    await Promise.all([first, second].map(({ id }) => node.submit({ kind: 'release', id })))
  })

  test('a settlement that may be delayed goes with the commit that comes next, and is made soon where none comes', async () => {
    const sizes: number[] = []
    const node = await fixture.node({ onBatch: (size) => sizes.push(size) })
    const user = await fixture.user(1000)
    const holds = Array.from({ length: 3 }, () => holdFor(node, { user, amount: 10 }))
    const settled = (hold: { id: string }) =>
      node.committer.submit({ kind: 'settle', id: hold.id, amount: 5, log: logFor(user.userId, 5) }, true)
    const [first, second, third] = holds as [(typeof holds)[0], (typeof holds)[0], (typeof holds)[0]]
    await Promise.all([node.submit(first), node.submit(second)])
    const both = await Promise.all([settled(first), node.submit(third)])
    expect(both.map(({ kind }) => kind)).toEqual(['done', 'done'])
    expect((await settled(second)).kind).toBe('done')
    expect((await settled(third)).kind).toBe('done')
    expect(sizes).toEqual([2, 2, 1, 1])
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 985, held: 0, used: 15 })
  })

  test('an awaited operation does not wait for thousands that are not awaited', async () => {
    let isAway = true
    const sizes: number[] = []
    const database = faultyDatabase(fixture.database, async (run) => {
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return run()
    })
    const node = await fixture.node({ database, onBatch: (size) => sizes.push(size) })
    const user = await fixture.user(1000)
    for (let count = 0; count < 2000; count++) node.committer.piggyback({ kind: 'log', id: ulid(), log: logFor(user.userId, 0) })
    await expect.poll(() => node.committer.isDatabaseAway).toBe(true)
    isAway = false
    const hold = holdFor(node, { user, amount: 10 })
    expect((await node.submit(hold)).kind).toBe('done')
    // The batch that was under way, and the next, which the hold went with.
    expect(sizes).toEqual([512, 513])
    expect(await node.committer.drain(30_000)).toBe(true)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2001)
    await node.submit({ kind: 'release', id: hold.id })
  })

  test('a log row that does not fit costs its own call only', async () => {
    const node = await fixture.node()
    const user = await fixture.user(1000)
    const [first, second] = [holdFor(node, { user, amount: 10 }), holdFor(node, { user, amount: 10 })]
    await Promise.all([node.submit(first), node.submit(second)])
    const fits = node.submit({ kind: 'settle', id: first.id, amount: 5, log: logFor(user.userId, 5) })
    const tooMuch = node.submit({
      kind: 'settle',
      id: second.id,
      amount: Number.MAX_SAFE_INTEGER,
      mayOverdraw: true,
      log: logFor(user.userId, Number.MAX_SAFE_INTEGER),
    })
    await expect(tooMuch).rejects.toThrow(/exact range/)
    expect((await fits).kind).toBe('done')
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 995, held: 10 })
  })

  test.each([-5, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('a charge of %s is refused before it has any effect', async (amount) => {
    const node = await fixture.node()
    const user = await fixture.user(1000)
    const hold = holdFor(node, { user, amount: 10 })
    await node.submit(hold)
    await expect(node.submit({ kind: 'settle', id: hold.id, amount })).rejects.toThrow()
    await expect(node.submit({ kind: 'extend', id: hold.id, by: amount })).rejects.toThrow()
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 1000, held: 10, used: 0 })
  })

  test.each([
    ['had taken place', true],
    ['had not taken place', false],
  ])('a commit of unknown outcome that %s counts once (FLT-30)', async (_words, isDone) => {
    const user = await fixture.user(1000)
    let isBroken = false
    const database = faultyDatabase(fixture.database, async (run) => {
      if (!isBroken) return run()
      isBroken = false
      const output = isDone ? await run() : [{ kind: 'done' }]
      throw new CommitUnknown(output, { cause: new Error('ECONNRESET') })
    })
    const node = await fixture.node({ database })
    const hold = holdFor(node, { user, amount: 10 })
    isBroken = true
    expect((await node.submit(hold)).kind).toBe('done')
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 10 })
    isBroken = true
    expect((await node.submit({ kind: 'settle', id: hold.id, amount: 8, log: logFor(user.userId, 8) })).kind).toBe('done')
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 992, held: 0, used: 8, calls: 1 })
    expect(await fixture.refs(hold.id)).toEqual([`settle:${hold.id}`])
  })

  test('a hold whose commit was taken for failed, though it took place, is still held for its caller', async () => {
    const user = await fixture.user(1000)
    let failures = 1
    const database = faultyDatabase(fixture.database, async (run) => {
      const output = await run()
      if (failures-- > 0) throw Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' })
      return output
    })
    const node = await fixture.node({ database })
    const hold = holdFor(node, { user, amount: 10 })
    expect((await node.submit(hold)).kind).toBe('done')
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 10 })
    await node.submit({ kind: 'release', id: hold.id })
  })

  test('while the database is away holds are refused within their deadline, settlements go to the spool, and all is exact after', async () => {
    const user = await fixture.user(1000)
    let isAway = false
    const clock = drivenClock()
    const database = faultyDatabase(fixture.database, async (run) => {
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return run()
    })
    const node = await fixture.node({ database, clock })
    const [running, other] = [holdFor(node, { user, amount: 100 }), holdFor(node, { user, amount: 100 })]
    await Promise.all([node.submit(running), node.submit(other)])

    isAway = true
    const settled = node.submit({ kind: 'settle', id: running.id, amount: 60, log: logFor(user.userId, 60) })
    await expect.poll(() => node.committer.isDatabaseAway).toBe(true)
    const late = holdFor(node, { user, amount: 10 })
    const refused = expect(node.submit(late)).rejects.toMatchObject({ code: 'billing_busy' })
    clock.advance(2200)
    await refused
    // By now every caller is answered at once.
    await expect(node.submit(holdFor(node, { user, amount: 10 }))).rejects.toMatchObject({ code: 'billing_busy' })
    clock.advance(3000)
    expect(await settled).toEqual({ kind: 'spooled' })
    expect(node.spool.records).toHaveLength(1)

    isAway = false
    expect(await node.committer.drain(5000)).toBe(true)
    await expect.poll(() => node.spool.records).toHaveLength(0)
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 940, held: 100, used: 60 })
    await node.submit({ kind: 'release', id: other.id })
  })

  test('a full spool withholds the end, and the settlement is still made', async () => {
    const user = await fixture.user(1000)
    let isAway = false
    const clock = drivenClock()
    const node = await fixture.node({
      clock,
      database: faultyDatabase(fixture.database, async (run) => {
        if (isAway) throw new Error('connect ECONNREFUSED')
        return run()
      }),
    })
    const hold = holdFor(node, { user, amount: 100 })
    await node.submit(hold)
    isAway = true
    node.spool.isFull = true
    let answered = false
    const settled = node.submit({ kind: 'settle', id: hold.id, amount: 60, log: logFor(user.userId, 60) }).finally(() => {
      answered = true
    })
    await expect.poll(() => node.committer.isDatabaseAway).toBe(true)
    clock.advance(6000)
    await expect.poll(() => node.troubles.map((trouble) => trouble.facts.event)).toContain('spool_failed')
    expect(answered).toBe(false)
    isAway = false
    expect((await settled).kind).toBe('done')
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 940, held: 0 })
  })

  test('a hold that was placed after its caller had been refused is given back', async () => {
    const user = await fixture.user(1000)
    const clock = drivenClock()
    let hang: Promise<void> | undefined
    let isHanging = false
    const node = await fixture.node({
      clock,
      database: faultyDatabase(fixture.database, async (run) => {
        isHanging = hang !== undefined
        await hang
        return run()
      }),
    })
    const gate = Promise.withResolvers<void>()
    hang = gate.promise
    const refused = expect(node.submit(holdFor(node, { user, amount: 10 }))).rejects.toMatchObject({ code: 'billing_busy' })
    await expect.poll(() => isHanging).toBe(true)
    clock.advance(2200)
    await refused
    gate.resolve()
    await expect.poll(() => node.committer.pending).toBe(0)
    await expect.poll(() => fixture.balance(user.accountId)).toMatchObject({ held: 0, posted: 1000 })
  })

  test('refs are unique for ever: a settlement that comes again after its hold was purged is not charged', async () => {
    const node = await fixture.node()
    const user = await fixture.user(1000)
    const hold = holdFor(node, { user, amount: 10, id: ulid() })
    await node.submit(hold)
    await node.submit({ kind: 'settle', id: hold.id, amount: 10, log: logFor(user.userId, 10) })
    const { purgeHolds } = await import('../holds/recover.ts')
    await fixture.database.run(purgeHolds, { olderThanMs: -1000, limit: 1000 })
    expect((await node.submit({ kind: 'settle', id: hold.id, amount: 10 })).kind).toBe('unknown')
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 990, used: 10 })
  })
})
