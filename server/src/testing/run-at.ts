import { DatabaseSync } from 'node:sqlite'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { DatabaseAddress } from '../db/kind.ts'

/** Runs a statement past everything that we have between us and the database. */
export async function runAt(address: DatabaseAddress, statement: string): Promise<void> {
  if (address.kind === 'sqlite') {
    const database = new DatabaseSync(address.path)
    database.exec(statement)
    return database.close()
  }
  if (address.kind === 'postgres') {
    const client = new pg.Client({ connectionString: address.url })
    await client.connect()
    await client.query(statement)
    return client.end()
  }
  const connection = await createConnection({ uri: address.url })
  await connection.query(statement)
  return connection.end()
}
