// Rows of the past, for tests: the ledger writes only those of now.
import type { LogOther } from '@waystation/contract/calls/log'
import type { Database } from '../../../db/database.ts'
import type { DatabaseAddress } from '../../../db/kind.ts'
import { openDatabase } from '../../../db/open-database.ts'
import type { ChannelRow, LogRow, UsageQuarterRow } from '../../../db/tables/tables.ts'
import { type AnyWriteTask, writeTask } from '../../../db/write-task.ts'
import { foldUsage } from '../../ledger/projections/fold-usage.ts'

export interface PastCall {
  readonly id: number
  /** Unix seconds. */
  readonly at: number
  readonly type: number
  readonly other: LogOther
}

/** Sums of usage, as the ledger folds them. */
export const addUsage = writeTask<readonly UsageQuarterRow[], null>('testing.add-usage', async (tx, rows) => {
  await foldUsage(tx.sets, rows)
  return null
})

export const addCalls = writeTask<readonly PastCall[], null>('testing.add-calls', async (tx, calls) => {
  for (const call of calls) {
    const request_id = `01ARZ3NDEKTSV4RRFFQ69G5${String(call.id).padStart(3, '0')}`
    await tx.db
      .insertInto('log')
      .values({ ...blank, type: call.type, created_at: call.at, request_id })
      .execute()
    await tx.db
      .insertInto('log_detail')
      .values({ request_id, other: JSON.stringify(call.other) })
      .execute()
  }
  return null
})

type Figures = Pick<ChannelRow, 'used_quota' | 'response_time_ms' | 'tested_at' | 'balance' | 'balance_at'>

/** What a channel has used, how its last test went, and what it has left. */
export const setFigures = writeTask<Figures & { readonly id: number }, null>('testing.set-figures', async (tx, { id, ...figures }) => {
  await tx.db.updateTable('channel').set(figures).where('id', '=', id).execute()
  return null
})

type Texts = Pick<ChannelRow, 'models' | 'group_names' | 'other_info'>

/** What stands in a channel, as an import may have written it. */
export const setTexts = writeTask<Texts & { readonly id: number }, null>('testing.set-texts', async (tx, { id, ...texts }) => {
  await tx.db.updateTable('channel').set(texts).where('id', '=', id).execute()
  return null
})

/** A key of a channel that does not exist. */
export const addLostKey = writeTask<number, null>('testing.add-lost-key', async (tx, channel_id) => {
  const key = { key_enc: 'e', key_hash: 'lost', key_tail: 't', row_uid: 'lost', position: 0 }
  await tx.db
    .insertInto('channel_key')
    .values({ channel_id, ...key })
    .execute()
  return null
})

const blank: Omit<LogRow, 'id' | 'created_at' | 'type' | 'request_id'> = {
  user_id: 1,
  username: 'ann',
  channel_id: 0,
  token_id: 1,
  token_name: 't',
  group_name: 'default',
  model_name: 'm',
  is_stream: 1,
  use_time: 1,
  prompt_tokens: 1,
  completion_tokens: 1,
  quota: 1,
  client_ip: '',
}

export const writeTasks: readonly AnyWriteTask[] = [addUsage, addCalls, setFigures, setTexts, addLostKey]

/** Opens a migrated database with the tasks of this file. */
export function openWithActivity(address: DatabaseAddress): Promise<Database> {
  return openDatabase({
    address,
    taskModules: [new URL('./activity-rows.ts', import.meta.url)],
    tasks: writeTasks,
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
  })
}
