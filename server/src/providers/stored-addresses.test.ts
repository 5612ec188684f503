// Channels that were stored before an address could name its version or an endpoint (decision 19) go on calling what they called: the
// table is what the product called then.
import { addressToStore } from '@waystation/contract/channels/channel-address'
import { withoutEnd } from '@waystation/contract/values/without-end'
import { expect, test } from 'vitest'
import type { Operation } from './provider.ts'
import { providers } from './registry.ts'

/** By channel type: the stored address, then where chat goes and where the models are listed, all below https://r.test. */
const stored: Readonly<Record<number, string>> = {
  1: `
    / /v1/chat/completions /v1/models
    /v1 /v1/chat/completions /v1/models
    /v2 /v2/v1/chat/completions /v2/v1/models
    /v1beta /v1beta/v1/chat/completions /v1beta/v1/models
    /v4 /v4/v1/chat/completions /v4/v1/models
    /api/paas/v4 /api/paas/v4/v1/chat/completions /api/paas/v4/v1/models
    /api/v3 /api/v3/v1/chat/completions /api/v3/v1/models
    /openai /openai/v1/chat/completions /openai/v1/models
    /anthropic /anthropic/v1/chat/completions /anthropic/v1/models
    /chat/completions /chat/completions/v1/chat/completions /chat/completions/v1/models
    /v1/chat/completions /v1/chat/completions/v1/chat/completions /v1/chat/completions/v1/models
    /v1/messages /v1/messages/v1/chat/completions /v1/messages/v1/models
    /v1/responses /v1/responses/v1/chat/completions /v1/responses/v1/models
    /m/{model}/run /m/%7Bmodel%7D/run/v1/chat/completions /m/%7Bmodel%7D/run/v1/models
  `,
  4: `
    / /api/chat /api/tags
    /v1 /api/chat /api/tags
    /v2 /v2/api/chat /v2/api/tags
    /v1beta /v1beta/api/chat /v1beta/api/tags
    /v4 /v4/api/chat /v4/api/tags
    /api/paas/v4 /api/paas/v4/api/chat /api/paas/v4/api/tags
    /api/v3 /api/v3/api/chat /api/v3/api/tags
    /openai /openai/api/chat /openai/api/tags
    /anthropic /anthropic/api/chat /anthropic/api/tags
    /chat/completions /chat/completions/api/chat /chat/completions/api/tags
    /v1/chat/completions /v1/chat/completions/api/chat /v1/chat/completions/api/tags
    /v1/messages /v1/messages/api/chat /v1/messages/api/tags
    /v1/responses /v1/responses/api/chat /v1/responses/api/tags
    /m/{model}/run /m/%7Bmodel%7D/run/api/chat /m/%7Bmodel%7D/run/api/tags
  `,
  8: `
    / /v1/chat/completions /v1/models
    /v1 /v1/chat/completions /v1/models
    /v2 /v2/v1/chat/completions /v2/v1/models
    /v1beta /v1beta/v1/chat/completions /v1beta/v1/models
    /v4 /v4/v1/chat/completions /v4/v1/models
    /api/paas/v4 /api/paas/v4/v1/chat/completions /api/paas/v4/v1/models
    /api/v3 /api/v3/v1/chat/completions /api/v3/v1/models
    /openai /openai/v1/chat/completions /openai/v1/models
    /anthropic /anthropic/v1/chat/completions /anthropic/v1/models
    /chat/completions /chat/completions /models
    /v1/chat/completions /v1/chat/completions /v1/models
    /v1/messages /v1/chat/completions /v1/models
    /v1/responses /v1/chat/completions /v1/models
    /m/{model}/run /m/m/run /m/m/run
  `,
  14: `
    / /v1/messages /v1/models?limit=1000
    /v1 /v1/messages /v1/models?limit=1000
    /v2 /v2/v1/messages /v2/v1/models?limit=1000
    /v1beta /v1beta/v1/messages /v1beta/v1/models?limit=1000
    /v4 /v4/v1/messages /v4/v1/models?limit=1000
    /api/paas/v4 /api/paas/v4/v1/messages /api/paas/v4/v1/models?limit=1000
    /api/v3 /api/v3/v1/messages /api/v3/v1/models?limit=1000
    /openai /openai/v1/messages /openai/v1/models?limit=1000
    /anthropic /anthropic/v1/messages /anthropic/v1/models?limit=1000
    /chat/completions /chat/completions/v1/messages /chat/completions/v1/models?limit=1000
    /v1/chat/completions /v1/chat/completions/v1/messages /v1/chat/completions/v1/models?limit=1000
    /v1/messages /v1/messages/v1/messages /v1/messages/v1/models?limit=1000
    /v1/responses /v1/responses/v1/messages /v1/responses/v1/models?limit=1000
    /m/{model}/run /m/%7Bmodel%7D/run/v1/messages /m/%7Bmodel%7D/run/v1/models?limit=1000
  `,
  24: `
    / /v1beta/models/m:generateContent /v1beta/openai/models
    /v1 /v1beta/models/m:generateContent /v1beta/openai/models
    /v2 /v1beta/models/m:generateContent /v1beta/openai/models
    /v1beta /v1beta/models/m:generateContent /v1beta/openai/models
    /v4 /v1beta/models/m:generateContent /v1beta/openai/models
    /api/paas/v4 /api/paas/v1beta/models/m:generateContent /api/paas/v1beta/openai/models
    /api/v3 /api/v1beta/models/m:generateContent /api/v1beta/openai/models
    /openai /openai/v1beta/models/m:generateContent /openai/v1beta/openai/models
    /anthropic /anthropic/v1beta/models/m:generateContent /anthropic/v1beta/openai/models
    /chat/completions /chat/completions/v1beta/models/m:generateContent /chat/completions/v1beta/openai/models
    /v1/chat/completions /v1/chat/completions/v1beta/models/m:generateContent /v1/chat/completions/v1beta/openai/models
    /v1/messages /v1/messages/v1beta/models/m:generateContent /v1/messages/v1beta/openai/models
    /v1/responses /v1/responses/v1beta/models/m:generateContent /v1/responses/v1beta/openai/models
    /m/{model}/run /m/%7Bmodel%7D/run/v1beta/models/m:generateContent /m/%7Bmodel%7D/run/v1beta/openai/models
  `,
  26: `
    / /api/paas/v4/chat/completions /api/paas/v4/models
    /v1 /v1/api/paas/v4/chat/completions /v1/api/paas/v4/models
    /v2 /v2/api/paas/v4/chat/completions /v2/api/paas/v4/models
    /v1beta /v1beta/api/paas/v4/chat/completions /v1beta/api/paas/v4/models
    /v4 /v4/api/paas/v4/chat/completions /v4/api/paas/v4/models
    /api/paas/v4 /api/paas/v4/chat/completions /api/paas/v4/models
    /api/v3 /api/v3/api/paas/v4/chat/completions /api/v3/api/paas/v4/models
    /openai /openai/api/paas/v4/chat/completions /openai/api/paas/v4/models
    /anthropic /anthropic/api/paas/v4/chat/completions /anthropic/api/paas/v4/models
    /chat/completions /chat/completions/api/paas/v4/chat/completions /chat/completions/api/paas/v4/models
    /v1/chat/completions /v1/chat/completions/api/paas/v4/chat/completions /v1/chat/completions/api/paas/v4/models
    /v1/messages /v1/messages/api/paas/v4/chat/completions /v1/messages/api/paas/v4/models
    /v1/responses /v1/responses/api/paas/v4/chat/completions /v1/responses/api/paas/v4/models
    /m/{model}/run /m/%7Bmodel%7D/run/api/paas/v4/chat/completions /m/%7Bmodel%7D/run/api/paas/v4/models
  `,
  34: `
    / /v2/chat /v1/models?endpoint=chat&page_size=1000
    /v1 /v2/chat /v1/models?endpoint=chat&page_size=1000
    /v2 /v2/chat /v1/models?endpoint=chat&page_size=1000
    /v1beta /v1beta/v2/chat /v1beta/v1/models?endpoint=chat&page_size=1000
    /v4 /v4/v2/chat /v4/v1/models?endpoint=chat&page_size=1000
    /api/paas/v4 /api/paas/v4/v2/chat /api/paas/v4/v1/models?endpoint=chat&page_size=1000
    /api/v3 /api/v3/v2/chat /api/v3/v1/models?endpoint=chat&page_size=1000
    /openai /openai/v2/chat /openai/v1/models?endpoint=chat&page_size=1000
    /anthropic /anthropic/v2/chat /anthropic/v1/models?endpoint=chat&page_size=1000
    /chat/completions /chat/completions/v2/chat /chat/completions/v1/models?endpoint=chat&page_size=1000
    /v1/chat/completions /v1/chat/completions/v2/chat /v1/chat/completions/v1/models?endpoint=chat&page_size=1000
    /v1/messages /v1/messages/v2/chat /v1/messages/v1/models?endpoint=chat&page_size=1000
    /v1/responses /v1/responses/v2/chat /v1/responses/v1/models?endpoint=chat&page_size=1000
    /m/{model}/run /m/%7Bmodel%7D/run/v2/chat /m/%7Bmodel%7D/run/v1/models?endpoint=chat&page_size=1000
  `,
  43: `
    / /v1/chat/completions /v1/models
    /v1 /v1/chat/completions /v1/models
    /v2 /v2/v1/chat/completions /v2/v1/models
    /v1beta /v1beta/v1/chat/completions /v1beta/v1/models
    /v4 /v4/v1/chat/completions /v4/v1/models
    /api/paas/v4 /api/paas/v4/v1/chat/completions /api/paas/v4/v1/models
    /api/v3 /api/v3/v1/chat/completions /api/v3/v1/models
    /openai /openai/v1/chat/completions /openai/v1/models
    /anthropic /anthropic/v1/chat/completions /anthropic/v1/models
    /chat/completions /chat/completions/v1/chat/completions /chat/completions/v1/models
    /v1/chat/completions /v1/chat/completions/v1/chat/completions /v1/chat/completions/v1/models
    /v1/messages /v1/messages/v1/chat/completions /v1/messages/v1/models
    /v1/responses /v1/responses/v1/chat/completions /v1/responses/v1/models
    /m/{model}/run /m/%7Bmodel%7D/run/v1/chat/completions /m/%7Bmodel%7D/run/v1/models
  `,
  45: `
    / /api/v3/chat/completions /api/v3/models
    /v1 /v1/api/v3/chat/completions /v1/api/v3/models
    /v2 /v2/api/v3/chat/completions /v2/api/v3/models
    /v1beta /v1beta/api/v3/chat/completions /v1beta/api/v3/models
    /v4 /v4/api/v3/chat/completions /v4/api/v3/models
    /api/paas/v4 /api/paas/v4/api/v3/chat/completions /api/paas/v4/api/v3/models
    /api/v3 /api/v3/chat/completions /api/v3/models
    /openai /openai/api/v3/chat/completions /openai/api/v3/models
    /anthropic /anthropic/api/v3/chat/completions /anthropic/api/v3/models
    /chat/completions /chat/completions/api/v3/chat/completions /chat/completions/api/v3/models
    /v1/chat/completions /v1/chat/completions/api/v3/chat/completions /v1/chat/completions/api/v3/models
    /v1/messages /v1/messages/api/v3/chat/completions /v1/messages/api/v3/models
    /v1/responses /v1/responses/api/v3/chat/completions /v1/responses/api/v3/models
    /m/{model}/run /m/%7Bmodel%7D/run/api/v3/chat/completions /m/%7Bmodel%7D/run/api/v3/models
  `,
}

const rows = Object.entries(stored).flatMap(([type, table]) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [form = '', chat = '', models = ''] = line.trim().split(/\s+/)
      return [Number(type), form, chat, models] as const
    }),
)

function called(type: number, baseUrl: string, operation: Operation): string {
  const provider = providers[type]
  const channel = { baseUrl, key: 'key', organization: '', other: '', setting: {} }
  const dialect = operation === 'models' ? 'openai-chat' : (provider?.speaks(channel, 'm')[0] ?? 'openai-chat')
  const call = { operation, dialect, model: 'm', requestedModel: 'm', isStream: false, clientHeaders: {}, settings: {} }
  return provider?.address(call, channel).url.href.replace('https://r.test', '') ?? ''
}

test.each(rows)('type %i at %s', (type, form, chat, models) => {
  const baseUrl = withoutEnd(`https://r.test${form}`, '/')
  expect([called(type, baseUrl, 'chat'), called(type, baseUrl, 'models')]).toEqual([chat, models])
})

/** The same forms, entered now. */
test.each([
  [1, '/v1', '/v1/chat/completions', '/v1/models'],
  [1, '/v1/', '/v1/chat/completions', '/v1/models'],
  [1, '/', '/v1/chat/completions', '/v1/models'],
  [1, '/v3', '/v3/chat/completions', '/v3/models'],
  [1, '/v1beta', '/v1beta/chat/completions', '/v1beta/models'],
  [1, '/api/paas/v4', '/api/paas/v4/chat/completions', '/api/paas/v4/models'],
  [1, '/openai', '/openai/v1/chat/completions', '/openai/v1/models'],
  [1, '/v1/chat/completions', '/v1/chat/completions', '/v1/models'],
  [1, '/chat/completions', '/chat/completions', '/models'],
  [1, '/v4/embeddings/', '/v4/chat/completions', '/v4/models'],
  [4, '/v1/chat/completions', '/api/chat', '/api/tags'],
  [8, '/api/paas/v4', '/api/paas/v4/chat/completions', '/api/paas/v4/models'],
  [8, '/v1/responses', '/v1/chat/completions', '/v1/models'],
  [8, '/v2/chat/completions', '/v2/chat/completions', '/v2/models'],
  [8, '/m/{model}/v2', '/m/m/v2', '/m/m/v2'],
  [14, '/v1/messages', '/v1/messages', '/v1/models?limit=1000'],
  [14, '/messages', '/messages', '/models?limit=1000'],
  [14, '/v2', '/v2/messages', '/v2/models?limit=1000'],
  [24, '/v1beta', '/v1beta/models/m:generateContent', '/v1beta/openai/models'],
  [24, '/v1', '/v1/models/m:generateContent', '/v1/openai/models'],
  [24, '/v1/openai/chat/completions', '/v1/models/m:generateContent', '/v1/openai/models'],
  [26, '/v1', '/v1/chat/completions', '/v1/models'],
  [26, '/api/paas/v4/chat/completions', '/api/paas/v4/chat/completions', '/api/paas/v4/models'],
  [43, '/v1/chat/completions', '/v1/chat/completions', '/v1/models'],
])('type %i at a new %s', (type, form, chat, models) => {
  const baseUrl = addressToStore(`https://r.test${form}`, type)
  expect([called(type, baseUrl, 'chat'), called(type, baseUrl, 'models')]).toEqual([chat, models])
})

test('a stored address stays as it is while it is sent as it is shown, and becomes another when it is typed with a slash', () => {
  const [old, whole] = ['https://r.test/v4', 'https://r.test/v4/']
  expect(addressToStore(old, 1, { type: 1, base_url: old })).toBe(old)
  expect(addressToStore(old, 1, { type: 1, base_url: whole })).toBe(whole)
  expect(addressToStore(whole, 1, { type: 1, base_url: old })).toBe(whole)
  expect(addressToStore(old, 8, { type: 1, base_url: old })).toBe(whole)
})
