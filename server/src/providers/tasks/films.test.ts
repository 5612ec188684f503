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
    [ready.jimeng, '', {}, 'https://visual.volcengineapi.com/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31'],
    [ready.vidu, '', { images: [image, image] }, 'https://api.vidu.cn/ent/v2/start-end2video'],
    [ready.xai, '', { video: 'https://site.test/a.mp4' }, 'https://api.x.ai/v1/videos/edits'],
    [ready.sora, 'https://relay.test/v1', {}, 'https://relay.test/v1/videos'],
  ])('$name at "%s" with %j to %s', ({ id }, baseUrl, asked, url) => {
    expect(providers[id]?.address(call('model', asked), channel(baseUrl)).url.href).toBe(url)
  })
})

test.each([
  [ready.jimeng, 'https://far.test', 'https://far.test/jimeng/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31'],
  [ready.jimeng, 'https://far.test/jimeng/', 'https://far.test/jimeng/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31'],
  [ready.kling, 'https://far.test', 'https://far.test/kling/v1/videos/text2video'],
  [ready.kling, 'https://far.test/kling', 'https://far.test/kling/v1/videos/text2video'],
  // Kling has plain keys of its own.
  [ready.kling, 'https://api-singapore.klingai.com', 'https://api-singapore.klingai.com/v1/videos/text2video'],
  [ready.kling, '', 'https://api.klingai.com/v1/videos/text2video'],
  [ready.vidu, 'https://far.test', 'https://far.test/ent/v2/text2video'],
])('with a token of another gateway, $name at "%s" is asked at %s', ({ id }, baseUrl, url) => {
  const address = providers[id]?.address(call('model'), channel(baseUrl, 'sk-far'))
  expect(address?.url.href).toBe(url)
  expect(address?.headers.authorization).toMatch(/sk-far$/)
})

test('a key of Jimeng is in no header, a token of another gateway is', async () => {
  const jimeng = providers[ready.jimeng.id]
  const request = { method: 'POST', url: new URL('https://far.test/'), headers: { accept: 'application/json' }, body: '{}' } as const
  const now = new Date('2026-11-28T12:00:00Z')
  expect(jimeng?.address(call('model'), channel('', 'AKLT|secret')).headers).toEqual({})
  const signed = await jimeng?.sign?.(request, channel('', 'AKLT|secret'), now)
  expect(signed).toMatchObject({
    accept: 'application/json',
    authorization: expect.stringMatching(/^HMAC-SHA256 Credential=AKLT\/20261128\/cn-north-1\/cv\//),
  })
  expect(JSON.stringify(signed)).not.toContain('secret')
  expect(await jimeng?.sign?.(request, channel('', 'sk-far'), now)).toEqual(request.headers)
  await expect(jimeng?.sign?.(request, channel('', 'AKLT'), now)).rejects.toThrow('the key is not written as access-key|secret-key')
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
