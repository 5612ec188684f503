// Fills the database of a server that is set up and not running: three hundred channels, 746 models, two thousand users, and a million calls of
// six weeks with all that belongs to them. The same in every run, but for its times, which end now.
import { logType } from '@waystation/contract/site/status-table'
import type { Database } from '../../server/src/db/database.ts'
import type { DatabaseAddress } from '../../server/src/db/kind.ts'
import { openDatabase } from '../../server/src/db/open-database.ts'
import { sumZoneDays } from '../../server/src/domain/usage/zone-days.ts'
import { openPasswords } from '../../server/src/domain/user/password.ts'
import { writeTasks } from '../../server/src/domain/write-tasks.ts'
import { type Secrets, secretsOf } from '../../server/src/lib/secret.ts'
import { Books } from './books.ts'
import { type Call, largeCalls } from './calls.ts'
import { groupRatios, largeChannels } from './channels.ts'
import { Draw } from './draw.ts'
import { largeAudit, largeMessages } from './happenings.ts'
import { fillTasks, writeTasks as ownTasks, type RowsOfTable } from './large-tasks.ts'
import { Ledger } from './ledger.ts'
import { RowBatch } from './log-batch.ts'
import { largeModels } from './models.ts'
import { largeMoney } from './money.ts'
import { largePeople } from './people.ts'

const DAY = 86_400
const DAYS = 45
const ROOT_ID = 1
/** Calls that are written in one transaction, and rows of other tables. */
const BATCH = 20_000
const SEED = 2026

export const LARGE_PASSWORD = 'correct horse 9'

/** Options that the server must have been given before. */
export const largeOptions: Readonly<Record<string, string>> = {
  TimeZone: 'Asia/Shanghai',
  GroupRatio: JSON.stringify(groupRatios),
  UserUsableGroups: JSON.stringify(Object.fromEntries(Object.keys(groupRatios).map((group) => [group, '']))),
}

export interface LargeSize {
  readonly users: number
  readonly channels: number
  readonly calls: number
}

/** What an installation of this product may grow to. */
export const largeSize: LargeSize = { users: 2000, channels: 300, calls: 1_000_000 }

interface FillOptions {
  /** Of the server that has set the database up. */
  readonly masterKey: Buffer
  readonly size?: LargeSize
  /** Unix seconds, which the newest call was made at. */
  readonly now?: number
  readonly say?: (text: string) => void
}

/** Fills it. Nobody else may use the database meanwhile. */
export async function fillLarge(address: DatabaseAddress, options: FillOptions): Promise<void> {
  const database = await openDatabase({
    address,
    taskModules: [new URL('../../server/src/domain/write-tasks.ts', import.meta.url), new URL('./large-tasks.ts', import.meta.url)],
    tasks: [...writeTasks, ...ownTasks],
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
  })
  const { size = largeSize, now = Math.floor(Date.now() / 1000), masterKey, say = () => {} } = options
  try {
    await fill(database, { size, now, secrets: secretsOf(masterKey), say })
  } finally {
    await database.close()
  }
}

interface Filling extends Required<Pick<FillOptions, 'size' | 'now' | 'say'>> {
  readonly secrets: Secrets
}

async function fill(database: Database, { size, now, secrets, say }: Filling): Promise<void> {
  const startedMs = performance.now()
  const told = (what: string) => say(`  ${what} at ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  const [draw, from] = [new Draw(SEED), now - DAYS * DAY]
  const start = await database.run(fillTasks.readStart, null)
  const common = { draw, now, secrets }
  const models = largeModels()
  const channels = largeChannels({ ...common, count: size.channels, firstId: start.firstChannel, models })
  const passwordHash = await (await openPasswords()).hash(LARGE_PASSWORD)
  const numbers = { count: size.users, firstUserId: start.firstUser, firstTokenId: start.firstToken }
  const people = largePeople({ ...common, ...numbers, passwordHash }, ROOT_ID)
  const money = largeMoney({ ...common, users: people.users, from, to: now, rootId: ROOT_ID })
  const happened = { ...people, ...common, channels: channels.channels, rootId: ROOT_ID }
  const audit = largeAudit(happened, start.auditHead)
  const write = (tables: Readonly<Record<string, RowsOfTable['rows']>>) => writeAll(database, tables)

  await write({ channel: channels.rows, channel_key: channels.keyRows, user: people.userRows, token: people.tokenRows })
  await write({ ...money.rows, ...largeMessages(happened), audit: audit.rows })
  await database.run(fillTasks.moveHead, { head: audit.head })
  told('people, channels and money')

  const { users, tokens } = people
  const ledger = new Ledger({ known: start.accounts, firstAccount: start.firstAccount, users, tokens })
  const books = new Books()
  const calls = largeCalls({ users, tokens, channels: channels.channels, models, draw }, { count: size.calls, from, to: now })
  const lastUses = await writeCalls(database, calls, { ledger, books, movements: money.movements, now })
  told('calls')

  const first = ledger.begin(draw, from)
  await write({ account: first.accounts, entry: first.entries, account_entry: first.named, ...books.rows(now) })
  await database.run(fillTasks.noteUses, { sums: first.sums, lastUses: [...lastUses], sold: books.sold() })
  for (const task of [fillTasks.sumUsage, fillTasks.sumOutcomes, fillTasks.sumAccounts, fillTasks.settleDown]) {
    await database.run(task, null)
    told(task.name)
  }
  // A server does so within its first minutes.
  await sumZoneDays({ database, options: { get: () => largeOptions.TimeZone as never }, now: () => now * 1000 })
  told('days of the zone')
}

interface Written {
  readonly ledger: Ledger
  readonly books: Books
  readonly movements: ConstructorParameters<typeof RowBatch>[0]['movements']
  readonly now: number
}

/** Writes the calls in the order of their times, the next ones being drawn while the last ones are written. @returns when each token was last used */
async function writeCalls(database: Database, calls: Iterable<Call>, { books, ...parts }: Written): Promise<ReadonlyMap<number, number>> {
  const lastUses = new Map<number, number>()
  const batch = new RowBatch(parts)
  let [number, written] = [0, Promise.resolve<unknown>(null)]
  const flush = async () => {
    const rows = batch.take()
    await written
    written = database.run(fillTasks.insertRows, rows)
  }
  for (const call of calls) {
    number += 1
    batch.add(call, number)
    books.add(call, number)
    if (call.type === logType.consumption) lastUses.set(call.token.id, Math.floor(call.atMs / 1000))
    if (number % BATCH === 0) await flush()
  }
  batch.end()
  await flush()
  await written
  return lastUses
}

/** Writes rows of tables in their order. */
async function writeAll(database: Database, tables: Readonly<Record<string, RowsOfTable['rows']>>): Promise<void> {
  for (const [table, rows] of Object.entries(tables))
    for (let at = 0; at < rows.length; at += BATCH) await database.run(fillTasks.insertRows, [{ table, rows: rows.slice(at, at + BATCH) }])
}
