import { ensureIndex, type MigrationStep } from './columns.ts'

const meta: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'meta')
    .addColumn('key', 'varchar(64)', (c) => c.primaryKey())
    .addColumn('value', columns.longText, (c) => c.notNull())
    .execute()
}

const option: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'option')
    .addColumn('key', 'varchar(128)', (c) => c.primaryKey())
    .addColumn('value', columns.longText, (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
}

const user: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'user')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('username', 'varchar(64)', (c) => c.notNull().unique())
    .addColumn('display_name', 'varchar(64)', (c) => c.notNull().defaultTo(''))
    .addColumn('password_hash', 'varchar(255)', (c) => c.notNull().defaultTo(''))
    .addColumn('role', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('group_name', 'varchar(64)', (c) => c.notNull().defaultTo('default'))
    .addColumn('email', 'varchar(255)', (c) => c.notNull().defaultTo(''))
    .addColumn('auth_epoch', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('language', 'varchar(8)', (c) => c.notNull().defaultTo(''))
    .addColumn('setting', columns.longText, (c) => c.notNull())
    .addColumn('aff_code', 'varchar(32)', (c) => c.notNull().unique())
    .addColumn('aff_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('inviter_id', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await ensureIndex(db, { name: 'user_email', on: 'user', columns: ['email'] })
}

// One identity belongs to one user; it is never found by e-mail (control 11).
const identity: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'identity')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('provider', 'varchar(32)', (c) => c.notNull())
    .addColumn('issuer', 'varchar(190)', (c) => c.notNull().defaultTo(''))
    .addColumn('subject', 'varchar(190)', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await ensureIndex(db, { name: 'identity_subject', on: 'identity', columns: ['provider', 'issuer', 'subject'], isUnique: true })
  await ensureIndex(db, { name: 'identity_user', on: 'identity', columns: ['user_id'] })
}

// The cookie's SHA-256, so that a stolen table opens no session (control 5).
const session: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'session')
    .addColumn('id_hash', 'varchar(64)', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('auth_epoch', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('ip_prefix', 'varchar(64)', (c) => c.notNull().defaultTo(''))
    .addColumn('agent', 'varchar(255)', (c) => c.notNull().defaultTo(''))
    .execute()
  await ensureIndex(db, { name: 'session_user', on: 'session', columns: ['user_id'] })
}

const audit: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'audit')
    .addColumn('id', columns.bigId, columns.numbered)
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'integer', (c) => c.notNull())
    .addColumn('actor_name', 'varchar(64)', (c) => c.notNull())
    .addColumn('client_ip', 'varchar(64)', (c) => c.notNull())
    .addColumn('action', 'varchar(64)', (c) => c.notNull())
    .addColumn('target', 'varchar(128)', (c) => c.notNull())
    .addColumn('detail', columns.longText, (c) => c.notNull())
    .addColumn('request_id', 'varchar(26)', (c) => c.notNull())
    .addColumn('prev_hash', 'varchar(64)', (c) => c.notNull())
    .addColumn('hash', 'varchar(64)', (c) => c.notNull())
    .execute()
}

// Users and how they log in: options, users, their sign-in identities and sessions, and the audit log.
export const up: MigrationStep = async (db, columns) => {
  for (const table of [meta, option, user, identity, session, audit]) await table(db, columns)
}
