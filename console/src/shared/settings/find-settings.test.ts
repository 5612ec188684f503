import { options } from '@waystation/contract/options/registry'
import { expect, test } from 'vitest'
import { settings as english } from '../../i18n/en/settings.ts'
import { allCards, priceCards } from './cards.ts'
import { findSettings, placeOfSetting, settingSearch } from './find-settings.ts'
import { cardWords } from './setting-words.ts'

const titles: Readonly<Record<string, unknown>> = english
const facts = { language: 'en', titleOf: (title: string) => String(titles[title.replace('settings.', '')] ?? title) } as const
const keys = (typed: string) => findSettings(typed, facts).map(({ key }) => key)

test.each([
  ['SMTPServer', 'SMTPServer'],
  ['smtpserver', 'SMTPServer'],
  ['smtp server', 'SMTPServer'],
  ['SMTP 服务器', 'SMTPServer'],
  ['relay.first_byte', 'relay.first_byte_timeout_seconds'],
  ['Sensitive words', 'SensitiveWords'],
  ['失败重试次数', 'RetryTimes'],
  ['易支付密钥', undefined],
])('%j finds %s first', (typed, key) => {
  expect(keys(typed)[0]).toBe(key)
})

test.each([
  ['epay', ['EpayId', 'PayAddress', 'payment']],
  ['smtp', ['smtp', 'SMTPPort', 'SMTPServer']],
  ['retry', ['RetryTimes', 'retries', 'relay.retry_after_silence']],
  ['price', ['prices', 'Price', 'StripePrice', 'groups', 'payment']],
  ['支付宝', ['payment']],
  ['captcha', ['turnstile']],
  ['限流', ['ratelimit']],
])('the common word %j finds %j', (typed, wanted) => {
  expect(keys(typed)).toEqual(expect.arrayContaining(wanted))
})

test('what is in the name comes before what is only told of it', () => {
  const found = keys('webhook address')
  expect(found[0]).toBe('notices.webhook_url')
})

test('nothing typed finds nothing, and neither does nonsense', () => {
  expect(keys('  ')).toEqual([])
  expect(keys('xyzzy')).toEqual([])
})

test('each option with a field has a place, and each card has words', () => {
  const shown = options.filter(({ isReady, card }) => isReady && card !== null)
  expect(shown.filter(({ key }) => placeOfSetting(key) === undefined)).toEqual([])
  expect([...allCards, ...priceCards].map(({ key }) => key).filter((key) => !cardWords[key])).toEqual([])
  expect(settingSearch(placeOfSetting('SMTPServer') ?? { tab: 'other', card: '' })).toEqual({
    tab: 'system',
    card: 'smtp',
    option: 'SMTPServer',
  })
})
