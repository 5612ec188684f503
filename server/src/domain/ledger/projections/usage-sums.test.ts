// The sums of usage agree with the log: every charge once, in the quarter of an hour of its row, and no uncharged call.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../../testing/databases/databases.ts'
import { channelTestRow } from '../../log/row-type.ts'
import type { LogDraft } from '../operation.ts'
import { backdateRecovery } from '../testing/fixture-tasks.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from '../testing/ledger-fixture.ts'
import { foldBatches } from './fold.ts'
import { sumDay } from './zone-days-store.ts'

const QUARTER = 900
const HOUR = 3600

eachDatabase('sums of usage', ({ address }) => {
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
  const logOf = (userId: number, quota: number, fields: Partial<LogDraft> = {}): LogDraft => ({ ...logFor(userId, quota), ...fields })
  const charge = async (user: { accountId: number; userId: number }, log: LogDraft) => {
    const hold = holdFor(node, { user, amount: 1000 })
    await node.submit(hold)
    return node.submit({ kind: 'settle', id: hold.id, amount: log.quota, log })
  }
  const sumsOf = (userId: number) =>
    fixture.database.read
      .selectFrom('usage_quarter')
      .select(['quarter', 'model_name', 'channel_id', 'calls', 'prompt_tokens', 'completion_tokens', 'quota'])
      .where('user_id', '=', userId)
      .orderBy('quarter')
      .orderBy('model_name')
      .orderBy('channel_id')
      .execute()
      .then((rows) => rows.map(({ model_name, ...numbers }) => [model_name, ...Object.values(numbers).map(Number)]))
  const quarterOfRow = async (userId: number) => {
    const row = await fixture.database.read.selectFrom('log').select('created_at').where('user_id', '=', userId).executeTakeFirstOrThrow()
    return Number(row.created_at) - (Number(row.created_at) % QUARTER)
  }

  test('each charge is added to its quarter of an hour, user, model and channel, and to the sums of each of them', async () => {
    const [ann, bob] = [await fixture.user(100_000), await fixture.user(100_000)]
    await charge(ann, logOf(ann.userId, 10, { model: 'sums-a', channelId: 71 }))
    await fold()
    await Promise.all([
      charge(ann, logOf(ann.userId, 20, { model: 'sums-a', channelId: 71 })),
      charge(ann, logOf(ann.userId, 5, { model: 'sums-b', channelId: 72 })),
      charge(bob, logOf(bob.userId, 7, { model: 'sums-a', channelId: 72, promptTokens: 30 })),
    ])
    await fold()
    const quarter = await quarterOfRow(ann.userId)
    expect(await sumsOf(ann.userId)).toEqual([
      ['sums-a', quarter, 71, 2, 2, 2, 30],
      ['sums-b', quarter, 72, 1, 1, 1, 5],
    ])
    const { read } = fixture.database
    const sums = ['calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const
    const numbers = (rows: readonly object[]) => rows.map((row) => Object.values(row).map(Number))
    expect(
      numbers(
        await read
          .selectFrom('usage_model_quarter')
          .select(['quarter', ...sums])
          .where('model_name', '=', 'sums-a')
          .execute(),
      ),
    ).toEqual([[quarter, 3, 32, 3, 37]])
    const day = quarter - (quarter % (24 * HOUR))
    expect(
      numbers(
        await read
          .selectFrom('usage_user_day')
          .select(['day', ...sums])
          .where('user_id', '=', ann.userId)
          .execute(),
      ),
    ).toEqual([[day, 3, 3, 3, 35]])
    expect(
      numbers(
        await read
          .selectFrom('usage_channel_quarter')
          .select(['quarter', ...sums])
          .where('channel_id', '=', 72)
          .execute(),
      ),
    ).toEqual([[quarter, 2, 31, 2, 12]])
  })

  test('a call without a row is counted, a test of a channel and a refusal are not', async () => {
    const user = await fixture.user(100_000)
    await charge(user, logOf(user.userId, 9, { isOnlyCounted: true, other: '' }))
    await node.submit({
      kind: 'log',
      id: '01ARZ3NDEKTSV4RRFFQ69G5F01',
      log: logOf(user.userId, 0, { type: channelTestRow, channelId: 5 }),
    })
    await node.submit({ kind: 'log', id: '01ARZ3NDEKTSV4RRFFQ69G5F02', log: logOf(user.userId, 0, { type: 6 }) })
    await fold()
    expect((await sumsOf(user.userId)).map((row) => row.slice(2))).toEqual([[0, 1, 1, 1, 9]])
  })

  test('a correction takes the recovered charge out of the quarter that it was counted in', async () => {
    const user = await fixture.user(100_000)
    const away = await fixture.node()
    const hold = holdFor(away, { user, amount: 1000 })
    // Nobody else's, so that its quarter can be moved to another one.
    const own = { model: 'recovered', channelId: 79 }
    await away.submit(hold)
    const facts = JSON.stringify(logOf(user.userId, 300, { ...own, promptTokens: 8 }))
    await away.submit({ kind: 'checkpoint', id: hold.id, used: 300, facts })
    await fixture.crash(away)
    await fold()
    await fixture.database.run(backdateRecovery, { id: hold.id, seconds: 2 * HOUR })
    const earlier = await quarterOfRow(user.userId)
    expect(await sumsOf(user.userId)).toEqual([['recovered', earlier, 79, 1, 8, 1, 300]])
    // The day that it was counted in was summed meanwhile, and is to be summed anew.
    const from = earlier - (earlier % (24 * HOUR))
    const day = { zone: 'UTC', from, to: from + 24 * HOUR }
    const ofDay = async () => {
      const { read } = fixture.database
      const rows = await read.selectFrom('usage_zone_day').select(['kind', 'quota']).where('name', 'in', ['recovered', '']).execute()
      return rows.map(({ kind, quota }) => [kind, Number(quota)]).sort()
    }
    await fixture.database.run(sumDay, day)
    const [[, all = 0] = [], [, model = 0] = []] = await ofDay()
    expect([all, model].every((quota) => Number(quota) >= 300)).toBe(true)

    expect((await away.submit({ kind: 'settle', id: hold.id, amount: 120, log: logOf(user.userId, 120, own) })).kind).toBe('corrected')
    await fold()
    expect(await ofDay()).toEqual([])
    await fixture.database.run(sumDay, day)
    const added = from + 24 * HOUR > (await quarterOfRow(user.userId)) ? 120 : 0
    expect(await ofDay()).toEqual([
      ['all', Number(all) - 300 + added],
      ['model', Number(model) - 300 + added],
    ])
    const now = await quarterOfRow(user.userId)
    expect(now).toBeGreaterThan(earlier)
    expect(await sumsOf(user.userId)).toEqual([
      ['recovered', earlier, 79, 0, 0, 0, 0],
      ['recovered', now, 79, 1, 1, 1, 120],
    ])
  })
})
