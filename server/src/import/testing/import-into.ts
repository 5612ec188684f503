// A run of the import into the database of a test's world, without a process of its own.
import { join } from 'node:path'
import type { ImportReport } from '@waystation/contract/site/import'
import { openForeignDatabase } from '../../db/foreign-database.ts'
import type { DatabaseAddress } from '../../db/kind.ts'
import { openOptions } from '../../domain/option/option-service.ts'
import { openSecrets } from '../../domain/setup/master-key.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { runImport } from '../run-import.ts'
import { sources } from '../sources.ts'

/** Where a world keeps what it has. */
interface Place {
  readonly address: DatabaseAddress
  readonly folder: string
}

/** @param from a name that the command takes */
export async function importInto(
  { address, folder }: Place,
  there: { readonly address: DatabaseAddress },
  given: { readonly from: string; readonly isDry?: boolean; readonly logsSince?: number },
): Promise<ImportReport> {
  const openSource = sources[given.from]
  if (!openSource) throw new Error(`there is no gateway ${given.from}`)
  const database = await openTestDatabase(address)
  const foreign = await openForeignDatabase(there.address)
  try {
    const secrets = await openSecrets(database.read, { text: undefined, path: join(folder, 'master.key') })
    const options = await openOptions(database, secrets, localInvalidation())
    const { isDry = false, logsSince } = given
    return await runImport({ database, options, secrets, foreign, name: given.from, openSource, isDry, logsSince, now: Date.now })
  } finally {
    await foreign.close()
    await database.close()
  }
}
