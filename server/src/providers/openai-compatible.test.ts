// Where the calls of vendors that are a record of the contract go, and as whom: what their documentation says.

import * as ready from '@waystation/contract/vendors/ready'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { describe, expect, test } from 'vitest'
import type { Operation, Provider, UpstreamCall } from './provider.ts'
import { providers } from './registry.ts'

const call = (operation: Operation, dialect: UpstreamCall['dialect'] = 'openai-chat', model = 'm'): UpstreamCall => ({
  operation,
  dialect,
  model,
  requestedModel: model,
  isStream: false,
  clientHeaders: {},
  settings: {},
})
const channel = (baseUrl = '') => ({ baseUrl, key: 'the-key', organization: '', other: '', setting: {} })
const providerOf = ({ id, name }: Vendor): Provider => {
  const provider = providers[id]
  if (!provider) throw new Error(`no provider for ${name}`)
  return provider
}

/** The address of each operation that a vendor's documentation names. */
const documented: readonly (readonly [Vendor, Partial<Record<Operation, string>>])[] = [
  [ready.ai360, { chat: 'https://api.360.cn/v1/chat/completions', models: 'https://api.360.cn/v1/models' }],
  [
    ready.openRouter,
    {
      chat: 'https://openrouter.ai/api/v1/chat/completions',
      completions: 'https://openrouter.ai/api/v1/completions',
      embeddings: 'https://openrouter.ai/api/v1/embeddings',
      models: 'https://openrouter.ai/api/v1/models',
    },
  ],
  [ready.moonshot, { chat: 'https://api.moonshot.cn/v1/chat/completions', models: 'https://api.moonshot.cn/v1/models' }],
  [
    ready.zhipu,
    {
      chat: 'https://open.bigmodel.cn/api/paas/v4/chat/completions',
      embeddings: 'https://open.bigmodel.cn/api/paas/v4/embeddings',
      models: 'https://open.bigmodel.cn/api/paas/v4/models',
    },
  ],
  [ready.jina, { embeddings: 'https://api.jina.ai/v1/embeddings', rerank: 'https://api.jina.ai/v1/rerank' }],
  [
    ready.zhipuThree,
    {
      chat: 'https://open.bigmodel.cn/api/paas/v4/chat/completions',
      embeddings: 'https://open.bigmodel.cn/api/paas/v4/embeddings',
      models: 'https://open.bigmodel.cn/api/paas/v4/models',
    },
  ],
  [ready.fastGpt, { chat: 'https://cloud.fastgpt.cn/api/v1/chat/completions' }],
  [ready.lingyiwanwu, { chat: 'https://api.lingyiwanwu.com/v1/chat/completions', models: 'https://api.lingyiwanwu.com/v1/models' }],
  [
    ready.siliconFlow,
    {
      chat: 'https://api.siliconflow.cn/v1/chat/completions',
      completions: 'https://api.siliconflow.cn/v1/completions',
      embeddings: 'https://api.siliconflow.cn/v1/embeddings',
      transcription: 'https://api.siliconflow.cn/v1/audio/transcriptions',
      speech: 'https://api.siliconflow.cn/v1/audio/speech',
      rerank: 'https://api.siliconflow.cn/v1/rerank',
      models: 'https://api.siliconflow.cn/v1/models',
    },
  ],
  [
    ready.mistral,
    {
      chat: 'https://api.mistral.ai/v1/chat/completions',
      embeddings: 'https://api.mistral.ai/v1/embeddings',
      transcription: 'https://api.mistral.ai/v1/audio/transcriptions',
      models: 'https://api.mistral.ai/v1/models',
    },
  ],
  [
    ready.deepseek,
    {
      chat: 'https://api.deepseek.com/v1/chat/completions',
      completions: 'https://api.deepseek.com/beta/completions',
      models: 'https://api.deepseek.com/v1/models',
    },
  ],
  [
    ready.doubao,
    {
      chat: 'https://ark.cn-beijing.volces.com/api/v3/chat/completions',
      embeddings: 'https://ark.cn-beijing.volces.com/api/v3/embeddings',
      models: 'https://ark.cn-beijing.volces.com/api/v3/models',
    },
  ],
  [
    ready.tencent,
    {
      chat: 'https://tokenhub.tencentmaas.com/v1/chat/completions',
      embeddings: 'https://tokenhub.tencentmaas.com/v1/embeddings',
      models: 'https://tokenhub.tencentmaas.com/v1/models',
    },
  ],
  [ready.spark, { chat: 'https://spark-api-open.xf-yun.com/v1/chat/completions' }],
  [ready.miniMax, { chat: 'https://api.minimax.io/v1/chat/completions', models: 'https://api.minimax.io/v1/models' }],
  [
    ready.qianfan,
    {
      chat: 'https://qianfan.baidubce.com/v2/chat/completions',
      embeddings: 'https://qianfan.baidubce.com/v2/embeddings',
      rerank: 'https://qianfan.baidubce.com/v2/rerankers',
      models: 'https://qianfan.baidubce.com/v2/models',
    },
  ],
  [
    ready.xai,
    {
      chat: 'https://api.x.ai/v1/chat/completions',
      completions: 'https://api.x.ai/v1/completions',
      models: 'https://api.x.ai/v1/models',
    },
  ],
]

describe.each(documented.map(([vendor, urls]) => [vendor.name, vendor, urls] as const))('%s', (_name, vendor, urls) => {
  test('serves what is documented, at these addresses, with the key as a bearer token', () => {
    const { operations, address } = providerOf(vendor)
    const addresses = operations.map((operation) => [operation, address(call(operation), channel())] as const)
    expect(Object.fromEntries(addresses.map(([operation, { url }]) => [operation, url.href]))).toEqual(urls)
    for (const [, { headers }] of addresses) expect(headers).toEqual({ ...vendor.headers, authorization: 'Bearer the-key' })
  })

  test('an address given with or without the version, or with a slash at its end, means the same', () => {
    const { address, operations } = providerOf(vendor)
    const [operation, path] = operations.includes('chat') ? (['chat', '/chat/completions'] as const) : (['rerank', '/rerank'] as const)
    const whole = address(call(operation), channel()).url.href
    const [withVersion] = whole.split(path)
    for (const baseUrl of [vendor.baseUrl, `${vendor.baseUrl}/`, withVersion, `${withVersion}/`])
      expect(address(call(operation), channel(baseUrl)).url.href).toBe(whole)
  })
})

test('a vendor of OpenAI’s chat alone has a row above, unless its address is its owner’s', () => {
  const rows = documented.map(([{ id }]) => id)
  const plain = Object.values<Vendor>(ready).filter(({ dialects, baseUrl }) => dialects.join() === 'openai-chat' && baseUrl !== '')
  expect(plain.filter(({ id }) => !rows.includes(id)).map(({ name }) => name)).toEqual([])
})

test('Xinference has the address that its owner sets', () => {
  const { address, operations } = providerOf(ready.xinference)
  const urls = operations.map((operation) => address(call(operation), channel('http://10.0.0.5:9997')).url.href)
  const audio = ['audio/transcriptions', 'audio/translations', 'audio/speech', 'rerank']
  const paths = ['chat/completions', 'completions', 'embeddings', ...audio, 'models']
  expect(urls).toEqual(paths.map((path) => `http://10.0.0.5:9997/v1/${path}`))
})

test('OpenRouter gets the name of the calling product', () => {
  expect(providerOf(ready.openRouter).address(call('chat'), channel()).headers).toMatchObject({ 'x-title': 'Waystation' })
})

test('xAI is called with the Responses API where the channel is set so', () => {
  const provider = providerOf(ready.xai)
  expect(provider.speaks({ baseUrl: '', setting: {} }, 'm')).toEqual(['openai-chat'])
  expect(provider.speaks({ baseUrl: '', setting: { dialects: ['openai-responses'] } }, 'm')).toEqual(['openai-responses'])
  expect(provider.address(call('chat', 'openai-responses'), channel()).url.href).toBe('https://api.x.ai/v1/responses')
})

test('Spark’s newer lines of models stand below paths of their own, and an old key of three parts serves', () => {
  const { address } = providerOf(ready.spark)
  const at = (model: string) => address(call('chat', 'openai-chat', model), channel()).url.href
  expect(at('x1')).toBe('https://spark-api-open.xf-yun.com/v2/chat/completions')
  expect(at('x2')).toBe('https://spark-api-open.xf-yun.com/x2/chat/completions')
  const { headers } = address(call('chat'), { ...channel(), key: 'app|secret|key' })
  expect(headers).toEqual({ authorization: 'Bearer key:secret' })
})

test('MiniMax is asked to keep its thinking out of the answer, and speaks Anthropic’s dialect at a path of its own', () => {
  const { adapt, address } = providerOf(ready.miniMax)
  expect(adapt?.({ model: 'm' }, call('chat'), lossList())).toEqual({ model: 'm', reasoning_split: true })
  expect(adapt?.({ model: 'm', reasoning_split: false }, call('chat'), lossList())).toEqual({ model: 'm', reasoning_split: false })
  expect(address(call('chat', 'anthropic-messages'), channel()).url.href).toBe('https://api.minimax.io/anthropic/v1/messages')
})

test('applications of Doubao are called at a path of their own', () => {
  const { address } = providerOf(ready.doubao)
  for (const baseUrl of ['', 'https://ark.cn-beijing.volces.com/api/v3'])
    expect(address(call('chat', 'openai-chat', 'bot-20250322'), channel(baseUrl)).url.href).toBe(
      'https://ark.cn-beijing.volces.com/api/v3/bots/chat/completions',
    )
})

test('Mistral gets no field that it refuses', () => {
  const { adapt } = providerOf(ready.mistral)
  const body = { model: 'm', stream: true, stream_options: { include_usage: true }, max_completion_tokens: 5 }
  expect(adapt?.(body, call('chat'), lossList())).toEqual({ model: 'm', stream: true, max_tokens: 5 })
  expect(adapt?.({ model: 'm', max_tokens: 7 }, call('chat'), lossList())).toEqual({ model: 'm', max_tokens: 7 })
})

test.each([
  '',
  'https://api.deepseek.com',
  'https://api.deepseek.com/',
  'https://api.deepseek.com/v1',
  'https://api.deepseek.com/anthropic/v1',
])('whichever version an address ends in (%s), each dialect goes below its own', (baseUrl) => {
  const { address } = providerOf(ready.deepseek)
  const urlOf = (...args: Parameters<typeof call>) => address(call(...args), channel(baseUrl)).url.href
  expect(urlOf('chat')).toBe('https://api.deepseek.com/v1/chat/completions')
  expect(urlOf('chat', 'anthropic-messages')).toBe('https://api.deepseek.com/anthropic/v1/messages')
  expect(urlOf('completions')).toBe('https://api.deepseek.com/beta/completions')
  expect(urlOf('models')).toBe('https://api.deepseek.com/v1/models')
})
