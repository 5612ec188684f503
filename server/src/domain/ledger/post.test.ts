import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { postMovements } from './testing/fixture-tasks.ts'
import { type LedgerFixture, openLedgerFixture } from './testing/ledger-fixture.ts'

eachDatabase('a movement', ({ address }) => {
  let fixture: LedgerFixture
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
  }, 180_000)
  afterAll(() => fixture.close())

  const grant = (to: number, amount: number, ref = `grant:${ulid()}`) =>
    fixture.database.run(postMovements, [{ ref, from: fixture.accounts.grant, to, amount, kind: 'grant', actorId: 0 }])

  test('is made once for one ref, however often it is requested', async () => {
    const { accountId } = await fixture.user(100)
    const ref = `redeem:${ulid()}`
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => grant(accountId, 7, ref)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(await fixture.balance(accountId)).toMatchObject({ posted: 107 })
    expect((await fixture.reconcile()).differences).toEqual([])
  })

  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])('of %s is refused and leaves nothing', async (amount) => {
    const { accountId } = await fixture.user(100)
    await expect(grant(accountId, amount)).rejects.toThrow()
    expect(await fixture.balance(accountId)).toMatchObject({ posted: 100 })
    expect((await fixture.reconcile()).differences).toEqual([])
  })

  test('to an account that does not exist is refused whole', async () => {
    const { accountId } = await fixture.user(100)
    const movement = { from: fixture.accounts.grant, amount: 5, kind: 'grant', actorId: 0 }
    const both = fixture.database.run(postMovements, [
      { ...movement, to: accountId, ref: `a:${ulid()}` },
      { ...movement, to: 999_999_999, ref: `b:${ulid()}` },
    ])
    await expect(both).rejects.toThrow(/does not exist/)
    expect(await fixture.balance(accountId)).toMatchObject({ posted: 100 })
  })
})
