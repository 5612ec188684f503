// Keys of which another gateway had nothing but a hash of its own. The first call with such a key turns it into one of ours.
import type { Database } from '../../../db/database.ts'
import { noteOnce } from '../../../db/meta.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import type { NewToken } from '../token-store.ts'

/** Stands where a stored key's own id would: the hash is SHA-256 of the whole key, as hex. */
export const SHA256_ROW = 'sha256'

const ANY_KEY = 'foreign_token_keys'

/** Notes that there are such keys. Used inside tasks. */
export async function noteForeignKeys(tx: WriteTx): Promise<void> {
  await noteOnce(tx, ANY_KEY, '1')
}

/** Have there ever been such keys? */
export async function hasForeignKeys(database: Database): Promise<boolean> {
  return (await database.read.selectFrom('meta').select('key').where('key', '=', ANY_KEY).executeTakeFirst()) !== undefined
}

/** Is there a token that is known by this hash only? */
export async function isForeignKey(database: Database, sha256: string): Promise<boolean> {
  const query = database.read.selectFrom('token').select('id').where('key_hash', '=', sha256).where('row_uid', '=', SHA256_ROW)
  return (await query.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined
}

/** Stores the key of such a token as ours are. Of two calls that come at once, one does it. */
export const adoptKey = writeTask<{ sha256: string; key: NewToken['key'] }, null>('token.adopt-key', async (tx, { sha256, key }) => {
  await tx.db.updateTable('token').set(key).where('key_hash', '=', sha256).where('row_uid', '=', SHA256_ROW).execute()
  return null
})
