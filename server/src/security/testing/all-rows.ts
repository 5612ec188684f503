// A dump of a database, for tests that look for what must not be stored.
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** All rows of all tables, by the table's name. */
export async function allRows({ read }: Pick<Database, 'read'>): Promise<ReadonlyMap<string, readonly object[]>> {
  const tables = await read.introspection.getTables()
  const dump = new Map<string, readonly object[]>()
  // Sound: the tables of the database are those that the migrations made, and two of the migrator's own.
  for (const { name } of tables)
    dump.set(
      name,
      await read
        .selectFrom(name as keyof Tables)
        .selectAll()
        .execute(),
    )
  return dump
}
