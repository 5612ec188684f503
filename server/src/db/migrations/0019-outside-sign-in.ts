import { ensureIndex, type MigrationStep } from './columns.ts'

// Signing in through other sites: what a browser must bring back from them, and proofs that count once.
export const up: MigrationStep = async (db, columns) => {
  // One row for each login or link that was begun; taking it deletes it. The state itself is not here, only its SHA-256.
  await columns
    .table(db, 'sign_in_state')
    .addColumn('state_hash', 'varchar(64)', (c) => c.primaryKey())
    .addColumn('provider', 'varchar(32)', (c) => c.notNull()) // empty: each that takes a code
    .addColumn('purpose', 'varchar(16)', (c) => c.notNull()) // login or bind
    .addColumn('user_id', 'integer', (c) => c.notNull()) // 0 for a login
    .addColumn('owner_hash', 'varchar(64)', (c) => c.notNull()) // of the browser's cookie, for a bind of the session's
    .addColumn('sealed', columns.longText, (c) => c.notNull()) // PKCE verifier and nonce; empty: the client made the address itself
    .addColumn('invite_code', 'varchar(64)', (c) => c.notNull())
    .addColumn('redirect_uri', columns.longText, (c) => c.notNull()) // as it was sent to the provider; empty: the client made the address
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'sign_in_state_expiry', on: 'sign_in_state', columns: ['expires_at'] })

  // SHA-256 of proofs that were accepted and could be sent again until they expire.
  await columns
    .table(db, 'sign_in_proof')
    .addColumn('proof_hash', 'varchar(64)', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'sign_in_proof_expiry', on: 'sign_in_proof', columns: ['expires_at'] })

  // Browsers that passed the bot check: SHA-256 of their session or cookie with their network.
  await columns
    .table(db, 'human_pass')
    .addColumn('pass_hash', 'varchar(64)', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
    .execute()
  await ensureIndex(db, { name: 'human_pass_expiry', on: 'human_pass', columns: ['expires_at'] })
}
