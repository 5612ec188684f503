// Revenue and cost per day, channel and model each add up to the same, and to the ledger's own account, whatever calls, cuts, recoveries and
// corrections came before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import type { LogDraft, VendorFacts } from '../ledger/operation.ts'
import { foldBatches } from '../ledger/projections/fold.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from '../ledger/testing/ledger-fixture.ts'
import { type CallSums, sumBalances, sumByChannel, sumByDay, sumByModel, sumRevenue } from './book-store.ts'

const DAY = 86_400

/** Numbers that look random and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % sides
  }
}

eachDatabase('the sums of the books', ({ address }) => {
  let fixture: LedgerFixture
  let node: LedgerNode
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
    node = await fixture.node()
  }, 180_000)
  afterAll(() => fixture.close())

  const fold = async () => {
    while ((await fixture.database.run(foldBatches, { limit: 100 })) === 100);
  }
  const logOf = (userId: number, quota: number, channelId: number, vendor: VendorFacts | undefined): LogDraft => ({
    ...logFor(userId, quota),
    ...{ channelId, model: vendor ? `house/${vendor.model}` : 'model-old' },
    ...(vendor ? { vendor } : {}),
  })
  const span = async () => {
    const now = Math.floor(
      (await fixture.database.read.selectFrom('log').select('created_at').orderBy('id', 'desc').executeTakeFirstOrThrow()).created_at,
    )
    const today = Number(now) - (Number(now) % DAY)
    return { from: today - DAY, to: today + DAY }
  }
  const rows = async () => {
    const found = await fixture.database.read.selectFrom('book_day').selectAll().orderBy('channel_id').orderBy('model_name').execute()
    return found.map(({ day: _day, model_name, ...numbers }) => [model_name, ...Object.values(numbers).map(Number)])
  }

  test('what one call leaves in the books', async () => {
    const user = await fixture.user(100_000)
    const charge = async (log: LogDraft) => {
      const hold = holdFor(node, { user, amount: 1000 })
      await node.submit(hold)
      await node.submit({ kind: 'settle', id: hold.id, amount: log.quota, log })
    }
    await charge(logOf(user.userId, 100, 61, { model: 'up-a', cost: 70, cacheCost: 20 }))
    await charge(logOf(user.userId, 50, 61, { model: 'up-a', cost: 30, isCounted: true, failed: [{ channelId: 62, model: 'up-b' }] }))
    await charge(logOf(user.userId, 9, 61, { model: 'up-a' }))
    await charge(logOf(user.userId, 5, 63, undefined))
    await node.submit({
      kind: 'log',
      id: '01ARZ3NDEKTSV4RRFFQ69G5F11',
      log: { ...logOf(user.userId, 0, 62, { model: '', failed: [{ channelId: 62, model: 'up-b' }] }), type: 6 },
    })
    await fold()
    // model, channel, calls, quota, cost, unpriced, unpriced_quota, counted, counted_cost, cache_cost, failed
    expect(await rows()).toEqual([
      ['up-a', 61, 3, 159, 100, 1, 9, 1, 30, 20, 0],
      ['up-b', 62, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      ['model-old', 63, 1, 5, 0, 1, 5, 0, 0, 0, 0],
    ])
  })

  test('three hundred calls of every kind', { timeout: 120_000 }, async () => {
    const roll = dice(7)
    const users = await Promise.all(Array.from({ length: 4 }, () => fixture.user(20_000)))
    const vendorOf = (): VendorFacts | undefined => {
      if (roll(9) === 0) return undefined
      const model = `up-${roll(4)}`
      const cost = roll(300)
      return { model, ...(roll(6) === 0 ? {} : { cost }), ...(roll(5) === 0 ? { isCounted: true as const } : {}) }
    }
    for (let round = 0; round < 10; round++) {
      const away = await fixture.node()
      const owner = round % 3 === 0 ? away : node
      const calls = Array.from({ length: 30 }, () => {
        const user = users[roll(users.length)] ?? users[0]
        if (!user) throw new Error('no user')
        return { user, amount: roll(400), log: (quota: number) => logOf(user.userId, quota, 70 + roll(3), vendorOf()) }
      })
      const holds = calls.map(({ user }) => holdFor(owner, { user, amount: 200 }))
      const placed = await Promise.all(holds.map((hold) => owner.submit(hold)))
      for (const [at, { amount, log }] of calls.entries()) {
        if (placed[at]?.kind !== 'done') continue
        const id = holds[at]?.id ?? ''
        if (owner === away && at % 2 === 0) await owner.submit({ kind: 'checkpoint', id, used: amount, facts: JSON.stringify(log(amount)) })
        else await owner.submit({ kind: 'settle', id, amount, log: log(amount) })
      }
      if (owner === away) {
        await fixture.crash(away)
        // Some owners come back and tell what was really used.
        for (const [at, { amount, log }] of calls.entries()) {
          if (at % 4 !== 0 || placed[at]?.kind !== 'done') continue
          const real = Math.max(0, amount - roll(100))
          await away.submit({ kind: 'settle', id: holds[at]?.id ?? '', amount: real, log: log(real) })
        }
      }
      if (round % 2 === 0) await fold()
    }
    await fold()

    const within = await span()
    const groups = await Promise.all([
      sumByDay(fixture.database, within),
      sumByChannel(fixture.database, within),
      sumByModel(fixture.database, within),
    ])
    const totals = groups.map((group: readonly CallSums[]) => {
      const sum = (name: keyof CallSums) => group.reduce((total, one) => total + one[name], 0)
      return [sum('calls'), sum('revenue'), sum('cost'), sum('unpriced_revenue')]
    })
    expect(totals[1]).toEqual(totals[0])
    expect(totals[2]).toEqual(totals[0])
    const [, revenue, cost] = totals[0] ?? []
    expect(cost).toBeGreaterThan(0)
    expect(revenue).toBe(await sumRevenue(fixture.database, within))

    const accountOf = async (id: number) => (await fixture.balance(id)).posted
    // What no user could pay is revenue that the house bears.
    expect(revenue).toBe((await accountOf(fixture.accounts.revenue)) + (await accountOf(fixture.accounts.house)))
    const usage = await fixture.database.read
      .selectFrom('usage_quarter')
      .select((row) => [row.fn.sum('quota').as('quota'), row.fn.sum('calls').as('calls')])
      .executeTakeFirstOrThrow()
    expect([Number(usage.calls), Number(usage.quota)]).toEqual([totals[0]?.[0], revenue])
    const { posted, held } = await sumBalances(fixture.database)
    expect([posted > 0, held]).toEqual([true, 0])
    const { differences, checks } = await fixture.reconcile()
    expect(differences).toEqual([])
    expect(checks.find(({ name }) => name === 'logs')?.covered).toBeGreaterThan(200)
  })
})
