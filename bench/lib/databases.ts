// An empty database of every kind that this machine has, as the tests find them (decision D6): only names that begin with
// waystation_test_ are made and dropped.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseAddress } from '../../server/src/db/kind.ts'
import { MYSQL, POSTGRES, runMysql, runPostgres } from '../../server/src/testing/databases/database-servers.ts'

export interface BenchDatabase {
  readonly name: string
  readonly address: DatabaseAddress
  drop(): Promise<void>
}

/** SQLite in the folder, and the servers that answer. */
export async function openBenchDatabases(folder: string): Promise<BenchDatabase[]> {
  const databases: BenchDatabase[] = [
    { name: 'SQLite', address: { kind: 'sqlite', path: join(folder, 'ledger.db') }, drop: async () => {} },
  ]
  for (const { name, kind, base, run } of [
    { name: 'PostgreSQL', kind: 'postgres', base: POSTGRES, run: runPostgres },
    { name: 'MariaDB/MySQL', kind: 'mysql', base: MYSQL, run: runMysql },
  ] as const) {
    const database = `waystation_test_bench_${randomBytes(4).toString('hex')}`
    try {
      await run(`create database ${database}`)
    } catch {
      // It is not there; the figures of the others are still worth having.
      continue
    }
    const url = new URL(base)
    url.pathname = `/${database}`
    databases.push({ name, address: { kind, url: url.toString() }, drop: () => run(`drop database ${database}`) })
  }
  return databases
}
