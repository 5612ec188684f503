import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { type Desk, openDesk } from './testing/desk.ts'
import { postMovements } from './testing/desk-tasks.ts'

eachDatabase('a movement', ({ address }) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(address())
  }, 180_000)
  afterAll(() => desk.close())

  const grant = (to: number, amount: number, ref = `grant:${ulid()}`) =>
    desk.database.run(postMovements, [{ ref, from: desk.accounts.grant, to, amount, kind: 'grant', actorId: 0 }])

  test('is made once for one ref, however often it is requested', async () => {
    const { accountId } = await desk.user(100)
    const ref = `redeem:${ulid()}`
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => grant(accountId, 7, ref)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(await desk.balance(accountId)).toMatchObject({ posted: 107 })
    expect((await desk.reconcile()).differences).toEqual([])
  })

  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])('of %s is refused and leaves nothing', async (amount) => {
    const { accountId } = await desk.user(100)
    await expect(grant(accountId, amount)).rejects.toThrow()
    expect(await desk.balance(accountId)).toMatchObject({ posted: 100 })
    expect((await desk.reconcile()).differences).toEqual([])
  })

  test('to an account that does not exist is refused whole', async () => {
    const { accountId } = await desk.user(100)
    const movement = { from: desk.accounts.grant, amount: 5, kind: 'grant', actorId: 0 }
    const both = desk.database.run(postMovements, [
      { ...movement, to: accountId, ref: `a:${ulid()}` },
      { ...movement, to: 999_999_999, ref: `b:${ulid()}` },
    ])
    await expect(both).rejects.toThrow(/does not exist/)
    expect(await desk.balance(accountId)).toMatchObject({ posted: 100 })
  })
})
