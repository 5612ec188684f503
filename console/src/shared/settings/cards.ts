// The cards of the settings page, in the order of their tabs. Which options a card has, and in which rows, is said by the options themselves
// (contract/src/options). Options whose feature does not work yet have no field, and a card or a tab without any is not shown.
import type { Option, OptionCard, PriceCard } from '@waystation/contract/options/option'
import { options } from '@waystation/contract/options/registry'
import type { TextKey } from '~/i18n'

export const tabKeys = ['operation', 'ratelimit', 'models', 'system', 'other'] as const
export type SettingsTab = (typeof tabKeys)[number]

interface CardSpec {
  readonly tab: SettingsTab
  readonly title: TextKey
  readonly text?: TextKey
}

const specs: Readonly<Record<OptionCard, CardSpec>> = {
  general: { tab: 'operation', title: 'settings.general' },
  drawing: { tab: 'operation', title: 'settings.drawing' },
  sensitive: { tab: 'operation', title: 'settings.sensitive' },
  logs: { tab: 'operation', title: 'settings.logs' },
  dashboard: { tab: 'operation', title: 'settings.dashboard' },
  monitoring: { tab: 'operation', title: 'settings.monitoring', text: 'settings.monitoringText' },
  checkin: { tab: 'operation', title: 'settings.checkIn' },
  quota: { tab: 'operation', title: 'settings.quota' },
  pricesources: { tab: 'operation', title: 'settings.priceSources' },
  ratelimit: { tab: 'ratelimit', title: 'settings.rateLimit', text: 'settings.rateLimitText' },
  global: { tab: 'models', title: 'settings.allModels' },
  retries: { tab: 'models', title: 'settings.retries' },
  gemini: { tab: 'models', title: 'settings.gemini' },
  claude: { tab: 'models', title: 'settings.claude' },
  timeouts: { tab: 'models', title: 'settings.timeouts' },
  sizes: { tab: 'models', title: 'settings.sizes' },
  charges: { tab: 'models', title: 'settings.charges', text: 'settings.chargesText' },
  address: { tab: 'system', title: 'settings.general' },
  proxy: { tab: 'system', title: 'settings.reverseProxy' },
  worker: { tab: 'system', title: 'settings.worker' },
  payment: { tab: 'system', title: 'settings.payment', text: 'settings.paymentText' },
  stripe: { tab: 'system', title: 'settings.stripe', text: 'settings.stripeText' },
  login: { tab: 'system', title: 'settings.login' },
  domains: { tab: 'system', title: 'settings.domains' },
  smtp: { tab: 'system', title: 'settings.smtp' },
  rootnotices: { tab: 'system', title: 'settings.rootNotices', text: 'settings.rootNoticesText' },
  noticewebhook: { tab: 'system', title: 'settings.noticeWebhook' },
  oidc: { tab: 'system', title: 'settings.oidc', text: 'settings.oidcText' },
  github: { tab: 'system', title: 'settings.github' },
  linuxdo: { tab: 'system', title: 'settings.linuxdo' },
  wechat: { tab: 'system', title: 'settings.wechat' },
  telegram: { tab: 'system', title: 'settings.telegram' },
  turnstile: { tab: 'system', title: 'settings.turnstile' },
  info: { tab: 'other', title: 'settings.info' },
  notice: { tab: 'other', title: 'settings.notice' },
  looks: { tab: 'other', title: 'settings.looks' },
  pages: { tab: 'other', title: 'settings.pages' },
  code: { tab: 'other', title: 'settings.code', text: 'settings.codeText' },
  chats: { tab: 'other', title: 'settings.chats' },
}

export interface SettingsCardSpec extends CardSpec {
  /** Its id on the page and in the address. */
  readonly key: string
  readonly options: readonly Option[]
}

const cards: readonly SettingsCardSpec[] = Object.entries(specs).map(([key, spec]) => ({ key, ...spec, options: optionsOf(key) }))

function optionsOf(card: string): Option[] {
  const rowOf = (option: Option) => (typeof option.card === 'object' && option.card?.[0] === card ? option.card[1] : undefined)
  return options.filter((option) => option.isReady && rowOf(option) !== undefined).toSorted((a, b) => (rowOf(a) ?? 0) - (rowOf(b) ?? 0))
}

/** All cards with options that work, in the order of the page. */
export const allCards: readonly SettingsCardSpec[] = cards.filter((card) => card.options.length > 0)

/** The cards of a tab, with those of their options that work. */
export function cardsOf(tab: SettingsTab): readonly SettingsCardSpec[] {
  return allCards.filter((card) => card.tab === tab)
}

/** Cards that are shown alone, since they share a draft that is saved as a version of the prices. */
export const priceCards: readonly { readonly key: PriceCard; readonly tab: SettingsTab; readonly title: TextKey }[] = [
  { key: 'prices', tab: 'operation', title: 'price.title' },
  { key: 'groups', tab: 'operation', title: 'price.groupsTitle' },
  { key: 'virtual', tab: 'models', title: 'virtual.title' },
]
