import { index, type MigrationStep } from './schema.ts'

// Head and tail of a key are shown, and a token is found by them where the key is not stored.
const token: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'token', indexes: [index('token_user', 'user_id')] }, (t) =>
    t
      .addColumn('id', id, numbered)
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
      .addColumn('model_limits', longText, (c) => c.notNull())
      .addColumn('allow_ips', longText, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('accessed_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('deleted_at', 'bigint')
      .addColumn('key_head', 'varchar(8)', (c) => c.notNull().defaultTo('')),
  )

// The balance at the vendor is in whole coins of `balance_currency`, which is empty before it was read.
const channel: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'channel', indexes: [index('channel_tag', 'tag')] }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('name', 'varchar(128)', (c) => c.notNull())
      .addColumn('type', 'integer', (c) => c.notNull())
      .addColumn('openai_organization', 'varchar(255)', (c) => c.notNull().defaultTo(''))
      .addColumn('max_input_tokens', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('base_url', 'varchar(2048)', (c) => c.notNull().defaultTo(''))
      .addColumn('other', longText, (c) => c.notNull())
      .addColumn('model_mapping', longText, (c) => c.notNull())
      .addColumn('status_code_mapping', longText, (c) => c.notNull())
      .addColumn('models', longText, (c) => c.notNull())
      .addColumn('group_names', longText, (c) => c.notNull())
      .addColumn('auto_ban', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('test_model', 'varchar(255)', (c) => c.notNull().defaultTo(''))
      .addColumn('priority', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('weight', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('tag', 'varchar(128)', (c) => c.notNull().defaultTo(''))
      .addColumn('model_prefix', 'varchar(64)', (c) => c.notNull().defaultTo(''))
      .addColumn('setting', longText, (c) => c.notNull())
      .addColumn('param_override', longText, (c) => c.notNull())
      .addColumn('system_prompt', longText, (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('response_time_ms', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('balance', 'varchar(32)', (c) => c.notNull().defaultTo('0')) // decimal text
      .addColumn('used_quota', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('other_info', longText, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('tested_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('balance_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('test_failure', 'varchar(2000)', (c) => c.notNull().defaultTo('')) // JSON; empty after a good test and before the first
      .addColumn('balance_currency', 'varchar(8)', (c) => c.notNull().defaultTo('')),
  )

// The channel search finds an exact key by its hash.
const keyIndexes = [index('channel_key_channel', 'channel_id'), index('channel_key_hash', 'key_hash')]

// A channel's keys have a state each, so that a dead one is left out while the others serve (decision 8). How long a key waits after a 429
// is not stored: it is at most a minute, and is held in memory.
const channelKey: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'channel_key', indexes: keyIndexes }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('channel_id', 'integer', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('key_enc', longText, (c) => c.notNull())
      .addColumn('key_hash', 'varchar(64)', (c) => c.notNull())
      .addColumn('key_tail', 'varchar(8)', (c) => c.notNull())
      .addColumn('row_uid', 'varchar(26)', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull().defaultTo(1)) // 1 enabled, 2 disabled by hand, 3 disabled by the gateway
      .addColumn('status_reason', 'varchar(500)', (c) => c.notNull().defaultTo(''))
      .addColumn('status_at', 'bigint', (c) => c.notNull().defaultTo(0)) // 0: it is enabled
      .addColumn('used_at', 'bigint', (c) => c.notNull().defaultTo(0)),
  )

// Tokens that pay for calls and channels that serve them. Keys are stored encrypted, with a hash to look them up by.
export const up: MigrationStep = async (schema) => {
  for (const make of [token, channel, channelKey]) await make(schema)
}
