// Answers that a caller may go on from by their id, whichever vendor gave them. Kept for thirty days, as OpenAI keeps them; sealed, since they
// are what people said (D40); each user so much, and then the oldest go.
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Secrets } from '../../lib/secret.ts'
import { deleteResponse, findResponse, keepResponse, purgeResponses, type StoredResponse, trimResponses } from './response-store.ts'

/** Who wants to read, go on from or delete an answer. Without a token: the user in person. */
export interface Reader {
  readonly user: { readonly id: number }
  readonly token: { readonly id: number; readonly models: ReadonlySet<string> | null } | undefined
  readonly group: string
}

export interface ResponseKeeper {
  /** Answers when it is stored; false when it is larger than all that a user may keep. Throws what the database throws. */
  keep(response: NewResponse): Promise<boolean>
  find(reader: Reader, id: string): Promise<KeptResponse | undefined>
  /** The answer of this id and those before it, oldest first. Undefined when one of them is gone, or not for this reader. */
  chain(reader: Reader, id: string): Promise<readonly KeptResponse[] | undefined>
  /** Was there one to delete? */
  delete(reader: Reader, id: string): Promise<boolean>
  /** Bytes of input and answer together that a user may keep. */
  readonly maxBytes: number
  purge(): Promise<number>
}

export type NewResponse = Pick<StoredResponse, 'userId' | 'tokenId' | 'model' | 'group' | 'channelId' | 'input' | 'body'> & {
  readonly id: string
  readonly previousId: string
}

/** An answer as it is read, its texts opened. */
export type KeptResponse = Pick<StoredResponse, 'channelId' | 'previousKey' | 'input' | 'body'>

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
const MAX_MODEL = 255
const MAX_GROUP = 64
/** What a user keeps is added up whenever they have kept this part of the limit anew: adding up at every answer would cost more than keeping it. */
const CHECKED_EVERY = 1 / 16
const REMEMBERED_USERS = 50_000

const keyOf = (userId: number, id: string) => `${userId}:${id}`
const associatedData = (column: 'input' | 'body', rowUid: string) => `stored_response:${column}:${rowUid}`

/**
 * May this reader have the answer? The token that it was made with may; another of the same user, where it may use that model in that group:
 * what it could not ask it must not read either.
 */
function mayRead({ token, group }: Reader, made: StoredResponse): boolean {
  if (!token || token.id === made.tokenId) return true
  // Kept before this was noted.
  if (made.model === '') return token.models === null
  return (token.models === null || token.models.has(made.model)) && group === made.group
}

export function openResponses({ database, secrets, now, maxBytesPerUser }: KeeperParts): ResponseKeeper {
  const nowSeconds = () => Math.floor(now() / 1000)
  /** Bytes by user since what they keep was added up. */
  const unchecked = new LRUCache<number, number>({ max: REMEMBERED_USERS })

  const find = async (reader: Reader, key: string): Promise<KeptResponse | undefined> => {
    const row = key.length > LONGEST_ID + 12 ? undefined : await findResponse(database, key, nowSeconds())
    if (!row || !mayRead(reader, row)) return undefined
    const { channelId, previousKey, input, body, rowUid } = row
    if (rowUid === '') return { channelId, previousKey, input, body }
    const open = (column: 'input' | 'body') => secrets.open(row[column], associatedData(column, rowUid))
    return { channelId, previousKey, input: open('input'), body: open('body') }
  }

  const trim = async (userId: number, key: string, bytes: number, maxBytes: number): Promise<void> => {
    const since = (unchecked.get(userId) ?? maxBytes) + bytes
    if (since < maxBytes * CHECKED_EVERY) {
      unchecked.set(userId, since)
      return
    }
    await database.run(trimResponses, { userId, maxBytes, newest: key })
    unchecked.set(userId, 0)
  }

  return {
    async keep({ id, previousId, input, body, model, group, ...rest }) {
      if (id.length > LONGEST_ID) return true
      const bytes = Buffer.byteLength(input) + Buffer.byteLength(body)
      const maxBytes = maxBytesPerUser()
      if (bytes > maxBytes) return false
      const key = keyOf(rest.userId, id)
      const rowUid = newRequestId()
      await database.run(keepResponse, {
        ...rest,
        key,
        rowUid,
        bytes,
        model: model.slice(0, MAX_MODEL),
        group: group.slice(0, MAX_GROUP),
        input: secrets.seal(input, associatedData('input', rowUid)),
        body: secrets.seal(body, associatedData('body', rowUid)),
        previousKey: previousId === '' ? '' : keyOf(rest.userId, previousId),
        expiresAt: nowSeconds() + LIFETIME_SECONDS,
      })
      await trim(rest.userId, key, bytes, maxBytes)
      return true
    },
    find: (reader, id) => find(reader, keyOf(reader.user.id, id)),
    async chain(reader, id) {
      const links: KeptResponse[] = []
      for (let key = keyOf(reader.user.id, id); key !== ''; ) {
        const link = links.length < MAX_LINKS ? await find(reader, key) : undefined
        if (!link) return undefined
        links.unshift(link)
        key = link.previousKey
      }
      return links
    },
    async delete(reader, id) {
      const key = keyOf(reader.user.id, id)
      return (await find(reader, key)) !== undefined && (await database.run(deleteResponse, { key }))
    },
    get maxBytes() {
      return maxBytesPerUser()
    },
    purge: () => database.run(purgeResponses, { before: nowSeconds() }),
  }
}
