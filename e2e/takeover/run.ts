// What becomes of a database of the last commit before the migrations were folded: `node e2e/takeover/run.ts FOLDER [--dump]`, where FOLDER
// is a checkout of that commit with its packages. That version fills each kind of database, this one starts on it twice, and everything is
// compared. `--dump` writes the filled databases down as what server/src/db/takeover.test.ts starts from.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Token } from '@waystation/contract/people/token'
import type { DatabaseAddress, DatabaseKind } from '../../server/src/db/kind.ts'
import { reconcile } from '../../server/src/domain/ledger/reconcile/reconcile.ts'
import { logIn } from '../../server/src/testing/console-client.ts'
import { definitionsOf, rowsOf } from '../../server/src/testing/databases/database-contents.ts'
import { emptyPlace, openTestDatabase } from '../../server/src/testing/databases/database-places.ts'
import { openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { rowsAt } from '../../server/src/testing/time/run-at.ts'
import { databaseUrl } from '../../server/src/testing/waystation-command.ts'
import { databaseKinds } from '../crash/database-place.ts'
import { ServerProcess } from '../crash/server-process.ts'
import { answered, fill } from './fill.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { dump: { type: 'boolean' }, database: { type: 'string' } } })
const old = resolve(positionals[0] ?? '.')
const say = (words: string) => process.stdout.write(`${words}\n`)

/** What a start writes by itself: the node that runs. */
const OF_A_START = ['node']

for (const kind of databaseKinds) if (values.database === undefined || values.database === kind) await take(kind)
process.exit(0)

async function take(kind: DatabaseKind): Promise<void> {
  const place = await emptyPlace(kind)
  const dataDir = mkdtempSync(join(tmpdir(), 'waystation-takeover-'))
  const provider = await openFakeProvider()
  try {
    const parts = { port: await freePort(), dataDir, databaseUrl: databaseUrl(place.address), env: { MASTER_KEY: '07'.repeat(32) } }
    const before = new ServerProcess({ ...parts, folder: old })
    await before.start()
    await fill(before.url, provider.url)
    await before.stop()
    if (values.dump) writeFileSync(new URL(`../../server/src/db/testing/6681752-${kind}.sql`, import.meta.url), dump(place.address))
    await check(kind, place.address, new ServerProcess(parts))
  } finally {
    await provider.close()
    await place.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function check(kind: DatabaseKind, address: DatabaseAddress, server: ServerProcess): Promise<void> {
  const rows = await rowsOf(address)
  await server.start()
  await server.stop()
  const steps = await rowsAt(address, 'select * from migration order by name')
  same(`${kind}: rows after the first start`, differences(rows, await rowsOf(address)), [])
  const fresh = await emptyPlace(kind)
  await (await openTestDatabase(fresh.address)).close()
  same(`${kind}: schema`, await definitionsOf(address), await definitionsOf(fresh.address))
  await fresh.drop()

  await server.start()
  const root = await logIn(server.url)
  const tokens = await root.call<Token[]>('GET', '/api/token/?p=0&size=100')
  const token = tokens.find(({ name }) => name === 'unlimited')
  if (!token) throw new Error('the token is gone')
  await answered(server.url, token, { model: 'fake-model', messages: [{ role: 'user', content: '#in:10 #out:10' }] })
  await server.stop()
  same(`${kind}: steps after the second start`, await rowsAt(address, 'select * from migration order by name'), steps)
  const database = await openTestDatabase(address)
  const { differences: wrong, entries, openHolds } = await reconcile(database)
  await database.close()
  same(`${kind}: reconcile`, wrong, [])
  const counts = Object.values(rows).flatMap(({ length }) => (length > 0 ? [length] : []))
  const sum = counts.reduce((total, count) => total + count, 0)
  say(`${kind}: ${counts.length} tables with ${sum} rows; ${entries} entries, ${openHolds} open holds`)
  say(`  ${steps.map(({ name }) => name).join(', ')}`)
}

/** Rows that only one side has, but those that a start writes. */
function differences(before: Record<string, string[]>, after: Record<string, string[]>): string[] {
  const only = (name: string, table: string, these: readonly string[] = [], others: readonly string[] = []) =>
    these.filter((row) => !others.includes(row)).map((row) => `${name} ${table} ${row}`)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((table) => !OF_A_START.includes(table))
    .flatMap((table) => [...only('gone:', table, before[table], after[table]), ...only('new:', table, after[table], before[table])])
}

function same(what: string, found: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(found, null, 1), JSON.stringify(expected, null, 1)]
  if (left !== right) throw new Error(`${what}: ${left.slice(0, 3000)} is not ${right.slice(0, 3000)}`)
  say(`${what}: as it should be`)
}

/** The database as statements that make it again, without comments and without settings of the session. */
function dump(address: DatabaseAddress): string {
  const [program, ...words] = dumpCommand(address)
  const text = execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26 }).replace(
    // PostgreSQL would read its own words for "one of these" back as others that mean the same.
    /\(\((\w+)\)::text = ANY \(\(ARRAY\[(.*?)\]\)::text\[\]\)\)/g,
    (_, column: string, list: string) => `${column} in (${list.replaceAll('::character varying', '')})`,
  )
  return `${text
    .split('\n')
    .map((line) => line.replace(/^ {2,4}/, ''))
    .filter((line) => line !== '' && !/^(--|SET |SELECT pg_catalog\.set_config|\\|PRAGMA|\/\*M?!\d+ ?(\\-|SET))/.test(line))
    .join('\n')}\n`
}

function dumpCommand(address: DatabaseAddress): [string, ...string[]] {
  if (address.kind === 'sqlite') return ['sqlite3', address.path, '.dump']
  if (address.kind === 'postgres')
    return ['pg_dump', '--no-owner', '--no-privileges', '--no-comments', '--rows-per-insert=500', address.url]
  const { hostname, port, username, pathname } = new URL(address.url)
  return ['mysqldump', `--host=${hostname}`, `--port=${port || 3306}`, `--user=${username}`, '--compact', pathname.slice(1)]
}
