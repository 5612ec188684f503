import { ensureIndex, type MigrationStep } from './columns.ts'

const token: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'token')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('name', 'varchar(64)', (c) => c.notNull())
    .addColumn('key_hash', 'varchar(64)', (c) => c.notNull().unique())
    .addColumn('key_tail', 'varchar(8)', (c) => c.notNull())
    .addColumn('key_enc', 'varchar(512)', (c) => c.notNull())
    .addColumn('row_uid', 'varchar(26)', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('group_name', 'varchar(64)', (c) => c.notNull().defaultTo(''))
    .addColumn('is_unlimited', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('expires_at', 'bigint')
    .addColumn('rate_limit_enabled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('rate_limit_period', 'integer', (c) => c.notNull().defaultTo(60)) // seconds
    .addColumn('rate_limit_count', 'integer', (c) => c.notNull().defaultTo(1000))
    .addColumn('rate_limit_success', 'integer', (c) => c.notNull().defaultTo(10))
    .addColumn('model_limits_enabled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('model_limits', columns.longText, (c) => c.notNull())
    .addColumn('allow_ips', columns.longText, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('accessed_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('deleted_at', 'bigint')
    .execute()
  await ensureIndex(db, { name: 'token_user', on: 'token', columns: ['user_id'] })
}

const channel: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'channel')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('name', 'varchar(128)', (c) => c.notNull())
    .addColumn('type', 'integer', (c) => c.notNull())
    .addColumn('openai_organization', 'varchar(255)', (c) => c.notNull().defaultTo(''))
    .addColumn('max_input_tokens', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('base_url', 'varchar(2048)', (c) => c.notNull().defaultTo(''))
    .addColumn('other', columns.longText, (c) => c.notNull())
    .addColumn('model_mapping', columns.longText, (c) => c.notNull())
    .addColumn('status_code_mapping', columns.longText, (c) => c.notNull())
    .addColumn('models', columns.longText, (c) => c.notNull())
    .addColumn('group_names', columns.longText, (c) => c.notNull())
    .addColumn('auto_ban', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('test_model', 'varchar(255)', (c) => c.notNull().defaultTo(''))
    .addColumn('priority', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('weight', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('tag', 'varchar(128)', (c) => c.notNull().defaultTo(''))
    .addColumn('model_prefix', 'varchar(64)', (c) => c.notNull().defaultTo(''))
    .addColumn('setting', columns.longText, (c) => c.notNull())
    .addColumn('param_override', columns.longText, (c) => c.notNull())
    .addColumn('system_prompt', columns.longText, (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('response_time_ms', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('balance', 'varchar(32)', (c) => c.notNull().defaultTo('0')) // dollars as decimal text
    .addColumn('used_quota', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('other_info', columns.longText, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('tested_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('balance_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await ensureIndex(db, { name: 'channel_tag', on: 'channel', columns: ['tag'] })
}

const channelKey: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'channel_key')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('key_enc', columns.longText, (c) => c.notNull())
    .addColumn('key_hash', 'varchar(64)', (c) => c.notNull())
    .addColumn('key_tail', 'varchar(8)', (c) => c.notNull())
    .addColumn('row_uid', 'varchar(26)', (c) => c.notNull())
    .execute()
  await ensureIndex(db, { name: 'channel_key_channel', on: 'channel_key', columns: ['channel_id'] })
  // the channel search finds an exact key
  await ensureIndex(db, { name: 'channel_key_hash', on: 'channel_key', columns: ['key_hash'] })
}

// Tokens that pay for calls and channels that serve them. Keys are stored encrypted, with a hash to look them up by (reliability.md 6.7).
// A channel's keys are rows of their own, so that each can have its health later.
export const up: MigrationStep = async (db, columns) => {
  for (const table of [token, channel, channelKey]) await table(db, columns)
}
