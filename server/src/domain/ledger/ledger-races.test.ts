// MON-4 and MON-5 where the money is: what happens when everybody spends at once, through two nodes, while others write the same rows.

import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { postMovements, setBalance } from './testing/fixture-tasks.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from './testing/ledger-fixture.ts'

const AFFORDABLE = 40
const PRICE = 25

eachDatabase('the ledger under parallel use', ({ kind, address }) => {
  let fixture: LedgerFixture
  let nodes: LedgerNode[]
  const node = (at: number): LedgerNode => nodes[at % nodes.length] ?? failed()
  const isSqlite = kind === 'sqlite'

  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
    // One SQLite file belongs to one process, so it has one committer.
    nodes = isSqlite ? [await fixture.node()] : [await fixture.node(), await fixture.node()]
  }, 180_000)
  afterAll(() => fixture.close())

  test('MON-4 a balance for k calls admits exactly k of 50 k', async () => {
    const user = await fixture.user(AFFORDABLE * PRICE)
    const asked = Array.from({ length: AFFORDABLE * 50 }, (_, at) => ({ node: node(at), hold: holdFor(node(at), { user, amount: PRICE }) }))
    const verdicts = await Promise.all(asked.map(({ node, hold }) => node.submit(hold)))
    expect(verdicts.filter((verdict) => verdict.kind === 'done')).toHaveLength(AFFORDABLE)
    expect(verdicts.filter((verdict) => verdict.kind === 'short')).toHaveLength(AFFORDABLE * 49)
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: AFFORDABLE * PRICE, held: AFFORDABLE * PRICE })

    const placed = asked.filter((_, at) => verdicts[at]?.kind === 'done')
    // Settled by whichever node, as after a move; each exactly once.
    await Promise.all(
      placed.map(({ hold }, at) => node(at).submit({ kind: 'settle', id: hold.id, amount: PRICE, log: logFor(user.userId, PRICE) })),
    )
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 0, held: 0, used: AFFORDABLE * PRICE, calls: AFFORDABLE })
    expect((await fixture.reconcile()).differences).toEqual([])
  })

  test('a limited token admits no more than its limit, whatever the user has', async () => {
    const user = await fixture.user(1_000_000)
    const accountId = await fixture.token(AFFORDABLE * PRICE + PRICE - 1)
    const verdicts = await Promise.all(
      Array.from({ length: AFFORDABLE * 10 }, (_, at) =>
        node(at).submit(holdFor(node(at), { user, token: { accountId, isLimited: true }, amount: PRICE })),
      ),
    )
    expect(verdicts.filter((verdict) => verdict.kind === 'done')).toHaveLength(AFFORDABLE)
    expect(await fixture.balance(accountId)).toMatchObject({ held: AFFORDABLE * PRICE })
    expect(await fixture.balance(user.accountId)).toMatchObject({ held: AFFORDABLE * PRICE })
    expect((await fixture.reconcile()).differences).toEqual([])
  })

  test('two nodes may settle one call at once: it is charged once', async () => {
    const user = await fixture.user(10_000)
    const holds = Array.from({ length: 50 }, (_, at) => holdFor(node(at), { user, amount: 10 }))
    for (const [at, hold] of holds.entries()) expect((await node(at).submit(hold)).kind).toBe('done')
    const verdicts = await Promise.all(
      holds.flatMap((hold) => [0, 1].map((at) => node(at).submit({ kind: 'settle', id: hold.id, amount: 7, log: logFor(user.userId, 7) }))),
    )
    expect(verdicts.map((verdict) => verdict.kind).sort()).toEqual([...Array(50).fill('already'), ...Array(50).fill('done')])
    expect(await fixture.balance(user.accountId)).toEqual({ posted: 10_000 - 350, held: 0, used: 350, calls: 50 })
    expect((await fixture.reconcile()).differences).toEqual([])
  })

  test('MON-5 grants and an admin who sets the balance lose nothing of what is spent meanwhile', async () => {
    const user = await fixture.user(100_000)
    let isOver = false
    let spent = 0
    const spender = async (at: number) => {
      while (!isOver) {
        const hold = holdFor(node(at), { user, amount: 20 })
        if ((await node(at).submit(hold)).kind !== 'done') continue
        await node(at).submit({ kind: 'settle', id: hold.id, amount: 13, log: logFor(user.userId, 13) })
        spent += 13
      }
    }
    const spenders = [0, 1, 2, 3].map(spender)
    let given = 0
    for (let turn = 0; turn < 30; turn++) {
      await fixture.database.run(postMovements, [
        { ref: `grant:${ulid()}`, from: fixture.accounts.grant, to: user.accountId, amount: 5, kind: 'grant', actorId: 0 },
      ])
      given += 5
      given += await fixture.database.run(setBalance, {
        accountId: user.accountId,
        balance: 100_000,
        against: fixture.accounts.adjust,
        ref: `adjust:${ulid()}`,
        kind: 'adjust',
        actorId: 1,
      })
    }
    isOver = true
    await Promise.all(spenders)
    expect(spent).toBeGreaterThan(0)
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 100_000 + given - spent, held: 0, used: spent })
    expect((await fixture.reconcile()).differences).toEqual([])
  })

  test('two nodes that take the same users in opposite order do not stop each other', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => fixture.user(1_000_000)))
    const wave = async (order: readonly (typeof users)[number][], by: LedgerNode) => {
      for (let turn = 0; turn < 25; turn++) {
        const holds = order.map((user) => holdFor(by, { user, amount: 3 }))
        await Promise.all(holds.map((hold) => by.submit(hold)))
        await Promise.all(holds.map((hold) => by.submit({ kind: 'settle', id: hold.id, amount: 3, log: logFor(hold.userId, 3) })))
      }
    }
    await Promise.all([wave(users, node(0)), wave(users.toReversed(), node(1))])
    expect(nodes.flatMap((one) => one.troubles)).toEqual([])
    for (const user of users) expect(await fixture.balance(user.accountId)).toMatchObject({ held: 0, used: 150, calls: 50 })
  })
})

function failed(): never {
  throw new Error('there is at least one node')
}
