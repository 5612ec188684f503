import { AppError, errorMessage } from '@waystation/contract/errors'
import { readConfig } from '../config.ts'
import type { Database, OpenOptions } from '../db/database.ts'
import type { DatabaseAddress } from '../db/kind.ts'
import { openDatabase } from '../db/open-database.ts'
import { openSecrets } from '../domain/setup/master-key.ts'
import type { Secrets } from '../lib/secret.ts'
import { productVersion } from '../lib/version.ts'

/** Opens the configured database for a command that runs next to the server, without its lock. */
export async function openForCommand(more: Pick<OpenOptions, 'steps' | 'isRestoring' | 'inspect'> = {}): Promise<Database> {
  const { database } = readConfig(process.env)
  return openDatabase({
    address: database,
    taskModules: [new URL('../domain/write-tasks.ts', import.meta.url)],
    // On SQLite only the writer thread runs them. They are a third of all that a command loads.
    tasks: database.kind === 'sqlite' ? [] : (await import('../domain/write-tasks.ts')).writeTasks,
    isExclusive: false,
    ...more,
    // What is restored says itself which version changed it.
    version: more.isRestoring ? undefined : productVersion(),
    onDeath: (error) => {
      throw error
    },
  })
}

/**
 * Runs a command of `waystation` on the configured database, which is closed afterwards.
 * Returns its exit code; 1, with the reason printed, where a rule refuses what it wants.
 */
export function runOnDatabase(command: (database: Database) => Promise<number>): Promise<number> {
  return runOn(openForCommand, command)
}

/** The same for a command that opens or seals secrets: with the master key, which is made where the installation is new. */
export function runWithSecrets(
  command: (database: Database, secrets: Secrets, address: DatabaseAddress) => Promise<number>,
): Promise<number> {
  const { database: address, masterKey } = readConfig(process.env)
  const found: { secrets?: Secrets } = {}
  const inspect = async (read: Database['read']) => {
    found.secrets = await openSecrets(read, masterKey)
  }
  return runOn(
    () => openForCommand({ inspect }),
    (database) => {
      if (!found.secrets) throw new Error('the database was opened without being looked at')
      return command(database, found.secrets, address)
    },
  )
}

async function runOn(open: () => Promise<Database>, command: (database: Database) => Promise<number>): Promise<number> {
  const database = await open()
  try {
    return await command(database)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(errorMessage(error.code, error.facts, 'en'))
    return 1
  } finally {
    await database.close()
  }
}
