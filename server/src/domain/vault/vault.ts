// Stores for a while what a vendor needs back in the next turn and the client's dialect cannot carry (decision D33). Available at once in
// this process, and soon in the database, for the other nodes and after a restart.
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import { findItems, purgeVault, saveItems, type VaultItem } from './vault-store.ts'

export interface Vault {
  /** Stores these. Resolves when they are in the database; this process has them before that. Never throws: errors are reported. */
  save(items: readonly VaultItem[]): Promise<void>
  /** The values stored under these keys. When the database fails, the error is reported and the values in memory are returned. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  purge(): Promise<number>
}

/** Agents return within hours, but a user may continue yesterday's conversation. */
const LIFETIME_SECONDS = 7 * 24 * 3600
const KEPT_CHARACTERS = 32 * 1024 * 1024
/** One item at most: encrypted thinking of a long turn is about a hundred kilobytes. */
const MAX_VALUE = 512 * 1024

export interface VaultParts {
  readonly database: Database
  readonly secrets: Secrets
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onTrouble: (error: unknown) => void
}

/** The key is the row's own: it names the user and the call. */
const associatedData = (key: string) => `vault:value:${key}`

export function openVault({ database, secrets, now, onTrouble }: VaultParts): Vault {
  const known = new LRUCache<string, string>({ maxSize: KEPT_CHARACTERS, sizeCalculation: (value, key) => value.length + key.length })
  const nowSeconds = () => Math.floor(now() / 1000)
  const sealed = ({ key, value }: VaultItem): VaultItem => ({ key, value: secrets.seal(value, associatedData(key)) })
  /** What cannot be opened is as good as gone: the conversation goes on without it. */
  const opened = ({ key, value }: VaultItem): VaultItem[] => {
    // Stored before values were sealed: the object that proofs.ts prints.
    if (value.startsWith('{')) return [{ key, value }]
    try {
      return [{ key, value: secrets.open(value, associatedData(key)) }]
    } catch (error) {
      onTrouble(error)
      return []
    }
  }

  return {
    async save(items) {
      const fit = items.filter((item) => item.value.length <= MAX_VALUE)
      if (fit.length === 0) return
      for (const { key, value } of fit) known.set(key, value)
      await database.run(saveItems, { items: fit.map(sealed), expiresAt: nowSeconds() + LIFETIME_SECONDS }).catch(onTrouble)
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
      for (const { key, value } of items.flatMap(opened)) {
        known.set(key, value)
        found.set(key, value)
      }
      return found
    },

    purge: () => database.run(purgeVault, { before: nowSeconds() }),
  }
}
