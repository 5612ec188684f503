import { channelStatus, role, userStatus } from '@waystation/contract/site/status-table'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isHalfRestored } from '../db/meta.ts'
import { pendingSteps } from '../db/migrate.ts'
import { serverClocks } from '../db/set-executor.ts'

const HOUR_MS = 3_600_000
const MAX_NAMED = 10

/** How far the tables are. `seen`: steps of migration that were run */
export async function findPending(database: Database): Promise<{ seen: number; pending: number; isHalfRestored: boolean }> {
  const { seen, pending } = await pendingSteps(database.read, database.kind)
  return { seen: seen.length, pending: pending.length, isHalfRestored: await isHalfRestored(database.read, database.kind) }
}

/** The clock of a database server, unix milliseconds. */
export async function findClockMs({ read }: Database, kind: keyof typeof serverClocks): Promise<number> {
  const { rows } = await sql.raw<{ now: string | number }>(serverClocks[kind]).execute(read)
  return Number(rows[0]?.now)
}

/** What in the database needs somebody. `keyless`: names of enabled channels; `stuck`: parcels that were tried and are late */
export async function findHoldings(database: Database, nowMs: number) {
  const { read } = database
  const count = <Row extends { count: number | string | bigint }>(row: Row | undefined) => Number(row?.count ?? 0)
  const roots = await read
    .selectFrom('user')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('role', '=', role.root)
    .where('status', '=', userStatus.active)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const keyless = await read
    .selectFrom('channel')
    .select('name')
    .where('status', '=', channelStatus.enabled)
    .where('id', 'not in', read.selectFrom('channel_key').select('channel_id').where('status', '=', channelStatus.enabled))
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute()
  const stuck = await read
    .selectFrom('outbox')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('body', '!=', '')
    .where('tries', '>', 0)
    .where('created_at_ms', '<', nowMs - HOUR_MS)
    .executeTakeFirst()
  const nodes = await read
    .selectFrom('node')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('lease_until_ms', '>', nowMs)
    .executeTakeFirst()
  return { roots: count(roots), keyless: keyless.map(({ name }) => name), stuck: count(stuck), nodes: count(nodes) }
}

/** Where the calls of enabled channels go. */
export async function findAddresses(database: Database): Promise<{ name: string; type: number; base_url: string }[]> {
  return database.read
    .selectFrom('channel')
    .select(['name', 'type', 'base_url'])
    .where('status', '=', channelStatus.enabled)
    .orderBy('id')
    .execute()
}
