// What vendors say of a balance (server-behaviour 3.11), and that the contract names those who can be asked.
import { channelTypes, reportsBalance } from '@waystation/contract/channels/channel-type'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { expect, test } from 'vitest'
import { custom } from './custom/provider.ts'
import { deepseek } from './deepseek/provider.ts'
import type { Provider } from './provider.ts'
import { providers } from './registry.ts'

const now = new Date('2026-11-20T23:30:00Z')
const channel = (baseUrl: string) => ({ baseUrl, key: 'k', organization: '', other: '', setting: {} })
const step = (provider: Provider, baseUrl: string, ...answers: JsonObject[]) => {
  const next = provider.balance?.(channel(baseUrl), answers, now)
  return next && 'ask' in next ? next.ask.url.href : next?.balance
}

test.each([
  ['https://relay.example', 'https://relay.example'],
  ['https://relay.example/v1', 'https://relay.example'],
  ['https://relay.example/api/v1/chat/completions', 'https://relay.example/api'],
])('a relay at %s is queried for its limit, and then for its usage', (address, base) => {
  const billing = `${base}/v1/dashboard/billing`
  expect(step(custom, address)).toBe(`${billing}/subscription`)
  const monthly = { hard_limit_usd: 20, has_payment_method: true }
  expect(step(custom, address, monthly)).toBe(`${billing}/usage?start_date=2026-11-01&end_date=2026-11-20`)
  expect(step(custom, address, { hard_limit_usd: '20' })).toBe(`${billing}/usage?start_date=2026-08-12&end_date=2026-11-20`)
  expect(step(custom, address, monthly, { total_usage: 1250 })).toEqual({ amount: 7.5, currency: 'USD' })
})

test('answers that say nothing are no balance', () => {
  expect(step(custom, 'https://relay.example', { error: { message: 'no' } })).toBeUndefined()
  expect(step(custom, 'https://relay.example', { hard_limit_usd: 20 }, {})).toBeUndefined()
  expect(step(custom, 'https://relay.example/{model}')).toBeUndefined()
  expect(step(deepseek, '', { is_available: true, balance_infos: [] })).toBeUndefined()
})

test('DeepSeek has one balance for each currency: the yuan come first', () => {
  expect(step(deepseek, '')).toBe('https://api.deepseek.com/user/balance')
  expect(step(deepseek, 'https://api.deepseek.com/v1')).toBe('https://api.deepseek.com/user/balance')
  const dollars = { currency: 'USD', total_balance: '5.10' }
  const yuan = { currency: 'CNY', total_balance: '41.75' }
  expect(step(deepseek, '', { balance_infos: [dollars, yuan] })).toEqual({ amount: 41.75, currency: 'CNY' })
  expect(step(deepseek, '', { balance_infos: [dollars] })).toEqual({ amount: 5.1, currency: 'USD' })
})

const [openRouter, moonshot, siliconFlow] = [20, 25, 40].map((type) => providers[type] as Provider) as [Provider, Provider, Provider]

test('OpenRouter tells what was bought and what was used', () => {
  expect(step(openRouter, '')).toBe('https://openrouter.ai/api/v1/credits')
  expect(step(openRouter, 'https://eu.openrouter.ai/api/v1')).toBe('https://eu.openrouter.ai/api/v1/credits')
  expect(step(openRouter, '', { data: { total_credits: 100.5, total_usage: 25.75 } })).toEqual({ amount: 74.75, currency: 'USD' })
  expect(step(openRouter, '', { data: { total_credits: 100.5 } })).toBeUndefined()
})

test('Moonshot’s accounts are in yuan, and abroad in dollars; its plan has none', () => {
  const answer = { code: 0, data: { available_balance: 49.58894, voucher_balance: 46.58893, cash_balance: 3.00001 }, status: true }
  expect(step(moonshot, '')).toBe('https://api.moonshot.cn/v1/users/me/balance')
  expect(step(moonshot, 'https://api.moonshot.ai/v1')).toBe('https://api.moonshot.ai/v1/users/me/balance')
  expect(step(moonshot, '', answer)).toEqual({ amount: 49.58894, currency: 'CNY' })
  expect(step(moonshot, 'https://api.moonshot.ai', answer)).toEqual({ amount: 49.58894, currency: 'USD' })
  expect(step(moonshot, 'kimi-coding-plan')).toBeUndefined()
  expect([reportsBalance(25, ''), reportsBalance(25, 'kimi-coding-plan')]).toEqual([true, false])
})

test('SiliconFlow writes the balance as a text, beside a code of its own', () => {
  const answer = { code: 20_000, data: { balance: '0.88', chargeBalance: '87.12', totalBalance: '88.00' } }
  expect(step(siliconFlow, '')).toBe('https://api.siliconflow.cn/v1/user/info')
  expect(step(siliconFlow, '', answer)).toEqual({ amount: 88, currency: 'CNY' })
  expect(step(siliconFlow, 'https://api.siliconflow.com', answer)).toEqual({ amount: 88, currency: 'USD' })
  expect(step(siliconFlow, '', { ...answer, code: 50_501 })).toBeUndefined()
})

test('early resellers have an overview in points, or what is left of what was paid', () => {
  const [aiProxy, api2Gpt, aiGc2d] = [10, 12, 13].map((type) => providers[type] as Provider) as [Provider, Provider, Provider]
  expect(step(aiProxy, '')).toBe('https://aiproxy.io/api/report/getUserOverview')
  expect(step(aiProxy, '', { success: true, data: { totalPoints: 18.25 } })).toEqual({ amount: 18.25, currency: 'points' })
  expect(step(aiProxy, '', { success: false, data: { totalPoints: 18.25 } })).toBeUndefined()
  expect(step(api2Gpt, '')).toBe('https://api.api2gpt.com/dashboard/billing/credit_grants')
  expect(step(api2Gpt, '', { total_granted: 20, total_remaining: 17.5 })).toEqual({ amount: 17.5, currency: 'CNY' })
  expect(step(aiGc2d, 'https://api.aigc2d.com/v1')).toBe('https://api.aigc2d.com/dashboard/billing/credit_grants')
  expect(step(aiGc2d, '', { total_granted: 20, total_available: 9 })).toEqual({ amount: 9, currency: 'USD' })
  expect(step(aiGc2d, '', { total_granted: 20 })).toBeUndefined()
})

test('the types that report a balance are those whose provider can request it', () => {
  const far = 'https://relay.example'
  for (const { id, isReady } of channelTypes)
    expect([id, reportsBalance(id, far)]).toEqual([id, isReady && providers[id]?.balance !== undefined])
  // To a key OpenAI itself does not tell it.
  expect([reportsBalance(1, ''), reportsBalance(1, 'https://api.openai.com/v1'), reportsBalance(43, '')]).toEqual([false, false, true])
})
