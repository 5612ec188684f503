import { index, type MigrationStep, unique } from './schema.ts'

const userIndexes = [
  index('user_email', 'email'),
  unique('user_key_of_username', 'username_key'),
  unique('user_key_of_email', 'email_key'),
  unique('user_access_token', 'access_token_hash'),
]

// Names and mail addresses are compared by their keys, which are null where another, older user has the same to people.
const user: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'user', indexes: userIndexes }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('username', 'varchar(64)', (c) => c.notNull().unique())
      .addColumn('display_name', 'varchar(64)', (c) => c.notNull().defaultTo(''))
      .addColumn('password_hash', 'varchar(255)', (c) => c.notNull().defaultTo(''))
      .addColumn('role', 'integer', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('group_name', 'varchar(64)', (c) => c.notNull().defaultTo('default'))
      .addColumn('email', 'varchar(255)', (c) => c.notNull().defaultTo(''))
      .addColumn('auth_epoch', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('language', 'varchar(8)', (c) => c.notNull().defaultTo(''))
      .addColumn('setting', longText, (c) => c.notNull())
      .addColumn('aff_code', 'varchar(32)', (c) => c.notNull().unique())
      .addColumn('aff_count', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('inviter_id', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint')
      .addColumn('username_key', 'varchar(255)')
      .addColumn('email_key', 'varchar(255)')
      .addColumn('access_token_hash', 'varchar(64)') // keyed, of the system access token
      .addColumn('access_token_used_at', 'bigint') // unix seconds
      .addColumn('last_login_at', 'bigint') // unix seconds
      .addColumn('invite_income', 'bigint') // quota units ever earned by inviting, those below among them
      .addColumn('invite_gifts', 'bigint'),
  )

// One identity belongs to one user; it is never found by e-mail (control 11).
const identityIndexes = [unique('identity_subject', 'provider', 'issuer', 'subject'), index('identity_user', 'user_id')]

const identity: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'identity', indexes: identityIndexes }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('provider', 'varchar(32)', (c) => c.notNull())
      .addColumn('issuer', 'varchar(190)', (c) => c.notNull().defaultTo(''))
      .addColumn('subject', 'varchar(190)', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  )

// The cookie's SHA-256, so that a stolen table opens no session (control 5).
const session: MigrationStep = ({ table }) =>
  table({ name: 'session', indexes: [index('session_user', 'user_id')] }, (t) =>
    t
      .addColumn('id_hash', 'varchar(64)', (c) => c.primaryKey())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('auth_epoch', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addColumn('ip_prefix', 'varchar(64)', (c) => c.notNull().defaultTo(''))
      .addColumn('agent', 'varchar(255)', (c) => c.notNull().defaultTo('')),
  )

// Users, their identities at other sites, and their sessions.
export const up: MigrationStep = async (schema) => {
  for (const make of [user, identity, session]) await make(schema)
}
