// Where the calls of vendors that are a record go, and as whom: what their documentation says.
import { expect, test } from 'vitest'
import type { Operation, Provider, UpstreamCall } from './provider.ts'
import { providers } from './registry.ts'

const call = (operation: Operation, dialect: UpstreamCall['dialect'] = 'openai-chat'): UpstreamCall => ({
  operation,
  dialect,
  model: 'm',
  asked: 'm',
  isStream: false,
  clientHeaders: {},
  settings: {},
})
const channel = (baseUrl = '') => ({ baseUrl, key: 'k', organization: '', other: '', setting: {} })
const providerOf = (id: number): Provider => {
  const provider = providers[id]
  if (!provider) throw new Error(`no provider ${id}`)
  return provider
}

const DEEPSEEK = 43
test.each([
  '',
  'https://api.deepseek.com',
  'https://api.deepseek.com/',
  'https://api.deepseek.com/v1',
  'https://api.deepseek.com/anthropic/v1',
])('whichever version an address ends in (%s), each dialect goes below its own', (baseUrl) => {
  const { address } = providerOf(DEEPSEEK)
  const urlOf = (...args: Parameters<typeof call>) => address(call(...args), channel(baseUrl)).url.href
  expect(urlOf('chat')).toBe('https://api.deepseek.com/v1/chat/completions')
  expect(urlOf('chat', 'anthropic-messages')).toBe('https://api.deepseek.com/anthropic/v1/messages')
  expect(urlOf('completions')).toBe('https://api.deepseek.com/beta/completions')
  expect(urlOf('models')).toBe('https://api.deepseek.com/v1/models')
})
