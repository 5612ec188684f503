// Decision D52: the same once more is harmless; with another amount it is an error that is reported.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { holdFor, type LedgerFixture, logFor, openLedgerFixture } from './testing/ledger-fixture.ts'

eachDatabase('a ledger operation that comes again', ({ address }) => {
  let fixture: LedgerFixture
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
  }, 180_000)
  afterAll(async () => {
    expect((await fixture.reconcile()).differences).toEqual([])
    await fixture.close()
  })

  test('with another amount is refused, reported and counted', async () => {
    const conflicts: string[] = []
    const node = await fixture.node({ onConflict: ({ kind }) => conflicts.push(kind) })
    const user = await fixture.user(1000)
    const [hold, given] = [holdFor(node, { user, amount: 50 }), holdFor(node, { user, amount: 50 })]
    await Promise.all([node.submit(hold), node.submit(given)])
    expect(await node.submit(hold)).toEqual({ kind: 'done', granted: 50 })
    expect(await node.submit({ ...hold, amount: 51 })).toEqual({ kind: 'different-amount', recorded: 50 })

    // What it was placed for counts, not what an extension or a part has made of it.
    await node.submit({ kind: 'extend', id: hold.id, by: 7 })
    expect(await node.submit(hold)).toEqual({ kind: 'done', granted: 57 })
    const part = { kind: 'settle', id: hold.id, amount: 5, part: 1 } as const
    const end = { kind: 'settle', id: hold.id, amount: 20, log: logFor(user.userId, 25) } as const
    for (const operation of [part, end]) {
      expect(await node.submit(operation)).toEqual({ kind: 'done' })
      expect(await node.submit(operation)).toEqual({ kind: 'already' })
      expect(await node.submit({ ...operation, amount: 0 })).toEqual({ kind: 'different-amount', recorded: operation.amount })
    }
    expect(await node.submit({ kind: 'release', id: hold.id })).toEqual({ kind: 'different-amount', recorded: 20 })
    expect(await node.submit({ ...hold, amount: 52 })).toEqual({ kind: 'different-amount', recorded: 50 })

    const release = { kind: 'release', id: given.id } as const
    expect([await node.submit(release), await node.submit(release)]).toEqual([{ kind: 'done' }, { kind: 'already' }])
    expect(await node.submit({ kind: 'settle', id: given.id, amount: 3 })).toEqual({ kind: 'different-amount', recorded: 0 })

    expect(conflicts).toEqual(['hold', 'settle', 'settle', 'release', 'hold', 'settle'])
    const event = 'ledger_amount_conflict'
    expect(node.troubles.map(({ facts }) => facts)).toEqual([
      { event, operation: 'hold', id: hold.id, amount: 51, recorded: 50 },
      { event, operation: 'settle', id: hold.id, part: 1, amount: 0, recorded: 5 },
      { event, operation: 'settle', id: hold.id, amount: 0, recorded: 20 },
      { event, operation: 'release', id: hold.id, amount: 0, recorded: 20 },
      { event, operation: 'hold', id: hold.id, amount: 52, recorded: 50 },
      { event, operation: 'settle', id: given.id, amount: 3, recorded: 0 },
    ])
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 975, held: 0, used: 25, calls: 1 })
  })

  test('with another amount after a correction is refused', async () => {
    const node = await fixture.node()
    const user = await fixture.user(1000)
    const hold = holdFor(node, { user, amount: 50 })
    await node.submit(hold)
    await node.submit({ kind: 'checkpoint', id: hold.id, used: 10, facts: hold.facts })
    await fixture.crash(node)
    const settled = { kind: 'settle', id: hold.id, amount: 30, log: logFor(user.userId, 30) } as const
    expect(await node.submit(settled)).toEqual({ kind: 'corrected' })
    expect(await node.submit(settled)).toEqual({ kind: 'already' })
    expect(await node.submit({ ...settled, amount: 10 })).toEqual({ kind: 'different-amount', recorded: 30 })
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 970, held: 0, used: 30, calls: 1 })
  })
})
