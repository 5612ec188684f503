// The judge of the house's share, on a real ledger: it knows what a payer could have paid, and finds a share that should not be.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdFor, type LedgerFixture, logFor, openLedgerFixture } from '../../server/src/domain/ledger/testing/ledger-fixture.ts'
import { sqlitePlace } from '../../server/src/testing/databases/databases.ts'
import { makesUp, readHouseShares } from './house-share.ts'

let fixture: LedgerFixture
let place: Awaited<ReturnType<typeof sqlitePlace>>
beforeAll(async () => {
  place = await sqlitePlace()
  fixture = await openLedgerFixture(place.address)
})
afterAll(async () => {
  await fixture?.close()
  await place?.drop()
})

/** A call that costs 900 where 300 were held, next to another call's hold. */
async function dearCall(balance: number, heldByAnother: number) {
  const node = await fixture.node()
  const user = await fixture.user(balance)
  const place = async (amount: number) => {
    const hold = holdFor(node, { user, amount })
    await node.submit(hold)
    return hold.id
  }
  if (heldByAnother > 0) await place(heldByAnother)
  const id = await place(300)
  await node.submit({ kind: 'settle', id, amount: 900, log: logFor(user.userId, 900) })
  return {
    share: (await readHouseShares(fixture.database.read)).get(id),
    posted: (await fixture.balance(user.accountId)).posted,
    node,
    user,
  }
}

test('next to another hold the house bears what that one needs', async () => {
  const { share, posted } = await dearCall(1000, 400)
  expect(posted).toBe(400)
  expect(share).toEqual({ amount: 300, payable: 600 })
  expect(makesUp(900, { net: 600, house: share })).toBe(true)
})

test('a session counts with what it held at the time, before its later parts', async () => {
  const node = await fixture.node()
  const user = await fixture.user(1000)
  const session = holdFor(node, { user, amount: 400 })
  await node.submit(session)
  const call = holdFor(node, { user, amount: 300 })
  await node.submit(call)
  await node.submit({ kind: 'settle', id: call.id, amount: 900, log: logFor(user.userId, 900) })
  await node.submit({ kind: 'settle', id: session.id, amount: 350, part: 1, log: logFor(user.userId, 350) })
  const share = (await readHouseShares(fixture.database.read)).get(call.id)
  expect(share).toEqual({ amount: 300, payable: 600 })
})

test('a balance that is used up pays what was held', async () => {
  const { share, posted } = await dearCall(350, 0)
  expect(posted).toBe(0)
  expect(share).toEqual({ amount: 550, payable: 350 })
})

test('a balance that covers the cost pays all of it', async () => {
  const { share, posted } = await dearCall(1000, 0)
  expect([share, posted]).toEqual([undefined, 100])
})

test.each([
  ['a sum that is not the cost', 900, 600, { amount: 299, payable: 600 }, false],
  ['a user who had money and was spared', 900, 500, { amount: 400, payable: 600 }, false],
  ['a share that gives the house money', 900, 950, { amount: -50, payable: 900 }, false],
  ['a user who paid more than they certainly could', 900, 700, { amount: 200, payable: 600 }, true],
  ['no share and the cost', 900, 900, undefined, true],
  ['no share and less than the cost', 900, 899, undefined, false],
] as const)('%s', (_words, cost, net, house, isRight) => {
  expect(makesUp(cost, { net, house })).toBe(isRight)
})
