import { DatabaseSync } from 'node:sqlite'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'
import type { DatabaseAddress } from '../../db/kind.ts'

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
  if (address.kind === 'postgres') {
    const client = new pg.Client({ connectionString: address.url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(query)).rows
    } finally {
      await client.end()
    }
  }
  const connection = await createConnection({ uri: address.url, multipleStatements: true })
  try {
    return (await connection.query<RowDataPacket[]>(query))[0]
  } finally {
    await connection.end()
  }
}
