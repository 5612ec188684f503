import type { MigrationStep } from './schema.ts'
import { index, unique } from './schema.ts'

const nameIndexes = [unique('former_name_of_user', 'username_key', 'user_id'), index('former_name_user', 'user_id')]

// Names that users had before they were given others, in the form in which names are compared: rows that are written once, such as those of
// the logs, keep the name of their time, and people ask by either.
export const up: MigrationStep = ({ table, id, numbered }) =>
  table(
    { name: 'former_name', indexes: nameIndexes },
    (t) =>
      t
        .addColumn('id', id, numbered)
        .addColumn('username_key', 'varchar(255)', (c) => c.notNull())
        .addColumn('user_id', 'integer', (c) => c.notNull())
        .addColumn('renamed_at', 'bigint', (c) => c.notNull()), // unix seconds, the last time
  )
