// An installation of the family as it is after some years: admins, banned and deleted users, shared addresses, debts, keys in bundles.
import { hashSync } from '@node-rs/bcrypt'
import type { FamilyRows } from './family-tables.ts'

/** What everybody's password is there. */
export const OLD_PASSWORD = 'old password'
const password = hashSync(OLD_PASSWORD, { cost: 4, version: '2a' })

/** A key as it is stored there: without `sk-`. */
export const oldKey = (letter: string): string => letter.repeat(48)

const DELETED = '2025-03-04 05:06:07'

/** Sums of all users and of all tokens that are not deleted there, in quota units. */
export const ALIVE = { users: 5, quota: 100_000_000 + 1_234_567 - 250 + 5, tokens: 5, tokenQuota: 1_000_000 - 5 + 0 + 7 + 40, channels: 4 }

const HUB_LIMITS = JSON.stringify({
  limits: {
    limit_model_setting: { enabled: true, models: ['fake-chat', 'other'] },
    limits_ip_setting: { enabled: true, whitelist: ['127.0.0.1', '10.0.0.0/8'] },
  },
})

const users: FamilyRows['users'] = [
  { id: 1, username: 'root', password, role: 100, status: 1, quota: 100_000_000, group: 'default', aff_code: 'AAAA' },
  {
    ...{ id: 2, username: 'alice', password, role: 10, status: 1, quota: 1_234_567, used_quota: 99, group: 'vip', aff_code: 'BBBB' },
    ...{ display_name: "Alice O'Neill", email: 'alice@example.com', inviter_id: 1, aff_count: 2, aff_quota: 500, linux_do_id: '4711' },
  },
  { id: 3, username: 'bob', password, role: 1, status: 2, quota: 0, email: 'ALICE@example.com', group: 'default', aff_code: 'CCCC' },
  {
    id: 4,
    username: 'Bob',
    password,
    role: 1,
    status: 1,
    quota: -250,
    github_id: 'octocat',
    group: 'trial',
    aff_code: 'DDDD',
    inviter_id: 5,
  },
  { id: 5, username: 'deleted_5', password, role: 1, status: 3, quota: 777, group: 'default', aff_code: 'EEEE', deleted_at: DELETED },
  { id: 6, username: '中文用户', password: '', role: 0, status: 1, quota: 5, email: 'no address', aff_code: 'FFFF' },
]

const tokens: FamilyRows['tokens'] = [
  {
    ...{
      id: 1,
      user_id: 2,
      key: oldKey('a'),
      name: 'limited',
      status: 1,
      remain_quota: 1_000_000,
      expired_time: -1,
      created_time: 1_700_000_000,
    },
    ...{ model_limits_enabled: true, model_limits: 'fake-chat,other', allow_ips: '127.0.0.1\n10.0.0.0/8\n', models: 'fake-chat,other' },
    ...{ subnet: '127.0.0.1,10.0.0.0/8', setting: HUB_LIMITS },
  },
  { id: 2, user_id: 2, key: oldKey('b'), name: 'unlimited', status: 1, unlimited_quota: true, remain_quota: -5, expired_time: -1 },
  { id: 3, user_id: 3, key: oldKey('c'), name: 'of a banned user', status: 1, remain_quota: 0, expired_time: 1000, group: 'default' },
  { id: 4, user_id: 4, key: oldKey('d'), name: 'stopped', status: 4, remain_quota: 7, expired_time: -1 },
  { id: 5, user_id: 5, key: oldKey('e'), name: 'of a deleted user', status: 1, remain_quota: 9, expired_time: -1 },
  {
    id: 6,
    user_id: 6,
    key: oldKey('f'),
    name: '',
    status: 1,
    remain_quota: 40,
    expired_time: -1,
    allow_ips: 'nowhere',
    subnet: 'nowhere',
  },
]

const codes: FamilyRows['codes'] = [
  {
    id: 1,
    user_id: 1,
    name: 'spring',
    key: '0123456789abcdef0123456789abcdef',
    status: 1,
    quota: 500_000,
    created_time: 1_700_000_000,
  },
  {
    id: 2,
    user_id: 1,
    name: 'used',
    key: 'fedcba9876543210fedcba9876543210',
    status: 3,
    quota: 1000,
    used_user_id: 2,
    redeemed_time: 1_700_000_001,
  },
  { id: 3, user_id: 1, name: 'nothing', key: '00000000000000000000000000000000', status: 1, quota: 0 },
]

const abilities: FamilyRows['abilities'] = [
  { group: 'default', model: 'fake-chat', channel_id: 1, enabled: true },
  { group: 'vip', model: 'fake-chat', channel_id: 1, enabled: true },
  { group: 'default', model: 'gpt-4o', channel_id: 2, enabled: false },
  { group: 'default', model: 'PaLM-2', channel_id: 3, enabled: true },
  { group: 'default', model: 'forgotten', channel_id: 4, enabled: true },
]

const logs: FamilyRows['logs'] = [
  {
    ...{ id: 1, user_id: 2, created_at: 1_790_000_000, type: 2, username: 'alice', token_name: 'limited', token_id: 1, channel_id: 1 },
    ...{ model_name: 'fake-chat', quota: 99, prompt_tokens: 90, completion_tokens: 9, use_time: 2, is_stream: true },
  },
  { id: 2, user_id: 2, created_at: 1_600_000_000, type: 2, username: 'alice', model_name: 'fake-chat', quota: 1 },
  { id: 3, user_id: 2, created_at: 1_790_000_001, type: 1, username: 'alice', content: 'a top-up' },
]

const options: FamilyRows['options'] = {
  SystemName: 'The old house',
  QuotaForNewUser: '12345',
  ModelRatio: '{"fake-chat":7,"their-model":2.5,"bad":-1}',
  CompletionRatio: '{"their-model":4}',
  GroupRatio: '{"default":1,"vip":0.5}',
  UserUsableGroups: '{"default":"Everybody","vip":"Valued"}',
  SMTPToken: 'mail secret',
  SMTPServer: 'mail.example.com',
}

const channelsAt = (address: string): FamilyRows['channels'] => [
  {
    ...{
      id: 1,
      type: 8,
      name: 'far',
      key: 'far-key',
      status: 1,
      base_url: address,
      models: 'fake-chat,',
      group: 'default,vip',
      priority: 5,
    },
    ...{ weight: 3, tag: 'own', used_quota: 4321, model_mapping: '', balance: 1.5 },
  },
  {
    ...{
      id: 2,
      type: 1,
      name: 'bundle',
      key: 'sk-one\nsk-two\nsk-three',
      status: 3,
      base_url: address,
      models: 'gpt-4o',
      group: 'default',
    },
    channel_info: '{"is_multi_key":true,"multi_key_status_list":{"1":2}}',
    setting: '{"proxy":"","thinking_to_content":true,"pass_through_body_enabled":true,"system_prompt":"be kind"}',
  },
  { id: 3, type: 11, name: 'ended', key: 'palm', status: 1, models: 'PaLM-2', group: 'default', model_mapping: 'no json' },
  { id: 4, type: 9999, name: 'nobody knows', key: 'x', status: 1, models: 'some', group: 'default' },
]

/** @param address of a provider that answers `fake-chat` */
export const familyRows = (address: string): FamilyRows => ({
  users,
  tokens,
  channels: channelsAt(address),
  codes,
  abilities,
  logs,
  options,
})
