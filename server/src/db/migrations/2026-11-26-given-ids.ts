import { index, type MigrationStep } from './schema.ts'

// Ids that answers gave to a user and that later requests may name in place of what they stand for: items of kept answers.
export const up: MigrationStep = ({ table }) =>
  table(
    { name: 'given_id', indexes: [index('given_id_expiry', 'expires_at')] },
    (t) =>
      t
        .addColumn('given_key', 'varchar(190)', (c) => c.primaryKey()) // user and id
        .addColumn('response_key', 'varchar(190)', (c) => c.notNull()) // the kept answer that it is an item of
        .addColumn('expires_at', 'bigint', (c) => c.notNull()), // unix seconds
  )
