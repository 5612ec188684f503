import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { aboveBuiltIn } from '../../testing/price-options.ts'

let console: TestConsole
let root: Visitor
let user: Visitor

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  user = await console.user('buyer')
  const set = (key: string, value: object) => console.options.set(key, aboveBuiltIn(key, JSON.stringify(value)), { role: 100 })
  await set('GroupRatio', { default: 1, vip: 0.5, inner: 2 })
  await set('UserUsableGroups', { vip: 'For regulars' })
  await set('ModelRatio', { plain: 1.5, mapped: 4 })
  await set('CompletionRatio', { plain: 5 })
  await set('CacheRatio', { plain: 0.1 })
  await set('ModelPrice', { 'by-call': 0.04 })
  const channel = (fields: object) =>
    console.call('POST /api/channel/', { as: root, body: { name: 'c', type: 1, key: 'k', group: 'default', ...fields } })
  await channel({ models: 'plain,by-call,mystery,alias', group: 'default,vip', model_mapping: '{"alias":"mapped"}' })
  await channel({ models: 'plain', model_prefix: 'far/' })
  await channel({ models: 'plain,secret', group: 'inner' })
})
afterAll(() => console.close())

interface Entry {
  readonly model_name: string
  readonly enable_groups: readonly string[]
}
const pricing = async (as?: Visitor) => {
  const { json } = await console.call('GET /api/pricing', as ? { as } : {})
  const { group_ratio, usable_group } = json as Record<string, unknown>
  return {
    group_ratio,
    usable_group,
    data: json.data as Entry[],
    of: (name: string) => (json.data as Entry[]).find((entry) => entry.model_name === name),
  }
}

test('a model per token, per call, without a price, and under another name', async () => {
  const { of } = await pricing(user)
  expect(of('plain')).toMatchObject({
    quota_type: 0,
    model_ratio: 1.5,
    completion_ratio: 5,
    cache_ratio: 0.1,
    model_price: 0,
    enable_groups: ['default', 'vip'],
  })
  expect(of('by-call')).toMatchObject({ quota_type: 1, model_price: 0.04, model_ratio: 0, completion_ratio: 0 })
  expect(of('mystery')).toBeUndefined()
  expect(of('plain')).toMatchObject({ price_source: 'ratio' })
  expect(of('by-call')).toMatchObject({ price_source: 'price' })
  expect(of('alias')).toMatchObject({ model_ratio: 4 })
  expect(of('far/plain')).toMatchObject({ model_ratio: 1.5, enable_groups: ['default'] })
})

test('a visitor sees the default group and what is offered to all, and no group with an empty name', async () => {
  const { group_ratio, usable_group, data } = await pricing()
  expect(group_ratio).toEqual({ default: 1, vip: 0.5 })
  expect(usable_group).toEqual({ default: 'default', vip: 'For regulars' })
  expect(data.map(({ model_name }) => model_name)).toEqual([...data.map(({ model_name }) => model_name)].sort())
})

test('groups and models that the viewer may not use are not named', async () => {
  const { of, data } = await pricing(user)
  expect(of('secret')).toBeUndefined()
  expect(JSON.stringify(data)).not.toContain('inner')
})

test('what a model reads at most, its tools and tiers are told; a cache only where somebody stated what it costs', async () => {
  const added = { name: 'known', type: 1, key: 'k', models: 'gpt-5.1,uncached', group: 'default' }
  expect((await console.call('POST /api/channel/', { as: root, body: added })).json.success).toBe(true)
  const ratios = { plain: 1.5, mapped: 4, uncached: 1 }
  await console.options.set('ModelRatio', aboveBuiltIn('ModelRatio', JSON.stringify(ratios)), { role: 100 })
  const { of } = await pricing()
  expect(of('gpt-5.1')).toMatchObject({
    ...{ context_tokens: 400_000, max_output_tokens: 128_000, cache_ratio: 0.1 },
    ...{ tool_prices: { webSearch: 0.01 }, tier_ratios: { flex: 0.5 } },
  })
  for (const key of ['cache_ratio', 'cache_creation_ratio', 'context_tokens', 'tool_prices']) expect(of('uncached')).not.toHaveProperty(key)
})

describe('a model without a price is listed, with what it costs', () => {
  const unpriced = async (as?: Visitor) => (await pricing(as)).of('mystery')

  test('for nobody where models need a price', async () => {
    for (const viewer of [user, root, undefined]) expect(await unpriced(viewer)).toBeUndefined()
  })

  test('for a user who accepts such models at the default', async () => {
    const { address } = console.place
    const file = new DatabaseSync(address.kind === 'sqlite' ? address.path : '', { timeout: 60_000 })
    file.prepare('update user set setting = ? where id = ?').run('{"accept_unset_model_ratio_model":true}', user.id)
    file.close()
    expect(await unpriced(user)).toMatchObject({ quota_type: 0, model_ratio: 37.5, price_source: 'unset' })
    expect(await unpriced(root)).toBeUndefined()
  })

  test('for everybody in self-use mode', async () => {
    await console.options.set('SelfUseModeEnabled', 'true', { role: 100 })
    expect(await unpriced()).toMatchObject({ model_ratio: 37.5, price_source: 'unset' })
    await console.options.set('SelfUseModeEnabled', 'false', { role: 100 })
  })

  test('at the fallback price where there is one', async () => {
    for (const [key, value] of [
      ['fallback_single_price', '0.01'],
      ['fallback_pricing_enabled', 'true'],
    ] as const)
      await console.options.set(key, value, { role: 100 })
    expect(await unpriced()).toMatchObject({ quota_type: 1, model_price: 0.01, price_source: 'fallback' })
    await console.options.set('fallback_pricing_enabled', 'false', { role: 100 })
  })
})

test('a change of prices and of channels is there at once', async () => {
  await console.options.set('ModelRatio', aboveBuiltIn('ModelRatio', JSON.stringify({ plain: 3 })), { role: 100 })
  expect((await pricing(user)).of('plain')).toMatchObject({ model_ratio: 3 })
  await console.options.set('ModelRatio', aboveBuiltIn('ModelRatio', JSON.stringify({ plain: 1.5, mapped: 4 })), { role: 100 })
  const added = await console.call('POST /api/channel/', {
    as: root,
    body: { name: 'new', type: 1, key: 'k', models: 'newcomer', group: 'vip' },
  })
  expect(added.json.success).toBe(true)
  expect((await pricing(user)).of('newcomer')).toMatchObject({ enable_groups: ['vip'] })
})
