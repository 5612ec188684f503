import { createHmac } from 'node:crypto'
import * as ready from '@waystation/contract/vendors/ready'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import { providers } from '../registry.ts'
import { klingToken } from './films.ts'

const channel = (baseUrl: string, key = 'key') => ({ baseUrl, key, organization: '', other: '', setting: {} })
const call = (model: string, asked: object = {}) => ({
  ...({
    operation: 'videos',
    dialect: 'openai-chat',
    model,
    requestedModel: model,
    isStream: false,
    clientHeaders: {},
    settings: {},
  } as const),
  asked: { model, prompt: 'A cat', ...asked },
})

describe('films are submitted', () => {
  const image = 'https://site.test/a.png'
  test.each([
    [ready.doubao, '', {}, 'https://ark.cn-beijing.volces.com/api/v3/contents/generations/tasks'],
    [
      ready.doubao,
      'https://ark.ap-southeast.bytepluses.com/api/v3',
      {},
      'https://ark.ap-southeast.bytepluses.com/api/v3/contents/generations/tasks',
    ],
    [ready.zhipu, 'https://api.z.ai/api/paas/v4', {}, 'https://api.z.ai/api/paas/v4/videos/generations'],
    [
      ready.dashScope,
      'https://dashscope.aliyuncs.com/compatible-mode/v1',
      {},
      'https://dashscope.aliyuncs.com/api/v1/services/aigc/video-generation/video-synthesis',
    ],
    [ready.kling, '', { image }, 'https://api.klingai.com/v1/videos/image2video'],
    [ready.vidu, '', { images: [image, image] }, 'https://api.vidu.cn/ent/v2/start-end2video'],
    [ready.xai, '', { video: 'https://site.test/a.mp4' }, 'https://api.x.ai/v1/videos/edits'],
    [ready.sora, 'https://relay.test/v1', {}, 'https://relay.test/v1/videos'],
  ])('$name at "%s" with %j to %s', ({ id }, baseUrl, asked, url) => {
    expect(providers[id]?.address(call('model', asked), channel(baseUrl)).url.href).toBe(url)
  })
})

test('the other calls of such a vendor go where they went', () => {
  const { url } = providers[ready.doubao.id]?.address({ ...call('doubao'), operation: 'chat' }, channel('')) ?? {}
  expect(url?.href).toBe('https://ark.cn-beijing.volces.com/api/v3/chat/completions')
})

test('a key of Kling of two halves signs a token that lives half an hour, and a newer key is sent as it is', () => {
  const nowMs = 1_800_000_000_000
  const [head = '', claims = '', signature] = klingToken('access|secret', nowMs).split('.')
  const read = (part: string) => parseJson(Buffer.from(part, 'base64url').toString())
  expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const told = read(claims)
  expect(isObject(told) && told).toEqual({ iss: 'access', exp: 1_800_001_800, nbf: 1_799_999_995 })
  expect(signature).toBe(createHmac('sha256', 'secret').update(`${head}.${claims}`).digest('base64url'))
  expect(klingToken('sk-newer', nowMs)).toBe('sk-newer')
})
