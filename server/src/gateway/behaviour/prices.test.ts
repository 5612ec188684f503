// What calls cost by the prices that an admin sees and edits: server.md 11, decision D51, server.md 3.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { spentBy } from '../faults/bill.ts'
import { openWorld, type World } from '../testing/world.ts'

const SOUND = ['gpt-4o-audio-preview', 'gpt-4o-audio-preview-2024-12-17', 'gpt-4o-mini-audio-preview']

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: { models: ['fake-chat', 'gpt-4o', 'no-price', ...SOUND].join(',') } })
})
afterAll(() => world.close())

const put = (key: string, value: string) => world.console.call('PUT', '/api/option/', { key, value })
const mapOf = async (key: string) => {
  const items = await world.console.call<{ key: string; value: string }[]>('GET', '/api/option/')
  return JSON.parse(items.find((item) => item.key === key)?.value ?? '{}') as Record<string, number | null>
}
const ask = (model: string) => world.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] })
const answerWith = (model: string, usage: object) =>
  world.provider.next(
    scenario.reply(200, {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage,
    }),
  )
const soundUsage = {
  prompt_tokens: 300,
  completion_tokens: 350,
  total_tokens: 650,
  prompt_tokens_details: { text_tokens: 100, audio_tokens: 200 },
  completion_tokens_details: { text_tokens: 50, audio_tokens: 300 },
}

describe('sound', () => {
  // Test vector 5 of server-behaviour 16, and the same usage at the two models whose weights differ.
  test.each([
    ['gpt-4o-audio-preview', 40_375],
    ['gpt-4o-audio-preview-2024-12-17', 16_375],
    // 66.67 and 133.33 stand in the price list with twelve places: 4022.49999.
    ['gpt-4o-mini-audio-preview', 4022],
  ])('at %s: 100 and 50 tokens of text, 200 and 300 of sound cost %d units', async (model, units) => {
    const spent = await spentBy(world, async () => {
      answerWith(model, soundUsage)
      expect((await ask(model)).status).toBe(200)
    })
    expect(spent).toBe(units)
  })

  test('costs what the admin says', async () => {
    await put('AudioRatio', JSON.stringify({ ...(await mapOf('AudioRatio')), 'gpt-4o-audio-preview': 16 }))
    await put('AudioCompletionRatio', JSON.stringify({ ...(await mapOf('AudioCompletionRatio')), 'gpt-4o-audio-preview': 1 }))
    const spent = await spentBy(world, async () => {
      answerWith('gpt-4o-audio-preview', soundUsage)
      expect((await ask('gpt-4o-audio-preview')).status).toBe(200)
    })
    // (100 + 50 × 4 + 200 × 16 + 300 × 16) × 1.25
    expect(spent).toBe(10_375)
    await put('AudioRatio', '')
    await put('AudioCompletionRatio', '')
  })
})

test('a model whose built-in price was taken away is not served, until it has a price again', async () => {
  const whole = await mapOf('ModelRatio')
  await put('ModelRatio', JSON.stringify({ ...whole, 'gpt-4o': null }))
  expect(await ask('gpt-4o')).toMatchObject({ status: 400, json: { error: { code: 'model_price_error' } } })
  await put('ModelRatio', JSON.stringify(await mapOf('ModelRatio')))
  expect((await ask('gpt-4o')).status).toBe(400)
  await put('ModelRatio', JSON.stringify(whole))
  expect((await ask('gpt-4o')).status).toBe(200)
})

test('a fallback price that was accepted is what an unpriced model costs', async () => {
  expect((await ask('no-price')).status).toBe(400)
  await put('fallback_single_price', '0.01')
  await put('fallback_pricing_enabled', 'true')
  await expect(put('fallback_input_ratio', '2')).rejects.toThrow('not both')
  const spent = await spentBy(world, async () => {
    expect((await ask('no-price')).status).toBe(200)
  })
  expect(spent).toBe(5000)
  await put('fallback_pricing_enabled', 'false')
  expect((await ask('no-price')).status).toBe(400)
})

test('the special ratio of the caller’s group takes the place of the group’s own, and the row names it and the version of the prices', async () => {
  const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }
  const charged = async () => {
    const quota = await spentBy(world, async () => {
      answerWith('gpt-4o', usage)
      expect((await ask('gpt-4o')).status).toBe(200)
    })
    const [row] = (await world.console.call<{ items: { quota: number; other: string }[] }>('GET', '/api/log/?p=1&page_size=1&type=2')).items
    expect(row?.quota).toBe(quota)
    return { quota, other: JSON.parse(row?.other ?? '{}') as Record<string, unknown> }
  }
  const versions = () => world.console.call<{ items: { id: number }[] }>('GET', '/api/price/versions?page_size=1')
  const plain = await charged()
  // (100 + 50 × 4) × 1.25
  expect(plain).toMatchObject({ quota: 375, other: { group_ratio: 1, price_version: (await versions()).items[0]?.id } })
  expect(plain.other).not.toHaveProperty('user_group_ratio')
  await put('UserGroupRatio', JSON.stringify({ default: { default: 0.4 }, vip: { default: 9 } }))
  const special = await charged()
  expect(special).toMatchObject({ quota: 150, other: { group_ratio: 0.4, user_group_ratio: 0.4 } })
  expect(Number(special.other.price_version)).toBe(Number(plain.other.price_version) + 1)
  await put('UserGroupRatio', '')
})
