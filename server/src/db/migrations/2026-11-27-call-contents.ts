import { index, type MigrationStep } from './schema.ts'

// What was said in calls, sealed, where the site keeps that: a row for each row of the log that has any. A table of its own, so that nothing which
// reads the log comes near it.
export const up: MigrationStep = ({ table, longText }) =>
  table(
    { name: 'call_content', indexes: [index('call_content_age', 'created_at'), index('call_content_user', 'user_id')] },
    (t) =>
      t
        .addColumn('request_id', 'varchar(26)', (c) => c.primaryKey())
        .addColumn('user_id', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'bigint', (c) => c.notNull()) // unix seconds
        .addColumn('content', longText, (c) => c.notNull()), // sealed
  )
