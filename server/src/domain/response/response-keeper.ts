// Answers that a caller may go on from by their id, whichever vendor gave them. Kept for thirty days, as OpenAI keeps them.
import type { Database } from '../../db/database.ts'
import { deleteResponse, findResponse, keepResponse, purgeResponses, type StoredResponse } from './response-store.ts'

export interface ResponseKeeper {
  /** Answers when it is stored. Throws what the database throws. */
  keep(response: NewResponse): Promise<void>
  find(userId: number, id: string): Promise<StoredResponse | undefined>
  /** The answer of this id and those before it, oldest first. Undefined when one of them is gone. */
  chain(userId: number, id: string): Promise<readonly StoredResponse[] | undefined>
  /** Was there one to delete? */
  delete(userId: number, id: string): Promise<boolean>
  purge(): Promise<number>
}

export interface NewResponse extends Omit<StoredResponse, 'key' | 'previousKey' | 'expiresAt'> {
  readonly id: string
  readonly previousId: string
}

const LIFETIME_SECONDS = 30 * 24 * 3600
/** Answers in one conversation, at most: a longer one has outgrown every model's memory. */
const MOST_LINKS = 500
/** Ids that vendors make are some fifty characters; a longer one could not be a key. */
const LONGEST_ID = 170

const keyOf = (userId: number, id: string) => `${userId}:${id}`

/** @param now milliseconds since 1970 */
export function openResponses(database: Database, now: () => number): ResponseKeeper {
  const nowSeconds = () => Math.floor(now() / 1000)
  const find = async (key: string) => (key.length > LONGEST_ID + 12 ? undefined : findResponse(database, key, nowSeconds()))

  return {
    async keep({ id, previousId, ...rest }) {
      if (id.length > LONGEST_ID) return
      const previousKey = previousId === '' ? '' : keyOf(rest.userId, previousId)
      await database.run(keepResponse, { ...rest, key: keyOf(rest.userId, id), previousKey, expiresAt: nowSeconds() + LIFETIME_SECONDS })
    },
    find: (userId, id) => find(keyOf(userId, id)),
    async chain(userId, id) {
      const links: StoredResponse[] = []
      for (let key = keyOf(userId, id); key !== ''; ) {
        const link = links.length < MOST_LINKS ? await find(key) : undefined
        if (!link) return undefined
        links.unshift(link)
        key = link.previousKey
      }
      return links
    },
    delete: (userId, id) => database.run(deleteResponse, { key: keyOf(userId, id) }),
    purge: () => database.run(purgeResponses, { before: nowSeconds() }),
  }
}
