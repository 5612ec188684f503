// A call that the quota does not cover is refused with amounts that its caller can read, in every dialect and in the log.
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let poor: string
beforeAll(async () => {
  world = await openWorld({ channel: { models: 'fake-chat,dear' }, options: { ModelPrice: '{"dear":900000}' } })
  poor = `Bearer sk-${(await world.addToken({ name: 'poor', unlimited_quota: false, remain_quota: 2 })).key}`
}, 180_000)
afterAll(() => world.close())

const hello = [{ role: 'user', content: 'hello' }]
const doors = [
  ['/v1/chat/completions', { model: 'fake-chat', messages: hello, max_tokens: 1000 }],
  ['/v1/completions', { model: 'fake-chat', prompt: 'hello', max_tokens: 1000 }],
  ['/v1/responses', { model: 'fake-chat', input: 'hello', max_output_tokens: 1000 }],
  ['/v1/messages', { model: 'fake-chat', messages: hello, max_tokens: 1000 }],
  ['/v1beta/models/fake-chat:generateContent', { contents: [{ parts: [{ text: 'hello' }] }], generationConfig: { maxOutputTokens: 1000 } }],
] as const

const ask = (path: string, body: object, language: string, authorization = poor) =>
  world.post(path, body, { authorization, 'accept-language': language })

test.each(doors)('%s names the amounts in dollars, exact to the unit', async (path, body) => {
  const zh = await ask(path, body, 'zh')
  expect(zh.status).toBe(403)
  expect(zh.text).toMatch(/令牌额度不足：需预扣 \$0\.\d{3,6}，剩余 \$0\.000004/)
  expect((await ask(path, body, 'en')).text).toMatch(/Insufficient quota on this API key: \$0\.\d{3,6} required, \$0\.000004 left/)
})

test('an insufficient balance gets the same message', async () => {
  const dear = await ask('/v1/chat/completions', { model: 'dear', messages: hello }, 'zh', `Bearer ${world.key}`)
  expect(dear.status).toBe(403)
  expect(dear.text).toMatch(/账户余额不足：需预扣 \$900000\.00，剩余 \$\d+\.\d{2,6}/)
})

test('the row shows it in its reader’s language, and in units once the installation shows those', async () => {
  const content = async (language: string) => {
    const response = await fetch(`${world.url}/api/log/?token_name=poor&page_size=1`, {
      headers: { cookie: world.console.cookie, 'waystation-user': '1', 'accept-language': language },
    })
    const { data } = (await response.json()) as { data: { items: { content: string; type: number }[] } }
    expect(data.items[0]?.type).toBe(logType.error)
    return data.items[0]?.content
  }
  await expect.poll(() => content('zh')).toMatch(/^令牌额度不足：需预扣 \$0\.\d+，剩余 \$0\.000004$/)
  await world.setOption('DisplayInCurrencyEnabled', 'false')
  expect(await content('en')).toMatch(/^Insufficient quota on this API key: \d+ quota required, 2 quota left$/)
  expect((await ask(...doors[0], 'zh')).text).toMatch(/需预扣 \d+ 额度，剩余 2 额度/)
})
