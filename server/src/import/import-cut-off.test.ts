// A run that is killed in the middle: the next one finishes what it began, and nobody is credited twice.
import { expect, test } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { rowsAt } from '../testing/time/run-at.ts'
import { databaseUrl, waystationUntil } from '../testing/waystation-command.ts'
import { familyTables } from './testing/family-tables.ts'
import { dsnOf, makeForeign } from './testing/foreign-tables.ts'
import { importInto } from './testing/import-into.ts'

const USERS = 600

eachKind('an import that is cut off', (kind) => {
  test('is finished by the next one', async () => {
    const world = await openWorld({ database: kind, channel: null })
    const numbers = Array.from({ length: USERS }, (_, at) => at + 1)
    const users = numbers.map((id) => ({
      id,
      username: `user${id}`,
      password: '',
      role: 1,
      status: 1,
      quota: id * 3,
      aff_code: `c${id}`,
      aff_quota: id,
    }))
    const tokens = numbers.map((id) => ({
      id,
      user_id: id,
      key: `k${id}`.padEnd(48, 'x'),
      name: 't',
      status: 1,
      remain_quota: id,
      expired_time: -1,
    }))
    const there = await makeForeign(kind, familyTables('veloera', { users, tokens, channels: [] }))
    const carried = async () => Number((await rowsAt(world.address, 'select count(*) as count from imported_row'))[0]?.count)
    try {
      const words = ['import', '--from', 'veloera', '--dsn', dsnOf(there.address)]
      const enough = async () => (await carried()) >= 300
      expect(await waystationUntil(words, databaseUrl(world.address), { DATA_DIR: world.folder }, enough)).toBe(true)
      const before = await carried()
      expect(before).toBeGreaterThanOrEqual(300)
      expect(before).toBeLessThan(2 * USERS)
      expect(await rowsAt(world.address, 'select * from import_run')).toEqual([])
      expect((await world.books()).differences).toEqual([])

      const report = await importInto(world, there, { from: 'veloera' })
      expect(report.is_equal).toBe(true)
      const sum = (USERS * (USERS + 1)) / 2
      expect(Object.fromEntries(report.totals.map(({ what, here }) => [what, here]))).toEqual({
        ...{ users: USERS, tokens: USERS, channels: 0, codes: 0, user_quota: 3 * sum, referral_quota: sum, token_quota: sum },
      })
      expect(report.brought.reduce((all, { carried: earlier }) => all + earlier, 0)).toBe(before)
      expect((await world.books()).differences).toEqual([])
    } finally {
      await there.drop()
      await world.close()
    }
  })
})
