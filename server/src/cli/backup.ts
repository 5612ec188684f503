import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { backUp } from '../domain/backup/backup.ts'
import { loadMasterKey, secretsOf } from '../lib/secret.ts'
import { productVersion } from '../lib/version.ts'
import { openForCommand } from './open.ts'

/** Writes the database to a file. May run next to a working server. */
export async function backupCommand([file = defaultName()]: readonly string[]): Promise<number> {
  const path = resolve(file)
  const startedMs = performance.now()
  const secrets = secretsOf(loadMasterKey(readConfig(process.env).masterKey, () => false))
  const database = await openForCommand()
  try {
    const { tables, rows } = await backUp({ database, secrets, version: productVersion() }, path)
    const megabytes = (statSync(path).size / 1e6).toFixed(1)
    console.log(`${rows} rows of ${tables} tables in ${path} (${megabytes} MB, ${((performance.now() - startedMs) / 1000).toFixed(1)} s).`)
    console.log(
      'It has no master key: keep master.key, or MASTER_KEY, in another safe place. Without it stored keys and secrets cannot be read.',
    )
    return 0
  } finally {
    await database.close()
  }
}

const defaultName = () => `waystation-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.backup.gz`
