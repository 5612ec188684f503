// The ledger's tables as its batches read and write them.
import { type NewRow, setTable } from '../../db/set-executor.ts'

export const accountTable = setTable('account', {
  id: 'int',
  kind: 'text',
  owner_id: 'int',
  posted: 'int',
  held: 'int',
  used: 'int',
  calls: 'int',
})

/** A hold as it is placed; the rest of its columns have their defaults. */
export const newHoldTable = setTable('hold', {
  id: 'text',
  legs: 'text',
  amount: 'int',
  state: 'text',
  owner_kind: 'text',
  owner_id: 'text',
  lease_until_ms: 'int',
  user_id: 'int',
  token_id: 'int',
  price: 'text',
  facts: 'text',
  requested: 'int',
  created_at_ms: 'int',
})
export type NewHoldRow = NewRow<(typeof newHoldTable)['columns']>

/** A hold as it is worked on. */
export const holdTable = setTable('hold', {
  id: 'text',
  legs: 'text',
  amount: 'int',
  used: 'int',
  state: 'text',
  resolved_by: 'text',
  parts: 'int',
  requested: 'int',
})

/** A hold with its settled parts and its log row in waiting, which most transactions need not read. */
export const wideHoldTable = setTable('hold', {
  ...holdTable.columns,
  facts: 'text',
  part_charges: 'text',
  resolved_at_ms: 'int',
  house: 'int',
})

const entryColumns = {
  ref: 'text',
  debit_account: 'int',
  credit_account: 'int',
  amount: 'int',
  kind: 'text',
  hold_id: 'text',
  created_at_ms: 'int',
} as const

export const entryTable = setTable('entry', entryColumns)
export type NewEntry = NewRow<typeof entryColumns>

/** An entry made by hand, or with a reason in words. */
export const attributedEntryTable = setTable('entry', { ...entryColumns, actor_id: 'int', reason: 'text' })

export const accountEntryTable = setTable('account_entry', { account_id: 'int', created_at_ms: 'int', ref: 'text' })

export const batchTable = setTable('batch', { epoch: 'text', seq: 'int', deltas: 'text', created_at_ms: 'int' })

export const logTable = setTable('log', {
  created_at: 'int',
  type: 'int',
  user_id: 'int',
  username: 'text',
  channel_id: 'int',
  token_id: 'int',
  token_name: 'text',
  group_name: 'text',
  model_name: 'text',
  is_stream: 'int',
  use_time: 'int',
  prompt_tokens: 'int',
  completion_tokens: 'int',
  quota: 'int',
  client_ip: 'text',
  request_id: 'text',
})

export const logDetailTable = setTable('log_detail', { request_id: 'text', other: 'text' })

export const logClientIdTable = setTable('log_client_id', { request_id: 'text', user_id: 'int', client_id: 'text' })

export const logFailureTable = setTable('log_failure', { request_id: 'text', kind: 'text', created_at: 'int' })
