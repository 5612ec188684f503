// Where the calls of vendors that are a record of the contract go, and as whom: what their documentation says.

import { addressToStore } from '@waystation/contract/channels/channel-address'
import { channelTypes } from '@waystation/contract/channels/channel-type'
import * as ready from '@waystation/contract/vendors/ready'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { describe, expect, test } from 'vitest'
import type { Operation, Provider, UpstreamCall } from './provider.ts'
import { providers } from './registry.ts'
import { documented, documentedHeaders } from './testing/documented-addresses.ts'

const call = (operation: Operation, dialect: UpstreamCall['dialect'] = 'openai-chat', model = 'm'): UpstreamCall => ({
  operation,
  dialect,
  model,
  requestedModel: model,
  isStream: false,
  clientHeaders: {},
  settings: {},
})
const channel = (baseUrl = '', other = '') => ({ baseUrl, key: 'the-key', organization: '', other, setting: {} })
const providerOf = ({ id, name }: Vendor): Provider => {
  const provider = providers[id]
  if (!provider) throw new Error(`no provider for ${name}`)
  return provider
}

const bearer = { authorization: 'Bearer the-key' }

/** A door by its word in the table: what is called, where that usually stands, and how a key is shown there. */
const doors = {
  chat: { call: call('chat'), path: '/chat/completions', headers: bearer },
  responses: { call: call('chat', 'openai-responses'), path: '/responses', headers: bearer },
  messages: {
    ...{ call: call('chat', 'anthropic-messages'), path: '/messages' },
    headers: { ...bearer, 'x-api-key': 'the-key', 'anthropic-version': '2023-06-01' },
  },
  gemini: { call: call('chat', 'gemini-generate'), path: '/models/m:generateContent', headers: { ...bearer, 'x-goog-api-key': 'the-key' } },
  completions: { call: call('completions'), path: '/completions', headers: bearer },
  embeddings: { call: call('embeddings'), path: '/embeddings', headers: bearer },
  transcription: { call: call('transcription'), path: '/audio/transcriptions', headers: bearer },
  translation: { call: call('translation'), path: '/audio/translations', headers: bearer },
  speech: { call: call('speech'), path: '/audio/speech', headers: bearer },
  images: { call: call('images'), path: '/images/generations', headers: bearer },
  edits: { call: call('image-edits'), path: '/images/edits', headers: bearer },
  variations: { call: call('image-variations'), path: '/images/variations', headers: bearer },
  rerank: { call: call('rerank'), path: '/rerank', headers: bearer },
  moderation: { call: call('moderation'), path: '/moderations', headers: bearer },
  'chat-moderation': { call: call('chat-moderation'), path: '/chat/moderations', headers: bearer },
  fim: { call: call('fim'), path: '/fim/completions', headers: bearer },
  ocr: { call: call('ocr'), path: '/ocr', headers: bearer },
  files: { call: call('files'), path: '/files', headers: bearer },
  models: { call: call('models'), path: '/models', headers: bearer },
} as const

type Door = keyof typeof doors

const OWN_SERVER = 'http://10.0.0.5:9000'

/** A row of the table: the address before all paths, and that of each door. */
function read(row: string): { base: string; urls: Readonly<Record<string, string>> } {
  const [start = '', ...words] = row.split(' ')
  const base = start.startsWith('/') ? OWN_SERVER + start : start
  const urls = words.map((word) => {
    const [door = '', elsewhere] = word.split(/=(.*)/)
    return [
      door,
      elsewhere === undefined ? base + doors[door as Door].path : elsewhere.startsWith('/') ? new URL(base).origin + elsewhere : elsewhere,
    ] as const
  })
  return { base, urls: Object.fromEntries(urls) }
}

/** The doors that a record says there are: chat in each dialect that any model is served in, and the other operations. */
function doorsOf({ dialects, dialectsOfModels = {}, operations }: Vendor): Door[] {
  const spoken = new Set<string>([...dialects, ...Object.values(dialectsOfModels).flat()])
  return (Object.keys(doors) as Door[]).filter((door) => {
    const { operation, dialect } = doors[door].call
    return operations.includes(operation) && (operation !== 'chat' || spoken.has(dialect))
  })
}

const rows = channelTypes.flatMap((vendor) => {
  const row = documented[vendor.name]
  return row === undefined ? [] : [[vendor.name, vendor, read(row)] as const]
})

describe.each(rows)('%s', (_name, vendor, { base, urls }) => {
  const { address } = providerOf(vendor)
  const served = doorsOf(vendor)
  const own = vendor.baseUrl === '' ? OWN_SERVER : ''
  const urlOf = (door: Door, baseUrl: string) => decodeURI(address(doors[door].call, channel(baseUrl, 'account1')).url.href)
  const filled = (url: string) => url.replace('{other}', 'account1')

  test('serves what is documented, at these addresses, with the key as each dialect wants it', () => {
    expect(Object.fromEntries(served.map((door) => [door, urlOf(door, own)]))).toEqual(
      Object.fromEntries(Object.entries(urls).map(([door, url]) => [door, filled(url)])),
    )
    for (const door of served) {
      const { headers } = address(doors[door].call, channel(own, vendor.otherFormat === 'account' ? 'account1' : ''))
      expect(headers, door).toEqual({ ...vendor.headers, ...doors[door].headers, ...documentedHeaders[vendor.name]?.[door] })
    }
  })

  test('an address given with or without the version, or with a slash at its end, means the same', () => {
    const [door = 'chat'] = served
    const host = vendor.baseUrl === '' ? OWN_SERVER : vendor.baseUrl
    const withVersion = base.includes('{other}') ? [] : [base, `${base}/`]
    for (const baseUrl of [host, `${host}/`, ...withVersion]) expect(urlOf(door, baseUrl)).toBe(filled(urls[door] ?? ''))
  })
})

/** Vendors whose code makes the address: own-dialects.test.ts, their own folders and stored-addresses.test.ts pin these. */
const ownAddress: readonly Vendor[] = [
  ready.anthropic,
  ready.azure,
  ready.bedrock,
  ready.blackForestLabs,
  ready.cohere,
  ready.coze,
  ready.databricks,
  ready.dify,
  ready.doubaoVideo,
  ready.elevenLabs,
  ready.gemini,
  ready.jimeng,
  ready.kling,
  ready.midjourney,
  ready.midjourneyPlus,
  ready.ollama,
  ready.replicate,
  ready.sora,
  ready.suno,
  ready.vertex,
  ready.vidu,
]

test('every other vendor has a row, and every row a vendor', () => {
  const others = Object.values(providers).filter(({ id }) => !ownAddress.some((vendor) => vendor.id === id))
  expect(others.map(({ name }) => name).toSorted()).toEqual(Object.keys(documented).toSorted())
  expect(new Set(channelTypes.map(({ name }) => name)).size).toBe(channelTypes.length)
})

test('OpenRouter gets the name of the calling product, and the address of this server where one is set', () => {
  const { address } = providerOf(ready.openRouter)
  const headersAt = (serverAddress: string) => address({ ...call('chat'), settings: { serverAddress } }, channel()).headers
  expect(headersAt('https://ai.example.org')).toMatchObject({ 'x-title': 'Waystation', 'http-referer': 'https://ai.example.org' })
  expect(headersAt('')).toMatchObject({ 'x-title': 'Waystation' })
  expect(headersAt('')).not.toHaveProperty('http-referer')
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

describe('an address in place of the usual one', () => {
  test.each([
    ['glm-coding-plan', ready.zhipu, 'open.bigmodel.cn/api/coding/paas/v4', 'open.bigmodel.cn/api/anthropic/v1'],
    ['glm-coding-plan', ready.zhipuThree, 'open.bigmodel.cn/api/coding/paas/v4', 'open.bigmodel.cn/api/anthropic/v1'],
    ['glm-coding-plan-international', ready.zhipu, 'api.z.ai/api/coding/paas/v4', 'api.z.ai/api/anthropic/v1'],
    ['kimi-coding-plan', ready.moonshot, 'api.kimi.com/coding/v1', 'api.kimi.com/coding/v1'],
    ['doubao-coding-plan', ready.doubao, 'ark.cn-beijing.volces.com/api/coding/v3', 'ark.cn-beijing.volces.com/api/coding/v1'],
    ['qwen-coding-plan', ready.dashScope, 'coding.dashscope.aliyuncs.com/v1', 'coding.dashscope.aliyuncs.com/apps/anthropic/v1'],
    [
      ...(['qwen-token-plan-international', ready.dashScope] as const),
      'token-plan.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1',
      'token-plan.ap-southeast-1.maas.aliyuncs.com/apps/anthropic/v1',
    ],
  ])('%s is a plan with an address for each dialect', (word, vendor, chat, messages) => {
    const { address, speaks } = providerOf(vendor)
    const urlOf = (...args: Parameters<typeof call>) => address(call(...args), channel(word)).url.href
    expect(urlOf('chat')).toBe(`https://${chat}/chat/completions`)
    expect(urlOf('models')).toBe(`https://${chat}/models`)
    expect(urlOf('chat', 'anthropic-messages')).toBe(`https://${messages}/messages`)
    expect(speaks({ baseUrl: word, setting: {} }, 'm')).toEqual(['openai-chat', 'anthropic-messages'])
    expect(() => urlOf('chat', 'openai-responses')).toThrow(TypeError)
  })

  test.each([
    ['qwen-token-plan', 'token-plan.cn-beijing.maas.aliyuncs.com'],
    ['qwen-token-plan-international', 'token-plan.ap-southeast-1.maas.aliyuncs.com'],
  ])('%s makes pictures where its vendor does, at the host of the plan', (word, host) => {
    const { address } = providerOf(ready.dashScope)
    for (const operation of ['images', 'image-edits'] as const) {
      const { url } = address({ ...call('chat'), operation }, channel(word))
      expect(url.href).toBe(`https://${host}/api/v1/services/aigc/multimodal-generation/generation`)
    }
  })

  test('a word is no address of another vendor', () => {
    expect(() => providerOf(ready.deepseek).address(call('chat'), channel('glm-coding-plan'))).toThrow(TypeError)
  })

  test('each address that a record offers is called as the usual one is, and spoken to alike', () => {
    const offered = channelTypes.flatMap((vendor) => (vendor.presets ?? []).flatMap((preset) => (preset.at ? [] : [{ vendor, preset }])))
    expect(offered.length).toBeGreaterThan(10)
    for (const { vendor, preset } of offered) {
      const { address, speaks } = providerOf(vendor)
      expect(speaks({ baseUrl: preset.address, setting: {} }, 'm'), preset.address).toEqual(speaks({ baseUrl: '', setting: {} }, 'm'))
      const [usual, there] = ['', preset.address].map((baseUrl) => address(call('models'), channel(baseUrl)).url.href)
      expect(there).toBe(usual?.replace(vendor.baseUrl, preset.address))
    }
  })

  test('a relay there is spoken to as relays speak, unless the channel says otherwise', () => {
    const spoken = (vendor: Vendor, dialects?: string[]) =>
      providerOf(vendor).speaks({ baseUrl: 'https://relay.test', setting: dialects ? { dialects } : {} }, 'm')
    for (const vendor of [ready.deepseek, ready.xai, ready.zhipu, ready.openRouter, ready.aiHubMix])
      expect(spoken(vendor), vendor.name).toEqual(['openai-chat'])
    expect(spoken(ready.openai)).toEqual(['openai-chat', 'openai-responses'])
    expect(spoken(ready.perplexity)).toEqual(['openai-responses'])
    expect(spoken(ready.deepseek, ['anthropic-messages'])).toEqual(['anthropic-messages'])
    expect(spoken(ready.vllm)).toEqual(ready.vllm.dialects)
  })
})

test('clients of other dialects are translated into chat, but where the vendor puts Responses first or has nothing else', () => {
  const first = Object.values(providers).filter(({ speaks }) => speaks({ baseUrl: '', setting: {} }, 'm')[0] === 'openai-responses')
  expect(first.map(({ name }) => name).toSorted()).toEqual(['OpenAI', 'Perplexity', 'xAI'])
})

test('a model is spoken to in the dialect that it is served in', () => {
  const zen = (model: string) => providerOf(ready.openCodeZen).speaks({ baseUrl: '', setting: {} }, model)
  expect(['claude-opus-5-5', 'gpt-6-sol', 'gemini-3.8-flash', 'glm-5.3', 'qwen3.6-plus', 'qwen3.8-max'].map(zen)).toEqual([
    ...[['anthropic-messages'], ['openai-responses'], ['gemini-generate'], ['openai-chat'], ['anthropic-messages'], ['openai-chat']],
  ])
  expect(providerOf(ready.aiHubMix).speaks({ baseUrl: '', setting: {} }, 'claude-opus-5-5')).toEqual(['openai-chat', 'anthropic-messages'])
})

test('a vendor that keeps no reply is not asked to, since the gateway does', () => {
  const sent = (vendor: Vendor, dialect: UpstreamCall['dialect'] = 'openai-responses') =>
    providerOf(vendor).adapt?.({ model: 'm', store: true }, call('chat', dialect), lossList())
  expect(sent(ready.perplexity)).toEqual({ model: 'm' })
  expect(sent(ready.xai)).toEqual({ model: 'm', store: true })
  expect(sent(ready.openRouter, 'openai-chat')).toEqual({ model: 'm', store: true })
})

test('DashScope gets the plug-ins that a channel names', () => {
  const { address } = providerOf(ready.dashScope)
  expect(address(call('chat'), channel('', 'pdf_extracter')).headers).toEqual({ ...bearer, 'x-dashscope-plugin': 'pdf_extracter' })
  expect(address(call('chat'), channel('https://dashscope-intl.aliyuncs.com/compatible-mode/v1')).url.href).toBe(
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions',
  )
})

describe('Cloudflare', () => {
  const { address, readModels } = providerOf(ready.workersAi)

  test.each(['', 'a/b', '../x', 'a?b', 'ä'])('is not called with the account "%s"', (other) => {
    expect(() => address(call('chat'), channel('', other))).toThrow(TypeError)
  })

  test('is called at a gateway, or at an address that names the account itself, as that says', () => {
    const gateway = 'https://gateway.ai.cloudflare.com/v1/acc/gate/workers-ai/v1'
    const direct = 'https://api.cloudflare.com/client/v4/accounts/acc/ai/v1'
    for (const base of [gateway, direct])
      expect(address(call('chat'), channel(addressToStore(base, ready.workersAi.id))).url.href).toBe(`${base}/chat/completions`)
  })

  test('runs models of sound each at an address of its own, at a gateway too', () => {
    const at = (base: string, model: string) =>
      address({ ...call('speech'), model }, channel(base === '' ? '' : addressToStore(base, ready.workersAi.id), 'acc')).url.href
    const aura = '@cf/deepgram/aura-1'
    expect(at('', aura)).toBe(`https://api.cloudflare.com/client/v4/accounts/acc/ai/run/${aura}`)
    const direct = 'https://api.cloudflare.com/client/v4/accounts/acc/ai'
    expect(at(`${direct}/v1`, aura)).toBe(`${direct}/run/${aura}`)
    const gateway = 'https://gateway.ai.cloudflare.com/v1/acc/gate/workers-ai'
    expect(at(`${gateway}/v1`, aura)).toBe(`${gateway}/${aura}`)
    for (const model of ['@cf/../../x', '@cf//x', '']) expect(() => at('', model)).toThrow(TypeError)
  })

  // As GET /accounts/{account}/ai/models/search answers in its documentation.
  test('lists its models by name', () => {
    const found = [
      { id: '1', name: '@cf/baai/bge-m3', task: { name: 'Text Embeddings' } },
      { id: '2', name: '@cf/openai/gpt-oss-120b' },
    ]
    expect(readModels?.({ success: true, errors: [], messages: [], result: found })).toEqual(['@cf/baai/bge-m3', '@cf/openai/gpt-oss-120b'])
    expect(readModels?.({ success: true, result: {} })).toBeUndefined()
  })
})
