import type { SetTable } from '../../db/set-executor.ts'

// The ledger's tables as its batches read and write them.

export const accountTable: SetTable = {
  name: 'account',
  columns: { id: 'int', kind: 'text', owner_id: 'int', posted: 'int', held: 'int', used: 'int', calls: 'int' },
}

/** A hold as it is placed; the rest of its columns have their defaults. */
export const newHoldTable: SetTable = {
  name: 'hold',
  columns: {
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
    created_at_ms: 'int',
  },
}

/** A hold as it is worked on. */
export const holdTable: SetTable = {
  name: 'hold',
  columns: { id: 'text', legs: 'text', amount: 'int', used: 'int', state: 'text', resolved_by: 'text', parts: 'int' },
}

/** A hold with its log row in waiting: read where an owner is gone, written at checkpoints and, emptied, at the end. */
export const holdFactsTable: SetTable = {
  name: 'hold',
  columns: { ...holdTable.columns, facts: 'text', resolved_at_ms: 'int', house: 'int' },
}

export const entryTable: SetTable = {
  name: 'entry',
  columns: {
    ref: 'text',
    debit_account: 'int',
    credit_account: 'int',
    amount: 'int',
    kind: 'text',
    hold_id: 'text',
    created_at_ms: 'int',
  },
}

/** An entry that somebody made by hand, or that has a reason in words. */
export const attributedEntryTable: SetTable = { name: 'entry', columns: { ...entryTable.columns, actor_id: 'int', reason: 'text' } }

export const batchTable: SetTable = { name: 'batch', columns: { epoch: 'text', seq: 'int', deltas: 'text', created_at_ms: 'int' } }

export const logTable: SetTable = {
  name: 'log',
  columns: {
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
  },
}

export const logDetailTable: SetTable = { name: 'log_detail', columns: { request_id: 'text', other: 'text' } }
