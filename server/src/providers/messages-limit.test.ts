import { lossList } from '@waystation/wire/chat/losses/loss'
import { expect, test } from 'vitest'
import { custom } from './custom/provider.ts'
import { withLimit } from './messages-limit.ts'

test('a limit that is set stands; a missing one is the usual one', () => {
  expect(withLimit({ max_tokens: 5 })).toEqual({ max_tokens: 5 })
  expect(withLimit({})).toEqual({ max_tokens: 8192 })
  expect(withLimit({}, 100)).toEqual({ max_tokens: 100 })
})

test('a budget for thinking that leaves no room gets the usual limit on top of it, since the vendor refuses one that is not below', () => {
  const thinking = { type: 'enabled', budget_tokens: 8192 }
  expect(withLimit({ thinking })).toEqual({ thinking, max_tokens: 16_384 })
  const small = { type: 'enabled', budget_tokens: 1024 }
  expect(withLimit({ thinking: small })).toEqual({ thinking: small, max_tokens: 8192 })
})

test('any server that speaks this dialect gets a limit, and those of other dialects get none', () => {
  const call = { operation: 'chat', model: 'm', requestedModel: 'm', isStream: false, clientHeaders: {}, settings: {} } as const
  expect(custom.adapt?.({}, { ...call, dialect: 'anthropic-messages' }, lossList())).toEqual({ max_tokens: 8192 })
  expect(custom.adapt?.({}, { ...call, dialect: 'openai-chat' }, lossList())).toEqual({})
})
