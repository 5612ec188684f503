// SEC-2: which fields may be shown, written down and sent where. The lists are by name, so that a new field that sounds like a secret fails
// here until somebody has decided.
import { endpoints } from '@waystation/contract/api/endpoints'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { expect, test } from 'vitest'
import type { Tables } from '../db/tables/tables.ts'
import { maskSecrets } from '../domain/audit/mask.ts'
import type { ChannelTarget, Operation } from '../providers/provider.ts'
import { providers } from '../providers/registry.ts'
import { eachDatabase } from '../testing/databases/databases.ts'
import { fieldNames } from './testing/field-names.ts'

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`
const SOUNDS_SECRET = /pass|secret|key|token|hash|code|cookie|session|sealed|_enc$|nonce|signature|credential/i

/** Names that sound like a secret and are none. */
const HARMLESS = new Set([
  // Facts about a secret, or counts
  ...['has_access_token', 'access_token_used_at', 'has_webhook_secret', 'has_key', 'key_count', 'turnstile_site_key', 'root_init'],
  ...['prompt_tokens', 'completion_tokens', 'tokens', 'token_used', 'token_input', 'token_output', 'token_total'],
  ...['context_tokens', 'longest_answer_tokens', 'max_output_tokens', 'min_prompt_tokens', 'max_prompt_tokens'],
  ...['max_input_tokens', 'password_login', 'token_id', 'token_name', 'token_endpoint', 'aff_code', 'status_code_mapping', 'wechat_qrcode'],
  // Whether there are factors, and how many; passkeys without their keys
  ...['has_password', 'passkey_login', 'passkeys', 'recovery_codes_left'],
  // What an access token may do, and when it ends
  ...['access_token_scopes', 'access_token_expires_at'],
  // What a failed test of a channel was
  'code',
])
/** Calls that show a key, and to whom: all others show none. */
const SHOWS_KEY: Readonly<Record<string, string>> = {
  'POST /api/token/': 'its owner',
  'PUT /api/token/': 'its owner',
  'GET /api/token/': 'its owner',
  'GET /api/token/{id}': 'its owner',
  'GET /api/token/search': 'its owner',
  // The name of an option
  'GET /api/option/': 'admins',
  'GET /api/price/models': 'admins',
  'POST /api/price/sources/{source}': 'admins',
  'GET /api/price/versions/{id}': 'admins',
  // There for clients that look for it; the schema allows an empty text only
  'GET /api/channel/{id}': 'admins',
  'POST /api/channel/': 'admins',
  'PUT /api/channel/': 'admins',
  // Codes are there to be given away
  'GET /api/redemption/': 'admins',
  'GET /api/redemption/search': 'admins',
  'GET /api/redemption/{id}': 'admins',
  'PUT /api/redemption/': 'admins',
}

/** Calls that show their caller how to confirm, or a new secret once. */
const OWN_FACTORS: Readonly<Record<string, readonly string[]>> = {
  // Does the caller have a password? And options for the browser's passkey dialog
  'POST /api/user/confirm/options': ['password', 'passkey'],
  'POST /api/user/factors/totp': ['secret'],
}

test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'SEC-2: %s answers with no field that sounds like a secret, but for those on the list',
  (name, endpoint) => {
    const suspicious = [...fieldNames(endpoint.data, 'output')].filter((field) => SOUNDS_SECRET.test(field) && !HARMLESS.has(field))
    expect(suspicious).toEqual(name in SHOWS_KEY ? ['key'] : (OWN_FACTORS[name] ?? []))
    if (name in OWN_FACTORS) expect([endpoint.access, endpoint.owner]).toEqual(['user', 'own'])
    if (name in SHOWS_KEY) expect(endpoint.access).toBe(SHOWS_KEY[name] === 'its owner' ? 'user' : 'admin')
  },
)

test('SEC-2: calls that answer with a mere text are these, each for its own callers', () => {
  const texts = endpoints.filter(({ data }) => fieldNames(data, 'output').size === 0 && data.safeDecode('text').success)
  expect(Object.fromEntries(texts.map((endpoint) => [nameOf(endpoint), endpoint.access]))).toEqual({
    // What anybody may read
    ...{ 'GET /api/about': 'public', 'GET /api/home_page_content': 'public', 'GET /api/notice': 'public' },
    // What belongs to the browser that asks, or is given for the token of a mailed link
    ...{ 'GET /api/oauth/state': 'public', 'POST /api/user/reset': 'public' },
    // The caller's own
    ...{ 'GET /api/user/self/data': 'user', 'GET /api/user/{id}/data': 'admin' },
    ...{ 'GET /api/user/aff': 'user', 'GET /api/user/token': 'user', 'POST /api/user/token': 'user', 'POST /api/token/{id}/key': 'user' },
    // A price; and what payment services are answered
    ...{ 'POST /api/user/amount': 'user', 'GET /api/user/epay/notify': 'public', 'POST /api/user/epay/notify': 'public' },
    ...{ 'POST /api/user/stripe/webhook': 'public' },
    // Keys of a channel, after the password; and a file without secrets
    ...{ 'POST /api/channel/{id}/key': 'root', 'GET /api/audit/export': 'admin' },
    ...{ 'GET /api/user/statement/file': 'user', 'GET /api/user/{id}/statement/file': 'admin' },
    ...{ 'GET /api/log/export': 'admin', 'GET /api/log/self/export': 'user' },
  })
})

/** Fields of bodies that the audit log may show as they were sent. */
const AUDITED_PLAIN = new Set([
  // Prices, which everybody sees, and budgets
  ...['changes', 'note', 'based_on', 'unit', 'period', 'zone', 'limit', 'soft_limit'],
  // Virtual models, and names that stand for models
  ...['mapping', 'model_aliases'],
  // What tokens are sorted by, and which clients a channel is checked with
  ...['label', 'family'],
  // Changes of many channels: lists, weights and remarks, never their keys
  ...['change', 'how', 'items', 'tags', 'preview', 'channels', 'remark'],
  // Which differences from a vendor's list are applied or ignored
  ...['differences', 'is_ignored', 'added', 'gone'],
  // What an access token may do, and until when
  ...['scopes', 'expires_in_days'],
  // A vendor's bill: only its sums are written down
  ...['channel_id', 'file_name', 'replace', 'text'],
  ...[
    'DemoSiteEnabled',
    'SelfUseModeEnabled',
    'accept_unset_model_ratio_model',
    'action',
    'aff_code',
    'allow_ips',
    'audience',
    'auto_ban',
    'base_url',
  ],
  ...[
    'content',
    'copy_from',
    'count',
    'display_name',
    'email',
    'everyone',
    'expired_time',
    'format',
    'from',
    'group',
    'groups',
    'id',
    'ids',
    'is_gift',
    'keeps_keys',
    'kind',
  ],
  ...[
    'max_input_tokens',
    'max_uses',
    'model',
    'model_limits',
    'model_limits_enabled',
    'model_mapping',
    'model_prefix',
    'models',
    'monthly_statement',
    'name',
    'new_tag',
  ],
  ...['notification_email', 'notify_type', 'openai_organization', 'other', 'param_override', 'priority', 'purpose', 'quota', 'quota_delta'],
  ...['quota_reason', 'quota_seen', 'quota_warning_threshold', 'rate_limit_count', 'rate_limit_enabled', 'rate_limit_period'],
  ...[
    'rate_limit_success',
    'reason',
    'remain_quota',
    'remove_webhook_secret',
    'setting',
    'show_ip_in_logs',
    'status',
    'status_code_mapping',
  ],
  ...[
    'system_prompt',
    'tag',
    'test_model',
    'title',
    'to',
    'type',
    'unlimited_quota',
    'until',
    'user_ids',
    'username',
    'valid_from',
    'valid_until',
    'value',
    'webhook_url',
    'weight',
  ],
])
const audited = endpoints.filter((endpoint) => endpoint.audit !== undefined && endpoint.body !== undefined)

test.each(audited.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'SEC-2: the audit row of %s shows the listed fields, and masks the others',
  (_name, endpoint) => {
    const fields = [...fieldNames(endpoint.body!, 'input')]
    const written = JSON.stringify(
      maskSecrets({ params: {}, sent: Object.fromEntries(fields.map((field) => [field, `canary of ${field}.`])) }),
    )
    const shown = fields.filter((field) => written.includes(`canary of ${field}.`))
    expect(shown.filter((field) => !AUDITED_PLAIN.has(field))).toEqual([])
  },
)

/** Columns that hold a secret, and how: hashed, sealed, or a mere end of it. */
const SECRET_COLUMNS: { readonly [Table in keyof Tables]?: readonly string[] } = {
  user: ['password_hash', 'access_token_hash'],
  session: ['id_hash'],
  token: ['key_hash', 'key_enc', 'key_head', 'key_tail'],
  channel_key: ['key_enc', 'key_hash', 'key_tail'],
  one_time_code: ['code_hash'],
  sign_in_state: ['state_hash', 'owner_hash', 'sealed'],
  sign_in_proof: ['proof_hash'],
  human_pass: ['pass_hash'],
  redemption: ['code_hash', 'code_enc'],
  totp: ['sealed'],
  recovery_code: ['code_hash'],
  factor_step: ['step_hash', 'owner_hash'],
  session_confirmation: ['id_hash'],
}
/** Columns that sound like a secret and hold none. */
const PLAIN_COLUMNS = new Set([
  ...[
    'user.username_key',
    'former_name.username_key',
    'user.email_key',
    'user.aff_code',
    'user.access_token_used_at',
    'user.access_token_scopes',
    'user.access_token_expires_at',
    'meta.key',
    'option.key',
  ],
  ...['token.id', 'log.token_id', 'log.token_name', 'log.prompt_tokens', 'log.completion_tokens', 'hold.token_id'],
  ...['audit.prev_hash', 'audit.hash', 'vault.vault_key', 'stored_response.response_key', 'stored_response.previous_key'],
  ...['given_id.given_key', 'given_id.response_key', 'vendor_file.file_key', 'vendor_file.token_id', 'vendor_file.key_id'],
  ...[
    'server_error.code',
    'task.token_id',
    'task.key_id',
    'task.code',
    'task.idempotency_key',
    'batch_copy.key_id',
    'batch_prompts.tokens',
  ],
  ...['stored_response.token_id', 'throttle.throttle_key', 'channel.status_code_mapping', 'channel.max_input_tokens'],
  ...[
    'usage_quarter.prompt_tokens',
    'usage_quarter.completion_tokens',
    'usage_model_quarter.prompt_tokens',
    'usage_model_quarter.completion_tokens',
  ],
  ...['usage_token_day.token_id', 'usage_token_quarter.token_id', 'usage_token_day.prompt_tokens', 'usage_token_day.completion_tokens'],
  ...['usage_token_quarter.prompt_tokens', 'usage_token_quarter.completion_tokens'],
  ...['usage_zone_day.prompt_tokens', 'usage_zone_day.completion_tokens'],
  ...['usage_user_day.prompt_tokens', 'usage_user_day.completion_tokens', 'usage_channel_quarter.prompt_tokens'],
  ...['usage_channel_quarter.completion_tokens', 'sign_in_state.invite_code', 'vendor_bill_line.tokens'],
  // A public key, and the names of it that browsers tell everybody
  ...['passkey.public_key', 'passkey.credential_id', 'passkey.credential_hash'],
])

eachDatabase('the columns', ({ database }) => {
  test('SEC-2: a column that sounds like a secret is on one of the two lists', async () => {
    const tables = await database().read.introspection.getTables()
    const columns = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    const secret = Object.entries(SECRET_COLUMNS).flatMap(([table, names]) => names.map((name) => `${table}.${name}`))
    expect(columns).toEqual(expect.arrayContaining(secret))
    const undecided = columns.filter((column) => SOUNDS_SECRET.test(column.split('.')[1] ?? ''))
    expect(undecided.filter((column) => !secret.includes(column) && !PLAIN_COLUMNS.has(column))).toEqual([])
  })
})

const operations: readonly Operation[] = [
  ...(['chat', 'completions', 'embeddings', 'embed-content', 'batch-embed-contents', 'compact', 'transcription', 'translation'] as const),
  ...(['speech', 'models', 'count'] as const),
]
const KEY = 'AKIACANARY|canary-secret|us-east-1'
/** Keys of formats that are read before anything is sent. */
const KEYS: Readonly<Record<string, string>> = {
  'api-key / tenant-id|client-id|client-secret': 'house.test|11111111-2222-3333-4444-555555555555|canary-secret',
  'access-key|secret-key': 'AKIACANARY|canary-secret',
  'token / client-id|client-secret': '11111111-2222-3333-4444-555555555555|canary-secret',
}

test.each(Object.values(providers).map((provider) => [provider.name, provider] as const))(
  'SEC-2: %s gets its key in no address',
  async (_name, provider) => {
    const channel: ChannelTarget = {
      baseUrl: provider.baseUrl || 'https://far.test',
      key: KEYS[provider.keyFormat] ?? KEY,
      organization: 'org',
      other: provider.otherFormat === 'account' ? 'account1' : '',
      setting: {},
    }
    const urls: URL[] = []
    for (const operation of operations) {
      for (const dialect of provider.speaks(channel, 'm')) {
        const call = { operation, dialect, model: 'm', requestedModel: 'm', clientHeaders: {}, settings: {} }
        for (const isStream of [true, false]) {
          const { url, headers } = provider.address({ ...call, isStream }, channel)
          urls.push(url)
          await provider.sign?.({ method: 'POST', url, headers, body: '{}' }, channel, new Date(0))
        }
      }
    }
    for (const { url } of provider.modelLists?.(channel) ?? []) urls.push(url)
    const asked = provider.balance?.(channel, [], new Date(0))
    if (asked && 'ask' in asked) urls.push(asked.ask.url)
    expect(urls.length).toBeGreaterThan(1)
    for (const { href } of urls) expect(decodeURIComponent(href)).not.toMatch(/canary|AKIA/i)
  },
)
