import type { CreateTableBuilder } from 'kysely'
import { index, type MigrationStep } from './schema.ts'

// The two indexes of times hold what calls cost, so that a week of a million calls is summed, or its dearest found, from the index alone.
const logIndexes = [
  index('log_request', 'request_id'),
  index('log_time_cost', 'created_at', 'type', 'quota', 'prompt_tokens', 'completion_tokens'),
  index('log_user_time_cost', 'user_id', 'created_at', 'type', 'quota', 'prompt_tokens', 'completion_tokens'),
]

// The usage log: a narrow row to list and sum, its details in another table by request id (decision D39).
const log: MigrationStep = ({ table, bigId, numbered }) =>
  table({ name: 'log', indexes: logIndexes }, (t) =>
    t
      .addColumn('id', bigId, numbered)
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('type', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('username', 'varchar(64)', (c) => c.notNull())
      .addColumn('channel_id', 'integer', (c) => c.notNull())
      .addColumn('token_id', 'integer', (c) => c.notNull())
      .addColumn('token_name', 'varchar(64)', (c) => c.notNull())
      .addColumn('group_name', 'varchar(64)', (c) => c.notNull())
      .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
      .addColumn('is_stream', 'integer', (c) => c.notNull())
      .addColumn('use_time', 'integer', (c) => c.notNull()) // seconds
      .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
      .addColumn('completion_tokens', 'bigint', (c) => c.notNull())
      .addColumn('quota', 'bigint', (c) => c.notNull())
      .addColumn('client_ip', 'varchar(64)', (c) => c.notNull())
      .addColumn('request_id', 'varchar(26)', (c) => c.notNull()),
  )

const logDetail: MigrationStep = ({ table, longText }) =>
  table({ name: 'log_detail', isOrderedByKey: true }, (t) =>
    t.addColumn('request_id', 'varchar(26)', (c) => c.primaryKey()).addColumn('other', longText, (c) => c.notNull()),
  )

const addSums = <Column extends string>(table: CreateTableBuilder<string, Column>) =>
  table
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('prompt_tokens', 'bigint', (c) => c.notNull())
    .addColumn('completion_tokens', 'bigint', (c) => c.notNull())
    .addColumn('quota', 'bigint', (c) => c.notNull())

// The usage of one user and of one channel; the ledger changes only columns that are in neither index.
const hourIndexes = [index('usage_hour_user', 'user_id', 'hour'), index('usage_hour_channel', 'channel_id', 'hour')]

const usageHour: MigrationStep = ({ table }) =>
  table({ name: 'usage_hour', indexes: hourIndexes }, (t) =>
    addSums(
      t
        .addColumn('hour', 'bigint', (c) => c.notNull()) // unix seconds, start of the hour
        .addColumn('user_id', 'integer', (c) => c.notNull())
        .addColumn('model_name', 'varchar(190)', (c) => c.notNull())
        .addColumn('channel_id', 'integer', (c) => c.notNull()),
    ).addPrimaryKeyConstraint('usage_hour_key', ['hour', 'user_id', 'model_name', 'channel_id']),
  )

const dimensions = [
  { name: 'usage_model_hour', time: 'hour', key: 'model_name', type: 'varchar(190)' },
  { name: 'usage_channel_hour', time: 'hour', key: 'channel_id', type: 'integer' },
  { name: 'usage_user_day', time: 'day', key: 'user_id', type: 'integer' },
] as const

// Usage by hour and model, by hour and channel, and by day and user, in a table each: usage_hour has nearly as many rows as calls where
// there are many users, and everybody's dashboard would read them all. Users are many too, so theirs are sums of UTC days; where a viewer's
// day begins at another hour, the hours before and after are read from usage_hour.
const usageSums: MigrationStep = async ({ table }) => {
  for (const { name, time, key, type } of dimensions)
    await table({ name, isOrderedByKey: true }, (t) =>
      addSums(t.addColumn(time, 'bigint', (c) => c.notNull()).addColumn(key, type, (c) => c.notNull())).addPrimaryKeyConstraint(
        `${name}_key`,
        [time, key],
      ),
    )
}

// The audit log is searched by each of these, newest rows first.
const auditIndexes = [
  index('audit_time', 'created_at', 'id'),
  index('audit_actor', 'actor_id', 'id'),
  index('audit_name', 'actor_name', 'id'),
  index('audit_action', 'action', 'id'),
  index('audit_target', 'target', 'id'),
  index('audit_ip', 'client_ip', 'id'),
]

const audit: MigrationStep = ({ table, bigId, numbered, longText }) =>
  table({ name: 'audit', indexes: auditIndexes }, (t) =>
    t
      .addColumn('id', bigId, numbered)
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('actor_id', 'integer', (c) => c.notNull())
      .addColumn('actor_name', 'varchar(64)', (c) => c.notNull())
      .addColumn('client_ip', 'varchar(64)', (c) => c.notNull())
      .addColumn('action', 'varchar(64)', (c) => c.notNull())
      .addColumn('target', 'varchar(128)', (c) => c.notNull())
      .addColumn('detail', longText, (c) => c.notNull())
      .addColumn('request_id', 'varchar(26)', (c) => c.notNull())
      .addColumn('prev_hash', 'varchar(64)', (c) => c.notNull())
      .addColumn('hash', 'varchar(64)', (c) => c.notNull()),
  )

// What happened: the usage log with its sums, and the audit log.
export const up: MigrationStep = async (schema) => {
  for (const make of [log, logDetail, usageHour, usageSums, audit]) await make(schema)
}
