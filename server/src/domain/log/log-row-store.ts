// Log rows of what is no call, such as an admin's change of an account. They are written in the transaction of the change itself.

import type { LogOther } from '@waystation/contract/calls/log'
import type { Facts } from '@waystation/contract/errors'
import type { LogType } from '@waystation/contract/site/status-table'
import type { WriteTx } from '../../db/write-task.ts'

export interface EventRow {
  /** The id of the console call, a ULID: it names one row. */
  readonly requestId: string
  readonly type: LogType
  /** Whose log it is. */
  readonly userId: number
  readonly username: string
  /** Key and facts of the words in log-words.ts. */
  readonly words: { readonly key: string; readonly facts: Facts }
}

/** Writes a row with its words. Used inside tasks. */
export async function writeEvent(tx: WriteTx, { requestId, type, userId, username, words }: EventRow): Promise<void> {
  const other: LogOther = { content: words }
  const row = {
    ...{ created_at: Math.floor((await tx.sets.nowMs()) / 1000), type, user_id: userId, username, request_id: requestId },
    ...{ channel_id: 0, token_id: 0, token_name: '', group_name: '', model_name: '', is_stream: 0, use_time: 0 },
    ...{ prompt_tokens: 0, completion_tokens: 0, quota: 0, client_ip: '' },
  }
  await tx.db.insertInto('log').values(row).execute()
  await tx.db
    .insertInto('log_detail')
    .values({ request_id: requestId, other: JSON.stringify(other) })
    .execute()
}
