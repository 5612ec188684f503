// The names of the specification (§3) as clients of this family send and read them: users, their settings, messages, options, the status.
import { optionByKey } from '@waystation/contract/options/registry'
import { role } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { provenAddress } from '../../testing/notice-address.ts'

let console: TestConsole
let root: Visitor
let user: Visitor
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  await console.confirm(root, 'secret_options')
  user = await console.user('ann')
})
afterAll(() => console.close())

const dataOf = async (line: string, as: Visitor, body?: unknown) => {
  const { json } = await console.call(line, { as, ...(body === undefined ? {} : { body }) })
  expect(json.success, JSON.stringify(json)).toBe(true)
  return json.data as Record<string, unknown>
}

const userNames = `
  id username display_name group role status quota used_quota request_count aff_count aff_quota aff_history_quota inviter_id DeletedAt
  email github_id oidc_id wechat_id telegram_id linux_do_id setting aff_code`
  .trim()
  .split(/\s+/)

test('a user has every name of the specification wherever one is told, and never a password or an access token', async () => {
  const { items } = (await dataOf('GET /api/user/?p=1&page_size=10', root)) as { items: Record<string, unknown>[] }
  const login = await console.call('POST /api/user/login', { body: { username: 'ann', password: PASSWORD } })
  const told = [
    await dataOf('GET /api/user/self', user),
    await dataOf(`GET /api/user/${user.id}`, root),
    items.find(({ id }) => id === user.id) ?? {},
    login.json.data as Record<string, unknown>,
  ]
  for (const record of told) {
    expect(Object.keys(record)).toEqual(expect.arrayContaining(userNames))
    for (const name of ['password', 'password_hash', 'access_token', 'verification_code']) expect(record).not.toHaveProperty(name)
    expect(record).toMatchObject({ username: 'ann', role: role.ordinary, status: 1, DeletedAt: null })
  }
})

test('a user’s settings are stored as JSON text under the names of the specification', async () => {
  const sent = {
    ...{ notify_type: 'webhook', quota_warning_threshold: 500_000, webhook_url: 'https://hooks.test/x', webhook_secret: 's3cret' },
    ...{ notification_email: 'ann@a.test', accept_unset_model_ratio_model: true, show_ip_in_logs: true },
  }
  const { notification_code } = await provenAddress(console, user.id, 'ann@a.test')
  const self = await dataOf('PUT /api/user/setting', user, { ...sent, notification_code })
  expect(JSON.parse(String(self.setting))).toEqual({ ...sent, webhook_secret: '' })
})

test('a message, its copy in an inbox and its recipients have the names of the specification', async () => {
  const made = await dataOf('POST /api/admin/messages', root, {
    ...{ title: ' News ', content: ' <b>words</b> ', format: 'html', user_ids: [user.id, user.id] },
  })
  expect(made).toMatchObject({ title: 'News', content: '<b>words</b>', format: 'html', stats: { total_recipients: 1, read_count: 0 } })
  expect(Object.keys(made)).toEqual(expect.arrayContaining(['id', 'created_at']))
  const inbox = (await dataOf('GET /api/user/messages?p=1&page_size=10', user)) as { items: unknown[]; total: number }
  const copy = { id: made.id, title: 'News', content: '<b>words</b>', format: 'html', created_at: made.created_at, read_at: null }
  expect(inbox).toMatchObject({ items: [{ ...copy, is_read: false }], total: 1 })
  expect(await dataOf('GET /api/user/messages/unread_count', user)).toEqual({ unread_count: 1 })
  await dataOf(`PUT /api/user/messages/${made.id}/read`, user)
  const recipients = await dataOf(`GET /api/admin/messages/${made.id}/recipients`, root)
  expect(recipients).toEqual([{ user_id: user.id, username: 'ann', display_name: 'ann', read_at: expect.any(Number) }])
})

const defaults: Readonly<Record<string, unknown>> = {
  ...{ PasswordLoginEnabled: true, PasswordRegisterEnabled: true, RegisterEnabled: true, EmailVerificationEnabled: false },
  ...{ EmailDomainRestrictionEnabled: false, EmailAliasRestrictionEnabled: false },
  ...{ GitHubOAuthEnabled: false, GitHubClientId: '', GitHubClientSecret: '' },
  ...{ 'oidc.enabled': false, 'oidc.client_id': '', 'oidc.client_secret': '', 'oidc.well_known': '' },
  ...{ 'oidc.authorization_endpoint': '', 'oidc.token_endpoint': '', 'oidc.user_info_endpoint': '' },
  ...{ LinuxDOOAuthEnabled: false, LinuxDOClientId: '', LinuxDOClientSecret: '', LinuxDOMinimumTrustLevel: 0 },
  ...{ WeChatAuthEnabled: false, WeChatServerAddress: '', WeChatServerToken: '', WeChatAccountQRCodeImageURL: '' },
  ...{ TelegramOAuthEnabled: false, TelegramBotToken: '', TelegramBotName: '' },
  ...{ TurnstileCheckEnabled: false, TurnstileSiteKey: '', TurnstileSecretKey: '' },
  ...{ SMTPServer: '', SMTPPort: 587, SMTPAccount: '', SMTPFrom: '', SMTPToken: '', SMTPSSLEnabled: false },
  ...{ custom_head_html: '', global_css: '', global_js: '' },
}

test.each(Object.entries(defaults))('%s begins as %j and works', (key, value) => {
  expect(optionByKey(key)).toMatchObject({ default: value, isReady: true })
})

/** Option, a value for it, and the name under which the status tells it. */
const told: readonly [key: string, value: string, name: string, shown: unknown][] = [
  ['SystemName', 'Relay', 'system_name', 'Relay'],
  ['Logo', 'https://logo.test/l.png', 'logo', 'https://logo.test/l.png'],
  ['Footer', '<b>foot</b>', 'footer_html', '<b>foot</b>'],
  ['SMTPServer', 'mail.test', '', undefined],
  ['SMTPFrom', 'a@mail.test', '', undefined],
  ['EmailVerificationEnabled', 'true', 'email_verification', true],
  ['GitHubClientId', 'gh-id', 'github_client_id', 'gh-id'],
  ['GitHubClientSecret', 'hush-1', '', undefined],
  ['GitHubOAuthEnabled', 'true', 'github_oauth', true],
  ['oidc.client_id', 'oidc-id', 'oidc_client_id', 'oidc-id'],
  ['oidc.client_secret', 'hush-2', '', undefined],
  ['oidc.authorization_endpoint', 'https://id.test/a', 'oidc_authorization_endpoint', 'https://id.test/a'],
  ['oidc.token_endpoint', 'https://id.test/t', '', undefined],
  ['oidc.user_info_endpoint', 'https://id.test/u', '', undefined],
  ['oidc.enabled', 'true', 'oidc_enabled', true],
  ['LinuxDOClientId', 'ld-id', 'linuxdo_client_id', 'ld-id'],
  ['LinuxDOClientSecret', 'hush-3', '', undefined],
  ['LinuxDOOAuthEnabled', 'true', 'linuxdo_oauth', true],
  ['WeChatServerAddress', 'https://wechat.test', '', undefined],
  ['WeChatServerToken', 'hush-4', '', undefined],
  ['WeChatAccountQRCodeImageURL', 'https://wechat.test/qr.png', 'wechat_qrcode', 'https://wechat.test/qr.png'],
  ['WeChatAuthEnabled', 'true', 'wechat_login', true],
  ['TelegramBotToken', '1:hush-5', '', undefined],
  ['TelegramBotName', 'station_bot', 'telegram_bot_name', 'station_bot'],
  ['TelegramOAuthEnabled', 'true', 'telegram_oauth', true],
  ['TurnstileSiteKey', 'site-key', 'turnstile_site_key', 'site-key'],
  ['TurnstileSecretKey', 'hush-6', '', undefined],
  ['TurnstileCheckEnabled', 'true', 'turnstile_check', true],
  ['SelfUseModeEnabled', 'true', 'self_use_mode_enabled', true],
  ['RegisterEnabled', 'false', 'register_enabled', false],
]

test('what admins set about logging in is told in the status under the names of the specification, and no secret is', async () => {
  for (const [key, value, name, shown] of told) {
    const { json } = await console.call('PUT /api/option/', { as: root, body: { key, value } })
    expect(json.success, `${key}: ${json.message}`).toBe(true)
    const status = await console.call('GET /api/status')
    if (name !== '') expect((status.json.data as Record<string, unknown>)[name], key).toEqual(shown)
    expect(status.text).not.toContain('hush-')
  }
})
