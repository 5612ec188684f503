// What decides whether something is about to break, as far as it is stored.
import { channelStatus } from '@waystation/contract/site/status-table'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'

/** Channels that the gateway disabled. */
export async function findDisabled(database: Database) {
  return database.read
    .selectFrom('channel')
    .select(['id', 'name', 'other_info'])
    .where('status', '=', channelStatus.autoDisabled)
    .orderBy('id', 'desc')
    .execute()
}

/** Enabled channels with several keys, and how many of these cannot be used. */
export interface KeyCount {
  readonly id: number
  readonly name: string
  readonly total: number
  readonly disabled: number
  /** Enabled keys that cool. */
  readonly cooling: number
}

/** @param cooling ids of keys */
export async function countKeys(database: Database, cooling: readonly number[]): Promise<KeyCount[]> {
  const cools = cooling.slice(0, MAX_COOLING)
  const isEnabled = sql`channel_key.status = ${sql.lit(channelStatus.enabled)}`
  const isCooling = cools.length === 0 ? sql`1 = 0` : sql`channel_key.id in (${sql.join(cools)})`
  const rows = await database.read
    .selectFrom('channel')
    .innerJoin('channel_key', 'channel_key.channel_id', 'channel.id')
    .select([
      'channel.id',
      'channel.name',
      sql<number | string>`count(*)`.as('total'),
      sql<number | string>`sum(case when ${isEnabled} then 0 else 1 end)`.as('disabled'),
      sql<number | string>`sum(case when ${isEnabled} and ${isCooling} then 1 else 0 end)`.as('cooling'),
    ])
    .where('channel.status', '=', channelStatus.enabled)
    .groupBy(['channel.id', 'channel.name'])
    .having(sql<boolean>`count(*) > 1`)
    .execute()
  return rows.map(({ id, name, ...counts }) => ({
    ...{ id: Number(id), name, total: Number(counts.total) },
    ...{ disabled: Number(counts.disabled), cooling: Number(counts.cooling) },
  }))
}

/** Keys that one statement names: drivers limit the parameters. */
const MAX_COOLING = 500

/** Enabled channels whose last test failed. */
export async function findFailedTests(database: Database) {
  return database.read
    .selectFrom('channel')
    .select(['id', 'name', 'test_failure', 'tested_at'])
    .where('status', '=', channelStatus.enabled)
    .where('test_failure', '<>', '')
    .orderBy('tested_at', 'desc')
    .execute()
}

/** Enabled channels whose balance at their vendor is known. */
export async function findBalances(database: Database) {
  return database.read
    .selectFrom('channel')
    .select(['id', 'name', 'balance', 'balance_currency'])
    .where('status', '=', channelStatus.enabled)
    .where('balance_at', '>', 0)
    .execute()
}

/** What calls cost at each channel's vendor since a day, in quota units. @param from unix seconds, start of a day of UTC */
export async function costsSince(database: Database, from: number): Promise<ReadonlyMap<number, number>> {
  const rows = await database.read
    .selectFrom('book_day')
    .select(['channel_id', sql<number | string | null>`sum(cost)`.as('cost')])
    .where('day', '>=', from)
    .groupBy('channel_id')
    .execute()
  return new Map(rows.map(({ channel_id, cost }) => [Number(channel_id), Number(cost)]))
}
