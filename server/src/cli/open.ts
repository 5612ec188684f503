import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { writeTasks } from '../domain/write-tasks.ts'

/** Opens the configured database for a command that runs next to the server, without its lock. */
export async function openForCommand(): Promise<Database> {
  const { database } = readConfig(process.env)
  return openDatabase({
    address: database,
    taskModules: [new URL('../domain/write-tasks.ts', import.meta.url)],
    tasks: writeTasks,
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
  })
}
