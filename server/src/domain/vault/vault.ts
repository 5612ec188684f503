// Keeps for a while what a vendor wants back in the next turn and the client's dialect cannot carry (decision D33). Known at once in this
// process, and soon in the database, for the other nodes and for after a restart.
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { findItems, keepItems, purgeVault, type VaultItem } from './vault-store.ts'

export interface Vault {
  /** Keeps these. Answers when they are stored; in this process they are known before that. Never throws: the trouble is reported. */
  keep(items: readonly VaultItem[]): Promise<void>
  /** What is kept under these keys. A database that does not answer is reported, and what is known here is told. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  purge(): Promise<number>
}

/** Agents come back within hours; somebody may go on with yesterday's conversation. */
const LIFETIME_SECONDS = 7 * 24 * 3600
const KEPT_CHARACTERS = 32 * 1024 * 1024
/** One item at most: encrypted thinking of a long turn is about a hundred kilobytes. */
const MOST_VALUE = 512 * 1024

export interface VaultParts {
  readonly database: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onTrouble: (error: unknown) => void
}

export function openVault({ database, now, onTrouble }: VaultParts): Vault {
  const known = new LRUCache<string, string>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (value, key) => value.length + key.length })
  const nowSeconds = () => Math.floor(now() / 1000)

  return {
    async keep(items) {
      const fit = items.filter((item) => item.value.length <= MOST_VALUE)
      if (fit.length === 0) return
      for (const { key, value } of fit) known.set(key, value)
      await database.run(keepItems, { items: fit, expiresAt: nowSeconds() + LIFETIME_SECONDS }).catch(onTrouble)
    },

    async find(keys) {
      const found = new Map<string, string>()
      for (const key of keys) {
        const value = known.get(key)
        if (value !== undefined) found.set(key, value)
      }
      const missing = keys.filter((key) => !found.has(key))
      if (missing.length === 0) return found
      const items = await findItems(database, missing, nowSeconds()).catch((error: unknown) => {
        onTrouble(error)
        return []
      })
      for (const { key, value } of items) {
        known.set(key, value)
        found.set(key, value)
      }
      return found
    },

    purge: () => database.run(purgeVault, { before: nowSeconds() }),
  }
}
