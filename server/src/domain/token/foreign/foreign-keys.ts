// Keys of another gateway, known by its own hash until their first call. Asked only about keys that nobody has here, and where there is such
// a token at all, so ordinary calls never come by.
import { tokenKeyVisibility } from '@waystation/contract/options/operation'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../db/database.ts'
import { type Secrets, sha256 } from '../../../lib/secret.ts'
import { findStoredOption } from '../../user/registration/quota-grant-store.ts'
import { storedKey } from '../new-key.ts'
import { adoptKey, hasForeignKeys, isForeignKey } from './foreign-key-store.ts'

/** How long it is remembered that there are none: an import next to a running server is seen after so long. */
const REMEMBERED_MS = 10_000

export interface ForeignKeys {
  /** Makes a key ours if it came along as a hash; answers whether it did. @param key without `sk-` */
  adopt(key: string): Promise<boolean>
}

export function foreignKeys(database: Database, secrets: Secrets): ForeignKeys {
  const known = new LRUCache<'any', boolean>({ max: 1, ttl: REMEMBERED_MS })
  return {
    async adopt(key) {
      const isAny = known.get('any') ?? (await hasForeignKeys(database))
      known.set('any', isAny)
      if (!isAny) return false
      const hash = sha256(`sk-${key}`)
      if (!(await isForeignKey(database, hash))) return false
      const isKept = (await findStoredOption(database, tokenKeyVisibility)) !== 'hash_only'
      await database.run(adoptKey, { sha256: hash, key: storedKey(secrets, key, isKept) })
      return true
    },
  }
}
