import type { MigrationStep } from './schema.ts'

// What admins tell everybody or all users for a time. There are at most some hundred, and each process keeps those that have not ended, so no index is
// needed.
export const up: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'announcement' }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('title', 'varchar(200)', (c) => c.notNull())
      .addColumn('content', longText, (c) => c.notNull()) // Markdown
      .addColumn('kind', 'varchar(16)', (c) => c.notNull()) // information, maintenance or warning
      .addColumn('audience', 'varchar(16)', (c) => c.notNull()) // everybody or users
      .addColumn('starts_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('ends_at', 'bigint') // null: until it is ended
      .addColumn('revision', 'integer', (c) => c.notNull()) // grows with each change of what is read
      .addColumn('author_id', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull()),
  )
