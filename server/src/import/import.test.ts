// Moving in from the gateways of one family: everything that matters to their users, through the front doors of this one.
import type { ImportReport } from '@waystation/contract/site/import'
import { expect, test } from 'vitest'
import { cellsToTry } from '../../../wire/testing/matrix.ts'
import type { DatabaseKind } from '../db/kind.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { logIn } from '../testing/console-client.ts'
import { eachKind, kinds } from '../testing/databases/databases.ts'
import { rowsAt } from '../testing/time/run-at.ts'
import { ALIVE, familyRows, OLD_PASSWORD, oldKey } from './testing/family-rows.ts'
import { familyTables, type MemberName, memberNames } from './testing/family-tables.ts'
import { makeForeign } from './testing/foreign-tables.ts'
import { importInto } from './testing/import-into.ts'

const hello = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }

/** Logs from 2026 on. */
const logsSince = 1_767_225_600

eachKind('moving in', (kind) => {
  const ways = memberNames.flatMap((from) => kinds.map((there) => ({ from, there })))
  const tried = cellsToTry(`moving in to ${kind}: gateways and their databases`, ways, ({ from, there }) => [from, there])
  for (const { from, there: theirKind } of tried)
    eachKind(`from ${from}`, () => way({ kind, from, theirKind }), { except: kinds.filter((one) => one !== theirKind) })
})

/** From a gateway with its database of one kind, into a database of this one's of another or the same. */
function way({ kind, from, theirKind }: { kind: DatabaseKind; from: MemberName; theirKind: DatabaseKind }): void {
  test('brings people, money, keys and channels, once', async () => {
    const world = await openWorld({ database: kind, channel: null })
    const there = await makeForeign(theirKind, familyTables(from, familyRows(world.provider.url)))
    try {
      const [balance, limits] = [await world.balance(), await postedTo(world, 'token')]
      const trial = await importInto(world, there, { from, isDry: true, logsSince })
      for (const table of ['imported_row', 'import_run']) expect(await rowsAt(world.address, `select * from ${table}`)).toEqual([])
      const first = await importInto(world, there, { from, logsSince })
      expect({ ...trial, took_ms: 0, is_dry_run: false }).toEqual({ ...first, took_ms: 0 })
      expect(first.is_equal).toBe(true)
      expect(broughtBy(first)).toMatchObject({
        users: [4, 0, 1],
        tokens: [5, 0, 0],
        channels: [4, 0, 0],
        codes: [2, 0, 0],
        logs: [1, 0, 0],
      })
      const second = await importInto(world, there, { from, logsSince })
      expect(second.totals).toEqual(first.totals)
      const again = { users: [0, 5, 0], tokens: [0, 5, 0], channels: [0, 4, 0], codes: [0, 2, 0], logs: [0, 1, 0], settings: [0, 0, 0] }
      expect(broughtBy(second)).toEqual(again)

      // Money: to the unit, as entries of the ledger.
      expect(await postedTo(world, 'user')).toBe(balance + ALIVE.quota)
      expect(await postedTo(world, 'token')).toBe(limits + ALIVE.tokenQuota)
      expect((await world.books()).differences).toEqual([])
      await livesOn(world, from)
      expect((await world.books()).differences).toEqual([])
    } finally {
      await there.drop()
      await world.close()
    }
  })
}

/** Old passwords and old keys work, and what they are held to came along. */
async function livesOn(world: World, name: MemberName): Promise<void> {
  const { url } = await world.restart()
  await expect(logIn(url, { username: 'alice', password: 'another one' })).rejects.toThrow()
  expect(await foreignHashes(world)).toBe(3)
  const alice = await logIn(url, { username: 'alice@example.com', password: OLD_PASSWORD })
  expect(await foreignHashes(world)).toBe(2)
  await logIn(url, { username: 'alice', password: OLD_PASSWORD })
  await expect(logIn(url, { username: 'bob', password: OLD_PASSWORD })).rejects.toThrow()
  await logIn(url, { username: 'Bob', password: OLD_PASSWORD })

  const self = () => alice.call<Record<string, unknown>>('GET', '/api/user/self')
  // The first of the family had no balance of invitations.
  const referral = name === 'one-api' ? 0 : 500
  const person = { role: 10, group: 'vip', display_name: "Alice O'Neill", aff_code: 'BBBB' }
  expect(await self()).toMatchObject({ ...person, quota: 1_234_567, aff_quota: referral })
  expect((await call(url, oldKey('a'))).status).toBe(200)
  expect((await self()).quota).toBeLessThan(1_234_567)
  expect((await call(url, oldKey('c'))).status).toBe(401)
  expect((await call(url, oldKey('e'))).status).toBe(401)
  const items = await alice.call<Record<string, unknown>[]>('GET', '/api/token/?p=0&page_size=10')
  expect(items.map((token) => [token.name, token.status, token.key])).toEqual([
    ['unlimited', 1, oldKey('b')],
    ['limited', 1, oldKey('a')],
  ])
  expect(items[1]).toMatchObject({ model_limits_enabled: true, model_limits_count: 2, allow_ips_count: 2 })
}

/** A call with a key of the other gateway. */
function call(url: string, key: string): Promise<Response> {
  const headers = { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' }
  return fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(hello) })
}

/** Users whose password is still hashed as it was there. */
async function foreignHashes({ address }: World): Promise<number> {
  const quote = address.kind === 'mysql' ? '`' : '"'
  return (await rowsAt(address, `select id from ${quote}user${quote} where password_hash like '$2a$04$%'`)).length
}

/** What is posted to all accounts of a kind, quota units. */
async function postedTo({ address }: World, kind: 'user' | 'token'): Promise<number> {
  const [row] = await rowsAt(address, `select sum(posted) as posted from account where kind = '${kind}'`)
  return Number(row?.posted)
}

/** New, from an earlier run, here before: by what is carried. */
const broughtBy = ({ brought }: ImportReport): Record<string, number[]> =>
  Object.fromEntries(brought.map(({ what, fresh, carried, known }) => [what, [fresh, carried, known]]))
