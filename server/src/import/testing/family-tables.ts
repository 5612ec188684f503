// What the members of the one-api family have in their tables, with rows as they are found in the wild.
import type { ForeignRows, ForeignTable } from './foreign-tables.ts'

const userColumns = {
  id: 'id',
  text: 'username password display_name email github_id wechat_id group aff_code',
  char32: 'access_token',
  int: 'role status quota used_quota request_count inviter_id',
} as const
const invitations = ' aff_count aff_quota aff_history'
const sites = ' oidc_id telegram_id linux_do_id setting'
const tokenColumns = {
  id: 'id',
  text: 'name',
  char48: 'key',
  int: 'user_id status created_time accessed_time expired_time remain_quota used_quota',
  bool: 'unlimited_quota',
} as const
const limits = ' group model_limits allow_ips'
const channelColumns = {
  id: 'id',
  text: 'key name base_url other models group model_mapping',
  int: 'type status weight created_time test_time response_time balance_updated_time used_quota priority',
  real: 'balance',
} as const
const more = ' openai_organization test_model status_code_mapping other_info tag setting param_override'
const codeColumns = { id: 'id', text: 'name', char32: 'key', int: 'user_id status quota created_time redeemed_time' } as const
const logColumns = {
  id: 'id',
  text: 'content username token_name model_name',
  int: 'user_id created_at type quota prompt_tokens completion_tokens channel_id use_time token_id',
  bool: 'is_stream',
} as const
const abilityColumns = { text: 'group model', int: 'channel_id priority', bool: 'enabled' } as const

/** Columns of the tables of each member. */
const members = {
  'one-api': {
    users: { ...userColumns, text: `${userColumns.text} lark_id oidc_id` },
    tokens: { ...tokenColumns, text: 'name models subnet' },
    channels: { ...channelColumns, text: `${channelColumns.text} config system_prompt` },
    codes: codeColumns,
  },
  'new-api': {
    users: {
      ...userColumns,
      text: `${userColumns.text} discord_id${sites} remark`,
      int: `${userColumns.int}${invitations} created_at`,
      time: 'deleted_at',
    },
    tokens: { ...tokenColumns, text: `name${limits}`, bool: 'unlimited_quota model_limits_enabled cross_group_retry', time: 'deleted_at' },
    channels: {
      ...channelColumns,
      text: `${channelColumns.text}${more} header_override remark settings`,
      int: `${channelColumns.int} auto_ban`,
      json: 'channel_info',
    },
    codes: { ...codeColumns, int: `${codeColumns.int} used_user_id expired_time`, time: 'deleted_at' },
  },
  veloera: {
    users: {
      ...userColumns,
      text: `${userColumns.text}${sites}`,
      int: `${userColumns.int}${invitations}`,
      time: 'deleted_at last_check_in_time',
    },
    tokens: {
      ...tokenColumns,
      text: `name${limits}`,
      int: `${tokenColumns.int} frequency limit successful_limit`,
      bool: 'unlimited_quota model_limits_enabled rate_limit_enabled',
      time: 'deleted_at',
    },
    channels: { ...channelColumns, text: `${channelColumns.text}${more} model_prefix`, int: `${channelColumns.int} auto_ban` },
    codes: {
      ...codeColumns,
      int: `${codeColumns.int} used_user_id max_uses used_count valid_from valid_until`,
      bool: 'is_gift',
      time: 'deleted_at',
    },
  },
  'one-hub': {
    users: {
      ...userColumns,
      text: `${userColumns.text} lark_id`,
      int: `${userColumns.int}${invitations} telegram_id github_id_new created_time`,
      time: 'deleted_at',
    },
    tokens: { ...tokenColumns, text: 'name group backup_group', time: 'deleted_at', json: 'setting' },
    channels: { ...channelColumns, text: `${channelColumns.text} proxy test_model tag`, json: 'plugin' },
    codes: codeColumns,
  },
} as const

export type MemberName = keyof typeof members
export const memberNames = Object.keys(members) as MemberName[]

/** What a test puts into the tables of a member. */
export interface FamilyRows {
  readonly users: ForeignRows
  readonly tokens: ForeignRows
  readonly channels: ForeignRows
  readonly codes?: ForeignRows
  readonly abilities?: ForeignRows
  readonly logs?: ForeignRows
  readonly options?: Readonly<Record<string, string>>
}

/** The tables of a member with these rows. */
export function familyTables(name: MemberName, rows: FamilyRows): Record<string, ForeignTable> {
  const { users, tokens, channels, codes } = members[name]
  const options = Object.entries(rows.options ?? {}).map(([key, value]) => ({ key, value }))
  return {
    users: { columns: users, rows: rows.users },
    tokens: { columns: tokens, rows: rows.tokens },
    channels: { columns: channels, rows: rows.channels },
    redemptions: { columns: codes, rows: rows.codes ?? [] },
    options: { columns: { key: 'key', text: 'value' }, rows: options },
    abilities: { columns: abilityColumns, rows: rows.abilities ?? [] },
    logs: { columns: logColumns, rows: rows.logs ?? [] },
    ...(name === 'one-hub' ? hubTables : {}),
  }
}

/** Prices and groups have tables of their own in one member. */
const hubTables: Record<string, ForeignTable> = {
  prices: {
    columns: { text: 'model type', int: 'channel_type', real: 'input output', json: 'extra_ratios' },
    rows: [
      { model: 'fake-chat', type: 'tokens', channel_type: 1, input: 2, output: 6, extra_ratios: '{"cached_tokens":0.5}' },
      { model: 'fake-picture', type: 'times', channel_type: 1, input: 20, output: 20 },
    ],
  },
  user_groups: {
    columns: { id: 'id', text: 'symbol name', real: 'ratio', bool: 'public enable' },
    rows: [
      { symbol: 'default', name: 'Default', ratio: 1, public: true, enable: true },
      { symbol: 'vip', name: 'Valued', ratio: 0.5, public: false, enable: true },
    ],
  },
}
