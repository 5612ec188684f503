// Files and content that users keep at the accounts of vendors (decision 37). One key of a channel serves many users, so whose a file is, and at
// which channel and key it lives, is known here only.
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { atMost } from '../../lib/at-most.ts'
import type { Secrets } from '../../lib/secret.ts'
import {
  deleteFile,
  type FilePage,
  findFiles,
  isSharedFile,
  listFiles,
  purgeFiles,
  type StoredFile,
  saveFile,
  sumFiles,
  updateFile,
} from './vendor-file-store.ts'

/** Who asks. Without a token: the user's own session. */
export interface FileReader {
  readonly user: { readonly id: number }
  readonly token: { readonly id: number } | undefined
  readonly group: string
}

/** A file, its object opened: the vendor's own words for it, as JSON. */
export type VendorFile = Omit<StoredFile, 'key'>
/** The channel, and the key whose account there, that something is kept at. */
export type VendorPlace = Pick<StoredFile, 'channelId' | 'keyId'>
/** A file that was just sent. */
export type NewVendorFile = Omit<VendorFile, 'createdAt' | 'expiresAt'> & {
  /** Unix seconds; absent: the vendor keeps it until it is deleted. */
  readonly expiresAt?: number | undefined
}

export interface ListedFiles {
  readonly files: readonly VendorFile[]
  /** Are there more behind them, in their order? */
  readonly hasMore: boolean
}

export interface VendorFiles {
  /** Stores whose it is and where it lives. Throws the database's errors, and as `stored`. */
  save(file: NewVendorFile): Promise<void>
  /** The row that `save` would store, for what is stored together with something else. Throws RangeError for an id that cannot be kept. */
  stored(file: NewVendorFile): StoredFile
  /** What the vendor says of it now. */
  update(file: VendorFile, now: Pick<VendorFile, 'object' | 'bytes'> & { readonly expiresAt?: number | undefined }): Promise<void>
  /** Those of these that are this reader's. */
  find(reader: FileReader, ids: readonly string[]): Promise<readonly VendorFile[]>
  /** A reader's files, newest first unless said otherwise; `after` is the id of one of them. */
  list(
    reader: FileReader,
    page: Omit<FilePage, 'userId' | 'visibleTo' | 'after'> & { readonly after?: string | undefined },
  ): Promise<ListedFiles>
  /** Forgets it. */
  delete(file: VendorFile): Promise<void>
  /** Has another user the same file of the same vendor? */
  isShared(file: VendorFile): Promise<boolean>
  /** What a user keeps. */
  sum(userId: number): Promise<{ readonly count: number; readonly bytes: number }>
  purge(): Promise<number>
}

export interface VendorFileParts {
  readonly database: Database
  readonly secrets: Secrets
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** In place of an end, for what stays until it is deleted: the year 9999. */
const NEVER = 253_402_300_799
/** A longer id could not be a key. */
const LONGEST_ID = 170
/** Ids that one request may name. */
const MAX_NAMED = 500
/** Files that are looked up again and again, as every turn of a conversation does. */
const REMEMBERED = 20_000

const keyOf = (userId: number, id: string) => `${userId}:${id}`
const associatedData = (key: string) => `vendor_file:object:${key}`

export function openVendorFiles(parts: VendorFileParts): VendorFiles {
  return new SealedFiles(parts)
}

class SealedFiles implements VendorFiles {
  readonly #parts: VendorFileParts
  /** Sealed, by their keys. Only whose a file is and where it lives is taken from here, which never changes while it is there. */
  readonly #known = new LRUCache<string, StoredFile>({ ...atMost(REMEMBERED), ttl: 60_000 })

  constructor(parts: VendorFileParts) {
    this.#parts = parts
  }

  async save(file: NewVendorFile): Promise<void> {
    const stored = this.stored(file)
    await this.#parts.database.run(saveFile, stored)
    this.#known.delete(stored.key)
  }

  stored(file: NewVendorFile): StoredFile {
    if (file.id === '' || file.id.length > LONGEST_ID) throw new RangeError('the vendor gave an id that cannot be kept')
    const key = keyOf(file.userId, file.id)
    const [expiresAt, purpose] = [file.expiresAt ?? NEVER, file.purpose.slice(0, 64)]
    return { ...file, purpose, key, expiresAt, createdAt: this.#parts.now(), object: this.#sealed(key, file.object) }
  }

  async update({ userId, id }: VendorFile, { object, bytes, expiresAt = NEVER }: Parameters<VendorFiles['update']>[1]): Promise<void> {
    const key = keyOf(userId, id)
    await this.#parts.database.run(updateFile, { key, bytes, expiresAt, object: this.#sealed(key, object) })
    this.#known.delete(key)
  }

  async find(reader: FileReader, ids: readonly string[]): Promise<readonly VendorFile[]> {
    const { database } = this.#parts
    const possible = ids.filter((id) => id !== '' && id.length <= LONGEST_ID)
    const keys = [...new Set(possible.slice(0, MAX_NAMED).map((id) => keyOf(reader.user.id, id)))]
    const now = this.#nowSeconds()
    const known = keys.flatMap((key) => this.#known.get(key) ?? [])
    const missing = keys.filter((key) => !known.some((file) => file.key === key))
    const read = missing.length === 0 ? [] : await findFiles(database, missing, now)
    for (const file of read) this.#known.set(file.key, file)
    return [...known, ...read].filter((file) => file.expiresAt >= now && mayRead(reader, file)).map((file) => this.#opened(file))
  }

  async list(reader: FileReader, { after, ...page }: Parameters<VendorFiles['list']>[1]): Promise<ListedFiles> {
    const { database } = this.#parts
    const now = this.#nowSeconds()
    const [from] = after === undefined ? [] : await findFiles(database, [keyOf(reader.user.id, after)], now)
    if (after !== undefined && !from) return { files: [], hasMore: false }
    const visibleTo = reader.token && { tokenId: reader.token.id, group: reader.group }
    const wanted = { ...page, userId: reader.user.id, visibleTo, after: from, limit: page.limit + 1 }
    const found = await listFiles(database, wanted, now)
    return { files: found.slice(0, page.limit).map((file) => this.#opened(file)), hasMore: found.length > page.limit }
  }

  async delete({ userId, id }: VendorFile): Promise<void> {
    const key = keyOf(userId, id)
    await this.#parts.database.run(deleteFile, { key })
    this.#known.delete(key)
  }

  isShared(file: VendorFile): Promise<boolean> {
    return isSharedFile(this.#parts.database, { ...file, key: keyOf(file.userId, file.id) })
  }

  sum(userId: number): Promise<{ count: number; bytes: number }> {
    return sumFiles(this.#parts.database, userId, this.#nowSeconds())
  }

  purge(): Promise<number> {
    return this.#parts.database.run(purgeFiles, { before: this.#nowSeconds() })
  }

  #nowSeconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }

  #sealed(key: string, object: string): string {
    return this.#parts.secrets.seal(object, associatedData(key))
  }

  #opened({ key, ...file }: StoredFile): VendorFile {
    return { ...file, object: this.#parts.secrets.open(file.object, associatedData(key)) }
  }
}

/** The token that sent it may, and another of the same group, as `visibleTo` says: a token of another group must not reach what it could not have sent. */
function mayRead({ token, group }: FileReader, file: StoredFile): boolean {
  return !token || token.id === file.tokenId || group === file.group
}
