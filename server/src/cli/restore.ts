import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { restore } from '../domain/backup/backup.ts'
import { checkBackup } from '../domain/backup/backup-file.ts'
import { reconcile } from '../domain/ledger/reconcile/reconcile.ts'
import { failpoints } from '../lib/failpoint.ts'
import { loadMasterKey, secretsOf } from '../lib/secret.ts'
import { openForCommand } from './open.ts'

/** Fills an empty database, of whatever kind, with a backup, and checks the ledger. Returns 1 where it does not add up. */
export async function restoreCommand([file]: readonly string[]): Promise<number> {
  if (file === undefined) {
    console.error('Which file? waystation restore FILE')
    return 2
  }
  const path = resolve(file)
  const { head, ...held } = await checkBackup(path)
  console.log(
    `${path}: ${held.rows} rows of ${held.tables} tables, of ${new Date(head.at).toISOString()}, by version ${head.version} on ${head.kind}.`,
  )
  const config = readConfig(process.env)
  const secrets = secretsOf(loadMasterKey(config.masterKey, () => false))
  const failpoint = failpoints(config.failpoints)
  const target = await openForCommand({ steps: head.steps, isRestoring: true })
  try {
    const { rows, nuls } = await restore({ database: target, secrets }, path, head, (table) => failpoint(`restore-${table}`))
    console.log(`${rows} rows are in the ${target.kind} database.`)
    if (nuls > 0) console.log(`In ${nuls} texts the character NUL was replaced: PostgreSQL does not take it.`)
  } finally {
    await target.close()
  }
  // Opened as usual, it gets the migrations that the backup had not seen.
  const database = await openForCommand()
  try {
    const { differences, accounts, entries, openHolds } = await reconcile(database)
    console.log(
      `${accounts} accounts, ${entries} entries, ${openHolds} open holds: ${differences.length === 0 ? 'everything adds up.' : `${differences.length} differences, as they were in the backup: waystation reconcile names them.`}`,
    )
    return differences.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}
