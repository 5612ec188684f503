import { index, type MigrationStep, unique } from './schema.ts'

// What is generated over minutes or hours: drawings, music, films, batches. A row knows where it is made, how far it is, and what of its charge
// is held, taken or given back.
export const up: MigrationStep = ({ table, bigId, numbered, longText }) =>
  table(
    {
      name: 'task',
      indexes: [
        unique('task_of_user', 'user_id', 'kind', 'task_id', 'confirms'),
        unique('task_once', 'user_id', 'idempotency_key'),
        index('task_due', 'is_open', 'next_poll_ms'),
        index('task_kind', 'kind', 'id'),
        index('task_user', 'user_id', 'kind', 'id'),
        index('task_id', 'task_id'),
        index('task_hold', 'hold_id'),
      ],
    },
    (t) =>
      t
        .addColumn('id', bigId, numbered)
        .addColumn('kind', 'varchar(16)', (c) => c.notNull()) // drawing, music, video, batch
        .addColumn('platform', 'varchar(32)', (c) => c.notNull()) // who makes it: mj, suno, or the name of a vendor
        .addColumn('task_id', 'varchar(190)', (c) => c.notNull()) // by which its user asks for it
        .addColumn('confirms', 'integer', (c) => c.notNull()) // 1: a window, whose own row has the same id
        .addColumn('vendor_id', 'varchar(190)', (c) => c.notNull()) // by which its vendor is asked for it
        .addColumn('user_id', 'integer', (c) => c.notNull())
        .addColumn('token_id', 'integer', (c) => c.notNull()) // 0: none
        .addColumn('group_name', 'varchar(64)', (c) => c.notNull())
        .addColumn('channel_id', 'integer', (c) => c.notNull())
        .addColumn('key_id', 'integer', (c) => c.notNull())
        .addColumn('model', 'varchar(190)', (c) => c.notNull())
        .addColumn('action', 'varchar(40)', (c) => c.notNull())
        .addColumn('hold_id', 'varchar(26)', (c) => c.notNull()) // the request's id; empty: nothing was held
        .addColumn('money', 'varchar(10)', (c) => c.notNull()) // free, held, charged, refunded
        .addColumn('quota', 'bigint', (c) => c.notNull()) // what it costs, or what is held
        .addColumn('code', 'integer', (c) => c.notNull()) // the answer to the submission
        .addColumn('status', 'varchar(16)', (c) => c.notNull())
        .addColumn('progress', 'integer', (c) => c.notNull()) // per cent
        .addColumn('fail_reason', longText, (c) => c.notNull())
        .addColumn('prompt', longText, (c) => c.notNull())
        .addColumn('result', longText, (c) => c.notNull()) // JSON: what the vendor last said of it
        .addColumn('facts', longText, (c) => c.notNull()) // JSON: the log row of its charge
        .addColumn('submit_ms', 'bigint', (c) => c.notNull()) // unix milliseconds, as all of these
        .addColumn('start_ms', 'bigint', (c) => c.notNull())
        .addColumn('finish_ms', 'bigint', (c) => c.notNull())
        .addColumn('updated_ms', 'bigint', (c) => c.notNull())
        .addColumn('is_open', 'integer', (c) => c.notNull()) // 0: it has ended, and nothing changes any more; 2: and its hook is to be told
        .addColumn('next_poll_ms', 'bigint', (c) => c.notNull())
        .addColumn('misses', 'integer', (c) => c.notNull()) // polls in a row that told nothing of it
        .addColumn('expires_ms', 'bigint', (c) => c.notNull()) // then it fails, wherever it is
        .addColumn('hook', longText, (c) => c.notNull()) // where its end is told, sealed; empty: nowhere
        .addColumn('idempotency_key', 'varchar(64)') // null: none
        .addColumn('sale', longText, (c) => c.notNull()) // JSON: what its charge is computed from at its end; empty: it is charged at once
        .addColumn('is_removed', 'integer', (c) => c.notNull()), // 1: its user has removed it
  )
