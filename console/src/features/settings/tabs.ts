// The cards of the settings page: a title and the keys of its options. Options whose feature does not work yet have no field, and a
// card or a tab without any is not shown.
import { optionByKey } from '@waystation/contract/options/registry'
import type { TextKey } from '~/i18n'
import { priceSettingKeys } from './prices/setting-keys.ts'

export interface SettingsCardSpec {
  /** Its id on the page and in the address. */
  readonly key: string
  readonly title: TextKey
  readonly text?: TextKey
  readonly options: readonly string[]
  /** Rows side by side on the desk; default 2. */
  readonly columns?: 1 | 2
}

export const tabKeys = ['operation', 'ratelimit', 'models', 'system', 'other'] as const
export type SettingsTab = (typeof tabKeys)[number]

const operation: readonly SettingsCardSpec[] = [
  {
    key: 'general',
    title: 'settings.general',
    options: [
      'general_setting.docs_link',
      'QuotaPerUnit',
      'TokenKeyVisibility',
      'MaxTokensPerUser',
      'DisplayInCurrencyEnabled',
      'DisplayTokenStatEnabled',
      'DefaultCollapseSidebar',
      'SelfUseModeEnabled',
      'DemoSiteEnabled',
    ],
  },
  {
    key: 'drawing',
    title: 'settings.drawing',
    options: [
      'DrawingEnabled',
      'TaskEnabled',
      'MjNotifyEnabled',
      'MjAccountFilterEnabled',
      'MjForwardUrlEnabled',
      'MjModeClearEnabled',
      'MjActionCheckSuccessEnabled',
    ],
  },
  {
    key: 'sensitive',
    title: 'settings.sensitive',
    options: [
      'CheckSensitiveEnabled',
      'CheckSensitiveOnPromptEnabled',
      'SensitiveWords',
      'global.safe_check_exempt_enabled',
      'global.safe_check_exempt_group',
    ],
  },
  { key: 'logs', title: 'settings.logs', options: ['LogConsumeEnabled', 'LogErrorEnabled', 'LogChatContentEnabled'] },
  { key: 'dashboard', title: 'settings.dashboard', options: ['DataExportEnabled', 'DataExportDefaultTime', 'DataExportInterval'] },
  {
    key: 'monitoring',
    title: 'settings.monitoring',
    text: 'settings.monitoringText',
    options: [
      'AutomaticDisableChannelEnabled',
      'AutomaticEnableChannelEnabled',
      'ChannelDisableThreshold',
      'QuotaRemindThreshold',
      'AutomaticDisableKeywords',
    ],
  },
  { key: 'checkin', title: 'settings.checkIn', options: ['CheckInEnabled', 'CheckInQuota', 'CheckInMaxQuota'] },
  {
    key: 'quota',
    title: 'settings.quota',
    options: [
      'PreConsumedQuota',
      'QuotaForNewUser',
      'QuotaForInviter',
      'QuotaForInvitee',
      'AffEnabled',
      'RebateEnabled',
      'RebatePercentage',
    ],
  },
  { key: 'pricesources', title: 'settings.priceSources', options: ['ModelsDevAddress', 'PriceSourceAddress'], columns: 1 },
]

const rateLimit: readonly SettingsCardSpec[] = [
  {
    key: 'ratelimit',
    title: 'settings.rateLimit',
    text: 'settings.rateLimitText',
    options: [
      'ModelRequestRateLimitEnabled',
      'ModelRequestRateLimitDurationMinutes',
      'ModelRequestRateLimitCount',
      'ModelRequestRateLimitSuccessCount',
      'global.rate_limit_exempt_enabled',
      'global.rate_limit_exempt_group',
    ],
  },
]

const models: readonly SettingsCardSpec[] = [
  {
    key: 'global',
    title: 'settings.allModels',
    options: [
      'global.pass_through_request_enabled',
      'global.hide_upstream_error_enabled',
      'global.block_browser_extension_enabled',
      'general_setting.ping_interval_enabled',
      'general_setting.ping_interval_seconds',
      'relay.allow_private_addresses',
    ],
  },
  {
    key: 'retries',
    title: 'settings.retries',
    options: [
      'RetryTimes',
      'relay.retry_after_silence',
      'global.auto_retry_enabled',
      'global.auto_retry_count',
      'global.auto_retry_force_channel_switch',
      'global.auto_retry_status_codes',
    ],
  },
  {
    key: 'gemini',
    title: 'settings.gemini',
    options: [
      'gemini.thinking_adapter_enabled',
      'gemini.thinking_adapter_budget_tokens_percentage',
      'gemini.models_supported_thinking_budget',
      'gemini.supported_imagine_models',
      'gemini.safety_settings',
      'gemini.version_settings',
    ],
  },
  {
    key: 'claude',
    title: 'settings.claude',
    options: [
      'claude.thinking_adapter_enabled',
      'claude.thinking_adapter_budget_tokens_percentage',
      'claude.default_max_tokens',
      'claude.model_headers_settings',
    ],
  },
  {
    key: 'timeouts',
    title: 'settings.timeouts',
    options: [
      'relay.connect_timeout_seconds',
      'relay.first_byte_timeout_seconds',
      'relay.whole_first_byte_timeout_seconds',
      'relay.idle_timeout_seconds',
      'relay.total_timeout_seconds',
      'relay.client_stall_timeout_seconds',
    ],
  },
  {
    key: 'sizes',
    title: 'settings.sizes',
    options: ['relay.max_body_mb', 'relay.body_memory_mb', 'relay.max_body_objects', 'relay.max_body_values', 'relay.max_kept_mb_per_user'],
  },
  {
    key: 'charges',
    title: 'settings.charges',
    text: 'settings.chargesText',
    options: [
      'relay.strict_holds',
      'relay.quota_overrun',
      'relay.drain_seconds_after_client_left',
      'relay.recover_policy',
      'WriteOffAlarm',
    ],
  },
]

const system: readonly SettingsCardSpec[] = [
  { key: 'address', title: 'settings.general', options: ['ServerAddress'], columns: 1 },
  { key: 'proxy', title: 'settings.reverseProxy', options: ['ReverseProxyEnabled', 'ReverseProxyProvider'] },
  { key: 'worker', title: 'settings.worker', options: ['WorkerUrl', 'WorkerValidKey'], columns: 1 },
  {
    key: 'payment',
    title: 'settings.payment',
    text: 'settings.paymentText',
    options: ['PayAddress', 'EpayId', 'EpayKey', 'CustomCallbackAddress', 'Price', 'MinTopUp', 'TopUpLink', 'TopupGroupRatio'],
  },
  {
    key: 'stripe',
    title: 'settings.stripe',
    text: 'settings.stripeText',
    options: ['StripeSecretKey', 'StripeWebhookSecret', 'StripeCurrency', 'StripePrice'],
  },
  {
    key: 'login',
    title: 'settings.login',
    options: [
      'PasswordLoginEnabled',
      'RegisterEnabled',
      'RegistrationsPerNetwork',
      'PasswordRegisterEnabled',
      'EmailVerificationEnabled',
      'token_setting.first_token_enabled',
    ],
  },
  {
    key: 'domains',
    title: 'settings.domains',
    options: ['EmailDomainRestrictionEnabled', 'EmailAliasRestrictionEnabled', 'EmailDomainWhitelist'],
  },
  {
    key: 'smtp',
    title: 'settings.smtp',
    options: ['SMTPServer', 'SMTPPort', 'SMTPAccount', 'SMTPToken', 'SMTPFrom', 'SMTPSSLEnabled'],
  },
  {
    key: 'oidc',
    title: 'settings.oidc',
    text: 'settings.oidcText',
    options: [
      'oidc.enabled',
      'oidc.well_known',
      'oidc.client_id',
      'oidc.client_secret',
      'oidc.authorization_endpoint',
      'oidc.token_endpoint',
      'oidc.user_info_endpoint',
    ],
    columns: 1,
  },
  { key: 'github', title: 'settings.github', options: ['GitHubOAuthEnabled', 'GitHubClientId', 'GitHubClientSecret'] },
  {
    key: 'linuxdo',
    title: 'settings.linuxdo',
    options: ['LinuxDOOAuthEnabled', 'LinuxDOMinimumTrustLevel', 'LinuxDOClientId', 'LinuxDOClientSecret'],
  },
  {
    key: 'wechat',
    title: 'settings.wechat',
    options: ['WeChatAuthEnabled', 'WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
    columns: 1,
  },
  { key: 'telegram', title: 'settings.telegram', options: ['TelegramOAuthEnabled', 'TelegramBotName', 'TelegramBotToken'] },
  { key: 'turnstile', title: 'settings.turnstile', options: ['TurnstileCheckEnabled', 'TurnstileSiteKey', 'TurnstileSecretKey'] },
]

const other: readonly SettingsCardSpec[] = [
  { key: 'info', title: 'settings.info', options: ['update_setting.release_url'], columns: 1 },
  { key: 'notice', title: 'settings.notice', options: ['Notice'], columns: 1 },
  { key: 'looks', title: 'settings.looks', options: ['SystemName', 'Logo', 'TimeZone', 'Footer'] },
  { key: 'pages', title: 'settings.pages', options: ['HomePageContent', 'About'], columns: 1 },
  { key: 'code', title: 'settings.code', text: 'settings.codeText', options: ['custom_head_html', 'global_css', 'global_js'], columns: 1 },
  { key: 'chats', title: 'settings.chats', options: ['Chats'], columns: 1 },
]

const cardsOfTab: Readonly<Record<SettingsTab, readonly SettingsCardSpec[]>> = { operation, ratelimit: rateLimit, models, system, other }

/** Cards of the operation tab that are shown alone. */
export const priceCards = [
  { key: 'prices', title: 'price.title' },
  { key: 'groups', title: 'price.groupsTitle' },
] as const satisfies readonly { readonly key: string; readonly title: TextKey }[]

/** The cards of a tab, with those of their options that work. */
export function cardsOf(tab: SettingsTab): readonly SettingsCardSpec[] {
  return cardsOfTab[tab]
    .map((card) => ({ ...card, options: card.options.filter((key) => optionByKey(key)?.isReady) }))
    .filter(({ options }) => options.length > 0)
}

/** Every key that stands in a card, whether its feature works or not, or on the price screen. */
export const listedKeys: readonly string[] = [
  ...Object.values(cardsOfTab).flatMap((cards) => cards.flatMap(({ options }) => options)),
  ...priceSettingKeys,
]
