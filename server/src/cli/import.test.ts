// `waystation import …`, next to a running server.
import { expect, test } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { familyRows, oldKey } from '../import/testing/family-rows.ts'
import { familyTables } from '../import/testing/family-tables.ts'
import { dsnOf, makeForeign } from '../import/testing/foreign-tables.ts'
import { eachKind, sqlitePlace } from '../testing/databases/databases.ts'
import { rowsAt, runAt } from '../testing/time/run-at.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'

eachKind('waystation import', (kind) => {
  test('prints what it brought without a secret, and with which exit code the totals differ', async () => {
    const world = await openWorld({ database: kind, channel: null })
    const there = await makeForeign(kind, familyTables('new-api', familyRows(world.provider.url)))
    const run = (...more: string[]) =>
      waystation(['import', '--from', 'new-api', ...more], databaseUrl(world.address), '', {
        ...{ DATA_DIR: world.folder, IMPORT_DSN: dsnOf(there.address) },
      })
    try {
      const first = await run('--logs-since=2026-01-01')
      expect(first).toEqual({ code: 0, text: expect.stringContaining('Everything adds up, to the unit.') })
      const hello = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }
      const call = { method: 'POST', headers: { authorization: `Bearer sk-${oldKey('a')}`, 'content-type': 'application/json' } }
      // Nobody restarts the server.
      await expect
        .poll(async () => (await fetch(`${world.url}/v1/chat/completions`, { ...call, body: JSON.stringify(hello) })).status)
        .toBe(200)
      expect(first.text).not.toMatch(/far-key|sk-one|mail secret|aaaaaaaa|0123456789abcdef/)
      expect(first.text).toMatch(/ 1 {2}Users who were deleted there.*\(deleted_5\)/)

      const [row] = await rowsAt(world.address, "select detail from audit where action = 'import.run'")
      expect(JSON.parse(String(row?.detail))).toMatchObject({ after: { users: 4, tokens: 5, is_equal: true } })

      await runAt(there.address, 'update users set quota = quota + 7 where id = 2')
      const later = await run()
      expect(later).toEqual({ code: 1, text: expect.stringMatching(/ 1 {2}Balances that changed there.*\(alice\)[\s\S]*DIFFERENT/) })
      await runAt(there.address, "insert into options values ('QuotaPerUnit', '1000')")
      expect(await run()).toEqual({ code: 1, text: expect.stringContaining('waystation option set QuotaPerUnit 1000') })
    } finally {
      await there.drop()
      await world.close()
    }
  })
})

test('misuse and a database of something else are told, each with its exit code', async () => {
  const place = await sqlitePlace()
  const url = databaseUrl(place.address)
  try {
    expect(await waystation(['import', '--from', 'somewhere', '--dsn', 'x'], url)).toEqual({
      code: 2,
      text: expect.stringContaining('Usage'),
    })
    const absent = await waystation(['import', '--from', 'one-api', '--dsn', '/nowhere/one-api.db'], url)
    expect(absent).toEqual({ code: 1, text: expect.stringContaining('there is no file /nowhere/one-api.db') })
    const other = await waystation(['import', '--from', 'one-api', '--dsn', dsnOf(place.address)], url, '', {
      DATA_DIR: `${dsnOf(place.address)}-data`,
    })
    expect(other).toEqual({ code: 1, text: expect.stringContaining('no database of one-api') })
  } finally {
    await place.drop()
  }
})
