import { ensureIndex, type MigrationStep } from './columns.ts'

// More than a password: passkeys, one-time passwords of an app and recovery codes, what is begun with them, and what they have confirmed.
export const up: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'passkey')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('credential_hash', 'varchar(64)', (c) => c.notNull()) // SHA-256 of the id below, which is too long for a key of MySQL
    .addColumn('credential_id', columns.longText, (c) => c.notNull()) // base64url, as the authenticator chose it
    .addColumn('public_key', columns.longText, (c) => c.notNull()) // base64url of a COSE key
    .addColumn('counter', 'bigint', (c) => c.notNull()) // of signatures; 0 where the authenticator does not count
    .addColumn('transports', 'varchar(255)', (c) => c.notNull()) // a comma list for the browser, such as usb,hybrid
    .addColumn('name', 'varchar(255)', (c) => c.notNull())
    .addColumn('is_synced', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull()) // unix seconds
    .addColumn('last_used_at', 'bigint') // unix seconds
    .execute()
  await ensureIndex(db, { name: 'passkey_credential_hash', on: 'passkey', columns: ['credential_hash'], isUnique: true })
  await ensureIndex(db, { name: 'passkey_user', on: 'passkey', columns: ['user_id'] })

  // The secret that a user's app shares with us. Of each step of 30 seconds one code counts: `last_step` only grows.
  await columns
    .table(db, 'totp')
    .addColumn('user_id', 'integer', (c) => c.primaryKey())
    .addColumn('sealed', columns.longText, (c) => c.notNull())
    .addColumn('is_enabled', 'integer', (c) => c.notNull()) // 0: no code of it was typed yet
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()

  // Keyed hashes of the codes for somebody without their phone. Each counts once.
  await columns
    .table(db, 'recovery_code')
    .addColumn('code_hash', 'varchar(64)', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('used_at', 'bigint') // unix seconds
    .execute()
  await ensureIndex(db, { name: 'recovery_code_user', on: 'recovery_code', columns: ['user_id'] })

  // What was begun and waits for its second step: logins after the password, and challenges that a passkey has to sign.
  await columns
    .table(db, 'factor_step')
    .addColumn('step_hash', 'varchar(64)', (c) => c.primaryKey()) // SHA-256 of the challenge, or of the browser that began the login
    .addColumn('purpose', 'varchar(32)', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull()) // 0 where nobody is known yet
    .addColumn('auth_epoch', 'integer', (c) => c.notNull()) // the user's when the password was right: a new password ends the login
    .addColumn('owner_hash', 'varchar(64)', (c) => c.notNull()) // of the browser's cookie, or of the session's
    .addColumn('tries_left', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'factor_step_expiry', on: 'factor_step', columns: ['expires_at'] })

  // What somebody has confirmed in a session, for one purpose each.
  await columns
    .table(db, 'session_confirmation')
    .addColumn('id_hash', 'varchar(64)', (c) => c.notNull()) // the session's
    .addColumn('purpose', 'varchar(32)', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .addPrimaryKeyConstraint('session_confirmation_key', ['id_hash', 'purpose'])
    .execute()
  await ensureIndex(db, { name: 'session_confirmation_expiry', on: 'session_confirmation', columns: ['expires_at'] })
}
