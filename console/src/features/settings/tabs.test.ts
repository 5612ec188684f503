import { options } from '@waystation/contract/options/registry'
import { expect, test } from 'vitest'
import { cardsOf, listedKeys, tabKeys } from './tabs.ts'
import { optionWords } from './words/index.ts'

/** Options without a field: virtual models are set elsewhere, and what has no effect would say nothing. */
const ELSEWHERE = new Set(['ModelMapping', 'StreamCacheQueueLength'])

test('every option has its place in one card', () => {
  const missing = options.map(({ key }) => key).filter((key) => !listedKeys.includes(key) && !ELSEWHERE.has(key))
  expect(missing).toEqual([])
  expect(listedKeys.filter((key, at) => listedKeys.indexOf(key) !== at)).toEqual([])
})

test('every option of a card exists, and is worded in both languages', () => {
  const known = new Set(options.map(({ key }) => key))
  expect(listedKeys.filter((key) => !known.has(key))).toEqual([])
  expect(listedKeys.filter((key) => !optionWords[key])).toEqual([])
  expect(Object.keys(optionWords).filter((key) => !listedKeys.includes(key))).toEqual([])
})

test('no two options of the page are called the same in a language', () => {
  for (const language of ['en', 'zh'] as const) {
    const names = listedKeys.map((key) => optionWords[key]?.[language])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  }
})

test('every choice of an option is worded', () => {
  for (const option of options.filter(({ key, type }) => listedKeys.includes(key) && type.choices))
    expect(Object.keys(optionWords[option.key]?.choices ?? {}), option.key).toEqual(option.type.choices)
})

test('cards show only options that work, and no card is empty', () => {
  for (const card of tabKeys.flatMap(cardsOf)) {
    expect(card.options.length).toBeGreaterThan(0)
    for (const key of card.options) expect(options.find((option) => option.key === key)?.isReady, key).toBe(true)
  }
  const ids = tabKeys.flatMap((tab) => cardsOf(tab).map(({ key }) => key))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the cards of the specification about people and money stand in its tabs, with its options', () => {
  const keysOf = (tab: (typeof tabKeys)[number], card: string) => cardsOf(tab).find(({ key }) => key === card)?.options ?? []
  const own = ['token_setting.first_token_enabled', 'RegistrationsPerNetwork', 'update_setting.release_url']
  const shown = (tab: (typeof tabKeys)[number], card: string) =>
    keysOf(tab, card)
      .filter((key) => !own.includes(key))
      .toSorted()
  const cards: Readonly<Record<string, string>> = {
    address: 'ServerAddress',
    proxy: 'ReverseProxyEnabled ReverseProxyProvider',
    payment: 'CustomCallbackAddress EpayId EpayKey MinTopUp PayAddress Price TopUpLink TopupGroupRatio',
    stripe: 'StripeCurrency StripePrice StripeSecretKey StripeWebhookSecret',
    login: 'EmailVerificationEnabled PasswordLoginEnabled PasswordRegisterEnabled RegisterEnabled',
    domains: 'EmailAliasRestrictionEnabled EmailDomainRestrictionEnabled EmailDomainWhitelist',
    smtp: 'SMTPAccount SMTPFrom SMTPPort SMTPSSLEnabled SMTPServer SMTPToken',
    oidc: 'oidc.authorization_endpoint oidc.client_id oidc.client_secret oidc.enabled oidc.token_endpoint oidc.user_info_endpoint oidc.well_known',
    github: 'GitHubClientId GitHubClientSecret GitHubOAuthEnabled',
    linuxdo: 'LinuxDOClientId LinuxDOClientSecret LinuxDOMinimumTrustLevel LinuxDOOAuthEnabled',
    wechat: 'WeChatAccountQRCodeImageURL WeChatAuthEnabled WeChatServerAddress WeChatServerToken',
    telegram: 'TelegramBotName TelegramBotToken TelegramOAuthEnabled',
    turnstile: 'TurnstileCheckEnabled TurnstileSecretKey TurnstileSiteKey',
  }
  for (const [card, keys] of Object.entries(cards)) expect(shown('system', card).join(' '), card).toBe(keys)
  expect(shown('operation', 'checkin').join(' ')).toBe('CheckInEnabled CheckInMaxQuota CheckInQuota')
  expect(shown('operation', 'quota').join(' ')).toBe(
    'AffEnabled PreConsumedQuota QuotaForInvitee QuotaForInviter QuotaForNewUser RebateEnabled RebatePercentage',
  )
  expect(['notice', 'looks', 'pages', 'code'].map((card) => shown('other', card).join(' '))).toEqual([
    'Notice',
    'Footer Logo SystemName TimeZone',
    'About HomePageContent',
    'custom_head_html global_css global_js',
  ])
})
