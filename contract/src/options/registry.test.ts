import { expect, test } from 'vitest'
import { z } from 'zod'
import { PublicStatus } from '../site/public-status.ts'
import { emailDomainWhitelist } from './login.ts'
import { decodeOption, encodeOption, optionByKey, optionSubjects, options } from './registry.ts'
import { relayDrainSecondsAfterClientLeft } from './relay.ts'
import { keysOfNeed } from './rules-between.ts'
import { gitHubClientSecret } from './sign-in-sites.ts'
import { isStatusListed } from './status-list.ts'

/** Every key of specification §3 Option. */
const specified = `
PasswordLoginEnabled PasswordRegisterEnabled EmailVerificationEnabled RegisterEnabled EmailDomainRestrictionEnabled
EmailAliasRestrictionEnabled EmailDomainWhitelist GitHubOAuthEnabled GitHubClientId GitHubClientSecret oidc.enabled oidc.client_id
oidc.client_secret oidc.well_known oidc.authorization_endpoint oidc.token_endpoint oidc.user_info_endpoint LinuxDOOAuthEnabled
LinuxDOClientId LinuxDOClientSecret LinuxDOMinimumTrustLevel WeChatAuthEnabled WeChatServerAddress WeChatServerToken
WeChatAccountQRCodeImageURL TelegramOAuthEnabled TelegramBotToken TelegramBotName TurnstileCheckEnabled TurnstileSiteKey
TurnstileSecretKey SMTPServer SMTPPort SMTPAccount SMTPFrom SMTPToken SMTPSSLEnabled ServerAddress WorkerUrl WorkerValidKey
ReverseProxyEnabled ReverseProxyProvider EpayId EpayKey Price MinTopUp TopupGroupRatio PayAddress CustomCallbackAddress TopUpLink
general_setting.docs_link Notice Footer SystemName Logo HomePageContent About custom_head_html global_css global_js QuotaPerUnit
RetryTimes DisplayInCurrencyEnabled DisplayTokenStatEnabled DefaultCollapseSidebar DemoSiteEnabled SelfUseModeEnabled DrawingEnabled
MjNotifyEnabled MjAccountFilterEnabled MjForwardUrlEnabled MjModeClearEnabled MjActionCheckSuccessEnabled CheckSensitiveEnabled
CheckSensitiveOnPromptEnabled SensitiveWords LogConsumeEnabled LogChatContentEnabled LogErrorEnabled DataExportEnabled
DataExportInterval DataExportDefaultTime ChannelDisableThreshold QuotaRemindThreshold AutomaticDisableChannelEnabled
AutomaticEnableChannelEnabled AutomaticDisableKeywords StreamCacheQueueLength CheckInEnabled CheckInQuota CheckInMaxQuota
QuotaForNewUser PreConsumedQuota QuotaForInviter QuotaForInvitee AffEnabled RebateEnabled RebatePercentage ModelPrice ModelRatio
CompletionRatio CacheRatio GroupRatio UserUsableGroups Chats fallback_pricing_enabled fallback_single_price fallback_input_ratio
fallback_completion_ratio redirect_billing_enabled ModelRequestRateLimitEnabled ModelRequestRateLimitCount
ModelRequestRateLimitSuccessCount ModelRequestRateLimitDurationMinutes gemini.safety_settings gemini.version_settings
gemini.supported_imagine_models gemini.thinking_adapter_enabled gemini.thinking_adapter_budget_tokens_percentage
gemini.models_supported_thinking_budget claude.model_headers_settings claude.default_max_tokens claude.thinking_adapter_enabled
claude.thinking_adapter_budget_tokens_percentage global.pass_through_request_enabled global.hide_upstream_error_enabled
global.block_browser_extension_enabled global.rate_limit_exempt_enabled global.rate_limit_exempt_group global.safe_check_exempt_enabled
global.safe_check_exempt_group global.auto_retry_enabled global.auto_retry_count global.auto_retry_force_channel_switch
global.auto_retry_status_codes general_setting.ping_interval_enabled general_setting.ping_interval_seconds
`
  .trim()
  .split(/\s+/)

test('every key of the specification is an option', () => {
  const known = new Set(options.map((option) => option.key))
  expect(specified.filter((key) => !known.has(key))).toEqual([])
  expect(Object.values(optionSubjects).flat()).toHaveLength(known.size)
})

test('every option has a field', () => {
  expect(options.filter(({ card }) => card === null).map(({ key }) => key)).toEqual([])
})

test('no two options have the same row of a card', () => {
  const rows = options.flatMap(({ card }) => (typeof card === 'object' && card ? [card.join(' ')] : []))
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([])
})

test('no two options are called the same in a language', () => {
  for (const language of ['en', 'zh'] as const) {
    const names = options.map(({ name }) => name[language])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  }
})

test('where words tell of another option, it exists and stands in brackets', () => {
  const abouts = options.flatMap(({ about }) => [about.en, about.zh])
  const named = abouts.flatMap((text) => [...text.matchAll(/\[([\w.]+)\]/g)].map(([, key = '']) => key))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((key) => !optionByKey(key))).toEqual([])
  // Keys such as About are plain words too.
  const keys = options.map(({ key }) => key).filter((key) => !/^[A-Z][a-z]+$/.test(key))
  expect(keys.filter((key) => abouts.some((text) => text.replaceAll(/\[[\w.]+\]/g, '').includes(key)))).toEqual([])
})

test('keys that end in enabled are flags', () => {
  const named = options.filter((option) => /enabled$/i.test(option.key))
  expect(named.filter((option) => option.type.kind !== 'flag').map((option) => option.key)).toEqual([])
  expect(named.length).toBeGreaterThan(40)
})

test.each(options.map((option) => [option.key, option] as const))('%s: the default survives being stored', (_key, option) => {
  const text = encodeOption(option, option.default)
  expect(typeof text).toBe('string')
  expect(decodeOption(option, text)).toEqual({ ok: true, value: option.default })
})

test.each(options.map((option) => [option.key, option] as const))('%s can be printed as a JSON schema', (_key, option) => {
  expect(() => z.toJSONSchema(option.type.codec, { io: 'input' })).not.toThrow()
})

/** Pages and code, in which white space may mean something. */
const prose = ['About', 'Footer', 'HomePageContent', 'Notice', 'custom_head_html', 'global_css', 'global_js']

/** What the others do not take for an address. */
const meant: Readonly<Record<string, string>> = {
  TimeZone: 'Asia/Shanghai',
  SMTPFrom: 'me@a.test',
  'proxy.secret_header': 'x-cdn',
  'proxy.address_header': 'x-cdn',
}

test('ids, keys, secrets, addresses and names are kept without what came along when they were pasted', () => {
  const texts = options.filter(({ type }) => type.kind === 'text')
  expect(texts.length).toBeGreaterThan(40)
  const changed = texts.filter((option) => {
    const text = meant[option.key] ?? 'https://a.test/b'
    const read = decodeOption(option, ` \u200b${text}\ufeff\r\n`)
    return read.ok && read.value === text
  })
  expect(
    texts
      .filter((option) => !changed.includes(option))
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(prose.toSorted())
})

test('what is public has a place in the status, and fits in', () => {
  const shown = options.filter((option) => option.status !== undefined)
  expect(new Set(shown.map((option) => option.status)).size).toBe(shown.length)
  for (const option of shown) {
    const place = (PublicStatus.shape as Record<string, z.ZodType>)[option.status!]
    expect(place?.safeParse(option.default).success, option.key).toBe(true)
  }
})

test('every field of the status comes from an option or is worked out', () => {
  const worked = [
    'version',
    'start_time',
    'setup',
    'chat_link',
    'enable_online_topup',
    'enable_stripe',
    'mail_enabled',
    'passkey_login',
    'model_health',
  ]
  expect(new Set([...options.flatMap((option) => option.status ?? []), ...worked])).toEqual(new Set(Object.keys(PublicStatus.shape)))
})

test('secrets are not public and belong to the super admin', () => {
  const secrets = options.filter((option) => option.secret)
  expect(secrets.map((option) => option.key).toSorted()).toEqual([
    'EpayKey',
    'GitHubClientSecret',
    'LinuxDOClientSecret',
    'SMTPToken',
    'StripeSecretKey',
    'StripeWebhookSecret',
    'TelegramBotToken',
    'TurnstileSecretKey',
    'WeChatServerToken',
    'WorkerValidKey',
    'notices.webhook_secret',
    'notices.webhook_url',
    'oidc.client_secret',
    'proxy.secret',
  ])
  expect(secrets.filter((option) => option.status !== undefined || option.writer !== 'root')).toEqual([])
  expect(gitHubClientSecret.default).toBe('')
})

// security 21, foundation 1
test('what is code, payment, the destination of a secret, or a limit of memory and money belongs to the super admin', () => {
  const keys = [
    'custom_head_html',
    'global_js',
    'global_css',
    'Price',
    'PayAddress',
    'EpayId',
    'SMTPServer',
    'WorkerUrl',
    'oidc.token_endpoint',
    'ServerAddress',
    'Chats',
    'DemoSiteEnabled',
    'relay.max_body_mb',
    'relay.max_body_objects',
    'relay.max_body_values',
    'relay.body_memory_mb',
    'relay.drain_seconds_after_client_left',
    'relay.quota_overrun',
    'relay.recover_policy',
  ]
  expect(keys.filter((key) => optionByKey(key)?.writer !== 'root')).toEqual([])
  expect(optionByKey('GroupRatio')?.writer).toBe('admin')
})

test('what an option needs is an option that can be empty', () => {
  for (const option of options)
    for (const key of (option.needs ?? []).flatMap(keysOfNeed)) expect(optionByKey(key), `${option.key} needs ${key}`).toBeDefined()
})

test.each([
  ['RetryTimes', '0', '11'],
  ['global.auto_retry_count', '10', '0'],
  ['general_setting.ping_interval_seconds', '1', '0'],
  ['DataExportInterval', '1', '0'],
  ['CheckInQuota', '0', '-1'],
  ['CheckInMaxQuota', '5', '1.5'],
  ['RebatePercentage', '100', '100.5'],
  ['LinuxDOMinimumTrustLevel', '4', '5'],
  ['ModelRequestRateLimitDurationMinutes', '0', '-1'],
  ['ModelRequestRateLimitCount', '0', '-2'],
  ['ModelRequestRateLimitSuccessCount', '1', '0'],
  ['gemini.thinking_adapter_budget_tokens_percentage', '0.002', '0.001'],
  ['claude.thinking_adapter_budget_tokens_percentage', '1', '0.09'],
  ['QuotaPerUnit', '500000', '0'],
  ['QuotaPerUnit', '500000', 'NaN'],
  ['SMTPPort', '25', '1e9'],
  ['MinTopUp', '1', ''],
  ['LogErrorEnabled', 'false', 'yes'],
  ['ModelRatio', '{"gpt-4o":1.25}', '{"gpt-4o":-1}'],
  ['ModelPrice', '', '{"gpt-4o":"1"}'],
  ['GroupRatio', '{"default":1,"vip":0}', '[1]'],
  ['GroupRatio', '{"default":1,"vip":0}', '{"default":1,"constructor":1}'],
  ['GroupRatio', '{"default":0}', '{"vip":1}'],
  ['ModelRatio', '{"gpt-4o":null}', '{"gpt-4o":""}'],
  ['AudioRatio', '{"gpt-4o":16}', '{"gpt-4o":-1}'],
  ['EmailDomainWhitelist', 'a.com, b.com', 'a.com,b.com,A.com'],
  ['UserUsableGroups', '{"vip":"VIP"}', '{"vip":1}'],
  ['fallback_single_price', '', '-0.1'],
  ['fallback_input_ratio', '0', 'x'],
  ['TokenKeyVisibility', 'on_demand', 'never'],
  ['ReverseProxyProvider', 'cloudflare', 'apache'],
  ['EmailDomainWhitelist', 'example.com,mail.example.co.uk', 'example'],
  ['relay.max_body_mb', '256', '257'],
  ['ServerAddress', 'https://example.com/', 'example.com'],
  ['TopUpLink', 'https://example.com/buy', 'javascript:alert(1)'],
  ['Chats', '[{"Mine":"mine://{key}"}]', '[{"Mine":"JavaScript:alert(1)"}]'],
  ['Chats', '[]', '[{"a":"a://b","c":"c://d"}]'],
  ['SensitiveWords', 'bad\nregex:b(a|o)d', `regex:${'x'.repeat(600)}`],
  ['SystemName', 'Mine', ' '],
  ['gemini.version_settings', '{"default":"v1"}', '{"default":"../v1"}'],
  ['claude.default_max_tokens', '{"default":4096}', '{"default":0}'],
  ['claude.model_headers_settings', '{"m":{"anthropic-beta":["a"]}}', '{"m":{"X-Api-Key":["a"]}}'],
  ['claude.model_headers_settings', '{}', '{"m":{"a":["b\\r\\nc: d"]}}'],
  ['ModelMapping', '{"v":[{"model":"a","priorities":0}]}', '{"v":[]}'],
  ['ModelMapping', '{}', '{"v":[{"model":"a","priorities":0},{"model":"a","priorities":1}]}'],
  ['ModelMapping', '{}', '{"v":[{"model":"w","priorities":0}],"w":[{"model":"a","priorities":0}]}'],
])('%s takes %s and refuses %s', (key, good, bad) => {
  const option = optionByKey(key)!
  expect(decodeOption(option, good).ok).toBe(true)
  expect(decodeOption(option, bad)).toMatchObject({
    ok: false,
    detail: { zh: expect.stringMatching(/[\u4e00-\u9fff]/), en: expect.stringMatching(/\w/) },
  })
})

test('a refusal has its error code, its place and the reason, in both languages', () => {
  expect(decodeOption(optionByKey('ModelRatio')!, '{oops')).toEqual({
    ok: false,
    code: 'not_json',
    detail: { zh: '不是合法的 JSON 字符串', en: 'not a valid JSON string' },
  })
  expect(decodeOption(optionByKey('ModelRatio')!, '{"gpt-4o":-1}')).toEqual({
    ok: false,
    code: 'bad_option',
    detail: { zh: 'gpt-4o：不能小于 0', en: 'gpt-4o: must be at least 0' },
  })
  expect(decodeOption(optionByKey('fallback_single_price')!, '-1')).toMatchObject({ detail: { zh: '不能小于 0' } })
  expect(decodeOption(optionByKey('fallback_single_price')!, 'x')).toMatchObject({ detail: { zh: '应为数字' } })
})

test('__proto__ never becomes a name in a map', () => {
  const read = decodeOption(optionByKey('ModelRatio')!, '{"__proto__":{"x":1},"a":1}')
  expect(read.ok ? Object.keys(read.value as object) : []).not.toContain('__proto__')
  expect(read.ok ? (read.value as { x?: number }).x : undefined).toBeUndefined()
})

test('addresses lose their trailing slashes, lists their repetitions, keywords their capitals', () => {
  expect(decodeOption(optionByKey('ServerAddress')!, ' https://example.com// ')).toEqual({ ok: true, value: 'https://example.com' })
  expect(decodeOption(optionByKey('global.rate_limit_exempt_group')!, 'a, b,a,')).toEqual({ ok: true, value: ['a', 'b'] })
  expect(decodeOption(optionByKey('AutomaticDisableKeywords')!, 'No Credit\n\n')).toEqual({ ok: true, value: ['no credit'] })
})

// server.md: options; specification §5
test('a domain that stands twice in the whitelist is refused by name', () => {
  expect(decodeOption(emailDomainWhitelist, 'a.com,b.com, A.com')).toMatchObject({
    detail: { zh: 'a.com：域名已在白名单中', en: 'a.com: domain already exists in whitelist' },
  })
})

test('a value outside its range is not stored', () => {
  expect(() => encodeOption(relayDrainSecondsAfterClientLeft, 121)).toThrow()
  expect(encodeOption(emailDomainWhitelist, ['a.com', 'b.com'])).toBe('a.com,b.com')
})

test.each([
  ['429', 429, true],
  ['5xx', 503, true],
  ['5XX', 600, false],
  ['500-503', 503, true],
  ['500-503', 504, false],
  ['4xx', 399, false],
])('the status list %s and %d: %s', (item, status, listed) => {
  expect(isStatusListed(['301', item], status)).toBe(listed)
})

test.each(['6xx', '99', '503-500', '5xx-6xx', 'abc', '4x'])('%s is no status list', (item) => {
  expect(decodeOption(optionByKey('global.auto_retry_status_codes')!, `429,${item}`).ok).toBe(false)
})
