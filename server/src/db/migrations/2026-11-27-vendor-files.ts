import { index, type MigrationStep } from './schema.ts'

// Files and kept content that users have sent to a vendor's account: who owns each, and which channel and key it lives at.
export const up: MigrationStep = ({ table, longText }) =>
  table(
    {
      name: 'vendor_file',
      indexes: [
        index('vendor_file_user', 'user_id', 'api', 'created_at', 'file_key'),
        index('vendor_file_place', 'channel_id', 'file_id'),
        index('vendor_file_expiry', 'expires_at'),
      ],
    },
    (t) =>
      t
        .addColumn('file_key', 'varchar(190)', (c) => c.primaryKey()) // user and id
        .addColumn('user_id', 'integer', (c) => c.notNull())
        .addColumn('token_id', 'integer', (c) => c.notNull()) // by which it was sent; 0: by none
        .addColumn('group_name', 'varchar(64)', (c) => c.notNull())
        .addColumn('api', 'varchar(16)', (c) => c.notNull()) // whose shape it has: openai, anthropic, gemini or gemini-cache
        .addColumn('file_id', 'varchar(190)', (c) => c.notNull()) // the vendor's
        .addColumn('channel_id', 'integer', (c) => c.notNull())
        .addColumn('key_id', 'integer', (c) => c.notNull())
        .addColumn('bytes', 'bigint', (c) => c.notNull())
        .addColumn('purpose', 'varchar(64)', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull()) // unix milliseconds
        .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
        .addColumn('object', longText, (c) => c.notNull()), // what the vendor last said of it, sealed
  )
