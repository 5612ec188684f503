import { loginKey } from '@waystation/contract/user-name'
import type { Kysely } from 'kysely'
import { ensureColumn, ensureIndex, type MigrationStep } from './columns.ts'

// Signing in: what names and mail addresses are compared by, how often passwords were tried, and codes that count once.
export const up: MigrationStep = async (db, columns) => {
  // Null where another, older user has the same name or address to people: a clash that was there before these columns (D55).
  await ensureColumn(db, { table: 'user', name: 'username_key', type: 'varchar(255)' })
  await ensureColumn(db, { table: 'user', name: 'email_key', type: 'varchar(255)' })
  // A migration knows the columns of its own day, not those of tables.ts.
  await fillKeys(db.$extendTables<Migrating>())
  await ensureIndex(db, { name: 'user_key_of_username', on: 'user', columns: ['username_key'], isUnique: true })
  await ensureIndex(db, { name: 'user_key_of_email', on: 'user', columns: ['email_key'], isUnique: true })

  // Tries of passwords and other critical calls, counted by what was typed and where from. `subject` is whom the tries were aimed at,
  // so that all counters of one name can be cleared; both are SHA-256, for people type passwords into the wrong field.
  await columns
    .table(db, 'throttle')
    .addColumn('throttle_key', 'varchar(64)', (c) => c.primaryKey())
    .addColumn('subject', 'varchar(64)', (c) => c.notNull())
    .addColumn('state', columns.longText, (c) => c.notNull()) // JSON: times of tries, unix milliseconds
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'throttle_subject', on: 'throttle', columns: ['subject'] })
  await ensureIndex(db, { name: 'throttle_expiry', on: 'throttle', columns: ['expires_at'] })

  // One code at a time for each purpose and subject. The code itself is not here, only its keyed hash; empty: it was redeemed.
  await columns
    .table(db, 'one_time_code')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('purpose', 'varchar(32)', (c) => c.notNull())
    .addColumn('subject', 'varchar(255)', (c) => c.notNull()) // a mail address, a user's id
    .addColumn('code_hash', 'varchar(64)', (c) => c.notNull())
    .addColumn('tries_left', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .addColumn('issued_at', 'bigint', (c) => c.notNull()) // unix seconds
    .addColumn('day_began_at', 'bigint', (c) => c.notNull()) // unix seconds; `issued_in_day` counts from here
    .addColumn('issued_in_day', 'integer', (c) => c.notNull())
    .execute()
  await ensureIndex(db, { name: 'one_time_code_subject', on: 'one_time_code', columns: ['purpose', 'subject'], isUnique: true })
  await ensureIndex(db, { name: 'one_time_code_issued', on: 'one_time_code', columns: ['issued_at'] })
}

type Migrating = {
  user: { id: number; username: string; email: string; username_key: string | null; email_key: string | null }
}

const PAGE = 500

/**
 * Fills the keys. Every user can still log in: of users with the same name the oldest gets the key, and the others log in by their exact
 * spelling; an address that several users share identified nobody before, and still does not.
 */
async function fillKeys(db: Kysely<Migrating>): Promise<void> {
  const owners = new Map<string, number>()
  const shared = new Map<string, number>()
  await eachUser(db, async ({ id, username, email }) => {
    const key = loginKey(username)
    if (!owners.has(key)) owners.set(key, id)
    if (email !== '') shared.set(loginKey(email), (shared.get(loginKey(email)) ?? 0) + 1)
  })
  await eachUser(db, async ({ id, username, email }) => {
    const username_key = owners.get(loginKey(username)) === id ? loginKey(username) : null
    const email_key = email !== '' && shared.get(loginKey(email)) === 1 ? loginKey(email) : null
    await db.updateTable('user').set({ username_key, email_key }).where('id', '=', id).execute()
  })
}

async function eachUser(db: Kysely<Migrating>, visit: (user: { id: number; username: string; email: string }) => Promise<void>) {
  for (let after = 0; ; ) {
    const users = await db
      .selectFrom('user')
      .select(['id', 'username', 'email'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const user of users) await visit({ ...user, id: Number(user.id) })
    const last = users.at(-1)
    if (!last) return
    after = Number(last.id)
  }
}
