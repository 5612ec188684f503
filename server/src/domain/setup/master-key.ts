// Is this the master key that the database was filled with? With another one no sealed value opens and no key is found, and new values
// would open with the other key only; so it is checked before anything is changed.
import { options } from '@waystation/contract/options/registry'
import type { Database } from '../../db/database.ts'
import { loadMasterKey, type Secrets, secretsOf } from '../../lib/secret.ts'
import { CHECK_PLACE, findKeyTraces, type KeyTraces, keepKeyCheck } from './master-key-store.ts'

export interface MasterKeySource {
  /** MASTER_KEY. */
  readonly text: string | undefined
  readonly path: string
}

const CHECK_TEXT = 'this database belongs to this master key'
const secretOptions = options.filter((option) => option.secret).map((option) => option.key)

/**
 * The secrets under the master key, which is made where the database is new. Changes nothing in the database.
 * @throws Error with words for the operator when the key is missing, or is another than the one that the database was filled with
 */
export async function openSecrets(read: Database['read'], source: MasterKeySource): Promise<Secrets> {
  const traces = await findKeyTraces(read, secretOptions)
  const secrets = secretsOf(loadMasterKey(source, () => traces.check === undefined && !traces.hasUsers))
  if (!fits(secrets, traces)) {
    const name = source.text ? 'the environment variable MASTER_KEY' : `the file ${source.path}`
    throw new Error(
      `The master key in ${name} is not the one that this database was set up with, so nothing in it could be opened. Nothing was changed. Put the right key back, or use the database that belongs to this key.`,
    )
  }
  return secrets
}

/** Stores the check that the next start reads. Safe to repeat. */
export async function rememberMasterKey(database: Database, secrets: Secrets): Promise<void> {
  await database.run(keepKeyCheck, { sealed: secrets.seal(CHECK_TEXT, CHECK_PLACE) })
}

function fits(secrets: Secrets, { check, samples }: KeyTraces): boolean {
  if (check !== undefined) return opens(secrets, { text: check, place: CHECK_PLACE })
  return samples.length === 0 || samples.some((sample) => opens(secrets, sample))
}

function opens(secrets: Secrets, { text, place }: { readonly text: string; readonly place: string }): boolean {
  try {
    secrets.open(text, place)
    return true
  } catch {
    return false
  }
}
