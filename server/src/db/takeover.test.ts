// Databases from before the first release. Those in testing/ were filled by the real server of the last version before it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Token } from '@waystation/contract/people/token'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { reconcile } from '../domain/ledger/reconcile/reconcile.ts'
import { openServer } from '../server.ts'
import { call } from '../testing/client.ts'
import { logIn } from '../testing/console-client.ts'
import { definitionsOf, rowsOf } from '../testing/databases/database-contents.ts'
import { emptyPlace, openTestDatabase, type TestPlace } from '../testing/databases/database-places.ts'
import { eachDatabase, eachKind } from '../testing/databases/databases.ts'
import { openFakeProvider } from '../testing/fakes/fake-provider.ts'
import { rowsAt, runAt } from '../testing/time/run-at.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'
import type { DatabaseAddress, DatabaseKind } from './kind.ts'
import { openDatabase } from './open-database.ts'
import { takeOver } from './takeover.ts'

const filled = (kind: DatabaseKind) => readFileSync(new URL(`./testing/6681752-${kind}.sql`, import.meta.url), 'utf8')
const recorded = (address: DatabaseAddress) => rowsAt(address, 'select name, timestamp from migration order by name')
const namesOf = async (address: DatabaseAddress) => (await recorded(address)).map(({ name }) => name)
/** As a start does it, without what comes after. */
const open = async (address: DatabaseAddress) =>
  (await openDatabase({ address, taskModules: [], tasks: [], isExclusive: false, onDeath: () => {} })).close()

const serve = (address: DatabaseAddress, folder: string) =>
  openServer({
    config: {
      ...readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', DATABASE_URL: databaseUrl(address), MASTER_KEY: '07'.repeat(32) }),
      port: 0,
    },
    log: pino({ level: 'silent' }),
    consoleFolder: undefined,
    version: '0.0.0-test',
    onDeath: (error) => {
      throw error
    },
  })

const ON_EACH = 'create trigger on_record before insert on migration for each row'

/** What the database does before it records a step: it fails, as if the process died there, or takes its time. SQLite cannot wait. */
function onRecord(kind: DatabaseKind, what: 'stop' | 'wait'): string {
  if (kind === 'sqlite') return `${ON_EACH} begin select ${what === 'stop' ? "raise(abort, 'stopped here')" : '1'}; end`
  if (kind === 'mysql')
    return `${ON_EACH} ${what === 'stop' ? "signal sqlstate '45000' set message_text = 'stopped here'" : 'do sleep(0.05)'}`
  const body = what === 'stop' ? "raise 'stopped here'" : 'perform pg_sleep(0.05); return new'
  return `create function on_record() returns trigger language plpgsql as $$ begin ${body}; end $$; ${ON_EACH} execute function on_record()`
}

const offRecord = (kind: DatabaseKind) => (kind === 'postgres' ? 'drop function on_record() cascade' : 'drop trigger on_record')

eachKind('a database from before the first release', (kind) => {
  let place: TestPlace
  let fresh: TestPlace
  let rows: Record<string, string[]>
  /** The rows in the columns and tables of before: later steps added some, and gave others another name. */
  const rowsOfBefore = async (address: DatabaseAddress): Promise<Record<string, string[]>> => {
    const found = await rowsOf(address)
    return Object.fromEntries(
      Object.entries(rows).map(([table, before]) => {
        const columns = Object.keys(JSON.parse(before[0] ?? '{}'))
        const renamed = table.replace(/^(usage.*)_hour$/, '$1_quarter').replace('account_day', 'account_quarter')
        const kept = (found[renamed] ?? []).filter((text) => !/usage_quarters_since|outcomes_since/.test(text))
        const texts = kept.map((text) => {
          const { quarter, quarter_number, ...other } = JSON.parse(text)
          const row = {
            ...other,
            ...(quarter === undefined ? {} : { hour: quarter }),
            ...(quarter_number === undefined ? {} : { day: quarter_number / 96 }),
          }
          return JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))
        })
        return [table, texts]
      }),
    )
  }
  beforeAll(async () => {
    place = await emptyPlace(kind)
    fresh = await emptyPlace(kind)
    await runAt(place.address, filled(kind))
    await open(fresh.address)
    rows = await rowsOf(place.address)
  }, 180_000)
  afterAll(async () => {
    await place.drop()
    await fresh.drop()
  })

  test('is refused where it has not seen all steps, with the commit to start first, and nothing is changed', async () => {
    const [last] = await rowsAt(place.address, "select * from migration where name = '0027-budget'")
    await runAt(place.address, "delete from migration where name = '0027-budget'")
    const file = () => place.address.kind === 'sqlite' && readFileSync(place.address.path).toString('latin1')
    const before = file()
    await expect(open(place.address)).rejects.toThrow(
      /seen 26 of 27 migrations\. Nothing was changed\. Start the version of commit 6681752/,
    )
    expect(file() === before).toBe(true)
    expect(await namesOf(place.address)).toHaveLength(26)
    expect(await rowsOf(place.address)).toEqual(rows)
    await runAt(place.address, `insert into migration (name, timestamp) values ('0027-budget', '${String(last?.timestamp)}')`)
  })

  test('is as it was where the takeover is cut off', async () => {
    const before = await recorded(place.address)
    await runAt(place.address, onRecord(kind, 'stop'))
    await expect(open(place.address)).rejects.toThrow('stopped here')
    await runAt(place.address, offRecord(kind))
    expect(await recorded(place.address)).toEqual(before)
    expect(before.map(({ name }) => name)).toContain('0001-people')
  })

  test('is taken over by one of two processes that start at once: a schema as that of a new one, and every row as it was', async () => {
    await runAt(place.address, onRecord(kind, 'wait'))
    await Promise.all([open(place.address), open(place.address)])
    await runAt(place.address, offRecord(kind))
    expect(await namesOf(place.address)).toEqual(await namesOf(fresh.address))
    expect(await definitionsOf(place.address)).toEqual(await definitionsOf(fresh.address))
    expect(await rowsOfBefore(place.address)).toEqual(rows)
    for (const table of ['account', 'entry', 'hold', 'token', 'channel_key', 'log', 'top_up_order', 'redemption'])
      expect([table, (rows[table] ?? []).length > 0]).toEqual([table, true])
  })

  test('is not changed by the next start', async () => {
    const before = await recorded(place.address)
    await open(place.address)
    expect(await recorded(place.address)).toEqual(before)
    expect(await rowsOfBefore(place.address)).toEqual(rows)
  })

  test('serves: keys open, a stored token pays for a call, and the books are right', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-takeover-'))
    const provider = await openFakeProvider({ apiKey: 'sk-far-1' })
    const server = await serve(place.address, folder)
    try {
      const root = await logIn(server.url)
      await root.call('PUT', '/api/channel/', { id: 1, base_url: provider.url })
      const [token] = await root.call<Token[]>('GET', '/api/token/?p=0&size=100')
      const headers = { authorization: `Bearer sk-${token?.key}` }
      const body = { model: 'fake-model', messages: [{ role: 'user', content: '#in:120 #out:30' }] }
      expect((await call(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body })).status).toBe(200)
    } finally {
      await server.close()
      await provider.close()
      rmSync(folder, { recursive: true })
    }
    const database = await openTestDatabase(place.address)
    expect(await reconcile(database)).toMatchObject({ differences: [], openHolds: 0 })
    await database.close()
    expect((await rowsOf(place.address)).entry).toHaveLength((rows.entry ?? []).length + 1)
  })
})

eachDatabase('a database that is not from before', ({ kind, address, database }) => {
  test('is refused where a newer version has changed it, which is named, and nothing is changed', async () => {
    await runAt(address(), "insert into migration (name, timestamp) values ('2099-01-01-later', '2099-01-01T00:00:00.000Z')")
    const before = await recorded(address())
    const { code, text } = await waystation(['migrate'], databaseUrl(address()))
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/^waystation migrate: Another version .* seen the migrations 2099-01-01-later, .* Nothing was changed\. .*\n$/),
    ])
    expect(await recorded(address())).toEqual(before)
    await runAt(address(), `insert into meta (${kind === 'mysql' ? '`key`' : 'key'}, value) values ('schema_version', '9.8.7')`)
    expect((await waystation(['migrate'], databaseUrl(address()))).text).toMatch(/^waystation migrate: Waystation 9\.8\.7 has changed this/)
  })

  if (kind !== 'sqlite')
    test('keeps what it has recorded from a process that would take it over and comes second', async () => {
      const before = await recorded(address())
      await takeOver(database().read, kind, ['2026-11-25-other'])
      expect(await recorded(address())).toEqual(before)
    })

  if (kind === 'mysql')
    test('is refused where the first step of before was cut off', async () => {
      const place = await emptyPlace(kind)
      await runAt(place.address, 'create table meta (k int)')
      await expect(open(place.address)).rejects.toThrow('seen 1 of 27 migrations')
      await place.drop()
    })
})
