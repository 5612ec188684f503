// What a node does with what its predecessor left: the spool first, then the holds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openSpool } from './commit/spool.ts'
import { type Ledger, openLedger, type RecoverPolicy } from './ledger.ts'
import { endLease } from './ledger-tasks.ts'
import { faultyDatabase, holdFor, type LedgerFixture, logFor, openLedgerFixture } from './testing/ledger-fixture.ts'

eachDatabase('a ledger that starts', ({ address }) => {
  let fixture: LedgerFixture
  let folder: string
  const troubles: Record<string, unknown>[] = []
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
    folder = mkdtempSync(join(tmpdir(), 'waystation-start-'))
  }, 180_000)
  afterAll(async () => {
    expect((await fixture.reconcile()).differences).toEqual([])
    await fixture.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (
    options: { spool?: string; policy?: RecoverPolicy; database?: LedgerFixture['database']; clock?: Clock; isExclusive?: boolean } = {},
  ): Promise<Ledger> =>
    openLedger({
      database: options.database ?? fixture.database,
      epoch: ulid(),
      nodeName: 'test',
      isExclusive: options.isExclusive ?? true,
      spool: openSpool(options.spool ?? join(folder, ulid())),
      clock: options.clock ?? systemClock,
      mayOverdraw: () => false,
      recoverPolicy: () => options.policy ?? 'checkpoint',
      onTrouble: (_error, facts) => void troubles.push(facts),
    })

  test('charges spooled settlements exactly, checkpointed calls by their checkpoint, and others not at all', async () => {
    const dead = await fixture.node()
    const user = await fixture.user(1000)
    const [spooled, running, fresh] = [
      holdFor(dead, { user, amount: 100 }),
      holdFor(dead, { user, amount: 100 }),
      holdFor(dead, { user, amount: 100 }),
    ]
    for (const hold of [spooled, running, fresh]) expect((await dead.submit(hold)).kind).toBe('done')
    await dead.submit({ kind: 'checkpoint', id: spooled.id, used: 10, facts: JSON.stringify(logFor(user.userId, 10)) })
    await dead.submit({ kind: 'checkpoint', id: running.id, used: 30, facts: JSON.stringify(logFor(user.userId, 30)) })
    const path = join(folder, 'left-behind')
    const spool = openSpool(path)
    spool.append([{ kind: 'settle', id: spooled.id, amount: 77, log: logFor(user.userId, 77) }])
    spool.close()

    const ledger = await start({ spool: path })
    expect(await fixture.refs(spooled.id)).toEqual([`settle:${spooled.id}`])
    expect(await fixture.refs(running.id)).toEqual([`recover:${running.id}`])
    expect(await fixture.refs(fresh.id)).toEqual([])
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 1000 - 77 - 30, held: 0, used: 107 })
    await ledger.stop(1000)

    // Once more, as after a kill just before the file was emptied: nothing happens twice.
    const again = openSpool(path)
    again.append([{ kind: 'settle', id: spooled.id, amount: 77, log: logFor(user.userId, 77) }])
    again.close()
    await (await start({ spool: path })).stop(1000)
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 1000 - 77 - 30, used: 107 })
    expect(openSpool(path).leftBehind).toEqual([])
  })

  test.each([
    ['void', 0],
    ['full', 100],
    ['checkpoint', 40],
  ] as const)('recovers by the policy %s', async (policy, charge) => {
    const dead = await fixture.node()
    const user = await fixture.user(1000)
    const hold = holdFor(dead, { user, amount: 100 })
    await dead.submit(hold)
    await dead.submit({ kind: 'checkpoint', id: hold.id, used: 40, facts: JSON.stringify(logFor(user.userId, 40)) })
    await (await start({ policy })).stop(1000)
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 1000 - charge, held: 0, used: charge })
  })

  test('keeps in the file what the database could not take during the replay', async () => {
    const dead = await fixture.node()
    const user = await fixture.user(1000)
    const hold = holdFor(dead, { user, amount: 100 })
    await dead.submit(hold)
    const path = join(folder, 'away-again')
    const spool = openSpool(path)
    spool.append([{ kind: 'settle', id: hold.id, amount: 50, log: logFor(user.userId, 50) }])
    spool.close()

    let isAway = false
    let isWaiting = false
    const gate = Promise.withResolvers<void>()
    const database = faultyDatabase(fixture.database, async (run) => {
      if (isAway) {
        isWaiting = true
        await gate.promise
      }
      const output = await run()
      // The first change is the system accounts', the second the lease's; then it is away.
      if (output === null) isAway = true
      return output
    })
    const clock = drivenClock()
    const opening = start({ spool: path, database, clock })
    await expect.poll(() => isWaiting).toBe(true)
    // Longer than a settlement waits before it is spooled again.
    clock.advance(5500)
    expect(openSpool(path).leftBehind.map((operation) => operation.id)).toContain(hold.id)
    isAway = false
    gate.resolve()
    const ledger = await opening
    await ledger.stop(2000)
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 950, held: 0 })
    expect(openSpool(path).leftBehind).toEqual([])
  })

  test('a record that the database refuses does not keep the house shut', async () => {
    const path = join(folder, 'refused')
    const spool = openSpool(path)
    const user = await fixture.user(1000)
    const dead = await fixture.node()
    const hold = holdFor(dead, { user, amount: 100 })
    await dead.submit(hold)
    spool.append([
      { kind: 'settle', id: hold.id, amount: -1 },
      { kind: 'settle', id: hold.id, amount: 20, log: logFor(user.userId, 20) },
    ])
    spool.close()
    const ledger = await start({ spool: path })
    expect(troubles).toContainEqual({ event: 'spool_record_refused', id: hold.id })
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 980, held: 0 })
    await ledger.stop(1000)
  })

  test('does not sweep its own calls after it was cut off for longer than its lease', async () => {
    const ledger = await start()
    const user = await fixture.user(1000)
    const hold = holdFor(ledger, { user, amount: 100 })
    await ledger.hold({
      id: hold.id,
      userAccountId: user.accountId,
      userId: user.userId,
      amount: 100,
      price: '{}',
      facts: logFor(user.userId, 0),
    })
    await fixture.database.run(endLease, { epoch: ledger.epoch })
    await ledger.chores.recover()
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 100 })
    await ledger.settle(hold.id, 60, logFor(user.userId, 60))
    expect(await fixture.refs(hold.id)).toEqual([`settle:${hold.id}`])
    await ledger.stop(1000)
  })

  test('leaves the holds of a living node to it where it is not alone, and takes them when that lease has run out', async () => {
    const other = await fixture.node()
    const user = await fixture.user(1000)
    const hold = holdFor(other, { user, amount: 100 })
    await other.submit(hold)
    const ledger = await start({ isExclusive: false })
    expect(await ledger.chores.recover()).toEqual({ recovered: 0, released: 0 })
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 100 })
    await fixture.database.run(endLease, { epoch: other.epoch })
    expect(await ledger.chores.recover()).toEqual({ recovered: 0, released: 1 })
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 0, posted: 1000 })
    await ledger.stop(1000)
  })

  test('recovers more holds than one turn takes', async () => {
    const dead = await fixture.node()
    const user = await fixture.user(100_000)
    await Promise.all(Array.from({ length: 1200 }, () => dead.submit(holdFor(dead, { user, amount: 1 }))))
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 1200 })
    await (await start()).stop(1000)
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: 0, posted: 100_000 })
  })
})
