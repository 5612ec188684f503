import { index, type MigrationStep, unique } from './schema.ts'

// Tries of passwords and other critical calls, counted by what was typed and where from. `subject` is whom the tries were aimed at, so that
// all counters of one name can be cleared; both are SHA-256, for people type passwords into the wrong field.
const throttle: MigrationStep = ({ table, longText }) =>
  table({ name: 'throttle', indexes: [index('throttle_subject', 'subject'), index('throttle_expiry', 'expires_at')] }, (t) =>
    t
      .addColumn('throttle_key', 'varchar(64)', (c) => c.primaryKey())
      .addColumn('subject', 'varchar(64)', (c) => c.notNull())
      .addColumn('state', longText, (c) => c.notNull()) // JSON: times of tries, unix milliseconds
      .addColumn('expires_at', 'bigint', (c) => c.notNull()),
  )

const codeIndexes = [unique('one_time_code_subject', 'purpose', 'subject'), index('one_time_code_issued', 'issued_at')]

// One code at a time for each purpose and subject. The code itself is not here, only its keyed hash; empty: it was redeemed.
const oneTimeCode: MigrationStep = ({ table, id, numbered }) =>
  table({ name: 'one_time_code', indexes: codeIndexes }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('purpose', 'varchar(32)', (c) => c.notNull())
      .addColumn('subject', 'varchar(255)', (c) => c.notNull()) // a mail address, a user's id
      .addColumn('code_hash', 'varchar(64)', (c) => c.notNull())
      .addColumn('tries_left', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('issued_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('day_began_at', 'bigint', (c) => c.notNull()) // unix seconds; `issued_in_day` counts from here
      .addColumn('issued_in_day', 'integer', (c) => c.notNull()),
  )

// What a browser must bring back from another site: one row for each login or link that was begun; taking it deletes it. The state itself
// is not here, only its SHA-256.
const signInState: MigrationStep = ({ table, longText }) =>
  table({ name: 'sign_in_state', indexes: [index('sign_in_state_expiry', 'expires_at')] }, (t) =>
    t
      .addColumn('state_hash', 'varchar(64)', (c) => c.primaryKey())
      .addColumn('provider', 'varchar(32)', (c) => c.notNull()) // empty: each that takes a code
      .addColumn('purpose', 'varchar(16)', (c) => c.notNull()) // login or bind
      .addColumn('user_id', 'integer', (c) => c.notNull()) // 0 for a login
      .addColumn('owner_hash', 'varchar(64)', (c) => c.notNull()) // of the browser's cookie, for a bind of the session's
      .addColumn('sealed', longText, (c) => c.notNull()) // PKCE verifier and nonce; empty: the client made the address itself
      .addColumn('invite_code', 'varchar(64)', (c) => c.notNull())
      .addColumn('redirect_uri', longText, (c) => c.notNull()) // as it was sent to the provider; empty: the client made the address
      .addColumn('expires_at', 'bigint', (c) => c.notNull()),
  )

// SHA-256 of proofs of other sites that were accepted and could be sent again until they expire.
const signInProof: MigrationStep = ({ table }) =>
  table({ name: 'sign_in_proof', indexes: [index('sign_in_proof_expiry', 'expires_at')] }, (t) =>
    t.addColumn('proof_hash', 'varchar(64)', (c) => c.primaryKey()).addColumn('expires_at', 'bigint', (c) => c.notNull()),
  )

// Browsers that passed the bot check: SHA-256 of their session or cookie with their network.
const humanPass: MigrationStep = ({ table }) =>
  table({ name: 'human_pass', indexes: [index('human_pass_expiry', 'expires_at')] }, (t) =>
    t.addColumn('pass_hash', 'varchar(64)', (c) => c.primaryKey()).addColumn('expires_at', 'bigint', (c) => c.notNull()),
  )

const passkey: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'passkey', indexes: [unique('passkey_credential_hash', 'credential_hash'), index('passkey_user', 'user_id')] }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('credential_hash', 'varchar(64)', (c) => c.notNull()) // SHA-256 of the id below, which is too long for a key of MySQL
      .addColumn('credential_id', longText, (c) => c.notNull()) // base64url, as the authenticator chose it
      .addColumn('public_key', longText, (c) => c.notNull()) // base64url of a COSE key
      .addColumn('counter', 'bigint', (c) => c.notNull()) // of signatures; 0 where the authenticator does not count
      .addColumn('transports', 'varchar(255)', (c) => c.notNull()) // a comma list for the browser, such as usb,hybrid
      .addColumn('name', 'varchar(255)', (c) => c.notNull())
      .addColumn('is_synced', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('last_used_at', 'bigint'),
  )

// The secret that a user's app shares with us. Of each step of 30 seconds one code counts: `last_step` only grows.
const totp: MigrationStep = ({ table, longText }) =>
  table({ name: 'totp' }, (t) =>
    t
      .addColumn('user_id', 'integer', (c) => c.primaryKey())
      .addColumn('sealed', longText, (c) => c.notNull())
      .addColumn('is_enabled', 'integer', (c) => c.notNull()) // 0: no code of it was typed yet
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  )

// Keyed hashes of the codes for somebody without their phone. Each counts once.
const recoveryCode: MigrationStep = ({ table }) =>
  table({ name: 'recovery_code', indexes: [index('recovery_code_user', 'user_id')] }, (t) =>
    t
      .addColumn('code_hash', 'varchar(64)', (c) => c.primaryKey())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('used_at', 'bigint'),
  )

// What was begun and waits for its second step: logins after the password, and challenges that a passkey has to sign.
const factorStep: MigrationStep = ({ table }) =>
  table({ name: 'factor_step', indexes: [index('factor_step_expiry', 'expires_at')] }, (t) =>
    t
      .addColumn('step_hash', 'varchar(64)', (c) => c.primaryKey()) // SHA-256 of the challenge, or of the browser that began the login
      .addColumn('purpose', 'varchar(32)', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull()) // 0 where nobody is known yet
      .addColumn('auth_epoch', 'integer', (c) => c.notNull()) // the user's when the password was right: a new password ends the login
      .addColumn('owner_hash', 'varchar(64)', (c) => c.notNull()) // of the browser's cookie, or of the session's
      .addColumn('tries_left', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull()),
  )

// What somebody has confirmed in a session, for one purpose each.
const sessionConfirmation: MigrationStep = ({ table }) =>
  table({ name: 'session_confirmation', indexes: [index('session_confirmation_expiry', 'expires_at')] }, (t) =>
    t
      .addColumn('id_hash', 'varchar(64)', (c) => c.notNull()) // the session's
      .addColumn('purpose', 'varchar(32)', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addPrimaryKeyConstraint('session_confirmation_key', ['id_hash', 'purpose']),
  )

// Signing in: how often it was tried, codes that count once, other sites, the bot check, and what is more than a password.
export const up: MigrationStep = async (schema) => {
  const first = [throttle, oneTimeCode, signInState, signInProof, humanPass]
  const second = [passkey, totp, recoveryCode, factorStep, sessionConfirmation]
  for (const make of [...first, ...second]) await make(schema)
}
