import { DatabaseSync } from 'node:sqlite'
import type { RowDataPacket } from 'mysql2/promise'
import type { DatabaseAddress } from '../../db/kind.ts'
import { onMysql, onPostgres } from '../databases/database-servers.ts'

/** Runs a statement, or several one after another, past everything that we have between us and the database. */
export async function runAt(address: DatabaseAddress, statements: string): Promise<void> {
  if (address.kind === 'sqlite') {
    const database = new DatabaseSync(address.path, { timeout: 60_000 })
    database.exec(statements)
    return database.close()
  }
  await rowsAt(address, statements)
}

/** The rows of a query that is run in the same way: values by the names of their columns. */
export async function rowsAt(address: DatabaseAddress, query: string): Promise<Record<string, unknown>[]> {
  if (address.kind === 'sqlite') {
    const database = new DatabaseSync(address.path, { timeout: 60_000 })
    try {
      return database.prepare(query).all()
    } finally {
      database.close()
    }
  }
  return address.kind === 'postgres'
    ? onPostgres(address.url, async (client) => (await client.query<Record<string, unknown>>(query)).rows)
    : onMysql(address.url, async (connection) => (await connection.query<RowDataPacket[]>(query))[0])
}
