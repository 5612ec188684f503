import { displayInCurrencyEnabled, quotaPerUnit, writeOffAlarm } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WriteOffDayRow } from '../../db/tables/tables.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { foldBatches } from '../ledger/projections/fold.ts'
import { writeOff } from '../ledger/testing/fixture-tasks.ts'
import { holdFor, type LedgerFixture, logFor, openLedgerFixture } from '../ledger/testing/ledger-fixture.ts'
import type { RootNotice } from '../notice/root-notices.ts'
import { createUser } from '../user/user-store.ts'
import { watchWriteOffs } from './write-off-alarm.ts'
import { findWriteOffs } from './write-off-store.ts'

const DAY = 86_400
const TODAY = 20_783 * DAY

eachDatabase('write-offs', ({ address }) => {
  let fixture: LedgerFixture
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
  })
  afterAll(() => fixture.close())
  const database = () => fixture.database
  const add = (row: WriteOffDayRow) => fixture.database.run(writeOff, [row])

  test('are listed by user, model and day, the largest first, and what is not listed is in the sum', async () => {
    const id = await database().run(createUser, {
      ...{
        username: 'ann',
        displayName: '',
        passwordHash: '',
        role: 1,
        group: 'default',
        email: '',
        language: '',
        quota: 0,
        cause: 'test',
      },
    })
    await add({ day: TODAY, user_id: id, model_name: 'small', calls: 1, quota: 10 })
    await add({ day: TODAY - DAY, user_id: id, model_name: 'large', calls: 2, quota: 500 })
    await add({ day: TODAY, user_id: id + 99, model_name: 'gone', calls: 1, quota: 70 })
    await add({ day: TODAY - 9 * DAY, user_id: id, model_name: 'before', calls: 1, quota: 1 })
    const found = await findWriteOffs(database(), { from: TODAY - DAY, to: TODAY + DAY })
    expect(found).toEqual({
      ...{ calls: 4, quota: 580, left_out: 0 },
      rows: [
        { day: TODAY - DAY, user_id: id, username: 'ann', model: 'large', calls: 2, quota: 500 },
        { day: TODAY, user_id: id + 99, username: '', model: 'gone', calls: 1, quota: 70 },
        { day: TODAY, user_id: id, username: 'ann', model: 'small', calls: 1, quota: 10 },
      ],
    })
  })

  test('are told once at the amount of the option, and again at each doubling', async () => {
    const told: string[] = []
    let woken = 0
    const roots = {
      compose: (notice: RootNotice) => {
        told.push(notice.title.en)
        return Promise.resolve({ messages: [], deliveries: [] })
      },
      wake: () => {
        woken += 1
      },
    }
    let least = 1000
    const values: Readonly<Record<string, unknown>> = { [displayInCurrencyEnabled.key]: false, [quotaPerUnit.key]: 500_000 }
    const options = {
      get: <Value>(option: Option<Value>): Value => (option.key === writeOffAlarm.key ? least : values[option.key]) as Value,
    }
    const look = (day = TODAY) => watchWriteOffs({ database: database(), options, roots, now: () => (day + 3600) * 1000 })
    await look()
    expect([told, woken]).toEqual([[], 0])
    least = 80
    for (let times = 0; times < 3; times++) await look()
    expect([new Set(told), woken]).toEqual([new Set(['80 quota written off today']), 1])
    await add({ day: TODAY, user_id: 5, model_name: 'm', calls: 1, quota: 81 })
    await look()
    expect([told.at(-1), woken]).toEqual(['161 quota written off today', 2])
    await look(TODAY - DAY)
    expect(woken).toBe(3)
    least = 0
    await look(TODAY - 9 * DAY)
    expect(woken).toBe(3)
  })
})

eachDatabase('what a charge writes off', ({ address }) => {
  test('is counted by user, model and day when the batch is folded, and a correction takes it back', async () => {
    const fixture = await openLedgerFixture(address())
    try {
      const counted = async (userId: number) => {
        await fixture.database.run(foldBatches, { limit: 500 })
        const rows = await fixture.database.read.selectFrom('write_off_day').selectAll().where('user_id', '=', userId).execute()
        return rows.map(({ model_name, calls, quota }) => ({ model: model_name, calls: Number(calls), quota: Number(quota) }))
      }
      const [node, user] = [await fixture.node(), await fixture.user(100)]
      const hold = holdFor(node, { user, amount: 100 })
      await node.submit(hold)
      const log = logFor(user.userId, 160)
      await node.submit({ kind: 'settle', id: hold.id, amount: 160, log })
      expect(await counted(user.userId)).toEqual([{ model: log.model, calls: 1, quota: 60 }])

      // A call of a node that died is charged by its checkpoint; when its owner ends it after all for less, nothing is written off.
      const [dying, other] = [await fixture.node(), await fixture.user(100)]
      const late = holdFor(dying, { user: other, amount: 100 })
      await dying.submit(late)
      await dying.submit({ kind: 'checkpoint', id: late.id, used: 130, facts: JSON.stringify(logFor(other.userId, 130)) })
      await fixture.crash(dying)
      expect(await counted(other.userId)).toEqual([{ model: log.model, calls: 1, quota: 30 }])
      await dying.submit({ kind: 'settle', id: late.id, amount: 90, log: logFor(other.userId, 90) })
      expect(await counted(other.userId)).toEqual([{ model: log.model, calls: 0, quota: 0 }])
    } finally {
      await fixture.close()
    }
  })
})
