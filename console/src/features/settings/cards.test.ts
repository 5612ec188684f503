import { options } from '@waystation/contract/options/registry'
import { expect, test } from 'vitest'
import { cardsOf, priceCards, tabKeys } from '../../shared/settings/cards.ts'
import { priceSettingKeys } from './prices/price-book.ts'

test('cards show only options that work, and no card is empty', () => {
  for (const card of tabKeys.flatMap(cardsOf)) {
    expect(card.options.length).toBeGreaterThan(0)
    expect(card.options.filter(({ isReady }) => !isReady)).toEqual([])
  }
  const ids = [...tabKeys.flatMap(cardsOf), ...priceCards].map(({ key }) => key)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the price screen shows the settings of its cards, and no others', () => {
  const own = options.filter(({ card }) => typeof card === 'string').map(({ key }) => key)
  expect(priceSettingKeys.toSorted()).toEqual(own.toSorted())
})

test('the cards of the specification about people and money stand in its tabs, with its options', () => {
  const keysOf = (tab: (typeof tabKeys)[number], card: string) =>
    cardsOf(tab)
      .find(({ key }) => key === card)
      ?.options.map(({ key }) => key) ?? []
  const own = [
    ...['token_setting.first_token_enabled', 'RegistrationsPerNetwork', 'update_setting.release_url'],
    'aff_setting.after_first_payment_enabled',
  ]
  const shown = (tab: (typeof tabKeys)[number], card: string) =>
    keysOf(tab, card)
      .filter((key) => !own.includes(key))
      .toSorted()
  const cards: Readonly<Record<string, string>> = {
    address: 'ServerAddress',
    proxy: 'ReverseProxyEnabled ReverseProxyProvider proxy.address_header proxy.secret proxy.secret_header',
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
    'About HomePageContent pricing.model_health',
    'custom_head_html global_css global_js',
  ])
})
