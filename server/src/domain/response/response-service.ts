// Stored responses that a caller may continue by id, whichever vendor served them. Stored for thirty days, as OpenAI does; encrypted, since
// they contain conversations (D40); up to a limit for each user, beyond which the oldest are deleted.
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { atMost } from '../../lib/at-most.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Secrets } from '../../lib/secret.ts'
import { mayUseModel } from '../token/model-limit.ts'
import {
  deleteResponse,
  findHolders,
  findResponse,
  purgeResponses,
  type StoredResponse,
  saveResponse,
  trimResponses,
} from './response-store.ts'

/** Who wants to read, continue or delete a response. Without a token: the user's own session. */
export interface Reader {
  readonly user: { readonly id: number }
  readonly token: { readonly id: number; readonly models: ReadonlySet<string> | null } | undefined
  readonly group: string
}

export interface ResponseService {
  /** Set where it also takes responses that are to be stored nowhere, and remembers the last one. */
  readonly remembers?: boolean
  /** Resolves when it is stored; false when it is larger than all that a user may store. Throws the database's errors. */
  save(response: NewResponse): Promise<boolean>
  find(reader: Reader, id: string): Promise<ResponseRecord | undefined>
  /** The answer of this id and those before it, oldest first. Undefined when one of them is gone, or not for this reader. */
  chain(reader: Reader, id: string): Promise<readonly ResponseRecord[] | undefined>
  /** The answers that hold items of these ids, as far as they are there and are for this reader. */
  holders(reader: Reader, itemIds: readonly string[]): Promise<readonly ResponseRecord[]>
  /** Was there one to delete? */
  delete(reader: Reader, id: string): Promise<boolean>
  /** Bytes of input and answer together that a user may store. */
  readonly maxBytes: number
  purge(): Promise<number>
}

export type NewResponse = Pick<StoredResponse, 'userId' | 'tokenId' | 'model' | 'group' | 'channelId' | 'input' | 'body'> & {
  readonly id: string
  readonly previousId: string
  /** Set where it must not be stored; only where `remembers` is set. */
  readonly isOnlyRemembered?: true
  /** Ids by which later requests may name items of it. */
  readonly itemIds: readonly string[]
}

/** An answer as it is read, its texts opened. */
export type ResponseRecord = Pick<StoredResponse, 'channelId' | 'previousKey' | 'input' | 'body'>

export interface KeeperParts {
  readonly database: Database
  readonly secrets: Secrets
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly maxBytesPerUser: () => number
}

const LIFETIME_SECONDS = 30 * 24 * 3600
/** Answers in one conversation, at most: a longer one has outgrown every model's memory. */
const MAX_LINKS = 500
/** Ids that vendors make are some fifty characters; a longer one could not be a key. */
const LONGEST_ID = 170
/** Items of one answer that can be named later, and items that one request may name. */
const MAX_NAMED_ITEMS = 5000
const MAX_MODEL = 255
const MAX_GROUP = 64
/**
 * A user's stored bytes are summed again after each such part of the limit was added: a sum at every response would cost more than the
 * storing.
 */
const CHECKED_EVERY = 1 / 16
const REMEMBERED_USERS = 50_000

const keyOf = (userId: number, id: string) => `${userId}:${id}`
/** The keys of items, each once; of ids that could be ones. */
function itemKeys(userId: number, ids: readonly string[]): string[] {
  const known = ids.filter((id) => id !== '' && id.length <= LONGEST_ID)
  return [...new Set(known.slice(0, MAX_NAMED_ITEMS).map((id) => keyOf(userId, id)))]
}

const associatedData = (column: 'input' | 'body', rowUid: string) => `stored_response:${column}:${rowUid}`

/**
 * May this reader see the response? The token that it was made with may; another of the same user may where it can use that model in that
 * group: a token must not read what it could not have requested.
 */
function mayRead({ token, group }: Reader, made: StoredResponse): boolean {
  if (!token || token.id === made.tokenId) return true
  // Rows from before this column existed.
  if (made.model === '') return token.models === null
  return mayUseModel(token.models, made.model) && group === made.group
}

export function openResponses(parts: KeeperParts): ResponseService {
  return new SealedResponses(parts)
}

class SealedResponses implements ResponseService {
  readonly #parts: KeeperParts
  /** Bytes added by each user since their stored bytes were summed. */
  readonly #unchecked = new LRUCache<number, number>(atMost(REMEMBERED_USERS))

  constructor(parts: KeeperParts) {
    this.#parts = parts
  }

  get maxBytes(): number {
    return this.#parts.maxBytesPerUser()
  }

  async save({ id, previousId, itemIds, input, body, model, group, ...rest }: NewResponse): Promise<boolean> {
    const { database, secrets } = this.#parts
    if (id.length > LONGEST_ID) return true
    const bytes = Buffer.byteLength(input) + Buffer.byteLength(body)
    const { maxBytes } = this
    if (bytes > maxBytes) return false
    const key = keyOf(rest.userId, id)
    const rowUid = newRequestId()
    await database.run(saveResponse, {
      ...rest,
      key,
      itemKeys: itemKeys(rest.userId, itemIds),
      rowUid,
      bytes,
      model: model.slice(0, MAX_MODEL),
      group: group.slice(0, MAX_GROUP),
      input: secrets.seal(input, associatedData('input', rowUid)),
      body: secrets.seal(body, associatedData('body', rowUid)),
      previousKey: previousId === '' ? '' : keyOf(rest.userId, previousId),
      expiresAt: this.#nowSeconds() + LIFETIME_SECONDS,
    })
    await this.#trim(rest.userId, key, bytes, maxBytes)
    return true
  }

  find(reader: Reader, id: string): Promise<ResponseRecord | undefined> {
    return this.#findKey(reader, keyOf(reader.user.id, id))
  }

  async chain(reader: Reader, id: string): Promise<readonly ResponseRecord[] | undefined> {
    const links: ResponseRecord[] = []
    for (let key = keyOf(reader.user.id, id); key !== ''; ) {
      const link = links.length < MAX_LINKS ? await this.#findKey(reader, key) : undefined
      if (!link) return undefined
      links.unshift(link)
      key = link.previousKey
    }
    return links
  }

  async holders(reader: Reader, itemIds: readonly string[]): Promise<readonly ResponseRecord[]> {
    const keys = await findHolders(this.#parts.database, itemKeys(reader.user.id, itemIds), this.#nowSeconds())
    const records: ResponseRecord[] = []
    for (const key of keys) {
      const record = await this.#findKey(reader, key)
      if (record && records.push(record) >= MAX_LINKS) break
    }
    return records
  }

  async delete(reader: Reader, id: string): Promise<boolean> {
    const key = keyOf(reader.user.id, id)
    return (await this.#findKey(reader, key)) !== undefined && (await this.#parts.database.run(deleteResponse, { key }))
  }

  purge(): Promise<number> {
    return this.#parts.database.run(purgeResponses, { before: this.#nowSeconds() })
  }

  async #findKey(reader: Reader, key: string): Promise<ResponseRecord | undefined> {
    const { database, secrets } = this.#parts
    const row = key.length > LONGEST_ID + 12 ? undefined : await findResponse(database, key, this.#nowSeconds())
    if (!row || !mayRead(reader, row)) return undefined
    const { channelId, previousKey, input, body, rowUid } = row
    if (rowUid === '') return { channelId, previousKey, input, body }
    const open = (column: 'input' | 'body') => secrets.open(row[column], associatedData(column, rowUid))
    return { channelId, previousKey, input: open('input'), body: open('body') }
  }

  async #trim(userId: number, key: string, bytes: number, maxBytes: number): Promise<void> {
    const since = (this.#unchecked.get(userId) ?? maxBytes) + bytes
    if (since < maxBytes * CHECKED_EVERY) {
      this.#unchecked.set(userId, since)
      return
    }
    await this.#parts.database.run(trimResponses, { userId, maxBytes, newest: key })
    this.#unchecked.set(userId, 0)
  }

  #nowSeconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}
