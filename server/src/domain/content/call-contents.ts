// What was said in calls: sealed as soon as it is known, for the row of its call, and deleted with that or when its time is over.
import type { CallContent } from '@waystation/contract/calls/call-content'
import { AppError } from '@waystation/contract/errors'
import { logChatContentDays } from '@waystation/contract/options/logs'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { OptionService } from '../option/option-service.ts'
import { findContent, purgeContents, saveContent } from './call-content-store.ts'

export type KeptContent = Omit<CallContent, 'request_id'>

export interface CallContents {
  /** Throws the database's errors. */
  save(call: { readonly id: string; readonly userId: number }, content: KeptContent): Promise<void>
  /**
   * @param userId set: only of this user's calls, and without what only admins may know
   * @throws AppError not_found
   */
  find(requestId: string, userId?: number): Promise<CallContent>
  /** Deletes what is older than the option says, and returns how many. */
  purge(): Promise<number>
}

export interface CallContentsParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'seal' | 'open'>
  readonly options: Pick<OptionService, 'get'>
  /** Unix milliseconds. */
  readonly now: () => number
}

const DAY_SECONDS = 86_400
/** Deleted in one transaction: calls are settled between two of them. */
const DELETED_AT_ONCE = 500
/** In one run: more than an hour brings. */
const MAX_STEPS = 1000

/** Each is sealed for its own row: one that is moved to another cannot be opened. */
const associatedData = (requestId: string) => `call_content:content:${requestId}`

export function openCallContents({ database, secrets, options, now }: CallContentsParts): CallContents {
  const nowSeconds = () => Math.floor(now() / 1000)
  return {
    async save({ id, userId }, content) {
      const sealed = secrets.seal(JSON.stringify(content), associatedData(id))
      await database.run(saveContent, { requestId: id, userId, createdAt: nowSeconds(), content: sealed })
    },

    async find(requestId, userId) {
      const sealed = await findContent(database, requestId, userId)
      if (sealed === undefined) throw new AppError('not_found', { what: 'content' })
      // Sound: only `save` writes it, and a row that was changed does not open.
      const content = JSON.parse(secrets.open(sealed, associatedData(requestId))) as KeptContent
      if (userId === undefined) return { request_id: requestId, ...content }
      const { channel_system_prompt: _, ...own } = content
      return { request_id: requestId, ...own }
    },

    async purge() {
      const before = nowSeconds() - options.get(logChatContentDays) * DAY_SECONDS
      let count = 0
      for (let step = 0; step < MAX_STEPS; step++) {
        const deleted = await database.run(purgeContents, { before, limit: DELETED_AT_ONCE })
        count += deleted
        if (deleted < DELETED_AT_ONCE) break
      }
      return count
    },
  }
}
