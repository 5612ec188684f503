import type { Option } from '@waystation/contract/options/option'
import { optionByKey, options } from '@waystation/contract/options/registry'
import { expect, test } from 'vitest'
import { optionAbout, refusalText } from './option-text.ts'
import { defaultValue, fieldValue, isSameValue, itemProblem, needsAddressFirst, problemOf, sentText } from './option-values.ts'

function option(key: string): Option {
  const found = optionByKey(key)
  if (!found) throw new Error(`there is no option ${key}`)
  return found
}

test('every default stays what it is on its way through its field', () => {
  for (const one of options) {
    expect(problemOf(one, defaultValue(one), 'en'), one.key).toBeUndefined()
    expect(isSameValue(one, fieldValue(one, sentText(one, defaultValue(one))), defaultValue(one)), one.key).toBe(true)
  }
})

test('a stored number that cannot be read is an empty field, which must be filled', () => {
  expect(fieldValue(option('RetryTimes'), 'many')).toBeUndefined()
  expect(problemOf(option('RetryTimes'), undefined, 'en')).toBe('Must be a number')
})

test('JSON is laid out, and its layout is no change', () => {
  const chats = option('Chats')
  const shown = fieldValue(chats, '[{"A":"https://a.example"}]')
  expect(shown).toBe('[\n  {\n    "A": "https://a.example"\n  }\n]')
  expect(isSameValue(chats, shown, '[{"A":"https://a.example"}]')).toBe(true)
  expect(isSameValue(chats, shown, '[{"A":"https://b.example"}]')).toBe(false)
})

test('what is wrong is said in the language of the screen', () => {
  expect(problemOf(option('gemini.thinking_adapter_budget_tokens_percentage'), 2, 'en')).toBe('Must be at most 1')
  expect(problemOf(option('gemini.thinking_adapter_budget_tokens_percentage'), 2, 'zh')).toBe('不能大于 1')
  expect(problemOf(option('oidc.well_known'), 'ftp://a', 'en')).toBe('Must be an address starting with http:// or https://')
})

test('a domain of the whitelist must be one, and stand there once', () => {
  const domains = option('EmailDomainWhitelist')
  expect(itemProblem(domains, 'not a domain', ['qq.com'], 'en')).toBe('Must be a domain such as example.com')
  expect(itemProblem(domains, 'QQ.com', ['qq.com'], 'en')).toBe('Qq.com: domain already exists in whitelist')
  expect(itemProblem(domains, 'example.com', ['qq.com'], 'en')).toBeUndefined()
})

test('other options are called by their names, plain words stay', () => {
  expect(optionAbout(option('EmailDomainRestrictionEnabled'), 'en')).toBe(
    'Accept only email addresses of the domains in “Email domain whitelist”.',
  )
  expect(optionAbout(option('EmailDomainRestrictionEnabled'), 'zh')).toBe('只接受“邮箱域名白名单”中的域名的邮箱。')
  expect(optionAbout(option('global.auto_retry_enabled'), 'en')).toBe(
    'Retry failed calls according to “Custom retries” and “Retried status codes” instead of “Retries” and the built-in rules.',
  )
  expect(optionAbout(option('GitHubClientId'), 'en')).toBe('Client ID of the GitHub OAuth app.')
})

test('what the server refuses calls options by their names too', () => {
  const reason = (key: string, text: string, language: 'en' | 'zh') => refusalText(option(key), text, language)
  expect(reason('EmailVerificationEnabled', 'Before turning this on, fill in: SMTPServer, SMTPFrom / SMTPAccount', 'en')).toBe(
    'Before turning this on, fill in: “SMTP server”, “Sender address” / “SMTP account”',
  )
  expect(reason('GitHubClientId', '正在使用中，不能清空。请先关闭：GitHubOAuthEnabled', 'zh')).toBe(
    '正在使用中，不能清空。请先关闭：“GitHub 登录”',
  )
  expect(reason('global_css', '设置 global_css 的值无效：不能包含 </style> 或 <!--', 'zh')).toBe(
    '设置“全局 CSS”的值无效：不能包含 </style> 或 <!--',
  )
})

test('what opens a way to pay needs the address of the server first', () => {
  for (const key of ['PayAddress', 'EpayId', 'EpayKey', 'StripeSecretKey', 'StripeWebhookSecret'])
    expect(needsAddressFirst(key, 'some text', ''), key).toBe(true)
})

test('with the address, for other options, and to empty one, nothing is in the way', () => {
  expect(needsAddressFirst('PayAddress', 'https://pay.example', 'https://gw.example')).toBe(false)
  expect(needsAddressFirst('TopUpLink', 'https://shop.example', '')).toBe(false)
  expect(needsAddressFirst('EpayId', '', '')).toBe(false)
  expect(needsAddressFirst('EpayKey', undefined, '')).toBe(false)
})
